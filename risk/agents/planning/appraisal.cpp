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
    record.bonus = variant.bonus(c);
    record.first = bits::select(variant.continent_set(c).data(), variant.words(), 0);
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
    const int holder = state.owner(record.first);
    record.holder =
        holder >= 0 && bits::includes(state.owned(holder).data(), set, words) ? holder : -1;
    if (record.holder >= 0) incomes_[record.holder] += record.bonus;
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

int Appraisal::troops_missing(const State& state, int c) const {
  const ContinentRecord& record = continent(c);
  if (record.holder == seat_) return 0;
  const int words = variant_->words();
  const bits::Word* set = variant_->continent_set(c).data();
  int enemy_troops = 0;
  int own_troops = 0;
  bits::for_each(set, words, [&](int t) {
    if (state.owner(t) == seat_) {
      own_troops += state.troops(t) - 1;
    } else if (state.owner(t) >= 0) {
      enemy_troops += state.troops(t);
    }
  });
  // Own troops just outside count when they border on enemies inside.
  bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), words, [&](int t) {
    if (!bits::has(set, t) && bits::intersects(variant_->neighbour_set(t).data(), set, words)) {
      own_troops += state.troops(t) - 1;
    }
  });
  return std::max(0, enemy_troops + record.size - record.own - own_troops);
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
