// The builder: takes the continent that is cheapest for what it brings, holds it, and goes on to
// the next.
#include "risk/agents/agents.hpp"
#include "risk/agents/planning/planner.hpp"

namespace evorisk::risk {

namespace {

class BuilderAgent final : public Planner {
 public:
  BuilderAgent(double odds, const Aims::Weights& aims) : Planner(aims) {
    wishes_.least_odds = odds;
    wishes_.press_odds = odds - 0.15;
    wishes_.cost = 0.5;
    guard_ = {.initial = 1, .share = 0.3};
  }

 protected:
  void wish(const State& state) override {
    const Variant& variant = state.variant();
    site_ = cheapest(state);
    // Elsewhere it takes what is easy: a turn without a card is a turn lost.
    wishes_.first = variant.exchange_troops(state.exchanges()) / 3.0;
    for (int t = 0; t < variant.territories(); ++t) {
      const auto i = static_cast<std::size_t>(t);
      const bool own = state.owner(t) == seat();
      keep_[i] = 0;
      wishes_.worth[i] = own ? 0 : 1.5;
    }
    for (int c = 0; c < variant.continents(); ++c) {
      const ContinentRecord& record = appraisal_.continent(c);
      bits::for_each(variant.continent_set(c).data(), variant.words(), [&](int t) {
        const auto i = static_cast<std::size_t>(t);
        if (record.holder == seat()) keep_[i] += variant.bonus(c);
        if (state.owner(t) == seat()) return;
        if (c == site_) wishes_.worth[i] += 4 + 3.0 * variant.bonus(c) / (record.size - record.own);
        if (record.holder >= 0) wishes_.worth[i] += 2 * variant.bonus(c);
      });
    }
  }

  Message reason(const State& state) const override {
    if (site_ < 0) return "Owns every continent.";
    const ContinentRecord& record = appraisal_.continent(site_);
    return Message("Builds {}: {} territories and {} troops are missing for a bonus of {}.",
                   continent_name(state.variant(), site_), record.size - record.own,
                   appraisal_.troops_missing(state, site_), record.bonus);
  }

 private:
  // The continent not owned yet with the best bonus for the troops that it takes to win and hold.
  int cheapest(const State& state) const {
    const Variant& variant = state.variant();
    int best = -1;
    double best_rate = 0;
    for (int c = 0; c < variant.continents(); ++c) {
      const ContinentRecord& record = appraisal_.continent(c);
      if (record.holder == seat()) continue;
      const double rate = variant.bonus(c) / (1.0 + appraisal_.troops_missing(state, c) +
                                              record.borders + record.size - record.own);
      if (best < 0 || rate > best_rate) {
        best = c;
        best_rate = rate;
      }
    }
    return best;
  }

  int site_ = -1;
};

}  // namespace

std::unique_ptr<Agent> make_builder_agent(const JsonView& parameters) {
  return std::make_unique<BuilderAgent>(
      number(parameters, "odds"),
      Aims::Weights{.own = number(parameters, "mission"), .guess = number(parameters, "guess")});
}

}  // namespace evorisk::risk
