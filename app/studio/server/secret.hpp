// Secrets: what a link holds that lets its bearer do something.
#pragma once

#include <cstdint>
#include <string>

namespace evorisk::app {

// 144 bits from the system's random source, as 24 letters, digits, '-' and '_'. Throws SystemError.
std::string new_secret();
// A seed that nobody can guess or try out, below 2^53, which every reader of JSON holds exactly.
std::uint64_t secret_seed();

// Whether two texts are equal, in a time that tells nothing of where they differ.
bool equal_secrets(const std::string& a, const std::string& b);

}  // namespace evorisk::app
