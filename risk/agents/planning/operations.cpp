#include "risk/agents/planning/operations.hpp"

#include <algorithm>
#include <cmath>

namespace evorisk::risk {

int strongest_enemy(const State& state, int seat, int t) {
  int strongest = 0;
  for (const int u : state.variant().neighbours(t)) {
    if (state.owner(u) != seat) strongest = std::max(strongest, state.troops(u));
  }
  return strongest;
}

void Operations::begin_match(const Variant& variant, int seat) {
  variant_ = &variant;
  odds_ = &battle_odds(variant.rules());
  seat_ = seat;
  const auto n = static_cast<std::size_t>(variant.territories());
  distances_.assign(n, far);
  queue_.resize(n);
  last_ = {};
  due_ = 0;
}

double Operations::fight_value(const Wishes& wishes, const Fight& fight, int troops, int defenders,
                               int to) const {
  return fight.win * wishes.worth[static_cast<std::size_t>(to)] -
         wishes.cost * (troops - fight.attackers) + wishes.kill * (defenders - fight.defenders);
}

// The most valuable single fight from `from`, not against territories conquered before.
Operations::Step Operations::best_step(const State& state, const Wishes& wishes, int from,
                                       int troops, const int* done, int conquests) const {
  Step best;
  if (troops < 2) return best;
  for (const int to : variant_->neighbours(from)) {
    if (state.owner(to) == seat_ || std::find(done, done + conquests, to) != done + conquests) {
      continue;
    }
    const int defenders = state.troops(to);
    const Fight fight = odds_->fight(troops, defenders);
    if (fight.win < wishes.least_odds) continue;
    const double value = fight_value(wishes, fight, troops, defenders, to);
    if (value > best.value) best = {to, value};
  }
  return best;
}

// The expected value of conquering `to` and then whatever comes best next, given that it begins.
double Operations::continued(const State& state, const Wishes& wishes, int from, int troops,
                             int to) const {
  int done[longest];
  int conquests = 0;
  double likely = 1;
  double value = 0;
  while (true) {
    const int defenders = state.troops(to);
    const Fight fight = odds_->fight(troops, defenders);
    double here = fight_value(wishes, fight, troops, defenders, to);
    if (conquests == 0 && !state.conquered()) here += fight.win * wishes.first;
    value += likely * here;
    likely *= fight.win;
    done[conquests++] = to;
    if (conquests == longest || likely < 0.15) return value;
    // What goes on: the troops that moved in, or those that stayed.
    const int left = static_cast<int>(std::lround(fight.attackers_if_won));
    int moved = left - 1;
    if (variant_->rules().conquest_move == ConquestMove::min) {
      moved = std::min(
          {moved, defenders, variant_->rules().attack_dice, variant_->rules().defence_dice});
    } else if (variant_->rules().conquest_move == ConquestMove::dice) {
      moved = std::min(moved, variant_->rules().attack_dice);
    }
    Step next = best_step(state, wishes, to, moved, done, conquests);
    int base = to;
    int there = moved;
    if (left - moved > 1) {
      const Step stayed = best_step(state, wishes, from, left - moved, done, conquests);
      if (stayed.value > next.value) {
        next = stayed;
        base = from;
        there = left - moved;
      }
    }
    if (next.to < 0) return value;
    from = base;
    troops = there;
    to = next.to;
  }
}

Campaign Operations::campaign(const State& state, const Wishes& wishes, int from,
                              int troops) const {
  Campaign best;
  if (troops < 2) return best;
  for (const int to : variant_->neighbours(from)) {
    if (state.owner(to) == seat_) continue;
    if (odds_->fight(troops, state.troops(to)).win < wishes.least_odds) continue;
    const double value = continued(state, wishes, from, troops, to);
    if (value > best.value) best = {{from, to}, value};
  }
  return best;
}

int Operations::best_base(const State& state, const Wishes& wishes, const bits::Word* where,
                          int extra, double* value) {
  int best = -1;
  double best_value = 0;
  int largest = -1;
  bits::for_each_in_both(where, state.frontier().data(), variant_->words(), [&](int t) {
    if (state.owner(t) != seat_) return;
    const int troops = state.troops(t);
    const double here = campaign(state, wishes, t, troops + extra).value;
    if (here > best_value) {
      best = t;
      best_value = here;
    }
    if (largest < 0 || troops > state.troops(largest)) largest = t;
  });
  if (value != nullptr) *value = best_value;
  if (best >= 0) return best;
  if (largest >= 0) return largest;
  measure_distances(state);
  bits::for_each_in_both(where, state.owned(seat_).data(), variant_->words(), [&](int t) {
    if (best < 0 || distance(t) < distance(best)) best = t;
  });
  return best;
}

Attack Operations::attack(const State& state, const Wishes& wishes) {
  if (state.events() == due_ && last_.from >= 0 && state.owner(last_.to) != seat_ &&
      state.troops(last_.from) > 1) {
    const int troops = state.troops(last_.from);
    const int defenders = state.troops(last_.to);
    const Fight fight = odds_->fight(troops, defenders);
    if (fight.win >= wishes.press_odds &&
        fight_value(wishes, fight, troops, defenders, last_.to) +
                (state.conquered() ? 0 : fight.win * wishes.first) >
            0) {
      due_ = state.events() + 1;
      return last_;
    }
  }
  Campaign best;
  bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant_->words(),
                         [&](int t) {
                           const Campaign here = campaign(state, wishes, t, state.troops(t));
                           if (here.value > best.value) best = here;
                         });
  last_ = best.first;
  due_ = state.events() + 1;
  return best.first;
}

int Operations::threat(const State& state, int t) const {
  int sum = 0;
  for (const int u : variant_->neighbours(t)) {
    if (state.owner(u) != seat_) sum += state.troops(u) - 1;
  }
  return sum;
}

void Operations::measure_distances(const State& state) {
  std::fill(distances_.begin(), distances_.end(), far);
  std::size_t end = 0;
  bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant_->words(),
                         [&](int t) {
                           distances_[static_cast<std::size_t>(t)] = 0;
                           queue_[end++] = t;
                         });
  for (std::size_t i = 0; i < end; ++i) {
    const int t = queue_[i];
    for (const int u : variant_->neighbours(t)) {
      if (state.owner(u) != seat_ || distance(u) != far) continue;
      distances_[static_cast<std::size_t>(u)] = distance(t) + 1;
      queue_[end++] = u;
    }
  }
  reached_ = end;
}

Fortify Operations::fortify(const State& state, std::vector<double>& pull) {
  const FortifyMode mode = variant_->rules().fortify;
  const auto draw = [&](int t) -> double& { return pull[static_cast<std::size_t>(t)]; };
  // The neighbour of an idle territory that is nearer to a border and draws it most.
  const auto nearer = [&](int t) {
    int best = -1;
    for (const int u : variant_->neighbours(t)) {
      if (state.owner(u) != seat_ || distance(u) >= distance(t)) continue;
      if (best < 0 || draw(u) > draw(best)) best = u;
    }
    return best;
  };
  // What is idle passes on the strongest draw behind it, nearest to the borders first.
  measure_distances(state);
  for (std::size_t i = 0; i < reached_; ++i) {
    const int t = queue_[i];
    if (distance(t) > 0) draw(t) = draw(nearer(t)) - 1;
  }
  Fortify best;
  bits::for_each(state.owned(seat_).data(), variant_->words(), [&](int from) {
    if (state.enemy_neighbours(from) > 0) return;
    const int troops = state.movable(from);
    if (troops <= (best.from < 0 ? 0 : best.troops)) return;
    int to = -1;
    if (mode == FortifyMode::connected) {
      bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant_->words(),
                             [&](int t) {
                               if (state.linked(from, t) && (to < 0 || draw(t) > draw(to))) to = t;
                             });
    } else {
      to = nearer(from);
    }
    if (to >= 0) best = {from, to, troops};
  });
  return best;
}

}  // namespace evorisk::risk
