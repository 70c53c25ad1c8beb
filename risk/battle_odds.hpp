// What a fight to the end brings: one territory attacks another, roll after roll, until it is
// conquered or the attacker has a single troop left. Exact, for any numbers of dice.
#pragma once

#include <vector>

#include "risk/rules/rules.hpp"

namespace evorisk::risk {

// The outcome of a fight to the end. Troops are those of the two territories before any move
// in: an attacker that conquers has `attackers` left there to divide between both.
struct Fight {
  double win = 0;        // probability that the territory is conquered
  double attackers = 0;  // expected troops left in the attacking territory, won or lost
  double defenders = 0;  // expected troops left in the attacked one (none when it is conquered)
  // Expected troops of the attacker given that it conquers; 0 when it cannot.
  double attackers_if_won = 0;
};

// The fights under one set of dice rules; immutable, shared by all threads. A Markov chain over
// (attackers, defenders) with the exact probabilities of single rolls (risk/dice.hpp), solved from
// the ends of the fight backwards (Osborne 2003, "Markov chains for the Risk board game revisited",
// Mathematics Magazine 76, 129-135).
class BattleOdds {
 public:
  // Fights of up to this many troops on either side are looked up.
  static constexpr int bound = 72;

  // 1 ... max_dice dice at most on each side. Some 50 microseconds; agents take the shared tables.
  BattleOdds(int attack_dice, int defence_dice, Ties ties);

  // Exact for 0 ... bound troops on each side; beyond, the central limit of the losses: within 0.03
  // of the exact odds and two troops, for three dice against two or three. Constant time. Requires
  // numbers >= 0.
  Fight fight(int attackers, int defenders) const {
    Fight room;
    return fight(attackers, defenders, room);
  }
  // The same without a copy of what is looked up; `room` takes what is not.
  const Fight& fight(int attackers, int defenders, Fight& room) const {
    if (static_cast<unsigned>(attackers) <= bound && static_cast<unsigned>(defenders) <= bound)
        [[likely]]
      return fights_[index(attackers, defenders)];
    return room = large(attackers, defenders);
  }

  // Exact for any numbers, by the recurrence continued beyond the table: time of the order of their
  // product, memory of the order of the defenders; allocates. For people and tests.
  Fight exact(int attackers, int defenders) const;

 private:
  // P(attacker loses i), i = 0 ... comparisons, of a roll of a against d dice.
  struct Roll {
    int comparisons = 0;
    double loses[max_dice + 1] = {};
  };

  static std::size_t index(int attackers, int defenders) {
    return static_cast<std::size_t>(attackers) * (bound + 1) + static_cast<std::size_t>(defenders);
  }
  Fight large(int attackers, int defenders) const;
  template <class Known>
  Fight step(int attackers, int defenders, const Known& known) const;

  int attack_dice_;
  int defence_dice_;
  std::vector<Roll> rolls_;
  double mean_ = 0;  // of the attacker's losses in a roll of all dice
  double variance_ = 0;
  std::vector<Fight> fights_;
};

// The tables of these rules' dice, made on first use; safe from any thread, valid for ever.
const BattleOdds& battle_odds(const Rules& rules);

}  // namespace evorisk::risk
