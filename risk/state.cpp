#include "risk/state.hpp"

#include <cstring>
#include <limits>
#include <new>
#include <numeric>
#include <stdexcept>
#include <string>

namespace evorisk::risk {

const char* phase_name(Phase phase) {
  constexpr const char* names[phase_count] = {"deal",      "pick",      "initial", "exchange",
                                              "continent", "reinforce", "attack",  "fortify",
                                              "draw",      "over",      "mission"};
  return names[static_cast<int>(phase)];
}

const char* card_symbol_name(int card) {
  constexpr const char* names[3] = {"infantry", "cavalry", "artillery"};
  return names[card_symbol(card)];
}

State::State(const Variant& variant) : variant_(&variant), words_(variant.words()) {
  locate();
  restart();
}

State::State(const State& other) : variant_(other.variant_), words_(other.words_) {
  locate();
  std::memcpy(block_.get(), other.block_.get(), size_);
}

State::State(const Variant& variant, const State& other) : State(other) {
  variant_ = &variant;
}

State& State::operator=(const State& other) {
  if (this == &other) return *this;
  if (variant_ != other.variant_) {
    variant_ = other.variant_;
    words_ = other.words_;
    locate();
  }
  std::memcpy(block_.get(), other.block_.get(), size_);
  return *this;
}

bool operator==(const State& a, const State& b) {
  return a.size_ == b.size_ && std::memcmp(a.block_.get(), b.block_.get(), a.size_) == 0;
}

// Lays the arrays out in the block, widest elements first; a block of the right size is kept.
void State::locate() {
  adjacent_ = variant_->rules().fortify == FortifyMode::adjacent;
  const auto n = static_cast<std::size_t>(variant_->territories());
  const auto words = static_cast<std::size_t>(words_);
  static_assert(sizeof(Head) % alignof(std::uint64_t) == 0);
  static_assert(sizeof(Secret) % alignof(std::uint64_t) == 0);
  const bool missions = variant_->missions() > 0;
  const std::size_t secrets = missions ? players() * sizeof(Secret) : 0;
  const std::size_t used = sizeof(Head) + secrets +
                           (2 * players() + 3) * words * sizeof(std::uint64_t) +
                           3 * n * sizeof(std::int32_t) + n;
  const std::size_t size = (used + 7) / 8 * 8;
  if (size != size_) {
    block_ = std::make_unique<std::byte[]>(size);
    size_ = size;
  }
  std::byte* at = block_.get();
  head_ = new (at) Head{};
  at += sizeof(Head);
  const auto take = [&at](auto*& array, std::size_t count) {
    array = reinterpret_cast<std::remove_reference_t<decltype(array)>>(at);
    at += count * sizeof(*array);
  };
  missions_ = nullptr;
  if (missions) take(missions_, players());
  take(owned_, players() * words);
  take(hands_, players() * words);
  take(free_, words);
  take(frontier_, words);
  take(bonus_territories_, words);
  take(troops_, n);
  take(enemy_neighbours_, n);
  take(fortify_notes_, n);
  take(owner_, n);
}

void State::restart() {
  std::memset(block_.get(), 0, size_);
  head_->winner = -1;
  head_->continent = -1;
  head_->left = variant_->territories();
  head_->phase = variant_->rules().allocation == Allocation::random ? Phase::deal : Phase::pick;
  if (missions_ != nullptr) {
    head_->phase = Phase::mission;
    for (std::size_t seat = 0; seat < players(); ++seat) {
      missions_[seat].card = missions_[seat].destroyer = -1;
    }
  }
  std::memset(owner_, -1, static_cast<std::size_t>(variant_->territories()));
  std::memcpy(free_, variant_->all_territories().data(),
              static_cast<std::size_t>(words_) * sizeof(std::uint64_t));
}

void State::arrange(const Position& position) {
  const auto n = static_cast<std::size_t>(variant_->territories());
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw std::invalid_argument(std::string("not a position of this variant: ") + what);
  };
  require(position.owners.size() == n && position.troops.size() == n,
          "owners and troops are needed of every territory");
  require(position.hands.size() <= players(), "more hands than players");
  require(position.seat >= 0 && position.seat < variant_->players(), "no such seat");
  require(position.turn >= 1 && position.turn <= variant_->rules().turn_limit, "no such turn");
  require(position.exchanges >= 0, "fewer exchanges than none");
  const std::int64_t troops =
      std::accumulate(position.troops.begin(), position.troops.end(), std::int64_t{0});
  require(troops <= std::numeric_limits<std::int32_t>::max(), "too many troops");
  restart();
  for (std::size_t t = 0; t < n; ++t) {
    const int owner = position.owners[t];
    require(owner >= 0 && owner < variant_->players(), "no such owner");
    require(position.troops[t] >= 1, "a territory without troops");
    owner_[t] = static_cast<std::int8_t>(owner);
    troops_[t] = position.troops[t];
    bits::insert(owned_ + owner * words_, static_cast<int>(t));
    bits::erase(free_, static_cast<int>(t));
    ++head_->territories[owner];
    head_->troops[owner] += position.troops[t];
  }
  for (std::size_t seat = 0; seat < position.hands.size(); ++seat) {
    for (const int card : position.hands[seat]) {
      require(card >= 0 && card < variant_->territories(), "no such card");
      for (int s = 0; s < variant_->players(); ++s) require(!holds(s, card), "a card held twice");
      require(head_->territories[seat] > 0, "a hand without a territory");
      bits::insert(hands_ + static_cast<int>(seat) * words_, card);
      ++head_->cards[seat];
      ++head_->cards_held;
    }
  }
  const int owned_by_mover = head_->territories[position.seat];
  require(owned_by_mover > 0 && owned_by_mover < variant_->territories(),
          "the seat on turn owns nothing or everything");
  const auto check_seats = [&](const std::vector<int>& values, int most, const char* what) {
    require(values.empty() || (missions_ != nullptr && values.size() == players()), what);
    for (const int value : values) require(value >= -1 && value < most, what);
  };
  check_seats(position.missions, variant_->missions(), "missions that are not of its deck");
  check_seats(position.destroyed_by, variant_->players(), "destroyed by no such seat");
  for (std::size_t seat = 0; seat < players(); ++seat) {
    if (!position.missions.empty())
      missions_[seat].card = static_cast<std::int8_t>(position.missions[seat]);
    if (!position.destroyed_by.empty())
      missions_[seat].destroyer = static_cast<std::int8_t>(position.destroyed_by[seat]);
  }
  find_borders();
  head_->left = 0;
  head_->exchanges = position.exchanges;
  head_->seat = static_cast<std::int8_t>(position.seat);
  head_->turn = position.turn - 1;
  begin_turn();
}

void State::apply(const Event& event) {
  struct Visitor {
    State& state;
    void operator()(const Deal& e) { state.deal(e.territory); }
    void operator()(const Pick& e) { state.pick(e.territory); }
    void operator()(const Placement& e) { state.place(e); }
    void operator()(const Exchange& e) { state.exchange(e); }
    void operator()(const Battle& e) { state.attack(e.attack, e.losses); }
    void operator()(const Fortify& e) { state.fortify(e); }
    void operator()(const Draw& e) { state.draw(e.card); }
    void operator()(const MissionDeal& e) { state.deal_mission(e.card); }
  };
  std::visit(Visitor{*this}, event);
}

}  // namespace evorisk::risk
