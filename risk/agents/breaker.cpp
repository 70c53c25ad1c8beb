// The breaker: takes one territory out of every continent that the leader holds, and the leader's
// land wherever it is.
#include "risk/agents/agents.hpp"
#include "risk/agents/planning/planner.hpp"

namespace evorisk::risk {

namespace {

class BreakerAgent final : public Planner {
 public:
  explicit BreakerAgent(double odds) {
    wishes_.least_odds = odds;
    wishes_.press_odds = odds - 0.15;
    wishes_.cost = 0.4;
    guard_ = {.initial = 1, .share = 0.15};
  }

 protected:
  void wish(const State& state) override {
    const Variant& variant = state.variant();
    wishes_.first = variant.exchange_troops(state.exchanges()) / 3.0;
    const int leader = appraisal_.leader();
    for (int t = 0; t < variant.territories(); ++t) {
      wishes_.worth[static_cast<std::size_t>(t)] = state.owner(t) == seat()   ? 0
                                                   : state.owner(t) == leader ? 2
                                                                              : 1;
    }
    for (int c = 0; c < variant.continents(); ++c) {
      const ContinentRecord& record = appraisal_.continent(c);
      if (record.holder == seat()) continue;
      // Held by the leader, held by another, or about to be held: worth breaking.
      const bits::Word* set = variant.continent_set(c).data();
      const bits::Word* theirs = state.owned(leader < 0 ? 0 : leader).data();
      const double near =
          static_cast<double>(bits::count_in_both(set, theirs, variant.words())) / record.size;
      const double deny = record.holder == leader ? 5 : record.holder >= 0 ? 2 : near * near;
      bits::for_each(set, variant.words(), [&](int t) {
        if (state.owner(t) != seat()) {
          wishes_.worth[static_cast<std::size_t>(t)] += deny * variant.bonus(c);
        }
      });
    }
  }

  Message reason(const State&) const override {
    const int leader = appraisal_.leader();
    if (leader < 0) return "No rival is left to break.";
    return Message("Breaks the continents of the leader, seat {}, whose income is {}.",
                   SeatNumber{leader}, appraisal_.income(leader));
  }
};

}  // namespace

std::unique_ptr<Agent> make_breaker_agent(const JsonView& parameters) {
  return std::make_unique<BreakerAgent>(number(parameters, "odds"));
}

}  // namespace evorisk::risk
