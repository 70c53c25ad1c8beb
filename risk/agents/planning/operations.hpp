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
  // The own border territory inside `where` whose campaign, with `extra` more troops, is best.
  // If no campaign is worth anything: the border territory with the most troops. If there is no
  // border territory: the territory nearest to one.
  int best_base(const State& state, const Wishes& wishes, const bits::Word* where, int extra);
  // The next roll. Continues a fight until it is won or falls below press_odds; then begins the
  // best campaign. Ends the phase when no campaign has a positive value.
  Attack attack(const State& state, const Wishes& wishes);
  // The own territory without enemy neighbours from which most troops can go to a border, or -1.
  int idle_stack(const State& state);
  // The own border territories whose pull decides where this stack goes are among these.
  const bits::Word* pulling(const State& state, int from) const;
  // Moves that stack one step nearer to the border territory with the strongest pull, or to it
  // (`connected`). `pull`: of each own border territory in pulling(); the entries of others are
  // overwritten.
  Fortify move_up(const State& state, int from, std::vector<double>& pull) const;

  // Troops of enemies that could attack t.
  int threat(const State& state, int t) const;
  // Steps from each own territory through own ones to the nearest border; call before distance().
  // Kept while the seat owns the same.
  void measure_distances(const State& state);
  int distance(int t) const { return distances_[static_cast<std::size_t>(t)]; }
  const BattleOdds& odds() const { return *odds_; }

 private:
  static constexpr int longest = 6;  // conquests of a campaign
  static constexpr int far = 1 << 20;

  // A fight within a campaign.
  struct Step {
    int to = -1;
    double value = 0;
    double win = 0;   // as in Fight
    double left = 0;  // attackers_if_won
  };
  Step best_step(const State& state, const Wishes& wishes, int from, int troops) const;
  double fight_value(const Wishes& wishes, const Fight& fight, int troops, int defenders,
                     int to) const;
  double continued(const State& state, const Wishes& wishes, int from, const Step& first) const;
  // Notes the fewest troops that may attack even a single one.
  void note_fewest(const Wishes& wishes) const;
  void enemies_stand(const State& state) const;
  bool next_to_border(const State& state, int t) const;
  template <class F>
  int strongest(const State& state, int t, const std::vector<double>& pull, F&& accepts) const;

  const Variant* variant_ = nullptr;
  const BattleOdds* odds_ = nullptr;
  int seat_ = 0;
  std::vector<int> distances_;
  std::vector<int> queue_;  // border territories and what is linked to them, by distance
  // When distances were measured.
  int measured_turn_ = -1;
  int measured_territories_ = -1;
  // While campaigns are weighed: the fewest troops that may attack, and the least odds for which
  // that is so; the enemies that the campaign has not conquered.
  mutable int fewest_ = 2;
  mutable double fewest_for_ = -1;
  mutable std::vector<bits::Word> enemies_;
  Attack last_;  // the fight being fought, valid while the state is at event due_
  std::uint32_t due_ = 0;
};

}  // namespace evorisk::risk
