// A position as the value function sees it, cheap to copy and to change: what would be, were this
// territory conquered or were these troops put there.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "risk/battle_odds.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

// Numbers that mean the same on every board and under all rules. In the order of inputs(): those of
// the match that are fixed; of the own seat; of the strongest rival, by troops and income; those of
// the match that change; of the other rivals together (shares are added up, the rest is averaged).
enum class SeatInput : std::uint8_t {
  territories,  // share of all
  troops,       // share of all
  income,       // share of all seats': reinforcement and continents
  secured,      // the bonuses that the rivals' next turn leaves it, as a share of all incomes
  promise,      // continents by the square of what it has of them, as a share of all bonuses
  grip,         // the same by its troops there
  cards,        // a fifth of its hand
  exchange,     // what it can exchange, as a share of all troops
  lacking,      // troops by which it is outnumbered along its borders, as a share of all troops
  // Shares of its own:
  exposed,  // territories that their strongest enemy neighbour would take
  reached,  // the same once that neighbour is reinforced
  borders,  // territories with enemy neighbours
  front,    // troops that can attack
};
inline constexpr int seat_inputs = 13;
inline constexpr int first_own_share = 9;
inline constexpr int fixed_inputs = 7;
inline constexpr int first_own_input = fixed_inputs;
inline constexpr int first_rival_input = first_own_input + seat_inputs;
inline constexpr int first_changing_input = first_rival_input + seat_inputs;
inline constexpr int share_input = first_changing_input + 3;  // 1 / the players left
inline constexpr int changing_inputs = 10;
inline constexpr int duel_inputs = first_changing_input + changing_inputs;  // with no other rivals
inline constexpr int value_inputs = duel_inputs + seat_inputs;

// What positions of a match share. Makes its tables anew only for other rules or another board.
class Terrain {
 public:
  void begin_match(const Variant& variant);
  // The first inputs of all positions.
  const std::array<float, fixed_inputs>& fixed() const { return fixed_; }

 private:
  friend class Prospect;
  static constexpr int whole = 4096;
  static constexpr int bound = BattleOdds::bound;

  // The probability that so many troops conquer so many, in parts of `whole`.
  int wins(int troops, int defenders) const {
    if (troops <= bound && defenders <= bound) [[likely]]
      return wins_[static_cast<std::size_t>(troops * (bound + 1) + defenders)];
    return static_cast<int>(odds_->fight(troops, defenders).win * whole);
  }

  const Variant* variant_ = nullptr;
  const BattleOdds* odds_ = nullptr;
  std::vector<std::int16_t> wins_;
  std::vector<std::int16_t> continent_;  // of each territory, times the players
  std::vector<float> of_size_;           // 1 / territories, of each continent
  int bonuses_ = 0;                      // of all continents
  std::array<float, fixed_inputs> fixed_{};
};

// Sums are whole numbers, so that those kept and those computed anew are equal. Allocates only in
// begin_match.
class Prospect {
 public:
  // The terrain must outlive it.
  void begin_match(const Terrain& terrain);
  // The position as this seat leaves it. Requires that territories are allocated.
  void look(const State& state, int seat);

  int seat() const { return seat_; }
  int owner(int t) const { return cells_[static_cast<std::size_t>(t)].owner; }
  int troops(int t) const { return cells_[static_cast<std::size_t>(t)].troops; }
  int territories(int seat) const { return seats_[index(seat)].territories; }
  int seats_left() const {
    return static_cast<int>(
        std::ranges::count_if(seats_, [](const Seat& one) { return one.territories > 0; }));
  }
  // Whether it owns everything.
  bool alone() const { return seats_[index(seat_)].territories == territories_; }

  void set_troops(int t, int troops);
  // From one own territory to another.
  void move(int from, int to, int troops);
  // The seat's `from` takes `to`: `left` troops stay, `moved` go in.
  void conquer(int from, int to, int left, int moved);
  // Computes all sums anew.
  void recount();

  // Requires that more than one seat is left.
  void inputs(std::span<float, value_inputs> into) const;

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  struct Part {
    std::int32_t territories;
    std::int32_t troops;
  };
  struct Cell {
    std::int32_t troops = 0;
    std::int32_t lacking = 0;
    std::int16_t exposed = 0;  // probabilities as parts of `whole`
    std::int16_t reached = 0;
    std::int8_t owner = 0;
    std::int8_t border = 0;
  };
  struct Seat {
    std::int32_t territories = 0;
    std::int32_t troops = 0;
    std::int32_t lacking = 0;
    std::int32_t exposed = 0;
    std::int32_t reached = 0;
    std::int32_t borders = 0;
    std::int32_t front = 0;
    std::int32_t cards = 0;
    std::int32_t reinforced = 0;  // troops that it is expected to place at once; kept from look()
  };
  static constexpr int whole = Terrain::whole;

  void count(const Cell& cell, int sign);
  void put(int t, int troops);  // changes the sums over its own
  void renew(int t);
  void renew_enemies(int t);
  Part& part(int t, int seat) { return parts_[index(terrain_->continent_[index(t)] + seat)]; }

  const Terrain* terrain_ = nullptr;
  const Variant* variant_ = nullptr;
  int territories_ = 0;
  int seat_ = 0;
  int turn_ = 0;
  int exchange_ = 0;       // troops of the next exchange
  float before_ = 1;       // share of the rivals that move before this seat does again
  bool card_due_ = false;  // the first conquest brings a card
  std::vector<Cell> cells_;
  std::vector<Part> parts_;  // of each continent, by seat
  std::array<Seat, max_players> seats_{};
};

}  // namespace evorisk::risk
