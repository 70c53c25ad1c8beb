#include "risk/agents/planning/aims.hpp"

#include <algorithm>
#include <functional>
#include <utility>

namespace evorisk::risk {

namespace {

constexpr double troop = 1.0 / 3;  // of a conquest

// In troops; chosen by hand, not tuned.
constexpr double own_near = 18;  // of the last conquest that is missing; of n, an nth of it
constexpr double own_far = 2;    // of any
constexpr double own_keep = 4;   // of an own territory that the mission asks for, in all
constexpr double feared = 24;    // of a sure card that one conquest fulfils

int missing_of(const State& state, int seat, const bits::Word* set) {
  const int words = state.variant().words();
  return bits::count(set, words) - bits::count_in_both(set, state.owned(seat).data(), words);
}

double territories_missing(const State& state, int seat, const Mission& mission) {
  const int lacking = std::max(0, mission.territories - state.territories_of(seat));
  double missing = lacking;
  if (mission.troops > 1) {
    // The own territories that lack least count: for each number of troops that one can lack, how
    // many do.
    constexpr int most = 16;
    int counts[most] = {};
    bits::for_each(state.owned(seat).data(), state.variant().words(), [&](int t) {
      ++counts[std::clamp(mission.troops - state.troops(t), 0, most - 1)];
    });
    int left = mission.territories - lacking;
    for (int lack = 0; lack < most && left > 0; ++lack) {
      const int here = std::min(left, counts[lack]);
      missing += troop * lack * here;
      left -= here;
    }
    missing += troop * (mission.troops - 1) * lacking;
  }
  return missing;
}

// Calls f(continent, how many of its territories the seat lacks) of the continents of choice that a
// task asks for: the nearest ones.
template <class F>
void for_nearest(const State& state, int seat, int task, const F& f) {
  const Variant& variant = state.variant();
  const bits::Word* named = variant.mission_set(task).data();
  std::pair<int, int> last = {-1, -1};  // what is lacking of it, and the continent
  for (int more = 0; more < variant.mission(task).more; ++more) {
    std::pair<int, int> next = {variant.territories() + 1, -1};
    for (int c = 0; c < variant.continents(); ++c) {
      if (bits::intersects(variant.continent_set(c).data(), named, variant.words())) continue;
      const std::pair here = {missing_of(state, seat, variant.continent_set(c).data()), c};
      if (here > last) next = std::min(next, here);
    }
    if (next.second < 0) return;
    f(next.second, next.first);
    last = next;
  }
}

double continents_missing(const State& state, int seat, int task) {
  int missing = missing_of(state, seat, state.variant().mission_set(task).data());
  for_nearest(state, seat, task, [&](int, int lacking) { missing += lacking; });
  return missing;
}

}  // namespace

double conquests_missing(const State& state, int seat, int card) {
  const int task = state.task(seat, card);
  const Mission& mission = state.variant().mission(task);
  switch (mission.kind) {
    case Mission::Kind::destroy:
      return state.territories_of(mission.seat);
    case Mission::Kind::territories:
      return territories_missing(state, seat, mission);
    case Mission::Kind::continents:
      return continents_missing(state, seat, task);
  }
  return 0;
}

void Aims::begin_match(const Variant& variant, int seat) {
  seat_ = seat;
  wanted_.assign(static_cast<std::size_t>(variant.words()), 0);
}

void Aims::find_wanted(const State& state, int seat, int task) {
  const Variant& variant = state.variant();
  const auto named = variant.mission_set(task);
  std::copy(named.begin(), named.end(), wanted_.begin());
  for_nearest(state, seat, task, [&](int continent, int) {
    const auto set = variant.continent_set(continent);
    std::ranges::transform(wanted_, set, wanted_.begin(), std::bit_or<>());
  });
}

void Aims::add(const State& state, std::vector<double>& worth, std::vector<double>& keep) {
  if (weights_.own > 0 && state.mission(seat_) >= 0) pursue(state, worth, keep);
  if (weights_.guess <= 0) return;
  for (int rival = 0; rival < state.variant().players(); ++rival) {
    if (rival != seat_ && state.territories_of(rival) > 0) deny(state, rival, worth, keep);
  }
}

void Aims::pursue(const State& state, std::vector<double>& worth, std::vector<double>& keep) {
  const Variant& variant = state.variant();
  const int words = variant.words();
  const int card = state.mission(seat_);
  const int task = state.task(seat_, card);
  const Mission& mission = variant.mission(task);
  const double missing = conquests_missing(state, seat_, card);
  const double gain = weights_.own * (own_far + own_near / std::max(1.0, missing));
  const auto add_to = [&](const bits::Word* set, std::vector<double>& to, double value) {
    bits::for_each(set, words, [&](int t) { to[static_cast<std::size_t>(t)] += value; });
  };
  switch (mission.kind) {
    case Mission::Kind::destroy:
      add_to(state.owned(mission.seat).data(), worth, gain);
      break;
    case Mission::Kind::territories:
      // Of any enemy's: none is nearer to it than another.
      for (int s = 0; s < variant.players(); ++s) {
        if (s != seat_) add_to(state.owned(s).data(), worth, gain);
      }
      break;
    case Mission::Kind::continents: {
      find_wanted(state, seat_, task);
      add_to(wanted_.data(), worth, gain);
      const int size = bits::count(wanted_.data(), words);
      const double owned = size - missing;
      add_to(wanted_.data(), keep, weights_.own * own_keep * owned / std::max(1, size));
      break;
    }
  }
}

void Aims::deny(const State& state, int rival, std::vector<double>& worth,
                std::vector<double>& keep) {
  const Variant& variant = state.variant();
  const int words = variant.words();
  const int own = state.mission(seat_);
  const auto possible = [&](int card) {
    return card != own && (state.ruled_out(rival) >> card & 1u) == 0;
  };
  int cards = 0;
  for (int card = 0; card < variant.missions(); ++card) cards += possible(card) ? 1 : 0;
  for (int card = 0; card < variant.missions(); ++card) {
    if (!possible(card)) continue;
    const double missing = std::max(1.0, conquests_missing(state, rival, card));
    const double fear = weights_.guess * feared / (cards * missing * missing);
    const int task = state.task(rival, card);
    const Mission& mission = variant.mission(task);
    const auto add_where = [&](const bits::Word* set, const bits::Word* owner,
                               std::vector<double>& to) {
      bits::for_each_in_both(set, owner, words,
                             [&](int t) { to[static_cast<std::size_t>(t)] += fear; });
    };
    const bits::Word* theirs = state.owned(rival).data();
    const bits::Word* ours = state.owned(seat_).data();
    switch (mission.kind) {
      case Mission::Kind::destroy:
        if (mission.seat == seat_) add_where(ours, ours, keep);
        break;
      case Mission::Kind::territories:
        add_where(theirs, theirs, worth);
        break;
      case Mission::Kind::continents:
        find_wanted(state, rival, task);
        add_where(wanted_.data(), theirs, worth);
        add_where(wanted_.data(), ours, keep);
        break;
    }
  }
}

Placement Aims::finishing(const State& state, const bits::Word* where) const {
  if (weights_.own <= 0 || state.phase() != Phase::reinforce) return {};
  const int card = state.mission(seat_);
  if (card < 0) return {};
  const Mission& mission = state.variant().mission(state.task(seat_, card));
  if (mission.kind != Mission::Kind::territories || mission.troops < 2) return {};
  if (state.territories_of(seat_) < mission.territories) return {};
  if (conquests_missing(state, seat_, card) > troop * state.to_place() + 1e-9) return {};
  Placement least;
  bits::for_each(where, state.variant().words(), [&](int t) {
    const int lacks = mission.troops - state.troops(t);
    if (lacks > 0 && (least.territory < 0 || lacks < least.troops)) least = {t, lacks};
  });
  return least;
}

void guess_missions(State& state, Random& random) {
  const int cards = state.variant().missions();
  std::uint64_t dealt = 0;
  for (int s = 0; s < state.variant().players(); ++s) {
    if (state.mission(s) >= 0) dealt |= std::uint64_t{1} << state.mission(s);
  }
  const std::uint64_t all = cards == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << cards) - 1;
  for (int s = 0; s < state.variant().players(); ++s) {
    if (state.mission(s) >= 0 || state.eliminated(s)) continue;
    const std::uint64_t left = all & ~dealt & ~state.ruled_out(s);
    if (left == 0) continue;
    const auto rank = random.below(static_cast<std::uint32_t>(bits::count(left)));
    const int card = bits::select(left, static_cast<int>(rank));
    state.assume_mission(s, card);
    dealt |= std::uint64_t{1} << card;
  }
}

}  // namespace evorisk::risk
