#include "tests/support/pattern.hpp"

#include <regex>

namespace evorisk::test {

bool found(const std::string& text, const std::string& pattern) {
  return std::regex_search(text, std::regex(pattern));
}

std::vector<std::string> matches(const std::string& text, const std::string& pattern,
                                 std::size_t group) {
  const std::regex regex(pattern);
  std::vector<std::string> result;
  for (std::sregex_iterator at(text.begin(), text.end(), regex), end; at != end; ++at) {
    result.push_back((*at)[group]);
  }
  return result;
}

std::string replaced(const std::string& text, const std::string& pattern, const std::string& by) {
  return std::regex_replace(text, std::regex(pattern), by);
}

}  // namespace evorisk::test
