#include "app/play/views.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include "app/play/orders.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/json.hpp"
#include "base/message.hpp"
#include "base/utf8.hpp"
#include "risk/agents/planning/aims.hpp"
#include "risk/legal.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app {
namespace {

using risk::Phase;

std::string at_start(std::string text) {
  if (text[0] == 'c') text[0] = 'C';
  return text;
}

// "Left, +2 a turn; seat 1 has 1 of 3, seat 2 has 2 of 3".
std::string continent_heading(const risk::State& state, int c) {
  const risk::Variant& variant = state.variant();
  const auto size = static_cast<int>(variant.map().continent(c).territories.size());
  std::string who;
  for (int seat = 0; seat < variant.players(); ++seat) {
    const int own = risk::bits::count_in_both(state.owned(seat).data(),
                                              variant.continent_set(c).data(), variant.words());
    if (own == size) who = fmt::format("; seat {} holds it", SeatNumber{seat});
    if (own > 0 && own < size)
      who += fmt::format("{}seat {} has {} of {}", who.empty() ? "; " : ", ", SeatNumber{seat}, own,
                         size);
  }
  return fmt::format("{}, +{} a turn{}\n", at_start(continent_label(state, c)), variant.bonus(c),
                     who);
}

int continents_income(const risk::State& state, int seat) {
  const risk::Variant& variant = state.variant();
  int income = 0;
  for (int c = 0; c < variant.continents(); ++c) {
    if (risk::bits::includes(state.owned(seat).data(), variant.continent_set(c).data(),
                             variant.words()))
      income += variant.bonus(c);
  }
  return income;
}

// By each own territory that can attack or move: which territories it can.
std::map<int, std::vector<int>> targets_by_source(const risk::State& state) {
  std::map<int, std::vector<int>> targets;
  for (const risk::Action& action : open_actions(state)) {
    if (const auto* attack = std::get_if<risk::Attack>(&action); attack && attack->from >= 0)
      targets[attack->from].push_back(attack->to);
    if (const auto* move = std::get_if<risk::Fortify>(&action); move && move->from >= 0)
      targets[move->from].push_back(move->to);
  }
  return targets;
}

// The sets of cards that can be exchanged, by their numbers; the first six.
std::vector<std::string> sets(const risk::State& state) {
  constexpr std::size_t most = 6;
  std::vector<std::string> sets;
  for (const risk::Action& action : open_actions(state)) {
    const auto* exchange = std::get_if<risk::Exchange>(&action);
    if (exchange == nullptr || exchange->cards[0] < 0 || sets.size() == most) continue;
    std::string set = card_numbers(state, *exchange);
    // The same may follow with another bonus territory.
    if (sets.empty() || set != sets.back()) sets.push_back(std::move(set));
  }
  return sets;
}

// A text of app/play/terminal.json about what the seat on turn can decide; `from`: an own territory
// that can attack or move, or -1.
std::string phase_text(const risk::State& state, const std::string& kind, int from = -1) {
  static const auto phases = parse_json(terminal_text()).at("phases");
  std::vector<int> choices;  // where a troop may be placed, or what can be claimed
  for (const risk::Action& action : open_actions(state)) {
    if (const auto* pick = std::get_if<risk::Pick>(&action)) choices.push_back(pick->territory);
    if (const auto* put = std::get_if<risk::Placement>(&action)) choices.push_back(put->territory);
  }
  std::vector<int> sources;
  std::vector<std::string> moves;
  auto targets = targets_by_source(state);
  for (const auto& [source, list] : targets) {
    sources.push_back(source);
    moves.push_back(fmt::format("  {} -> {}", source, fmt::join(list, " ")));
  }
  const auto text = phases.at(risk::phase_name(state.phase())).at(kind).get<std::string>();
  return fmt::format(
      fmt::runtime(text), fmt::arg("choices", fmt::join(choices, " ")),
      fmt::arg("troops", counted(state.to_place(), "troop").text()),
      fmt::arg("continent",
               state.phase() == Phase::continent ? continent_label(state, state.continent()) : ""),
      fmt::arg("cards", show_cards(state, state.seat())),
      fmt::arg("sets", fmt::join(sets(state), ", ")), fmt::arg("moves", fmt::join(moves, "\n")),
      fmt::arg("sources", fmt::join(sources, " ")), fmt::arg("from", from),
      fmt::arg("targets", fmt::join(targets[from], " ")),
      fmt::arg("most", from < 0 ? "" : counted(state.movable(from), "troop").text()));
}

}  // namespace

std::vector<risk::Action> open_actions(const risk::State& state) {
  std::vector<risk::Action> actions;
  risk::legal_actions(state, actions);
  return actions;
}

std::string continent_label(const risk::State& state, int c) {
  const std::string& name = state.variant().map().continent(c).name;
  return name.empty() ? fmt::format("continent {}", c) : name;
}

std::string show_standings(const risk::OpenMatch& match, const Looks& looks) {
  using Align = TextTable::Align;
  const risk::State& state = match.state();
  TextTable table({{"", Align::left},
                   {"seat", Align::right},
                   {"", Align::left},
                   {"territories", Align::right},
                   {"troops", Align::right},
                   {"cards", Align::right},
                   {"next turn", Align::right}});
  for (int seat = 0; seat < state.variant().players(); ++seat) {
    const int territories = state.territories_of(seat);
    const bool out = state.eliminated(seat);
    const bool you = match.is_person(seat) && match.people() == 1;
    table.add({seat_mark(seat), std::to_string(seat + 1),
               (you ? "you" : shortened(match.header().agents[static_cast<std::size_t>(seat)])) +
                   (out ? ", eliminated" : ""),
               std::to_string(territories), std::to_string(state.troops_of(seat)),
               std::to_string(state.hand_size(seat)),
               out ? ""
                   : fmt::format("+{}", state.variant().reinforcement(territories) +
                                            continents_income(state, seat))});
  }
  std::string text = table.text();
  for (int seat = 0; looks.colours && seat < state.variant().players(); ++seat) {
    const std::string mark = "\n" + seat_mark(seat);
    if (const std::size_t at = text.find(mark); at != text.npos)
      text.replace(at + 1, mark.size() - 1, in_colours(seat_mark(seat), seat, true));
  }
  return text;
}

std::string show_continents(const risk::State& state, std::size_t width) {
  const maps::Map& map = state.variant().map();
  std::string text;
  for (int c = 0; c < map.continent_count(); ++c) {
    std::vector<std::string> territories;
    for (const int t : map.continent(c).territories) territories.push_back(map.label(t));
    text += continent_heading(state, c) +
            wrapped(fmt::format("{}", fmt::join(territories, ", ")), width, "  ", "  ");
  }
  return text;
}

std::string show_list(const risk::State& state, const Looks& looks) {
  const maps::Map& map = state.variant().map();
  std::string text;
  std::size_t widest = 0;
  for (int t = 0; t < map.territory_count(); ++t)
    widest = std::max(widest, territory_mark(state, t).size());
  for (int c = 0; c < map.continent_count(); ++c) {
    text += continent_heading(state, c);
    for (const int t : map.continent(c).territories) {
      const std::string mark = territory_mark(state, t);
      const int owner = state.owner(t);
      std::string line = "  " + (owner < 0 ? mark : in_colours(mark, owner, looks.colours));
      line += std::string(widest - mark.size(), ' ');
      if (!map.territory(t).name.empty()) line += " " + map.territory(t).name;
      text += fmt::format("{} -> {}\n", line, fmt::join(map.neighbours(t), " "));
    }
  }
  return text;
}

std::string show_cards(const risk::State& state, int seat) {
  const std::vector<int> cards = cards_of(state, seat);
  const risk::Variant& variant = state.variant();
  if (cards.empty()) return "You have no cards. A turn in which you conquer brings one.\n";
  std::string text;
  for (std::size_t i = 0; i < cards.size(); ++i) {
    text +=
        fmt::format("  card {}: {} ({}){}\n", i, variant.map().label(cards[i]),
                    risk::card_symbol_name(cards[i]), state.owns(seat, cards[i]) ? ", yours" : "");
  }
  text += fmt::format(
      "Three cards{} bring {} now",
      variant.rules().card_set == risk::CardSet::matching ? ", all alike or all different," : "",
      counted(variant.exchange_troops(state.exchanges()), "troop"));
  if (const int bonus = variant.rules().card_territory_bonus; bonus > 0)
    text += fmt::format(", and {} on a territory of yours that one of them shows",
                        counted(bonus, "troop"));
  return text + ".\n";
}

Message mission_words(const risk::State& state, int seat) {
  const risk::Variant& variant = state.variant();
  const int card = state.mission(seat);
  const int task = state.task(seat, card);
  const Message text = risk::mission_text(variant.mission(card), variant.map());
  if (task == card) return text;
  const int victim = variant.mission(card).seat;
  const char* why = victim == seat                ? "which holds this card"
                    : victim >= variant.players() ? "which is not in the match"
                                                  : "which another has destroyed";
  return Message("{}, {}; so it is to {}", text, Message(why),
                 risk::mission_text(variant.mission(task), variant.map()));
}

std::string show_mission(const risk::State& state, int seat) {
  if (state.variant().missions() == 0) return "There are no missions in this variant.\n";
  const double missing = risk::conquests_missing(state, seat, state.mission(seat));
  return fmt::format("Your mission: {}. {}\n", mission_words(state, seat),
                     missing == 0
                         ? "It is fulfilled, and counts in your own turn."
                         : fmt::format("That takes {} more.",
                                       counted(static_cast<int>(std::ceil(missing)), "conquest")));
}

std::string show_missions(const risk::State& state) {
  std::string text;
  for (int seat = 0; seat < state.variant().players(); ++seat) {
    if (state.mission(seat) < 0) continue;
    text += fmt::format("Seat {} had the mission to {}.\n", SeatNumber{seat},
                        mission_words(state, seat));
  }
  return text;
}

std::string show_rules(const risk::Variant& variant, std::size_t width) {
  std::string text;
  std::string_view topic;
  for (const risk::RuleSentence& rule : risk::rules_in_words(variant.rules())) {
    if (rule.topic != topic) text += fmt::format("{}\n", rule.topic);
    topic = rule.topic;
    text += wrapped(rule.text.text(), width, "  ", "  ");
  }
  if (variant.missions() > 0) {
    text += "Missions\n";
    for (const risk::Mission& mission : variant.deck().cards)
      text += wrapped(risk::mission_text(mission, variant.map()).text(), width, "  - ", "    ");
    const auto destroys = [](const risk::Mission& mission) {
      return mission.kind == risk::Mission::Kind::destroy;
    };
    if (std::ranges::any_of(variant.deck().cards, destroys))
      text +=
          wrapped(fmt::format("To destroy a seat means to take its last territory. If that is "
                              "one's own, is not in the match, or was destroyed by another, the "
                              "mission is to {}.",
                              risk::mission_text(variant.deck().otherwise, variant.map())),
                  width, "  ", "  ");
  }
  return text + "At this terminal nobody is shown another's cards.\n";
}

std::string show_task(const risk::State& state) {
  const bool moves = state.phase() == Phase::attack || state.phase() == Phase::fortify;
  const bool nothing = moves && targets_by_source(state).empty();
  const bool forced = state.phase() == Phase::exchange && risk::must_exchange(state);
  return phase_text(state, nothing ? "task_nothing" : forced ? "task_forced" : "task");
}

std::string prompt_of(const risk::State& state) {
  return phase_text(state, "prompt");
}

std::string valid_instead(const risk::State& state, const risk::Action& refused) {
  if (state.phase() == Phase::exchange) {
    const bool forced = risk::must_exchange(state);
    return phase_text(state, sets(state).empty() ? "instead_nothing"
                             : forced            ? "instead_forced"
                                                 : "instead");
  }
  if (state.phase() != Phase::attack && state.phase() != Phase::fortify)
    return phase_text(state, "instead");
  const auto* attack = std::get_if<risk::Attack>(&refused);
  const auto* move = std::get_if<risk::Fortify>(&refused);
  const int wanted = attack != nullptr ? attack->from : (move != nullptr ? move->from : -1);
  const auto targets = targets_by_source(state);
  if (targets.contains(wanted)) return phase_text(state, "instead_from", wanted);
  return phase_text(state, targets.empty() ? "instead_nothing" : "instead");
}

}  // namespace evorisk::app
