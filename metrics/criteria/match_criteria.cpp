#include "metrics/criteria/match_criteria.hpp"

#include "metrics/criteria/player_values.hpp"

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
  const PlayerValues values = player_values(weights_, end);
  const auto mover = static_cast<std::size_t>(end.mover);
  const double before = margin_[mover];
  for (std::size_t p = 0; p < end.territories.size(); ++p) {
    const bool leads = static_cast<int>(p) == values.holder;
    const Int128 ahead = values.value[p] - (leads ? values.second : values.highest);
    margin_[p] = static_cast<double>(ahead) * values.unit;
    if (values.value[p] == values.highest) continue;
    behind_sum_[p] += std::sqrt(-margin_[p]);
    ++behind_turns_[p];
  }
  if (turns_ > 0) largest_swing_ = std::max(largest_swing_, margin_[mover] - before);
  if (values.lead() > 0) {
    if (leader_ >= 0 && leader_ != values.holder) ++lead_changes_;
    leader_ = values.holder;
  }
  moves_ += end.moves;
  ++turns_;
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
