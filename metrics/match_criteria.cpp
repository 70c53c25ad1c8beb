#include "metrics/match_criteria.hpp"

namespace evorisk::metrics {

MatchCriteria::MatchCriteria(const CriteriaParameters& parameters)
    : weights_(evaluation_weights(parameters)), parameters_(parameters) {}

void MatchCriteria::begin_match() {
  turns_ = 0;
  moves_ = 0;
  leader_ = -1;
  lead_changes_ = 0;
  largest_swing_ = 0;
  margin_.fill(0);
  behind_sum_.fill(0);
  behind_turns_.fill(0);
}

void MatchCriteria::on_turn_end(const risk::TurnEnd& end) {
  const std::size_t players = end.territories.size();
  std::int64_t territories = std::int64_t{end.territories[0]} + end.territories[1];
  std::int64_t troops = std::int64_t{end.troops[0]} + end.troops[1];
  for (std::size_t p = 2; p < players; ++p) {
    territories += end.territories[p];
    troops += end.troops[p];
  }
  // The largest possible H, see below: in 64 bits all but always, and mostly without a division.
  const std::int64_t most = (weights_.territories + weights_.troops) * territories;
  const bool fits = ((most | troops) >> 31) == 0 || troops < (std::int64_t{1} << 62) / most;
  if (fits && players == 2) {
    judge_two(end, territories, troops);
  } else if (fits) {
    judge<std::int64_t>(end, territories, troops);
  } else {
    judge<Int128>(end, territories, troops);
  }
  moves_ += end.moves;
  ++turns_;
}

// What one has more than the other, the other has less: one difference says everything.
void MatchCriteria::judge_two(const risk::TurnEnd& end, std::int64_t territories,
                              std::int64_t troops) {
  const std::int64_t ahead =
      weights_.territories * std::int64_t{end.territories[0] - end.territories[1]} * troops +
      weights_.troops * (std::int64_t{end.troops[0]} - end.troops[1]) * territories;
  const double margin = static_cast<double>(ahead) * unit_of(territories, troops);
  const auto mover = static_cast<std::size_t>(end.mover);
  const double before = margin_[mover];
  margin_[0] = margin;
  margin_[1] = -margin;
  if (turns_ > 0) largest_swing_ = std::max(largest_swing_, margin_[mover] - before);

  const bool leads = ahead != 0;
  const std::size_t behind = ahead < 0 ? 0 : 1;
  behind_sum_[behind] += std::sqrt(std::abs(margin));
  behind_turns_[behind] += leads ? 1 : 0;
  const int holder = ahead < 0 ? 1 : 0;
  lead_changes_ += (leads & (holder != leader_) & (leader_ >= 0)) ? 1 : 0;
  leader_ = leads ? holder : leader_;
}

template <class Integer>
void MatchCriteria::judge(const risk::TurnEnd& end, std::int64_t territories, std::int64_t troops) {
  const std::size_t players = end.territories.size();
  // H in units of weights_.unit / (territories * troops): the same for all, so integers compare.
  std::array<Integer, max_seats> h{};
  Integer highest = -1;
  Integer second = -1;
  int holder = -1;
  for (std::size_t p = 0; p < players; ++p) {
    h[p] = Integer{weights_.territories} * end.territories[p] * troops +
           Integer{weights_.troops} * end.troops[p] * territories;
    if (h[p] > highest) {
      second = highest;
      highest = h[p];
      holder = static_cast<int>(p);
    } else if (h[p] > second) {
      second = h[p];
    }
  }
  const double unit = unit_of(territories, troops);
  const auto mover = static_cast<std::size_t>(end.mover);
  const double before = margin_[mover];

  for (std::size_t p = 0; p < players; ++p) {
    const bool leads = static_cast<int>(p) == holder;
    const double margin = static_cast<double>(h[p] - (leads ? second : highest)) * unit;
    margin_[p] = margin;
    // Who is behind changes too often to branch on it; who is not adds 0.
    const bool behind = h[p] < highest;
    behind_sum_[p] += std::sqrt(behind ? -margin : 0.0);
    behind_turns_[p] += behind ? 1 : 0;
  }
  if (turns_ > 0) largest_swing_ = std::max(largest_swing_, margin_[mover] - before);

  const bool leads = highest > second;
  lead_changes_ += (leads & (holder != leader_) & (leader_ >= 0)) ? 1 : 0;
  leader_ = leads ? holder : leader_;
}

MatchSummary MatchCriteria::summary(const risk::MatchResult& result) const {
  MatchSummary s;
  s.turns = result.turns;
  s.winner = static_cast<std::int8_t>(result.winner);
  s.end = result.end;
  s.duration = duration_value(result.turns, parameters_);
  s.branching_factor = branching_value(moves_, turns_);
  if (result.winner >= 0) {
    const auto w = static_cast<std::size_t>(result.winner);
    if (behind_turns_[w] > 0) s.drama = behind_sum_[w] / behind_turns_[w];
  }
  s.killer_moves = std::min(1.0, largest_swing_);
  if (turns_ >= 2) s.lead_change = static_cast<double>(lead_changes_) / (turns_ - 1);
  return s;
}

}  // namespace evorisk::metrics
