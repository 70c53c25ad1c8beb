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
    case Criterion::strategic_depth:
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

std::array<std::string_view, ladder_duels + 1> ladder_agents() {
  return {"random", R"(blunder:{"p":0.3})", "cautious", "strategist"};
}

}  // namespace evorisk::metrics
