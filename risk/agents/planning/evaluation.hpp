// What a position promises each seat: a linear evaluation, tuned by play.
#pragma once

#include <array>

#include "risk/state.hpp"

namespace evorisk::risk {

// Shares of a whole of 1: of troops, of income, of territories and of cards, weighted. The winner
// has it all, and who is eliminated nothing. An estimate of strength, not of the probability to
// win, but rising with it.
class Evaluation {
 public:
  struct Weights {
    double troops = 0.35;
    double income = 0.4;
    double territories = 0.2;
    double cards = 0.05;
    // With missions, of how near a seat is to its own, where that is known; the others make up the
    // rest.
    double mission = 0.3;
  };

  explicit Evaluation(const Weights& weights) : weights_(weights) {}
  std::array<double, max_players> operator()(const State& state) const;

 private:
  Weights weights_;
};

}  // namespace evorisk::risk
