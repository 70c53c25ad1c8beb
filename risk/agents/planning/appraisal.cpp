#include "risk/agents/planning/appraisal.hpp"

#include <algorithm>

namespace evorisk::risk {

void Appraisal::begin_match(const Variant& variant, int seat) {
  variant_ = &variant;
  seat_ = seat;
  records_.assign(static_cast<std::size_t>(variant.continents()), {});
  for (int c = 0; c < variant.continents(); ++c) {
    ContinentRecord& record = records_[static_cast<std::size_t>(c)];
    record.size = bits::count(variant.continent_set(c).data(), variant.words());
    record.borders = bits::count(variant.continent_gates(c).data(), variant.words());
    record.potential_income = variant.bonus(c);
  }
}

void Appraisal::look(const State& state) {
  const Variant& variant = *variant_;
  const int words = variant.words();
  for (int s = 0; s < variant.players(); ++s) {
    incomes_[s] = state.territories_of(s) > 0 ? variant.reinforcement(state.territories_of(s)) : 0;
  }
  const bits::Word* own = state.owned(seat_).data();
  for (int c = 0; c < variant.continents(); ++c) {
    ContinentRecord& record = records_[static_cast<std::size_t>(c)];
    const bits::Word* set = variant.continent_set(c).data();
    record.own = bits::count_in_both(set, own, words);
    record.holder = -1;
    record.enemy_troops = 0;
    record.own_troops = 0;
    for (int s = 0; s < variant.players(); ++s) {
      if (bits::includes(state.owned(s).data(), set, words)) record.holder = s;
    }
    if (record.holder >= 0) incomes_[record.holder] += variant.bonus(c);
    record.actual_income = record.holder == seat_ ? variant.bonus(c) : 0;
    record.missing = 0;
    if (record.holder == seat_) continue;
    bits::for_each(set, words, [&](int t) {
      if (state.owner(t) == seat_) {
        record.own_troops += state.troops(t) - 1;
      } else if (state.owner(t) >= 0) {
        record.enemy_troops += state.troops(t);
      }
    });
    // Own troops just outside count when they border on enemies inside.
    bits::for_each_in_both(own, state.frontier().data(), words, [&](int t) {
      if (!bits::has(set, t) && bits::intersects(variant.neighbour_set(t).data(), set, words)) {
        record.own_troops += state.troops(t) - 1;
      }
    });
    record.missing =
        std::max(0, record.enemy_troops + record.size - record.own - record.own_troops);
  }
  leader_ = -1;
  for (int s = 0; s < variant.players(); ++s) {
    if (s == seat_ || state.territories_of(s) == 0) continue;
    if (leader_ < 0 || incomes_[s] > incomes_[leader_] ||
        (incomes_[s] == incomes_[leader_] && state.troops_of(s) > state.troops_of(leader_))) {
      leader_ = s;
    }
  }
}

double Appraisal::slope(const State& state, int seat) const {
  const int n = state.territories_of(seat);
  const int more = std::min(variant_->territories(), n + 4);
  const int fewer = std::max(0, n - 4);
  if (more == fewer) return 0;
  return static_cast<double>(variant_->reinforcement(more) - variant_->reinforcement(fewer)) /
         (more - fewer);
}

}  // namespace evorisk::risk
