// Regular expressions (ECMAScript's), compiled once for all tests: std::regex costs each source
// that uses it seconds.
#pragma once

#include <string>
#include <vector>

namespace evorisk::test {

// Whether a part of the text matches.
bool found(const std::string& text, const std::string& pattern);

// What one group of the pattern holds in each of its matches, in order; group 0 is the whole match.
std::vector<std::string> matches(const std::string& text, const std::string& pattern,
                                 std::size_t group = 0);

// The text with every match replaced.
std::string replaced(const std::string& text, const std::string& pattern, const std::string& by);

}  // namespace evorisk::test
