#include "risk/match.hpp"

#include <array>
#include <optional>
#include <vector>

#include "base/error.hpp"
#include "risk/agent.hpp"
#include "risk/legal.hpp"
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

namespace {

int deal_mission(const State& state, Random& dice) {
  const int cards = state.variant().missions();
  int rank = dice.index(cards - state.seat());
  for (int card = 0;; ++card) {
    bool dealt = false;
    for (int seat = 0; seat < state.seat(); ++seat) dealt = dealt || state.mission(seat) == card;
    if (!dealt && rank-- == 0) return card;
  }
}

int deal_territory(const State& state, Random& dice) {
  return bits::select(state.free_territories().data(), state.variant().words(),
                      dice.index(state.free_count()));
}

int draw_card(const State& state, Random& dice) {
  const Variant& variant = state.variant();
  int rank = dice.index(state.cards_in_deck());
  for (int w = 0;; ++w) {
    const auto i = static_cast<std::size_t>(w);
    bits::Word deck = variant.all_territories()[i];
    for (int seat = 0; seat < variant.players(); ++seat) deck &= ~state.hand(seat)[i];
    const int here = bits::count(deck);
    if (rank < here) return w * bits::word_bits + bits::select(deck, rank);
    rank -= here;
  }
}

}  // namespace

bool is_chance(Phase phase) {
  return phase == Phase::mission || phase == Phase::deal || phase == Phase::draw;
}

Event chance_event(const State& state, Random& dice) {
  switch (state.phase()) {
    case Phase::mission:
      return MissionDeal{deal_mission(state, dice)};
    case Phase::deal:
      return Deal{deal_territory(state, dice)};
    default:
      return Draw{draw_card(state, dice)};
  }
}

Losses roll_dice(const State& state, const Attack& attack, Random& dice) {
  return state.variant()
      .dice(attack_dice(state, attack.from), defence_dice(state, attack.to))
      .roll(dice);
}

Event event_of(const Action& action, Losses losses) {
  struct Convert {
    Losses losses;
    Event operator()(const Attack& a) const { return Battle{a, losses}; }
    Event operator()(const Pick& a) const { return a; }
    Event operator()(const Placement& a) const { return a; }
    Event operator()(const Exchange& a) const { return a; }
    Event operator()(const Fortify& a) const { return a; }
  };
  return std::visit(Convert{losses}, action);
}

Event event_of(const State& state, const Action& action, Random& dice) {
  const Attack* attack = std::get_if<Attack>(&action);
  const bool rolls = attack != nullptr && attack->from >= 0;
  return event_of(action, rolls ? roll_dice(state, *attack, dice) : Losses{});
}

void show(Agent& agent, int seat, const State& before, const Event& event) {
  if (!agent.watches() || std::holds_alternative<MissionDeal>(event)) return;
  const bool face_down = std::holds_alternative<Draw>(event) && before.seat() != seat;
  const Event& seen = face_down ? Draw{} : event;
  if (before.variant().missions() == 0) return agent.watch(before, seen);
  State state = before;
  state.hide_missions(seat);
  agent.watch(state, seen);
}

void require_agents(const Variant& variant, std::size_t agents) {
  if (agents == static_cast<std::size_t>(variant.players())) return;
  throw InputError("{} agents for {} players; one is needed for each", agents, variant.players());
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
  std::vector<std::unique_ptr<Agent>> own;  // unless they are the caller's
  std::array<Agent*, max_players> agents{};
  std::vector<Random> randoms;  // of the seats' agents
  Random dice{StreamKey{}};
  State state;
  std::optional<State> seen;  // with missions: what the seat on turn may see
  TurnObserver* observer = nullptr;
  MatchListener* listener = nullptr;
  bool told = false;  // whether the listener or an agent is told of events
  Action refused;
  Refusal why = Refusal::none;

  Impl(const Variant& v, std::span<Agent* const> seats)
      : variant(&v), randoms(seats.size(), Random(StreamKey{})), state(v) {
    if (v.missions() > 0) seen.emplace(v);
    for (std::size_t s = 0; s < seats.size(); ++s) agents[s] = seats[s];
  }

  // What the seat on turn may see.
  const State& view() {
    if (!seen) return state;
    *seen = state;
    seen->hide_missions(state.seat());
    return *seen;
  }

  template <class E>
  void tell(const E& event) {
    if (!told) return;
    if (listener != nullptr) listener->on_event(state, event);
    for (int seat = 0; seat < variant->players(); ++seat) {
      show(*agents[static_cast<std::size_t>(seat)], seat, state, event);
    }
  }

  // Whether the action is legal; remembers it if not.
  template <class A>
  bool accept(const A& action) {
    why = refusal(state, action);
    if (why == Refusal::none) return true;
    refused = action;
    return false;
  }

  void play_chance() {
    if (state.phase() == Phase::draw) {  // by far the most frequent
      const Draw draw{draw_card(state, dice)};
      tell(draw);
      state.draw(draw.card);
      return;
    }
    const Event event = chance_event(state, dice);
    tell(event);
    state.apply(event);
  }

  // One decision of the seat on turn, or all of a turn's placements or attacks; another phase may
  // follow. False when one is illegal.
  bool play_decision() {
    const auto seat = static_cast<std::size_t>(state.seat());
    Agent& agent = *agents[seat];
    Random& random = randoms[seat];
    const auto carry_out = [&](const auto& action, const auto& apply) {
      if (!accept(action)) return false;
      tell(action);
      apply(action);
      return true;
    };
    switch (state.phase()) {
      case Phase::pick:
        return carry_out(Pick{agent.pick(view(), random)},
                         [&](const Pick& pick) { state.pick(pick.territory); });
      case Phase::exchange:
        return carry_out(agent.exchange(view(), random),
                         [&](const Exchange& exchange) { state.exchange(exchange); });
      case Phase::attack: {
        Attack attack;
        do {
          attack = agent.attack(view(), random);
          if (!accept(attack)) return false;
          const Losses losses = attack.from < 0 ? Losses{} : roll_dice(state, attack, dice);
          tell(Battle{attack, losses});
          state.attack(attack, losses);
        } while (attack.from >= 0 && state.phase() == Phase::attack);
        return true;
      }
      case Phase::fortify:
        return carry_out(agent.fortify(view(), random),
                         [&](const Fortify& fortify) { state.fortify(fortify); });
      default: {
        const bool in_turn = state.turn() > 0;
        const auto place = [&](const Placement& placement) { state.place(placement); };
        do {
          if (!carry_out(agent.place(view(), random), place)) return false;
        } while (in_turn &&
                 (state.phase() == Phase::continent || state.phase() == Phase::reinforce));
        return true;
      }
    }
  }

  // False when a decision is illegal.
  bool set_up() {
    while (state.turn() == 0) {
      if (is_chance(state.phase())) {
        play_chance();
      } else if (!play_decision()) {
        return false;
      }
    }
    return true;
  }

  // Likewise.
  bool play_turn() {
    const int turn = state.turn();
    const int mover = state.seat();
    std::int64_t moves = 0;
    // Every decision takes its phase nearer to its end: cards, troops to place or to lose, moves.
    const auto play_through = [&](Phase last) {
      while (state.turn() == turn && state.phase() <= last) {
        if (!play_decision()) return false;
      }
      return true;
    };
    if (!play_through(Phase::exchange)) return false;
    moves += placement_moves(state);
    if (!play_through(Phase::reinforce)) return false;
    if (state.phase() == Phase::attack) {  // else a mission is fulfilled
      if (observer != nullptr) moves += attack_moves(state);
      if (!play_through(Phase::attack)) return false;
    }
    if (state.phase() == Phase::fortify) {
      if (observer != nullptr) moves += fortify_moves(state);
      if (!play_through(Phase::fortify)) return false;
    }
    if (state.phase() == Phase::draw) play_chance();
    if (observer != nullptr) {
      // The next turn has begun, but nothing on the board has changed yet.
      observer->on_turn_end({turn, mover, state.territory_counts(), state.troop_counts(), moves});
    }
    return true;
  }

  MatchResult play(const StreamKey& key, std::uint32_t chance) {
    state.restart();
    told = listener != nullptr;
    for (int seat = 0; seat < variant->players(); ++seat) {
      Agent& agent = *agents[static_cast<std::size_t>(seat)];
      agent.begin_match(*variant, seat);
      told = told || agent.watches();
    }
    if (listener != nullptr) listener->on_start(state);
    bool legal = set_up();
    if (chance != 0) {
      StreamKey stream = key;
      stream.substream = chance;
      dice = Random(stream);
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
    if (listener != nullptr) {
      const bool illegal = result.fault == Fault::illegal;
      listener->on_finish(state, result, illegal ? &refused : nullptr,
                          illegal ? why : Refusal::none);
    }
    return result;
  }
};

MatchPlayer::MatchPlayer(const Variant& variant, std::span<Agent* const> agents)
    : impl_(std::make_unique<Impl>(variant, agents)) {}
MatchPlayer::MatchPlayer(const Variant& variant, std::span<const std::string> agents) {
  require_agents(variant, agents.size());
  std::vector<std::unique_ptr<Agent>> own;
  std::vector<Agent*> seats;
  for (const std::string& description : agents) {
    seats.push_back(own.emplace_back(make_agent(description)).get());
  }
  impl_ = std::make_unique<Impl>(variant, seats);
  impl_->own = std::move(own);
}
MatchPlayer::~MatchPlayer() = default;
MatchPlayer::MatchPlayer(MatchPlayer&&) noexcept = default;

MatchResult MatchPlayer::play(const StreamKey& key, TurnObserver* observer, MatchListener* listener,
                              std::uint32_t chance) {
  impl_->observer = observer;
  impl_->listener = listener;
  StreamKey stream = key;
  stream.substream = 0;
  impl_->dice = Random(stream);
  for (int seat = 0; seat < impl_->variant->players(); ++seat) {
    stream.substream = 1 + static_cast<std::uint32_t>(seat);
    impl_->randoms[static_cast<std::size_t>(seat)] = Random(stream);
  }
  return impl_->play(key, chance);
}

}  // namespace evorisk::risk
