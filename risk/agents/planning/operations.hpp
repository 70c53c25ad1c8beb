// The operational level, shared by the rule-based agents: exact odds and legal moves. It carries
// out given wishes, and has no notion of continents or plans.
#pragma once

#include <vector>

#include "risk/battle_odds.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// The wishes of an agent, in troops: for a conquest of worth w it would give w troops.
struct Wishes {
  std::vector<double> worth;  // of conquering each enemy territory
  double first = 0;           // added for this turn's first conquest (the card)
  double kill = 1;            // of an enemy troop that falls
  double cost = 1;            // of an own troop that falls
  double least_odds = 0.5;    // no fight is begun with a lower probability to win
  double press_odds = 0.4;    // a fight is broken off below this probability
};

// A series of conquests from one territory. Each starts where the last one left the most troops.
struct Campaign {
  Attack first;      // none when nothing is worth attacking
  double value = 0;  // expected, in troops
};

// The most troops on an enemy neighbour of t; 0 if it has none.
int strongest_enemy(const State& state, int seat, int t);

// The operations of one seat, for one match at a time. Allocates only in begin_match.
class Operations {
 public:
  void begin_match(const Variant& variant, int seat);

  // The best campaign that starts from an own territory that holds `troops`.
  Campaign campaign(const State& state, const Wishes& wishes, int from, int troops) const;
  // The own border territory inside `where` whose campaign, with `extra` more troops, is best;
  // `value` receives that campaign's value. If no campaign is worth anything: the border territory
  // with the most troops. If there is no border territory: the territory nearest to one.
  int best_base(const State& state, const Wishes& wishes, const bits::Word* where, int extra,
                double* value = nullptr);
  // The next roll. Continues a fight until it is won or falls below press_odds; then begins the
  // best campaign. Ends the phase when no campaign has a positive value.
  Attack attack(const State& state, const Wishes& wishes);
  // Moves own troops without enemy neighbours one step nearer to the border territory with the
  // strongest pull; under `single` and `connected` moves the largest such stack. Troops on borders
  // stay. `pull`: the pull of each own border territory; the entries of other territories are
  // overwritten.
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
