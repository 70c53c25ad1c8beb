#include "risk/agents/learned/campaigns.hpp"

#include <algorithm>

namespace evorisk::risk {

namespace {

constexpr double least_win = 0.4;  // of a fight that is considered

}  // namespace

void Campaigns::begin_match(const Variant& variant, const Terrain& terrain, int seat) {
  variant_ = &variant;
  odds_ = &battle_odds(variant.rules());
  seat_ = seat;
  fixed_ = fixed_sums(*weights_, terrain.fixed());
  trial_.begin_match(terrain);
  for (Prospect& prospect : ahead_) prospect.begin_match(terrain);
}

double Campaigns::value(const Prospect& prospect) const {
  if (prospect.alone()) return 1;
  std::array<float, value_inputs> inputs;
  prospect.inputs(inputs);
  return logistic(value_logit(*weights_, fixed_, inputs));
}

// The fight of `from` against `to`, whose won position is then in trial_. None where it is
// hopeless, or not worth more than `least` even if victory won the match and defeat were worth
// `stop`.
Campaigns::Step Campaigns::step(const Prospect& prospect, int from, int to, double stop,
                                double least) {
  Step step;
  const int troops = prospect.troops(from);
  const int defenders = prospect.troops(to);
  Fight room;
  const Fight& fight = odds_->fight(troops, defenders, room);
  if (fight.win < least_win || fight.win + (1 - fight.win) * stop <= least) return step;
  const int left = std::clamp(static_cast<int>(fight.attackers_if_won + 0.5), 2, troops);
  const int moved = likely_moved(variant_->rules(), left, defenders);
  step.from = from;
  step.to = to;
  step.win = fight.win;
  trial_ = prospect;
  trial_.conquer(from, to, left - moved, moved);
  step.if_won = value(trial_);
  return step;
}

double Campaigns::value_if_lost(const Prospect& prospect, const Step& step) {
  const int defenders = prospect.troops(step.to);
  Fight room;
  const Fight& fight = odds_->fight(prospect.troops(step.from), defenders, room);
  const int stand = static_cast<int>(fight.defenders / (1 - fight.win) + 0.5);
  trial_ = prospect;
  trial_.set_troops(step.from, 1);
  trial_.set_troops(step.to, std::clamp(stand, 1, defenders));
  return value(trial_);
}

// The value of a fight that is followed by the best of campaigns, if it is more than `least`.
// `stop` is the value of the position: that of a lost fight is not computed where not even this
// would be enough. Requires the won position in ahead_[more].
double Campaigns::value_of(const Prospect& prospect, const Step& step, int more, double stop,
                           double least) {
  const double won = step.win * value_if_won(step, more);
  const double lost = 1 - step.win;
  if (won + lost * stop <= least) return least;
  return lost < 1e-4 ? won : std::max(least, won + lost * value_if_lost(prospect, step));
}

// The value of the won fight, to which up to `more` others are added as far as they are worth it:
// from where it was, or else, in a hunt and before all troops are placed, from anywhere.
double Campaigns::value_if_won(const Step& step, int more) {
  if (more == 0 || step.if_won == 1) return step.if_won;
  const Prospect& then = ahead_[static_cast<std::size_t>(more)];
  Step next;
  const bool hunting = prey_ >= 0 && then.territories(prey_) > 0;
  double best = hunting ? 0 : step.if_won;
  const auto try_from = [&](int from) {
    better_step(then, from, step.if_won, more - 1, next, best);
  };
  try_from(step.to);
  try_from(step.from);
  if (next.from < 0 && (anywhere_ || hunting)) {
    for (int t = 0; t < variant_->territories(); ++t) {
      if (t != step.to && t != step.from && then.owner(t) == seat_) try_from(t);
    }
  }
  if (next.from < 0) return step.if_won;
  return value_of(then, next, more - 1, step.if_won, step.if_won);
}

// The position that step() has left in trial_ is looked ahead from.
void Campaigns::keep_won(int more) {
  std::swap(trial_, ahead_[static_cast<std::size_t>(more)]);
}

// `least` may rise meanwhile.
template <class F>
void Campaigns::for_each_step(const Prospect& prospect, int from, double stop, const double& least,
                              F&& use) {
  if (prospect.troops(from) < 2) return;
  const bool hunting = prey_ >= 0 && prospect.territories(prey_) > 0;
  for (const int to : variant_->neighbours(from)) {
    if (prospect.owner(to) == seat_ || (hunting && prospect.owner(to) != prey_)) continue;
    const Step here = step(prospect, from, to, stop, least);
    if (here.from >= 0) use(here);
  }
}

// The fight from `from` that is worth most if defeat leaves `stop`, where it is worth more than
// `most`. Its won position is kept for `more` others.
void Campaigns::better_step(const Prospect& prospect, int from, double stop, int more, Step& best,
                            double& most) {
  for_each_step(prospect, from, stop, most, [&](const Step& here) {
    const double value = here.win * here.if_won + (1 - here.win) * stop;
    if (value <= most) return;
    most = value;
    best = here;
    keep_won(more);
  });
}

double Campaigns::promise(const Prospect& prospect, int from) {
  const double stop = value(prospect);
  double most = stop;
  Step first;
  better_step(prospect, from, stop, 1, first, most);
  double best = stop;
  if (first.from >= 0) {
    double then = first.if_won;
    Step second;
    better_step(ahead_[1], first.to, first.if_won, 0, second, then);
    better_step(ahead_[1], first.from, first.if_won, 0, second, then);
    best = first.win * then + (1 - first.win) * stop;
  }
  return hunt(prospect, from, stop, best, nullptr);
}

double Campaigns::best(const Prospect& prospect, int from, double stop, double least,
                       Attack* attack) {
  return hunt(prospect, from, stop, campaign(prospect, from, stop, least, attack), attack);
}

double Campaigns::hunt(const Prospect& prospect, int from, double stop, double least,
                       Attack* attack) {
  double best = least;
  if (!hunts_ || prospect.seats_left() == 2) return best;
  for (prey_ = 0; prey_ < variant_->players(); ++prey_) {
    const int territories = prospect.territories(prey_);
    if (prey_ == seat_ || territories == 0 || territories > hunted) continue;
    best = campaign(prospect, from, stop, best, attack);
  }
  prey_ = -1;
  return best;
}

double Campaigns::campaign(const Prospect& prospect, int from, double stop, double least,
                           Attack* attack) {
  const int more = (prey_ < 0 ? longest : hunted) - 1;
  double best = least;
  for_each_step(prospect, from, stop, best, [&](const Step& first) {
    keep_won(more);
    const double here = value_of(prospect, first, more, stop, best);
    if (here <= best) return;
    best = here;
    if (attack != nullptr) *attack = {first.from, first.to};
  });
  return best;
}

double Campaigns::go_on(const Prospect& prospect, const Attack& fight, double stop, double least) {
  const Step again = step(prospect, fight.from, fight.to, stop, least);
  if (again.from < 0) return least;
  keep_won(longest - 1);
  // What may follow makes it worth more, never less.
  const double alone = value_of(prospect, again, 0, stop, least);
  return alone > least ? alone : value_of(prospect, again, longest - 1, stop, least);
}

}  // namespace evorisk::risk
