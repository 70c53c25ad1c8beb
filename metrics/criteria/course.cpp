#include "metrics/criteria/course.hpp"

#include <algorithm>
#include <cmath>

#include "metrics/criteria/player_values.hpp"
#include "risk/bits.hpp"
#include "risk/state.hpp"

namespace evorisk::metrics {

MatchCourse::MatchCourse(const CriteriaParameters& parameters, const risk::Variant& variant)
    : MatchCourse(parameters, variant.players(), variant.territories(),
                  variant.rules().turn_limit) {}

MatchCourse::MatchCourse(const CriteriaParameters& parameters, int players, int territories,
                         int most_turns)
    : weights_(evaluation_weights(parameters)),
      players_(static_cast<std::size_t>(players)),
      territories_(territories),
      targets_(static_cast<std::size_t>(risk::bits::words_for(territories))) {
  leaders_.reserve(static_cast<std::size_t>(most_turns));
}

void MatchCourse::begin_match() {
  std::fill(targets_.begin(), targets_.end(), std::uint64_t{0});
  leaders_.clear();
  turns_ = 0;
  last_mover_ = -1;
  decisions_ = 0;
  waits_ = 0;
  real_choices_ = 0;
  begun_attack_ = 0;
  leader_ = -1;
  decided_by_ = -1;
  decided_since_ = 0;
  clear_ = false;
  closeness_ = 0;
  last_closeness_ = 0;
  moved_ = 0;
  share_.fill(0);
  was_behind_.fill(false);
}

void MatchCourse::attacked(int territory) {
  risk::bits::insert(targets_.data(), territory);
}

void MatchCourse::on_turn_end(const risk::TurnEnd& end) {
  if (next != nullptr) next->on_turn_end(end);
  ++turns_;
  // From here on all players but the mover wait that did not wait before.
  if (turns_ == 1) {
    waits_ += static_cast<std::int64_t>(players_) - 1;
  } else if (end.mover != last_mover_) {
    ++waits_;
  }
  last_mover_ = end.mover;

  const PlayerValues values = player_values(weights_, end);
  const Int128 lead = values.lead();
  const auto at_least = [&](Int128 part, Fraction share) {
    return part * share.denominator >= values.whole * share.numerator;
  };

  closeness_ += last_closeness_;
  last_closeness_ = 1 - values.share(lead);
  double moved = 0;
  for (std::size_t p = 0; p < players_; ++p) {
    const double share = values.share(values.value[p]);
    moved += std::abs(share - share_[p]);
    share_[p] = share;
    if (at_least(values.highest - values.value[p], clear_lead)) was_behind_[p] = true;
  }
  if (turns_ > 1) moved_ += moved / 2;

  clear_ = at_least(lead, clear_lead);
  if (!at_least(lead, decisive_lead)) {
    decided_by_ = -1;
  } else if (decided_by_ != values.holder) {
    decided_by_ = values.holder;
    decided_since_ = turns_;
  }
  if (lead > 0) leader_ = values.holder;
  leaders_.push_back(static_cast<std::int8_t>(leader_));
}

ExtendedSummary MatchCourse::summary(const risk::MatchResult& result) const {
  ExtendedSummary s;
  const int winner = result.winner;
  if (turns_ == 0) {
    s.stability = 1;
    return s;
  }
  if (winner >= 0) {
    // What the last turn brought is decided by its end, whatever the position.
    const int decided = decided_by_ == winner ? decided_since_ : turns_;
    s.decisiveness = static_cast<double>(decided) / turns_;
    s.comeback = was_behind_[static_cast<std::size_t>(winner)] ? 1 : 0;
    const int leader = leaders_[static_cast<std::size_t>((turns_ + 2) / 3 - 1)];
    s.leader_wins = leader < 0 ? 1.0 / static_cast<double>(players_) : leader == winner ? 1 : 0;
  }
  if (turns_ > 1) s.uncertainty = closeness_ / (turns_ - 1);
  s.stability = turns_ > 1 ? 1 - moved_ / (turns_ - 1) : 1;
  s.drawishness = result.end == risk::EndReason::turn_limit && !clear_ ? 1 : 0;
  s.decision_share = static_cast<double>(real_choices_) / turns_;
  const auto others = static_cast<std::int64_t>(players_) - 1;
  const double wait = static_cast<double>(decisions_ * others) / static_cast<double>(waits_);
  s.dead_time = std::min(1.0, std::log10(wait + 1) / 2);
  s.map_use =
      static_cast<double>(risk::bits::count(targets_.data(), static_cast<int>(targets_.size()))) /
      territories_;
  return s;
}

void MatchCourse::on_event(const risk::State& state, const risk::Event& event) {
  if (state.turn() == 0 || std::holds_alternative<risk::Draw>(event)) return;
  decision();
  const auto* battle = std::get_if<risk::Battle>(&event);
  if (battle == nullptr) return;
  if (begun_attack_ != state.turn()) {
    begun_attack_ = state.turn();
    attack_begins(legal_attacks(state));
  }
  if (battle->attack.from >= 0) attacked(battle->attack.to);
}

int legal_attacks(const risk::State& state) {
  int attacks = 0;
  risk::bits::for_each_in_both(
      state.owned(state.seat()).data(), state.frontier().data(), state.variant().words(),
      [&](int t) { attacks += state.troops(t) >= 2 ? state.enemy_neighbours(t) : 0; });
  return attacks;
}

}  // namespace evorisk::metrics
