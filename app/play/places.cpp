#include "app/play/places.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "base/utf8.hpp"

namespace evorisk::app {
namespace {

// The base letters of U+00C0 ... U+00FF.
constexpr std::string_view plain_letters =
    "aaaaaaaceeeeiiiidnooooo ouuuuytsaaaaaaaceeeeiiiidnooooo ouuuuyty";

std::string joined(std::span<const std::string> words) {
  return shortened(fmt::format("{}", fmt::join(words, " ")), 40);
}

}  // namespace

std::vector<std::string> words_of(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const auto byte = static_cast<unsigned char>(c);
    const auto next = i + 1 < line.size() ? static_cast<unsigned char>(line[i + 1]) : 0u;
    if (byte == 0xc3 && next >= 0x80 && next <= 0xbf) {
      text += plain_letters[next - 0x80];
      ++i;
    } else if (byte == 0xe2 && line.substr(i, 3) == "\u2192") {
      text += " -> ";
      i += 2;
    } else if (c == '-' && next == '>') {
      text += " -> ";
      ++i;
    } else if (c == '"') {
      continue;
    } else if (c == '-' && next >= '0' && next <= '9' && (text.empty() || text.back() == ' ')) {
      text += c;  // a number below zero, to be refused
    } else if (c == ',' || c == '-' || c == '_' || byte <= ' ') {
      text += ' ';
    } else {
      text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  std::vector<std::string> words;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    if (end > at) words.push_back(text.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

int number_of(std::string_view word) {
  if (word.empty() || word.size() > 9) return -1;
  int number = 0;
  for (const char c : word) {
    if (c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  return number;
}

Places::Places(const maps::Map& map) : map_(&map) {
  for (int t = 0; t < map.territory_count(); ++t) names_.push_back(words_of(map.territory(t).name));
}

bool Places::matches(std::size_t territory, std::span<const std::string> words,
                     std::size_t first) const {
  const std::vector<std::string>& name = names_[territory];
  if (first + words.size() > name.size()) return false;
  return std::equal(
      words.begin(), words.end(), name.begin() + static_cast<std::ptrdiff_t>(first),
      [](const std::string& typed, const std::string& word) { return word.starts_with(typed); });
}

Place Places::find(std::span<const std::string> words) const {
  if (words.empty()) return {-1, "a territory is missing", false};
  const int count = map_->territory_count();
  if (words.size() == 1) {
    if (const int number = number_of(words[0]); number >= 0) {
      if (number < count) return {number, {}, false};
      return {-1,
              fmt::format("there is no territory {}; they are numbered 0 to {}", number, count - 1),
              false};
    }
  }
  std::vector<int> found;
  for (std::size_t t = 0; t < names_.size(); ++t) {
    if (std::ranges::equal(names_[t], words)) return {static_cast<int>(t), {}, false};
    if (matches(t, words, 0)) found.push_back(static_cast<int>(t));
  }
  if (found.empty()) {
    for (std::size_t t = 0; t < names_.size(); ++t) {
      bool inside = false;
      for (std::size_t first = 1; first < names_[t].size(); ++first)
        inside = inside || matches(t, words, first);
      if (inside) found.push_back(static_cast<int>(t));
    }
  }
  if (found.size() == 1) return {found[0], {}, false};
  if (found.empty()) return {-1, fmt::format("no territory is called \"{}\"", joined(words)), true};
  std::string list;
  for (std::size_t i = 0; i < found.size() && i < 6; ++i)
    list += (i == 0 ? "" : ", ") + label(found[i]);
  return {
      -1,
      fmt::format("\"{}\" may be {}{}", joined(words), list, found.size() > 6 ? " and others" : ""),
      false};
}

PlacePair Places::find_pair(std::span<const std::string> words, bool with_amount) const {
  std::vector<PlacePair> found;
  const auto divide = [&](std::span<const std::string> both, std::optional<int> amount) {
    const auto mark = std::ranges::find_if(
        both, [](const std::string& word) { return word == "->" || word == "to"; });
    for (std::size_t i = 1; i < both.size(); ++i) {
      const std::size_t skip = mark == both.end() ? 0 : 1;
      if (skip == 1 && i != static_cast<std::size_t>(mark - both.begin())) continue;
      const int from = find(both.first(i)).territory;
      const int to = find(both.subspan(i + skip)).territory;
      if (from >= 0 && to >= 0) found.push_back({from, to, amount, {}});
    }
  };
  divide(words, std::nullopt);
  if (with_amount && words.size() > 2 && found.empty()) {
    const int number = number_of(words.back());
    if (number >= 0 || words.back() == "all")
      divide(words.first(words.size() - 1), number >= 0 ? number : PlacePair::all);
  }
  if (found.size() == 1) return found[0];
  PlacePair none;
  if (found.size() > 1) {
    none.problem = fmt::format("\"{}\" can be read in two ways; write FROM -> TO", joined(words));
  } else if (words.size() < 2) {
    none.problem = "two territories are needed, FROM TO";
  } else {
    // The first of them that is none, if that can be told.
    for (const auto& part : {words.first(1), words.subspan(1, 1)}) {
      const Place place = find(part);
      if (place.territory < 0 && none.problem.empty()) none.problem = place.problem;
    }
    if (none.problem.empty() || words.size() > 3)
      none.problem = fmt::format("\"{}\" is not two territories{}", joined(words),
                                 with_amount ? " and a number" : "");
  }
  return none;
}

}  // namespace evorisk::app
