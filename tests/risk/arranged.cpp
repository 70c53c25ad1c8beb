#include "tests/risk/arranged.hpp"

#include <cstddef>
#include <limits>
#include <numeric>
#include <stdexcept>
#include <string>
#include <utility>

namespace evorisk::risk {

void StateForTests::arrange(State& state, const Position& position) {
  const Variant& variant = state.variant();
  const int players = variant.players();
  const auto n = static_cast<std::size_t>(variant.territories());
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("not a position of this variant: ") + what);
  };
  require(position.owners.size() == n && position.troops.size() == n,
          "owners and troops are needed of every territory");
  require(std::ssize(position.hands) <= players, "more hands than players");
  require(position.seat >= 0 && position.seat < players, "no such seat");
  require(position.turn >= 1 && position.turn <= variant.rules().turn_limit, "no such turn");
  require(position.exchanges >= 0, "fewer exchanges than none");
  const std::int64_t troops =
      std::accumulate(position.troops.begin(), position.troops.end(), std::int64_t{0});
  require(troops <= std::numeric_limits<std::int32_t>::max(), "too many troops");
  state.restart();
  for (std::size_t t = 0; t < n; ++t) {
    const int owner = position.owners[t];
    require(owner >= 0 && owner < players, "no such owner");
    require(position.troops[t] >= 1, "a territory without troops");
    state.owner_[t] = static_cast<std::int8_t>(owner);
    state.troops_[t] = position.troops[t];
    bits::insert(state.owned_ + owner * state.words_, static_cast<int>(t));
    bits::erase(state.free_, static_cast<int>(t));
    ++state.head_->territories[owner];
    state.head_->troops[owner] += position.troops[t];
  }
  for (std::size_t seat = 0; seat < position.hands.size(); ++seat) {
    for (const int card : position.hands[seat]) {
      require(card >= 0 && card < variant.territories(), "no such card");
      for (int s = 0; s < players; ++s) require(!state.holds(s, card), "a card held twice");
      require(state.head_->territories[seat] > 0, "a hand without a territory");
      bits::insert(state.hands_ + static_cast<int>(seat) * state.words_, card);
      ++state.head_->cards[seat];
      ++state.head_->cards_held;
    }
  }
  const int owned_by_mover = state.head_->territories[position.seat];
  require(owned_by_mover > 0 && owned_by_mover < variant.territories(),
          "the seat on turn owns nothing or everything");
  const auto check_seats = [&](const std::vector<int>& values, int most, const char* what) {
    require(values.empty() || (state.missions_ != nullptr && std::ssize(values) == players), what);
    for (const int value : values) require(value >= -1 && value < most, what);
  };
  check_seats(position.missions, variant.missions(), "missions that are not of its deck");
  check_seats(position.destroyed_by, players, "destroyed by no such seat");
  for (std::size_t seat = 0; std::cmp_less(seat, players); ++seat) {
    if (!position.missions.empty())
      state.missions_[seat].card = static_cast<std::int8_t>(position.missions[seat]);
    if (!position.destroyed_by.empty())
      state.missions_[seat].destroyer = static_cast<std::int8_t>(position.destroyed_by[seat]);
  }
  state.find_borders();
  state.head_->left = 0;
  state.head_->exchanges = position.exchanges;
  state.head_->seat = static_cast<std::int8_t>(position.seat);
  state.head_->turn = position.turn - 1;
  state.begin_turn();
}

void arrange(State& state, const Position& position) {
  StateForTests::arrange(state, position);
}

}  // namespace evorisk::risk
