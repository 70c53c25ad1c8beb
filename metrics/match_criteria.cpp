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
  std::int64_t territories = 0;
  std::int64_t troops = 0;
  for (std::size_t p = 0; p < end.territories.size(); ++p) {
    territories += end.territories[p];
    troops += end.troops[p];
  }
  // The largest possible H, see below: in 64 bits all but always, and mostly without a division.
  const std::int64_t most = (weights_.territories + weights_.troops) * territories;
  const bool fits =
      ((most >> 31) == 0 && (troops >> 31) == 0) || troops < (std::int64_t{1} << 62) / most;
  if (fits && end.territories.size() == 2) {
    judge<std::int64_t, 2>(end, territories, troops);
  } else if (fits) {
    judge<std::int64_t, 0>(end, territories, troops);
  } else {
    judge<Int128, 0>(end, territories, troops);
  }
  moves_ += end.moves;
  ++turns_;
}

template <class Integer, std::size_t fixed_players>
void MatchCriteria::judge(const risk::TurnEnd& end, std::int64_t territories, std::int64_t troops) {
  const std::size_t players = fixed_players > 0 ? fixed_players : end.territories.size();
  // H in units of weights_.unit / (territories * troops): the same for all, so integers compare.
  std::array<Integer, (fixed_players > 0) ? fixed_players : std::size_t{max_seats}> h{};
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
  const double unit =
      weights_.unit / (static_cast<double>(territories) * static_cast<double>(troops));
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
