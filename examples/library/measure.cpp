// Measures a variant with an agent of one's own, and by a criterion of one's own: the share of turns
// that the seat with the most territories plays. docs/extending.md explains it step by step.
#include <fmt/format.h>

#include "hermit_agent.cpp"  // an agent of one's own
#include "leaders_turns.hpp"  // a criterion of one's own
#include "metrics/engine.hpp"

using namespace evorisk;

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

  const metrics::Criterion own = add_leaders_turns();
  metrics::CriteriaSet extended;
  extended.add(own);
  totals = metrics::CriteriaTotals(variant.players(), extended);
  metrics::make_engine({.agents = agents, .extended = extended})->play({&job, 1});
  const metrics::Estimate estimate = totals.criterion(own);
  fmt::print("{:<17} {:.6f} ± {:.6f}\n", "leaders_turns", estimate.mean, estimate.se);
}
