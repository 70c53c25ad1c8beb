#include "risk/state.hpp"

#include <cstring>
#include <new>

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
