// The attacker: gathers all its troops where most can be won, attacks at even odds, and presses on
// while it can.
#include "risk/agents/agents.hpp"
#include "risk/agents/planning/planner.hpp"

namespace evorisk::risk {

namespace {

class AggressiveAgent final : public Planner {
 public:
  explicit AggressiveAgent(double odds) : Planner({.own = 1, .guess = 0}) {
    wishes_.least_odds = odds;
    wishes_.press_odds = odds / 2;
    wishes_.cost = 0.5;
    wishes_.first = 2;
    guard_ = {.initial = 0, .share = 0};
  }

 protected:
  // Every enemy territory is as good as another.
  void wish(const State& state) override {
    for (int t = 0; t < state.variant().territories(); ++t) {
      wishes_.worth[static_cast<std::size_t>(t)] = state.owner(t) == seat() ? 0 : 2;
    }
  }

  // To where most are gathered already.
  double pull(const State& state, int t) const override { return state.troops(t); }

  Message reason(const State&) const override {
    return "Attacks whatever it beats at even odds, from where it beats most. Values are troops: "
           "two for a conquest, less half a troop for each it expects to lose, and one for each "
           "that the enemy does.";
  }
};

}  // namespace

std::unique_ptr<Agent> make_aggressive_agent(const JsonView& parameters) {
  return std::make_unique<AggressiveAgent>(number(parameters, "odds"));
}

}  // namespace evorisk::risk
