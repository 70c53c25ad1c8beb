// An agent inside the program; docs/extending.md explains it step by step. It attacks only to take the
// last territory of a continent, places troops where they are fewest, and never moves them.
#include "risk/agent.hpp"
#include "risk/battle_odds.hpp"
#include "risk/legal.hpp"

namespace evorisk::risk {

class HermitAgent final : public Agent {
 public:
  explicit HermitAgent(double odds) : odds_(odds) {}

  void begin_match(const Variant& variant, int seat) override {
    seat_ = seat;
    table_ = &battle_odds(variant.rules());
  }

  int pick(const State& state, Random& random) override {
    const auto free = state.free_territories();
    const int words = state.variant().words();
    const auto count = static_cast<std::uint32_t>(bits::count(free.data(), words));
    return bits::select(free.data(), words, static_cast<int>(random.below(count)));
  }

  // Keeps its cards while it may; then any set.
  Exchange exchange(const State& state, Random&) override {
    if (!must_exchange(state)) return {};
    std::vector<Action> actions;
    legal_actions(state, actions);
    return std::get<Exchange>(actions.front());
  }

  // One troop at a time, on the border territory with the fewest.
  Placement place(const State& state, Random&) override {
    int best = -1;
    for (int t = 0; t < state.variant().territories(); ++t) {
      const Placement here{t, 1};
      if (refusal(state, here) != Refusal::none) continue;
      if (best < 0 || need(state, t) > need(state, best)) best = t;
    }
    return {best, 1};
  }

  Attack attack(const State& state, Random&) override {
    const Variant& variant = state.variant();
    for (int from = 0; from < variant.territories(); ++from) {
      if (!state.owns(seat_, from)) continue;
      for (const int to : variant.neighbours(from)) {
        if (state.owns(seat_, to) || !last_of_a_continent(state, to)) continue;
        if (table_->fight(state.troops(from), state.troops(to)).win >= odds_) return {from, to};
      }
    }
    return {};
  }

  Fortify fortify(const State&, Random&) override { return {}; }

 private:
  static int need(const State& state, int t) {
    return state.enemy_neighbours(t) == 0 ? -1'000'000 : -state.troops(t);
  }
  bool last_of_a_continent(const State& state, int t) const {
    const Variant& variant = state.variant();
    const auto set = variant.continent_set(variant.map().continent_of(t));
    return bits::count_in_both(set.data(), state.owned(seat_).data(), variant.words()) ==
           bits::count(set.data(), variant.words()) - 1;
  }

  double odds_;
  int seat_ = 0;
  const BattleOdds* table_ = nullptr;
};

std::unique_ptr<Agent> make_hermit_agent(const JsonView& parameters) {
  parameters.only({"odds"});
  const auto odds = parameters.find("odds");
  return std::make_unique<HermitAgent>(odds ? odds->number(0, 1) : 0.7);
}

}  // namespace evorisk::risk
