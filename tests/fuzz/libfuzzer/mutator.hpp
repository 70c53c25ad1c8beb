// Changes JSON as what it is: libFuzzer's own changes of bytes seldom leave a document whole.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace evorisk::fuzz {

// The text with one change of its document, or of one of its lines that is a document; the same
// text where it has none. `seed` decides which.
std::string mutated_json(std::string_view text, unsigned seed);

}  // namespace evorisk::fuzz
