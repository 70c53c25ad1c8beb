#include "metrics/criteria/extended.hpp"

#include "metrics/criteria/criteria.hpp"

namespace evorisk::metrics {

Effort effort(Criterion criterion) {
  switch (criterion) {
    case Criterion::unbiased_advantage:
    case Criterion::seat_balance:
      return Effort::winners;
    case Criterion::luck_share:
      return Effort::dice;
    case Criterion::depth:
      return Effort::ladder;
    default:
      return Effort::course;
  }
}

bool needs(const CriteriaSet& set, Effort wanted) {
  for (const CriterionInfo& info : all_criteria()) {
    if (set.has(info.id) && effort(info.id) == wanted) return true;
  }
  return false;
}

std::array<LadderDuel, ladder_duels> ladder() {
  constexpr std::array<std::string_view, ladder_steps + 1> rungs = {
      R"(blunder:{"p":0.8,"agent":"strategist"})", R"(blunder:{"p":0.4,"agent":"strategist"})",
      R"(blunder:{"p":0.2,"agent":"strategist"})", R"(blunder:{"p":0.1,"agent":"strategist"})"};
  std::array<LadderDuel, ladder_duels> duels;
  for (std::size_t step = 0; step < ladder_steps; ++step) {
    duels[step] = {rungs[step + 1], rungs[step]};
  }
  duels.back() = {rungs.back(), rungs.front()};
  return duels;
}

}  // namespace evorisk::metrics
