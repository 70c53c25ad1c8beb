// The operational level, shared by the rule-based agents: exact odds and legal moves. It carries
// out what others want, and knows no continents and no plans.
#pragma once

#include <vector>

#include "risk/battle_odds.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// What an agent wants, all in troops: for a conquest worth w it would give w troops.
struct Wishes {
  std::vector<double> worth;  // of owning a territory; of the enemies' only
  double first = 0;           // of this turn's first conquest, in addition (the card)
  double kill = 1;            // of an enemy troop that falls
  double cost = 1;            // of an own troop that falls
  double least_odds = 0.5;    // fights less likely won are not begun
  double press_odds = 0.4;    // fights become less likely won than this are broken off
};

// A row of conquests from one territory, each from where the last one left the most troops.
struct Campaign {
  Attack first;      // none when nothing is worth attacking
  double value = 0;  // expected, in troops
};

// The most troops on a neighbour of t that is not the seat's; 0 without any.
int strongest_enemy(const State& state, int seat, int t);

// One seat's, for one match at a time. Allocates in begin_match only.
class Operations {
 public:
  void begin_match(const Variant& variant, int seat);

  // The best campaign that starts from an own territory that holds `troops`.
  Campaign campaign(const State& state, const Wishes& wishes, int from, int troops) const;
  // The own border territory inside `where` from which `extra` more troops bring the best campaign
  // (at least by what a campaign without them brings), with its value. Without a promising one the
  // border territory with the most troops; without a border the territory nearest to one.
  int best_base(const State& state, const Wishes& wishes, const bits::Word* where, int extra,
                double* value = nullptr);
  // The next roll: a fight once begun is fought until it is won or falls below the wished odds,
  // then the best campaign is sought. Ends the phase when none is worth more than nothing.
  Attack attack(const State& state, const Wishes& wishes);
  // Own troops that have no enemies around go one step nearer to the border territory that draws
  // them most; under `single` and `connected` the largest idle stack does. Troops on borders stay.
  // `pull`: how much each own border territory draws; what it says of others is overwritten.
  Fortify fortify(const State& state, std::vector<double>& pull);

  // Troops of enemies that could attack t.
  int threat(const State& state, int t) const;
  // Steps from each own territory through own ones to the nearest border; call before distance().
  void measure_distances(const State& state);
  int distance(int t) const { return distances_[static_cast<std::size_t>(t)]; }
  const BattleOdds& odds() const { return *odds_; }

 private:
  static constexpr int longest = 6;  // conquests of a campaign
  static constexpr int far = 1 << 20;

  struct Step {
    int to = -1;
    double value = 0;
  };
  Step best_step(const State& state, const Wishes& wishes, int from, int troops, const int* done,
                 int conquests) const;
  double fight_value(const Wishes& wishes, const Fight& fight, int troops, int defenders,
                     int to) const;
  double continued(const State& state, const Wishes& wishes, int from, int troops, int to) const;

  const Variant* variant_ = nullptr;
  const BattleOdds* odds_ = nullptr;
  int seat_ = 0;
  std::vector<int> distances_;
  std::vector<int> queue_;  // territories by distance, reached_ of them
  std::size_t reached_ = 0;
  Attack last_;  // the fight being fought, valid while the state is at event due_
  std::uint32_t due_ = 0;
};

}  // namespace evorisk::risk
