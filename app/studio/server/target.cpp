#include "app/studio/server/target.hpp"

#include <charconv>

namespace evorisk::app {
namespace {

// In a query '+' is a space, too.
std::string decoded(std::string_view text, bool query) {
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    unsigned value = 0;
    const char* digits = text.data() + i + 1;
    if (text[i] == '%' && i + 2 < text.size() &&
        std::from_chars(digits, digits + 2, value, 16).ptr == digits + 2) {
      result += static_cast<char>(value);
      i += 2;
    } else {
      result += query && text[i] == '+' ? ' ' : text[i];
    }
  }
  return result;
}

}  // namespace

std::pair<std::string, std::map<std::string, std::string>> read_target(std::string_view target) {
  target = target.substr(0, target.find('#'));
  const std::size_t mark = target.find('?');
  std::map<std::string, std::string> query;
  std::string_view rest = mark == target.npos ? std::string_view() : target.substr(mark + 1);
  while (!rest.empty()) {
    const std::string_view pair = rest.substr(0, rest.find('&'));
    rest.remove_prefix(std::min(rest.size(), pair.size() + 1));
    const std::size_t equal = std::min(pair.find('='), pair.size());
    if (pair.empty()) continue;
    query.emplace(decoded(pair.substr(0, equal), true),
                  decoded(pair.substr(std::min(pair.size(), equal + 1)), true));
  }
  return {decoded(target.substr(0, mark), false), std::move(query)};
}

}  // namespace evorisk::app
