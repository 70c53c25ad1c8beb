// Territories as people type them: by number, or by the beginning of the name.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "maps/map.hpp"

namespace evorisk::app {

// A territory, or a sentence that says why the words name none.
struct Place {
  int territory = -1;
  std::string problem;
  bool unknown = false;  // no name begins like that
};

// Two of them, with a number of troops where one was asked for and given.
struct PlacePair {
  static constexpr int all = -1;
  int from = -1;
  int to = -1;
  std::optional<int> amount;
  std::string problem;
};

// The names of a map's territories, looked up without regard to case, accents and hyphens.
class Places {
 public:
  // The map must outlive it.
  explicit Places(const maps::Map& map);

  // A number, a whole name, or words of which each begins a word of one name only, from its first
  // word on, or failing that from any ("n af", "africa").
  Place find(std::span<const std::string> words) const;
  // FROM TO [amount], the words of two names in a row; "->" or "to" may stand between them. Where
  // an amount may follow, a last number or "all" is one if two territories come before it.
  PlacePair find_pair(std::span<const std::string> words, bool with_amount) const;

  // "14 Brazil", or "14".
  std::string label(int territory) const { return map_->label(territory); }

 private:
  bool matches(std::size_t territory, std::span<const std::string> words, std::size_t first) const;

  const maps::Map* map_;
  std::vector<std::vector<std::string>> names_;  // by territory: folded words
};

// Lower case, without accents (of Latin-1) and with hyphens as spaces, cut into words at white
// space and commas; "->" is a word of its own, quotation marks are dropped.
std::vector<std::string> words_of(std::string_view line);

// Decimal digits only; -1 for anything else, and at most 999,999,999.
int number_of(std::string_view word);

}  // namespace evorisk::app
