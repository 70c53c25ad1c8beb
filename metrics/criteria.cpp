#include "metrics/criteria.hpp"

#include <array>

namespace evorisk::metrics {
namespace {

constexpr std::array<CriterionInfo, criterion_count> table = {{
    {Criterion::completeness, "completeness", "Completeness", 1, 1,
     "share of the matches that end with a winner", "4.3.5.1"},
    {Criterion::duration, "duration", "Duration", 0, 4096,
     "mean distance of a match's length from the ideal length, as a share of the ideal", "4.3.5.2"},
    {Criterion::advantage, "advantage", "Advantage", 0, 1,
     "how far the seats' shares of the wins are from equal: 0 fair, 1 always the same seat",
     "4.3.5.3"},
    {Criterion::branching_factor, "branching_factor", "Branching factor", 0.5, 1,
     "moves open to the player on turn, on a logarithmic scale: 0.5 is 9 moves, 1 is 99 or more",
     "4.3.5.4"},
    {Criterion::drama, "drama", "Drama", 0.5, 1,
     "how far behind the later winner was in the turns spent behind", "4.3.5.5"},
    {Criterion::killer_moves, "killer_moves", "Killer moves", 0.5, 1,
     "largest gain of a player over the best opponent in one turn of a match", "4.3.5.6"},
    {Criterion::lead_change, "lead_change", "Lead change", 0.5, 1,
     "share of the turns in which another player takes the lead", "4.3.5.7"},
}};

}  // namespace

std::span<const CriterionInfo> criteria() {
  return table;
}

const CriterionInfo& criterion_info(Criterion criterion) {
  return table[static_cast<std::size_t>(criterion)];
}

}  // namespace evorisk::metrics
