// The rolls of one attack phase on a small board, for those who make many: troops are kept roll by
// roll, everything else that follows (owners, borders, counts, hands of the eliminated, the end of
// the match) is booked once, when the phase is over.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "risk/bits.hpp"
#include "risk/phase_driver.hpp"

namespace evorisk::risk {

// Of the seat on turn. Rolls the very dice that PhaseDriver::attack would, and branches on none of
// them. While it lives, nothing may be asked of the driver; of its state only the troops may.
class Assault {
 public:
  // Whether the phase may be played like this: nobody is told of single events, and every set of
  // territories is one word.
  static bool possible(const PhaseDriver& driver) {
    return driver.open() && driver.listener_ == nullptr && driver.tables_.usable() &&
           driver.state_.phase() == Phase::attack;
  }

  explicit Assault(PhaseDriver& driver)
      : driver_(driver),
        near_(driver.state_.variant().neighbour_set(0).data()),
        dice_tables_(&driver.state_.variant().dice(1, 1)),
        attack_most_(driver.state_.variant().rules().attack_dice),
        defence_most_(driver.state_.variant().rules().defence_dice),
        conquest_move_(driver.state_.variant().rules().conquest_move),
        troops_(driver.state_.troops_),
        owners_(driver.state_.owner_),
        counts_(driver.state_.head_->troops),
        seat_(driver.state_.seat()),
        mine_(*driver.state_.owned(seat_).data()),
        dice_(driver.dice_) {}

  bits::Word mine() const { return mine_; }

  // Whether the attack is legal and finds so many defenders.
  bool legal(int from, int to, int defenders) const {
    const bits::Word wrong = ~(mine_ >> from) | (mine_ >> to) | ~(near_[from] >> to);
    return (wrong & 1) == 0 && troops_[from] > 1 && troops_[to] == defenders;
  }

  // One roll of a legal attack, and what it leaves in both territories. The next attack waits for
  // this one's outcome: the caller, who knows the defenders before it knows where they are, says
  // how many they are, and few steps lead from the dice to what is left.
  struct Outcome {
    int conquered;  // -1 (all ones) or 0
    int from;
    int to;
    int defenders;  // left of them
  };
  Outcome roll(int from, int to, int defenders) {
    const int attackers = troops_[from];
    const int attack = std::min(attack_most_, attackers - 1);
    const int defence = std::min(defence_most_, defenders);
    constexpr std::ptrdiff_t first = max_dice + 1;
    const std::ptrdiff_t at = std::ptrdiff_t{attack} * max_dice + defence - first;
    const Losses losses = dice_tables_[at].roll(dice_);
    const int loser = owners_[to];
    lost_ += losses.attacker;
    counts_[loser] -= losses.defender;
    const int defenders_left = defenders - losses.defender;
    const int conquered = (defenders_left - 1) >> 31;
    const int moved =
        conquering_troops(conquest_move_, attack_most_, attackers, losses) & conquered;
    const int left = attackers - losses.attacker - moved;
    const int now = defenders_left + moved;
    troops_[from] = left;
    troops_[to] = now;
    mine_ |= (static_cast<bits::Word>(conquered) & 1) << to;
    ++rolls_;
    return {conquered, left, now, defenders_left};
  }

  // After the last roll, once.
  void book() {
    driver_.dice_ = dice_;
    counts_[seat_] -= lost_;
    driver_.state_.book_attacks(driver_.tables_, mine_, rolls_);
  }

 private:
  PhaseDriver& driver_;
  const bits::Word* near_;
  const DiceTable* dice_tables_;
  int attack_most_;
  int defence_most_;
  ConquestMove conquest_move_;
  std::int32_t* troops_;
  const std::int8_t* owners_;  // when the phase began
  std::int32_t* counts_;       // of troops, by seat
  int seat_;
  bits::Word mine_;
  int lost_ = 0;
  std::uint32_t rolls_ = 0;
  Random dice_;
};

}  // namespace evorisk::risk
