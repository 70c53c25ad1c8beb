#include "risk/record/narration.hpp"

#include <fmt/format.h>

#include "base/counted.hpp"

namespace evorisk::risk {
namespace {

std::string troops(int n) {
  return counted(n, "troop");
}

std::string cards(int n) {
  return counted(n, "card");
}

std::string territories(int n) {
  return counted(n, "territory", "territories");
}

// "12 Brazil", or "territory 12" of a map without names, or whatever an illegal action names.
std::string label(const State& state, int t) {
  const maps::Map& map = state.variant().map();
  const bool named = t >= 0 && t < map.territory_count() && !map.territory(t).name.empty();
  return named ? map.label(t) : fmt::format("territory {}", t);
}

std::string continent_label(const State& state, int c) {
  const std::string& name = state.variant().map().continent(c).name;
  return name.empty() ? fmt::format("continent {}", c) : fmt::format("continent {} {}", c, name);
}

std::string card(const State& state, int t) {
  return fmt::format("{} ({})", label(state, t), card_symbol_name(t));
}

struct Describe {
  const State& state;
  std::string seat = fmt::format("Seat {}", SeatNumber{state.seat()});

  std::string operator()(const Deal& e) const {
    return fmt::format("{} is dealt {}.", seat, label(state, e.territory));
  }

  std::string operator()(const Pick& e) const {
    return fmt::format("{} claims {}.", seat, label(state, e.territory));
  }

  std::string operator()(const Placement& e) const {
    std::string why;
    if (state.phase() == Phase::initial) why = ", an initial troop";
    if (state.phase() == Phase::continent)
      why = fmt::format(", for {}", continent_label(state, state.continent()));
    const int before = state.troops(e.territory);
    return fmt::format("{} places {} on {}: {} -> {}{}.", seat, troops(e.troops),
                       label(state, e.territory), before, before + e.troops, why);
  }

  std::string operator()(const Exchange& e) const {
    if (e.cards[0] < 0)
      return fmt::format("{} keeps its {}.", seat, cards(state.hand_size(state.seat())));
    std::string text = fmt::format(
        "{} exchanges {}, {} and {} for {}", seat, card(state, e.cards[0]), card(state, e.cards[1]),
        card(state, e.cards[2]), troops(state.variant().exchange_troops(state.exchanges())));
    if (e.bonus_territory >= 0)
      text += fmt::format("; {} go to {}", troops(state.variant().rules().card_territory_bonus),
                          label(state, e.bonus_territory));
    return text + ".";
  }

  std::string operator()(const Battle& e) const {
    const auto [from, to] = e.attack;
    if (from < 0) return fmt::format("{} ends its attacks.", seat);
    const int loser = state.owner(to);
    State after = state;
    after.attack(e.attack, e.losses);
    std::string text = fmt::format(
        "{} attacks {} ({}) of seat {} from {} ({}), {} to {}: loses {}, seat {} loses {}", seat,
        label(state, to), state.troops(to), SeatNumber{loser}, label(state, from),
        state.troops(from), counted(attack_dice(state, from), "die", "dice"),
        defence_dice(state, to), e.losses.attacker, SeatNumber{loser}, e.losses.defender);
    if (after.owner(to) == loser)
      return fmt::format("{}; {} against {}.", text, after.troops(from), after.troops(to));
    text += fmt::format("; conquered, {} in, {} {} behind.", troops(after.troops(to)),
                        after.troops(from), after.troops(from) == 1 ? "stays" : "stay");
    if (after.territories_of(loser) > 0) return text;
    text += fmt::format(" Seat {} is eliminated", SeatNumber{loser});
    text += state.hand_size(loser) == 0 || after.over() ? "."
            : state.variant().rules().elimination_takes_cards
                ? fmt::format("; seat {} takes its {}.", SeatNumber{state.seat()},
                              cards(state.hand_size(loser)))
                : fmt::format("; its {} go back to the deck.", cards(state.hand_size(loser)));
    return text;
  }

  std::string operator()(const Fortify& e) const {
    if (e.from < 0) return fmt::format("{} moves no more troops.", seat);
    return fmt::format("{} moves {} from {} to {}: {} -> {}, {} -> {}.", seat, troops(e.troops),
                       label(state, e.from), label(state, e.to), state.troops(e.from),
                       state.troops(e.from) - e.troops, state.troops(e.to),
                       state.troops(e.to) + e.troops);
  }

  std::string operator()(const MissionDeal& e) const {
    if (e.card < 0) return fmt::format("{} is dealt a mission.", seat);
    const Variant& variant = state.variant();
    return fmt::format("{} is dealt the mission to {}.", seat,
                       mission_text(variant.mission(e.card), variant.map()));
  }

  std::string operator()(const Draw& e) const {
    return fmt::format("{} draws the card {}.", seat, card(state, e.card));
  }
};

// What an action wants, for actions that may be illegal in any way.
struct ActionPhrase {
  const State& state;

  std::string operator()(const Pick& a) const { return "claim " + label(state, a.territory); }
  std::string operator()(const Placement& a) const {
    return fmt::format("place {} on {}", troops(a.troops), label(state, a.territory));
  }
  std::string operator()(const Exchange& a) const {
    if (a.cards[0] < 0) return "keep its cards";
    return fmt::format("exchange the cards {}, {} and {}", label(state, a.cards[0]),
                       label(state, a.cards[1]), label(state, a.cards[2]));
  }
  std::string operator()(const Attack& a) const {
    return fmt::format("attack {} from {}", label(state, a.to), label(state, a.from));
  }
  std::string operator()(const Fortify& a) const {
    return fmt::format("move {} from {} to {}", troops(a.troops), label(state, a.from),
                       label(state, a.to));
  }
};

}  // namespace

std::string describe_event(const State& state, const Event& event) {
  return std::visit(Describe{state}, event);
}

std::string describe_position(const State& state) {
  const Variant& variant = state.variant();
  const maps::Map& map = variant.map();
  std::string text;
  for (int c = 0; c < variant.continents(); ++c) {
    const maps::Continent& continent = map.continent(c);
    text += fmt::format("  {} (+{}):", continent_label(state, c), continent.bonus);
    for (const int t : continent.territories) {
      const int owner = state.owner(t);
      text += owner < 0
                  ? fmt::format(" [{} free]", map.label(t))
                  : fmt::format(" [{} {}:{}]", map.label(t), SeatNumber{owner}, state.troops(t));
    }
    text += '\n';
  }
  for (int seat = 0; seat < variant.players(); ++seat) {
    text += fmt::format("  seat {}: {}, {}, {}\n", SeatNumber{seat},
                        territories(state.territories_of(seat)), troops(state.troops_of(seat)),
                        cards(state.hand_size(seat)));
  }
  return text;
}

std::string describe_end(const MatchResult& result) {
  const std::string turns = counted(result.turns, "turn");
  switch (result.end) {
    case EndReason::conquest:
      return fmt::format("Seat {} wins by conquest after {}.", SeatNumber{result.winner}, turns);
    case EndReason::mission:
      return fmt::format("Seat {} wins by its mission after {}.", SeatNumber{result.winner}, turns);
    case EndReason::turn_limit:
      return fmt::format("The match is unfinished after {}: the turn limit.", turns);
    case EndReason::invalid:
      return fmt::format("The match breaks off in turn {}: seat {} forfeits it by {}.",
                         result.turns, SeatNumber{result.offender}, fault_text(result.fault));
  }
  return {};
}

std::string describe_refused(const State& state, const Action& action, Refusal why) {
  return fmt::format("Seat {} wants to {}, which is illegal: {}.", SeatNumber{state.seat()},
                     std::visit(ActionPhrase{state}, action), refusal_text(why));
}

}  // namespace evorisk::risk
