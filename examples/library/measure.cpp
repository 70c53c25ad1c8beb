// Measures a variant with an agent of one's own, and by a criterion of one's own: the share of turns
// that the seat with the most territories plays. docs/extending.md explains it step by step.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hermit_agent.cpp"  // an agent of one's own
#include "metrics/criteria/criteria.hpp"
#include "metrics/engine.hpp"

using namespace evorisk;

class LeadersTurns final : public risk::TurnObserver {
 public:
  void on_turn_end(const risk::TurnEnd& end) override {
    const int most = *std::max_element(end.territories.begin(), end.territories.end());
    led_ += end.territories[static_cast<std::size_t>(end.mover)] == most ? 1 : 0;
    ++turns_;
  }
  double take() { return std::exchange(led_, 0.0) / std::exchange(turns_, 0.0); }

 private:
  double led_ = 0;
  double turns_ = 0;
};

int main(int argc, char** argv) {
  risk::add_agent_kind({"hermit", "Takes continents, and nothing else", "", true, "{}",
                        risk::make_hermit_agent});
  const risk::Variant variant = risk::load_variant(argc > 1 ? argv[1] : "thesis-9");
  const std::vector<std::string> agents = {argc > 2 ? argv[2] : "hermit", "cautious"};
  constexpr int matches = 1000;

  metrics::CriteriaTotals totals(variant.players());
  const metrics::MatchJob job{
      .variant = &variant, .key = {1, Purpose::match}, .totals = &totals, .matches = matches};
  metrics::make_engine({.agents = agents})->play({&job, 1});
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    const metrics::Estimate estimate = totals.criterion(info.id);
    fmt::print("{:<17} {:.6f} ± {:.6f}\n", info.name, estimate.mean, estimate.se);
  }

  risk::MatchPlayer player(variant, agents);
  LeadersTurns observer;
  double sum = 0;
  double squares = 0;
  for (std::uint64_t m = 0; m < matches; ++m) {
    player.play({.seed = 1, .purpose = Purpose::match, .match = m}, &observer);
    const double value = observer.take();
    sum += value;
    squares += value * value;
  }
  const double mean = sum / matches;
  const double variance = (squares - sum * mean) / (matches - 1);
  fmt::print("{:<17} {:.6f} ± {:.6f}\n", "leaders_turns", mean, std::sqrt(variance / matches));
}
