// Counts what the program of these tests allocates.
#pragma once

#include <cstdint>

namespace evorisk::risk {

// Calls of operator new so far, of all threads.
std::int64_t allocations();

}  // namespace evorisk::risk
