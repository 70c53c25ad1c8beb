#include "base/names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstring>
#include <vector>

#include "base/reading/plain_letter.hpp"
#include "base/utf8.hpp"

namespace evorisk {
namespace {

// Damerau-Levenshtein distance with adjacent transpositions ("optimal string alignment"), on bytes.
std::size_t distance(std::string_view a, std::string_view b) {
  const std::size_t width = b.size() + 1;
  std::vector<std::size_t> cost((a.size() + 1) * width);
  const auto at = [&](std::size_t i, std::size_t j) -> std::size_t& { return cost[i * width + j]; };
  for (std::size_t i = 0; i <= a.size(); ++i) at(i, 0) = i;
  for (std::size_t j = 0; j <= b.size(); ++j) at(0, j) = j;
  for (std::size_t i = 1; i <= a.size(); ++i) {
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t change = a[i - 1] == b[j - 1] ? 0 : 1;
      at(i, j) = std::min({at(i - 1, j) + 1, at(i, j - 1) + 1, at(i - 1, j - 1) + change});
      if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1]) {
        at(i, j) = std::min(at(i, j), at(i - 2, j - 2) + 1);
      }
    }
  }
  return at(a.size(), b.size());
}

}  // namespace

std::optional<std::string_view> nearest_name(std::string_view name,
                                             std::span<const std::string_view> candidates) {
  const std::size_t furthest = 1 + name.size() / 3;
  std::optional<std::string_view> nearest;
  std::size_t nearest_distance = furthest + 1;
  for (const std::string_view candidate : candidates) {
    // Lengths alone bound the distance from below; a hostile long name costs nothing.
    const std::size_t gap =
        std::max(name.size(), candidate.size()) - std::min(name.size(), candidate.size());
    if (gap >= nearest_distance) continue;
    const std::size_t found = distance(name, candidate);
    if (found < nearest_distance) {
      nearest = candidate;
      nearest_distance = found;
    }
  }
  return nearest;
}

Message unknown_name(std::string_view kind, std::string_view name,
                     std::span<const std::string_view> candidates) {
  const Message what(kind);
  const std::string found = shortened(name);
  if (candidates.empty()) return Message("unknown {} \"{}\"; none is valid here", what, found);
  const auto valid = fmt::format("{}", fmt::join(candidates, ", "));
  if (const auto nearest = nearest_name(name, candidates))
    return Message("unknown {} \"{}\"; did you mean \"{}\"? Valid: {}", what, found, *nearest,
                   valid);
  return Message("unknown {} \"{}\"; valid: {}", what, found, valid);
}

std::string slug(std::string_view text) {
  constexpr std::size_t longest = 48;
  std::string result;
  for (std::size_t i = 0; i < text.size(); ++i) {
    char c = text[i];
    if (c == '\xC3' && i + 1 < text.size()) c = plain_letter(text[++i]);
    const char small = c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    if ((small >= 'a' && small <= 'z') || (small >= '0' && small <= '9')) {
      result += small;
    } else if (!result.empty() && result.back() != '-') {
      result += '-';
    }
    if (result.size() == longest) break;
  }
  if (result.ends_with('-')) result.pop_back();
  return result.empty() ? "untitled" : result;
}

std::string shell_word(const std::string& word) {
  const bool plain = std::ranges::all_of(word, [](unsigned char c) {
    return std::isalnum(c) != 0 || std::strchr("-_./=,+", c) != nullptr;
  });
  if (plain && !word.empty()) return word;
  std::string text = "'";
  for (const char c : word) text += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return text + "'";
}

}  // namespace evorisk
