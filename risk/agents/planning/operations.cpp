#include "risk/agents/planning/operations.hpp"

#include <algorithm>
#include <bit>

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
  measured_turn_ = measured_territories_ = -1;
  enemies_.resize(static_cast<std::size_t>(variant.words()));
  fewest_for_ = -1;
  last_ = {};
  due_ = 0;
}

double Operations::fight_value(const Wishes& wishes, const Fight& fight, int troops, int defenders,
                               int to) const {
  return fight.win * wishes.worth[static_cast<std::size_t>(to)] -
         wishes.cost * (troops - fight.attackers) + wishes.kill * (defenders - fight.defenders);
}

void Operations::note_fewest(const Wishes& wishes) const {
  if (wishes.least_odds == fewest_for_) return;
  fewest_for_ = wishes.least_odds;
  fewest_ = 2;
  while (fewest_ <= BattleOdds::bound && odds_->fight(fewest_, 1).win < fewest_for_) ++fewest_;
}

void Operations::enemies_stand(const State& state) const {
  const bits::Word* own = state.owned(seat_).data();
  for (std::size_t w = 0; w < enemies_.size(); ++w) enemies_[w] = ~own[w];
}

// The most valuable single fight from `from`, against enemies that stand.
Operations::Step Operations::best_step(const State& state, const Wishes& wishes, int from,
                                       int troops) const {
  Step best;
  if (troops < fewest_) return best;
  Fight room;
  bits::for_each_in_both(variant_->neighbour_set(from).data(), enemies_.data(), variant_->words(),
                         [&](int to) {
                           const int defenders = state.troops(to);
                           const Fight& fight = odds_->fight(troops, defenders, room);
                           if (fight.win < wishes.least_odds) return;
                           const double value = fight_value(wishes, fight, troops, defenders, to);
                           if (value > best.value)
                             best = {to, value, fight.win, fight.attackers_if_won};
                         });
  return best;
}

// The expected value of a fight and then whatever comes best next, given that it begins.
double Operations::continued(const State& state, const Wishes& wishes, int from,
                             const Step& first) const {
  enemies_stand(state);
  Step step = first;
  if (!state.conquered()) step.value += step.win * wishes.first;
  double likely = 1;
  double value = 0;
  for (int conquests = 1;; ++conquests) {
    value += likely * step.value;
    likely *= step.win;
    if (conquests == longest || likely < 0.15) return value;
    bits::erase(enemies_.data(), step.to);
    // What goes on: the troops that moved in, or those that stayed.
    const int left = static_cast<int>(step.left + 0.5);
    const int moved = likely_moved(variant_->rules(), left, state.troops(step.to));
    const int to = step.to;
    step = best_step(state, wishes, to, moved);
    const Step stayed = best_step(state, wishes, from, left - moved);
    if (stayed.value > step.value) {
      step = stayed;
    } else {
      from = to;
    }
    if (step.to < 0) return value;
  }
}

Campaign Operations::campaign(const State& state, const Wishes& wishes, int from,
                              int troops) const {
  Campaign best;
  note_fewest(wishes);
  if (troops < fewest_) return best;
  Fight room;
  bits::for_each(variant_->neighbour_set(from).data(), variant_->words(), [&](int to) {
    if (state.owner(to) == seat_) return;
    const int defenders = state.troops(to);
    const Fight& fight = odds_->fight(troops, defenders, room);
    if (fight.win < wishes.least_odds) return;
    const Step first = {to, fight_value(wishes, fight, troops, defenders, to), fight.win,
                        fight.attackers_if_won};
    const double value = continued(state, wishes, from, first);
    if (value > best.value) best = {{from, to}, value};
  });
  return best;
}

int Operations::best_base(const State& state, const Wishes& wishes, const bits::Word* where,
                          int extra) {
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
                           if (state.troops(t) < 2) return;
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
  if (state.turn() == measured_turn_ && state.territories_of(seat_) == measured_territories_)
    return;
  measured_turn_ = state.turn();
  measured_territories_ = state.territories_of(seat_);
  std::fill(distances_.begin(), distances_.end(), far);
  std::size_t end = 0;
  bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant_->words(),
                         [&](int t) {
                           distances_[static_cast<std::size_t>(t)] = 0;
                           queue_[end++] = t;
                         });
  for (std::size_t i = 0; i < end; ++i) {
    const int t = queue_[i];
    bits::for_each_in_both(variant_->neighbour_set(t).data(), state.owned(seat_).data(),
                           variant_->words(), [&](int u) {
                             if (distance(u) != far) return;
                             distances_[static_cast<std::size_t>(u)] = distance(t) + 1;
                             queue_[end++] = u;
                           });
  }
}

int Operations::idle_stack(const State& state) {
  const bits::Word* own = state.owned(seat_).data();
  const bits::Word* frontier = state.frontier().data();
  int best = -1;
  int most = 0;
  for (int w = 0; w < variant_->words(); ++w) {
    for (bits::Word left = own[w] & ~frontier[w]; left != 0; left &= left - 1) {
      const int t = w * bits::word_bits + std::countr_zero(left);
      const int troops = state.movable(t);
      if (troops <= most) continue;
      if (!next_to_border(state, t)) {
        measure_distances(state);
        if (distance(t) == far) continue;
      }
      best = t;
      most = troops;
    }
  }
  return best;
}

bool Operations::next_to_border(const State& state, int t) const {
  const bits::Word* own = state.owned(seat_).data();
  const bits::Word* frontier = state.frontier().data();
  const bits::Word* around = variant_->neighbour_set(t).data();
  for (int w = 0; w < variant_->words(); ++w) {
    if ((around[w] & own[w] & frontier[w]) != 0) return true;
  }
  return false;
}

const bits::Word* Operations::pulling(const State& state, int from) const {
  const bool next =
      variant_->rules().fortify != FortifyMode::connected && next_to_border(state, from);
  return next ? variant_->neighbour_set(from).data() : state.owned(seat_).data();
}

// Of the own neighbours of an idle territory that `accepts` takes, the one that draws it most.
template <class F>
int Operations::strongest(const State& state, int t, const std::vector<double>& pull,
                          F&& accepts) const {
  int best = -1;
  bits::for_each_in_both(
      variant_->neighbour_set(t).data(), state.owned(seat_).data(), variant_->words(), [&](int u) {
        if (!accepts(u)) return;
        if (best < 0 || pull[static_cast<std::size_t>(u)] > pull[static_cast<std::size_t>(best)]) {
          best = u;
        }
      });
  return best;
}

Fortify Operations::move_up(const State& state, int from, std::vector<double>& pull) const {
  const auto draw = [&](int t) -> double& { return pull[static_cast<std::size_t>(t)]; };
  int to = -1;
  if (variant_->rules().fortify == FortifyMode::connected) {
    bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant_->words(),
                           [&](int t) {
                             if (state.linked(from, t) && (to < 0 || draw(t) > draw(to))) to = t;
                           });
  } else if (next_to_border(state, from)) {
    to = strongest(state, from, pull, [&](int u) { return state.enemy_neighbours(u) > 0; });
  } else {
    // What is idle passes on the strongest draw behind it, nearest to the borders first.
    const auto nearer = [&](int t) {
      return strongest(state, t, pull, [&](int u) { return distance(u) < distance(t); });
    };
    for (std::size_t i = 0; distance(queue_[i]) < distance(from); ++i) {
      const int t = queue_[i];
      if (distance(t) > 0) draw(t) = draw(nearer(t)) - 1;
    }
    to = nearer(from);
  }
  return {from, to, state.movable(from)};
}

}  // namespace evorisk::risk
