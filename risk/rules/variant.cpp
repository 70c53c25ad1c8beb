#include "risk/rules/variant.hpp"

#include <algorithm>
#include <limits>
#include <utility>

#include "base/error.hpp"

namespace evorisk::risk {

Variant::Variant(std::string name, Rules rules, maps::MapPtr map,
                 std::optional<MissionDeck> missions, std::string bred_for)
    : name_(std::move(name)),
      rules_(std::move(rules)),
      map_(std::move(map)),
      bred_for_(std::move(bred_for)) {
  const int n = map_->territory_count();
  std::int64_t all_bonuses = 0;
  for (const maps::Continent& continent : map_->continents()) all_bonuses += continent.bonus;
  if (const auto problem = broken_rule(rules_, n, all_bonuses)) throw InputError(*problem);
  territories_ = n;
  words_ = bits::words_for(n);
  const auto words = static_cast<std::size_t>(words_);
  const auto continents = static_cast<std::size_t>(map_->continent_count());
  all_.resize(words);
  neighbour_sets_.resize(words * static_cast<std::size_t>(n));
  continent_sets_.resize(words * continents);
  continent_gates_.resize(words * continents);
  neighbour_start_.push_back(0);
  for (int t = 0; t < n; ++t) {
    bits::insert(all_.data(), t);
    const auto c = static_cast<std::size_t>(map_->continent_of(t));
    bits::insert(&continent_sets_[c * words], t);
    for (const int u : map_->neighbours(t)) {
      neighbours_.push_back(u);
      bits::insert(&neighbour_sets_[static_cast<std::size_t>(t) * words], u);
      if (map_->continent_of(u) != map_->continent_of(t)) {
        bits::insert(&continent_gates_[c * words], t);
      }
    }
    neighbour_start_.push_back(static_cast<int>(neighbours_.size()));
  }
  for (const maps::Continent& continent : map_->continents()) bonuses_.push_back(continent.bonus);
  for (int owned = 0; owned <= n; ++owned) {
    int share = owned / rules_.reinforcement_divisor;
    const bool fraction = owned % rules_.reinforcement_divisor != 0;
    if (fraction && rules_.reinforcement_rounding == Rounding::ceil) ++share;
    reinforcements_.push_back(std::max(share, rules_.reinforcement_minimum));
  }
  dice_.resize(static_cast<std::size_t>(max_dice * max_dice));
  for (int a = 1; a <= rules_.attack_dice; ++a) {
    for (int d = 1; d <= rules_.defence_dice; ++d) {
      dice_[static_cast<std::size_t>((a - 1) * max_dice + d - 1)] = dice_table(a, d, rules_.ties);
    }
  }
  if (rules_.objective != Objective::missions) return;
  own_deck_ = std::move(missions);
  deck_ = own_deck_ ? *own_deck_ : built_in_missions(*map_, rules_.players);
  if (const auto problem = broken_missions(deck_, *map_, rules_.players)) {
    throw InputError("missions.{}", *problem);
  }
  mission_sets_.resize(words * (deck_.cards.size() + 1));
  for (int i = 0; i <= this->missions(); ++i) {
    std::uint64_t* set = &mission_sets_[static_cast<std::size_t>(i) * words];
    for (const int c : mission(i).continents) {
      for (int w = 0; w < words_; ++w) set[w] |= continent_set(c)[static_cast<std::size_t>(w)];
    }
  }
}

int Variant::exchange_troops(int k) const {
  const auto& schedule = rules_.card_schedule;  // never empty
  const auto last = static_cast<int>(schedule.size()) - 1;
  const std::int64_t troops = schedule[static_cast<std::size_t>(std::min(k, last))] +
                              std::int64_t{std::max(0, k - last)} * rules_.card_schedule_step;
  return static_cast<int>(std::min<std::int64_t>(troops, std::numeric_limits<int>::max()));
}

}  // namespace evorisk::risk
