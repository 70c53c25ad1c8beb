// Missions in a match: which seat holds which, what each asks for, whether it decides the match.
#include "risk/state.hpp"

namespace evorisk::risk {

void State::deal_mission(int card) {
  Head& head = *head_;
  ++head.events;
  missions_[head.seat].card = static_cast<std::int8_t>(card);
  if (head.seat + 1 < variant_->players()) {
    ++head.seat;
    return;
  }
  head.seat = 0;
  head.phase = variant_->rules().allocation == Allocation::random ? Phase::deal : Phase::pick;
}

void State::hide_missions(int but_of) {
  for (int seat = 0; seat < variant_->players(); ++seat) {
    if (seat != but_of) missions_[seat].card = -1;
  }
}

int State::task(int seat, int card) const {
  const Mission& mission = variant_->mission(card);
  if (mission.kind != Mission::Kind::destroy) return card;
  const int victim = mission.seat;
  const bool hopeless = victim == seat || victim >= variant_->players() ||
                        (eliminated(victim) && missions_[victim].destroyer != seat);
  return hopeless ? variant_->missions() : card;
}

bool State::fulfilled(int seat, int card) const {
  const int task = this->task(seat, card);
  const Mission& mission = variant_->mission(task);
  const std::uint64_t* own = owned_ + seat * words_;
  switch (mission.kind) {
    case Mission::Kind::destroy:
      return eliminated(mission.seat);
    case Mission::Kind::territories: {
      if (head_->territories[seat] < mission.territories) return false;
      if (mission.troops <= 1) return true;
      int enough = 0;
      bits::for_each(own, words_, [&](int t) { enough += troops_[t] >= mission.troops ? 1 : 0; });
      return enough >= mission.territories;
    }
    case Mission::Kind::continents: {
      const std::uint64_t* named = variant_->mission_set(task).data();
      if (!bits::includes(own, named, words_)) return false;
      int more = 0;
      for (int c = 0; more < mission.more && c < variant_->continents(); ++c) {
        const std::uint64_t* set = variant_->continent_set(c).data();
        if (!bits::intersects(set, named, words_) && bits::includes(own, set, words_)) ++more;
      }
      return more >= mission.more;
    }
  }
  return false;
}

// Whether the seat on turn has won by its mission; the match is over then.
bool State::decide_mission() {
  Head& head = *head_;
  const int card = missions_[head.seat].card;
  if (card < 0 || !fulfilled(head.seat, card)) return false;
  head.phase = Phase::over;
  head.winner = head.seat;
  return true;
}

void State::rule_out() {
  const int seat = head_->seat;
  for (int card = 0; card < variant_->missions(); ++card) {
    if (fulfilled(seat, card)) missions_[seat].ruled_out |= std::uint64_t{1} << card;
  }
}

}  // namespace evorisk::risk
