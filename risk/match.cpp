#include "risk/match.hpp"

#include <array>

#include "risk/agent.hpp"
#include "risk/legal.hpp"
#include "risk/phase_driver.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

const char* end_reason_name(EndReason reason) {
  constexpr const char* names[end_reason_count] = {"conquest", "turn_limit", "invalid", "mission"};
  return names[static_cast<int>(reason)];
}

bool can_end(const Variant& variant, EndReason reason) {
  return reason != EndReason::mission || variant.missions() > 0;
}

EndReason end_reason(const State& state) {
  const int winner = state.winner();
  if (winner < 0) return EndReason::turn_limit;
  const int card = state.mission(winner);
  return card >= 0 && state.fulfilled(winner, card) ? EndReason::mission : EndReason::conquest;
}

int deal_mission(const State& state, Random& dice) {
  const int cards = state.variant().missions();
  int rank = static_cast<int>(dice.below(static_cast<std::uint32_t>(cards - state.seat())));
  for (int card = 0;; ++card) {
    bool dealt = false;
    for (int seat = 0; seat < state.seat(); ++seat) dealt = dealt || state.mission(seat) == card;
    if (!dealt && rank-- == 0) return card;
  }
}

int deal_territory(const State& state, Random& dice) {
  const auto free = state.free_territories();
  const int words = state.variant().words();
  const auto left = static_cast<std::uint32_t>(state.free_count());
  return bits::select(free.data(), words, static_cast<int>(dice.below(left)));
}

int draw_card(const State& state, Random& dice) {
  const Variant& variant = state.variant();
  int rank = static_cast<int>(dice.below(static_cast<std::uint32_t>(state.cards_in_deck())));
  for (int w = 0;; ++w) {
    const auto i = static_cast<std::size_t>(w);
    bits::Word deck = variant.all_territories()[i];
    for (int seat = 0; seat < variant.players(); ++seat) deck &= ~state.hand(seat)[i];
    const int here = w + 1 < variant.words() ? bits::count(deck) : bits::word_bits;
    if (rank < here) return w * bits::word_bits + bits::select(deck, rank);
    rank -= here;
  }
}

Losses roll_dice(const State& state, const Attack& attack, Random& dice) {
  return state.variant()
      .dice(attack_dice(state, attack.from), defence_dice(state, attack.to))
      .roll(dice);
}

Action ask(Agent& agent, const State& state, Random& random) {
  switch (state.phase()) {
    case Phase::pick:
      return Pick{agent.pick(state, random)};
    case Phase::exchange:
      return agent.exchange(state, random);
    case Phase::attack:
      return agent.attack(state, random);
    case Phase::fortify:
      return agent.fortify(state, random);
    default:
      return agent.place(state, random);
  }
}

// One match in progress. Everything allocated lives in the player, between matches.
struct MatchPlayer::Impl {
  const Variant* variant;
  std::array<Agent*, max_players> agents{};
  std::array<Random, max_players> randoms;
  PhaseDriver driver;
  State& state;  // the driver's
  TurnObserver* observer = nullptr;

  Impl(const Variant& v, std::span<Agent* const> seats)
      : variant(&v),
        randoms(make_randoms(std::make_index_sequence<max_players>{})),
        driver(v),
        state(driver.state_) {
    for (std::size_t s = 0; s < seats.size(); ++s) agents[s] = seats[s];
  }

  template <std::size_t... I>
  static std::array<Random, max_players> make_randoms(std::index_sequence<I...>) {
    return {((void)I, Random(StreamKey{}))...};
  }

  bool records() const { return driver.listener_ != nullptr; }

  bool set_up() {
    while (state.phase() == Phase::mission) {
      const int card = deal_mission(state, driver.dice_);
      if (records()) driver.tell(MissionDeal{card});
      state.deal_mission(card);
    }
    while (state.phase() == Phase::deal) {
      const int territory = deal_territory(state, driver.dice_);
      if (records()) driver.tell(Deal{territory});
      state.deal(territory);
    }
    while (state.phase() == Phase::pick) {
      const auto seat = static_cast<std::size_t>(state.seat());
      const Pick pick{agents[seat]->pick(driver.view(), randoms[seat])};
      if (!driver.accept(pick)) return false;
      if (records()) driver.tell(pick);
      state.pick(pick.territory);
    }
    while (state.phase() == Phase::initial) {
      const auto seat = static_cast<std::size_t>(state.seat());
      if (!driver.place(agents[seat]->place(driver.view(), randoms[seat]))) return false;
    }
    return true;
  }

  bool reinforce(Agent& agent, Random& random, std::int64_t& moves) {
    while (state.phase() == Phase::exchange) {
      const Exchange exchange = agent.exchange(driver.view(), random);
      if (!driver.accept(exchange)) return false;
      if (records()) driver.tell(exchange);
      state.exchange(exchange);
    }
    moves += placement_moves(state);
    if (driver.open() && state.phase() < Phase::attack) {
      if (!agent.play_placements(driver, random)) return false;
    }
    return state.phase() >= Phase::attack || driver.place_one_by_one(agent, random);
  }

  bool attack(Agent& agent, Random& random) {
    const int turn = state.turn();
    if (driver.open() && !agent.play_attacks(driver, random)) return false;
    // Another turn may have begun, and with nothing to place: its attack is not this agent's.
    if (state.phase() != Phase::attack || state.turn() != turn) return true;
    return driver.attack_one_by_one(agent, random);
  }

  bool fortify(Agent& agent, Random& random) {
    if (driver.open() && !agent.play_fortifications(driver, random)) return false;
    return state.phase() != Phase::fortify || driver.fortify_one_by_one(agent, random);
  }

  // False when an agent was illegal.
  bool play_turn() {
    const int turn = state.turn();
    const int mover = state.seat();
    Agent& agent = *agents[static_cast<std::size_t>(mover)];
    Random& random = randoms[static_cast<std::size_t>(mover)];
    std::int64_t moves = 0;
    if (!reinforce(agent, random, moves)) return false;
    if (state.phase() == Phase::attack) [[likely]] {  // else a mission is fulfilled
      if (observer != nullptr) moves += driver.attack_moves();
      if (!attack(agent, random)) return false;
    }
    if (state.phase() == Phase::fortify) {
      if (observer != nullptr) moves += driver.fortify_moves();
      if (!fortify(agent, random)) return false;
    }
    if (state.phase() == Phase::draw) {
      const int card = draw_card(state, driver.dice_);
      if (records()) driver.tell(Draw{card});
      state.draw(card);
    }
    if (observer != nullptr) {
      // The next turn has begun, but nothing on the board has changed yet.
      observer->on_turn_end({turn, mover, state.territory_counts(), state.troop_counts(), moves});
    }
    return true;
  }

  MatchResult play(const StreamKey& key, std::uint32_t chance) {
    state.restart();
    for (int seat = 0; seat < variant->players(); ++seat) {
      agents[static_cast<std::size_t>(seat)]->begin_match(*variant, seat);
    }
    if (records()) driver.listener_->on_start(state);
    bool legal = set_up();
    if (chance != 0) {
      StreamKey stream = key;
      stream.substream = chance;
      driver.dice_ = Random(stream);
    }
    while (legal && !state.over()) legal = play_turn();
    MatchResult result;
    result.turns = state.turn();
    if (!legal) {
      result.end = EndReason::invalid;
      result.offender = state.seat();
      result.fault = agents[static_cast<std::size_t>(result.offender)]->fault();
    } else {
      result.end = end_reason(state);
      result.winner = state.winner();
    }
    if (records()) {
      const bool illegal = result.fault == Fault::illegal;
      driver.listener_->on_finish(state, result, illegal ? &driver.refused_ : nullptr,
                                  illegal ? driver.why_ : Refusal::none);
    }
    return result;
  }
};

MatchPlayer::MatchPlayer(const Variant& variant, std::span<Agent* const> agents)
    : impl_(std::make_unique<Impl>(variant, agents)) {}
MatchPlayer::~MatchPlayer() = default;
MatchPlayer::MatchPlayer(MatchPlayer&&) noexcept = default;

MatchResult MatchPlayer::play(const StreamKey& key, TurnObserver* observer, MatchListener* listener,
                              std::uint32_t chance) {
  impl_->observer = observer;
  impl_->driver.listener_ = listener;
  StreamKey stream = key;
  stream.substream = 0;
  impl_->driver.dice_ = Random(stream);
  for (int seat = 0; seat < impl_->variant->players(); ++seat) {
    stream.substream = 1 + static_cast<std::uint32_t>(seat);
    impl_->randoms[static_cast<std::size_t>(seat)] = Random(stream);
  }
  return impl_->play(key, chance);
}

}  // namespace evorisk::risk
