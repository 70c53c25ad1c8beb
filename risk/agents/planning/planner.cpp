#include "risk/agents/planning/planner.hpp"

#include <algorithm>
#include <cmath>

#include "risk/legal.hpp"

namespace evorisk::risk {

namespace {

// Initial troops come one at a time; what they could do together shows with as many.
constexpr int initial_ahead = 8;

// The cheapest other cards that make a set with `card`: {card, -1, -1} when there are none. Cards
// of own territories are dear: they can bring a bonus of their own another time.
Exchange complete(const State& state, int card) {
  const Rules& rules = state.variant().rules();
  const int seat = state.seat();
  const int words = state.variant().words();
  // The two cheapest other cards of each symbol.
  int cheap[3][2] = {{-1, -1}, {-1, -1}, {-1, -1}};
  const auto cost = [&](int c) { return c < 0 ? 2 : state.owns(seat, c) ? 1 : 0; };
  bits::for_each(state.hand(seat).data(), words, [&](int c) {
    if (c == card) return;
    auto& two = cheap[card_symbol(c)];
    if (cost(c) < cost(two[0])) {
      two[1] = two[0];
      two[0] = c;
    } else if (cost(c) < cost(two[1])) {
      two[1] = c;
    }
  });
  Exchange best;
  int best_cost = 4;
  const auto offer = [&](int a, int b) {
    if (a < 0 || b < 0 || cost(a) + cost(b) >= best_cost) return;
    best_cost = cost(a) + cost(b);
    best.cards[0] = card;
    best.cards[1] = a;
    best.cards[2] = b;
  };
  for (int i = 0; i < 3; ++i) {
    for (int j = i; j < 3; ++j) {
      const int a = cheap[i][0];
      const int b = i == j ? cheap[i][1] : cheap[j][0];
      if (a >= 0 && b >= 0 && is_set(rules, card, a, b)) offer(a, b);
    }
  }
  return best;
}

}  // namespace

Exchange best_exchange(const State& state, const std::vector<double>& value) {
  if (!holds_set(state)) return {};
  const int seat = state.seat();
  const int words = state.variant().words();
  const bool bonus = state.variant().rules().card_territory_bonus > 0;
  Exchange best;
  double best_value = 0;
  bits::for_each(state.hand(seat).data(), words, [&](int card) {
    const bool own = state.owns(seat, card);
    const double worth = own && bonus ? 1 + value[static_cast<std::size_t>(card)] : 0;
    if (best.cards[0] >= 0 && worth <= best_value) return;
    Exchange exchange = complete(state, card);
    if (exchange.cards[0] < 0) return;
    best = exchange;
    best_value = worth;
  });
  if (!bonus) return best;
  for (const int card : best.cards) {
    if (!state.owns(seat, card)) continue;
    if (best.bonus_territory < 0 || value[static_cast<std::size_t>(card)] >
                                        value[static_cast<std::size_t>(best.bonus_territory)]) {
      best.bonus_territory = card;
    }
  }
  return best;
}

Message continent_name(const Variant& variant, int continent) {
  const std::string& name = variant.map().continent(continent).name;
  return name.empty() ? Message("continent {}", continent) : Message(name);
}

void Planner::begin_match(const Variant& variant, int seat) {
  seat_ = seat;
  operations_.begin_match(variant, seat);
  appraisal_.begin_match(variant, seat);
  aims_.begin_match(variant, seat);
  if (variant.rules().allocation == Allocation::pick) draft_.begin_match(variant);
  const auto n = static_cast<std::size_t>(variant.territories());
  wishes_.worth.assign(n, 0);
  keep_.assign(n, 0);
  pull_.assign(n, 0);
  seen_turn_ = guard_turn_ = seen_territories_ = -1;
  seen_phase_ = guard_phase_ = Phase::over;
}

void Planner::refresh(const State& state) {
  const int territories = state.territories_of(seat_);
  const bool same_land = state.turn() == seen_turn_ && territories == seen_territories_ &&
                         state.phase() != Phase::initial;
  // Nothing but the land decides what is to be kept, and nothing else is asked for at the end.
  if (same_land && (state.phase() == seen_phase_ || state.phase() == Phase::fortify)) return;
  seen_turn_ = state.turn();
  seen_territories_ = territories;
  seen_phase_ = state.phase();
  if (!same_land) appraisal_.look(state);
  if (state.variant().missions() == 0) {
    wish(state);
    return;
  }
  std::ranges::fill(keep_, 0);
  wish(state);
  aims_.add(state, wishes_.worth, keep_);
}

int Planner::pick(const State& state, Random&) {
  constexpr double share = 0.1;  // of what a conquest would be worth: many are to be picked
  const bool missions = state.variant().missions() > 0;
  if (missions) {
    std::ranges::fill(wishes_.worth, 0);
    aims_.add(state, wishes_.worth, keep_);
  }
  const auto more = [&](int t) {
    return missions ? share * wishes_.worth[static_cast<std::size_t>(t)] : 0;
  };
  if (!simple_pick_) return draft_.best(state, more);
  return most_wanted(state, [&](int t) { return simple_worth(state, t) + more(t); });
}

double Planner::simple_worth(const State& state, int t) const {
  const Variant& variant = state.variant();
  const int words = variant.words();
  double sum = 0;
  for (const int u : variant.neighbours(t)) {
    if (state.owner(u) == seat_) sum += 0.3;
  }
  for (int c = 0; c < variant.continents(); ++c) {
    const bits::Word* set = variant.continent_set(c).data();
    if (!bits::has(set, t)) continue;
    const double size = bits::count(set, words);
    const double own = bits::count_in_both(set, state.owned(seat_).data(), words);
    const double free = bits::count_in_both(set, state.free_territories().data(), words);
    sum += variant.bonus(c) * (1 + 3 * own / size) * (own + free) / size;
    for (int s = 0; s < variant.players(); ++s) {
      if (s == seat_) continue;
      const double theirs = bits::count_in_both(set, state.owned(s).data(), words);
      if (theirs + free == size) sum += variant.bonus(c) * theirs / size;
    }
  }
  return sum;
}

double Planner::pull(const State& state, int t) const {
  return operations_.threat(state, t) - state.troops(t) + keep_[static_cast<std::size_t>(t)];
}

// The own border territory inside `where` that lacks most troops, or -1 without any.
int Planner::neediest(const State& state, const bits::Word* where) const {
  int best = -1;
  double most = 0;
  bits::for_each_in_both(where, state.frontier().data(), state.variant().words(), [&](int t) {
    if (state.owner(t) != seat_) return;
    const double need = guard_.strongest * strongest_enemy(state, seat_, t) - state.troops(t) +
                        keep_[static_cast<std::size_t>(t)];
    if (best < 0 || need > most) {
      best = t;
      most = need;
    }
  });
  return best;
}

Exchange Planner::exchange(const State& state, Random&) {
  refresh(state);
  return best_exchange(state, keep_);
}

Placement Planner::place(const State& state, Random&) {
  refresh(state);
  const bits::Word* where = placeable(state);
  if (state.variant().missions() > 0) {
    const Placement last = aims_.finishing(state, where);
    if (last.territory >= 0) return last;
  }
  bool guards = false;
  int ahead = state.to_place();
  if (state.phase() == Phase::initial) {
    // One at a time: every so many guard, and those that gather look beyond themselves.
    ahead = initial_ahead;
    const double before = guard_.initial * state.troops_of(seat_);
    guards = std::floor(before + guard_.initial) > std::floor(before);
  } else {
    if (guard_turn_ != state.turn() || guard_phase_ != state.phase()) {
      guard_turn_ = state.turn();
      guard_phase_ = state.phase();
      guarding_ = static_cast<int>(guard_.share * state.to_place());
    }
    guards = guarding_ > 0;
    if (guards) --guarding_;
  }
  if (guards) {
    const int t = neediest(state, where);
    if (t >= 0) return {t, 1};
  }
  return {operations_.best_base(state, wishes_, where, ahead), state.to_place()};
}

Attack Planner::attack(const State& state, Random&) {
  refresh(state);
  return operations_.attack(state, wishes_);
}

Fortify Planner::fortify(const State& state, Random&) {
  const int from = operations_.idle_stack(state);
  if (from < 0) return {};
  refresh(state);
  bits::for_each_in_both(operations_.pulling(state, from), state.frontier().data(),
                         state.variant().words(), [&](int t) {
                           if (state.owner(t) != seat_) return;
                           pull_[static_cast<std::size_t>(t)] = pull(state, t);
                         });
  return operations_.move_up(state, from, pull_);
}

// Where troops may be placed now.
const bits::Word* Planner::placeable(const State& state) const {
  return state.phase() == Phase::continent ? state.variant().continent_set(state.continent()).data()
                                           : state.owned(seat_).data();
}

std::size_t Planner::options(const State& state, std::span<Option> room) {
  refresh(state);
  return list(state, room);
}

std::size_t Planner::list(const State& state, std::span<Option> room) const {
  std::size_t count = 0;
  const auto offer = [&](const Action& action, double value) {
    if (count == room.size() && room[count - 1].value >= value) return;
    std::size_t i = count < room.size() ? count++ : count - 1;
    for (; i > 0 && room[i - 1].value < value; --i) room[i] = room[i - 1];
    room[i] = {action, value};
  };
  if (room.empty()) return 0;
  const bool attacks = state.phase() == Phase::attack;
  const bool places = state.phase() == Phase::initial || state.phase() == Phase::continent ||
                      state.phase() == Phase::reinforce;
  if (!attacks && !places) return 0;
  const int more = attacks ? 0 : state.phase() == Phase::initial ? initial_ahead : state.to_place();
  const bits::Word* where = attacks ? state.owned(seat_).data() : placeable(state);
  bits::for_each_in_both(where, state.frontier().data(), state.variant().words(), [&](int t) {
    if (state.owner(t) != seat_) return;
    const Campaign best = operations_.campaign(state, wishes_, t, state.troops(t) + more);
    if (best.first.from < 0) return;
    if (attacks) {
      offer(best.first, best.value);
    } else {
      offer(Placement{t, state.to_place()}, best.value);
    }
  });
  return count;
}

Explanation Planner::explain(const State& state) const {
  Explanation explanation{reason(state), {}};
  Option room[8];
  const std::size_t count = list(state, room);
  for (std::size_t i = 0; i < count; ++i) {
    explanation.options.push_back({room[i].action, room[i].value});
  }
  return explanation;
}

}  // namespace evorisk::risk
