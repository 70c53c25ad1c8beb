// The defender: levels its borders up against what stands before them, takes a card where that is
// all but safe, and comes out only when it is far stronger.
#include "risk/agents/agents.hpp"
#include "risk/agents/planning/planner.hpp"

namespace evorisk::risk {

namespace {

class TurtleAgent final : public Planner {
 public:
  TurtleAgent(double odds, double out) : out_(out), odds_(odds) {
    wishes_.cost = 1;
    wishes_.kill = 0.5;
    guard_ = {.initial = 1, .share = 1, .strongest = 1};
  }

 protected:
  void wish(const State& state) override {
    int others = 0;
    for (int s = 0; s < state.variant().players(); ++s) {
      if (s != seat()) others += state.troops_of(s);
    }
    came_out_ = state.troops_of(seat()) > out_ * others;
    const double card = state.variant().exchange_troops(state.exchanges()) / 3.0;
    wishes_.least_odds = came_out_ ? 0.5 : odds_;
    wishes_.press_odds = wishes_.least_odds - 0.2;
    wishes_.first = came_out_ || !state.conquered() ? card : 0;
    guard_.share = came_out_ ? 0 : 1;
    for (int t = 0; t < state.variant().territories(); ++t) {
      // Once it has its card it takes only what makes its borders shorter.
      double worth = came_out_ ? 3 : state.conquered() ? -1 : 1;
      int enemies = 0;
      for (const int u : state.variant().neighbours(t)) {
        if (state.owner(u) != seat()) ++enemies;
      }
      if (enemies == 0) worth += 3;
      wishes_.worth[static_cast<std::size_t>(t)] = state.owner(t) == seat() ? 0 : worth;
    }
  }

  Message reason(const State&) const override {
    return came_out_ ? "Is so much stronger than all others that it comes out to conquer."
                     : "Guards its borders: it attacks only what it is all but sure to win, for "
                       "its card or for a shorter border.";
  }

 private:
  double out_;
  double odds_;
  bool came_out_ = false;
};

}  // namespace

std::unique_ptr<Agent> make_turtle_agent(const JsonView& parameters) {
  return std::make_unique<TurtleAgent>(number(parameters, "odds"), number(parameters, "out"));
}

}  // namespace evorisk::risk
