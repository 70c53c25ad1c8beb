#include "app/play/views.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/play/orders.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/names.hpp"
#include "base/utf8.hpp"
#include "risk/agents/planning/aims.hpp"
#include "risk/legal.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app {
namespace {

using risk::Phase;

constexpr std::size_t page_width = 98;  // of help and rules

std::string continent_label(const risk::State& state, int c) {
  const std::string& name = state.variant().map().continent(c).name;
  return name.empty() ? fmt::format("continent {}", c) : name;
}

std::string at_start(std::string text) {
  if (text[0] == 'c') text[0] = 'C';
  return text;
}

// "Left, +2 a turn; seat 0 has 1 of 3, seat 1 has 2 of 3".
std::string continent_heading(const risk::State& state, int c) {
  const risk::Variant& variant = state.variant();
  const auto size = static_cast<int>(variant.map().continent(c).territories.size());
  std::string who;
  for (int seat = 0; seat < variant.players(); ++seat) {
    const int own = risk::bits::count_in_both(state.owned(seat).data(),
                                              variant.continent_set(c).data(), variant.words());
    if (own == size) who = fmt::format("; seat {} holds it", seat);
    if (own > 0 && own < size)
      who += fmt::format("{}seat {} has {} of {}", who.empty() ? "; " : ", ", seat, own, size);
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

// From each own territory to where it may attack or move, one line each, or on few lines when they
// are many.
std::string choices_from(const risk::State& state, std::string_view arrow) {
  std::vector<risk::Action> actions;
  risk::legal_actions(state, actions);
  std::string text;
  int from = -1;
  const auto add = [&](int a, int b) {
    if (a != from) {
      if (from >= 0) text += '\n';
      text += fmt::format("  {} {}", a, arrow);
      from = a;
    }
    text += fmt::format(" {}", b);
  };
  for (const risk::Action& action : actions) {
    if (const auto* attack = std::get_if<risk::Attack>(&action); attack && attack->from >= 0)
      add(attack->from, attack->to);
    if (const auto* move = std::get_if<risk::Fortify>(&action); move && move->from >= 0)
      add(move->from, move->to);
  }
  return from < 0 ? text : text + '\n';
}

std::string numbers(const std::vector<int>& list) {
  std::string text;
  for (const int t : list) text += fmt::format("{}{}", text.empty() ? "" : " ", t);
  return text;
}

// Territories that a troop may be placed on or that can be claimed.
std::vector<int> choices(const risk::State& state) {
  std::vector<risk::Action> actions;
  risk::legal_actions(state, actions);
  std::vector<int> list;
  for (const risk::Action& action : actions) {
    if (const auto* pick = std::get_if<risk::Pick>(&action)) list.push_back(pick->territory);
    if (const auto* put = std::get_if<risk::Placement>(&action)) list.push_back(put->territory);
  }
  return list;
}

std::string valid_exchanges(const risk::State& state) {
  constexpr int most = 6;
  std::vector<risk::Action> actions;
  risk::legal_actions(state, actions);
  const std::vector<int> hand = cards_of(state, state.seat());
  std::string sets;
  std::string last;
  int shown = 0;
  for (const risk::Action& action : actions) {
    const auto& exchange = std::get<risk::Exchange>(action);
    if (exchange.cards[0] < 0 || shown == most) continue;
    std::string set;
    for (const int card : exchange.cards)
      set +=
          fmt::format("{}{}", set.empty() ? "" : " ", std::ranges::find(hand, card) - hand.begin());
    if (set == last) continue;  // the same with another bonus territory
    sets += (sets.empty() ? "" : ", ") + set;
    last = set;
    ++shown;
  }
  if (sets.empty()) return "None of your cards make a set; 0 0 0 keeps them.";
  return fmt::format("You can exchange {}{}.", sets,
                     risk::must_exchange(state) ? "" : "; 0 0 0 keeps them");
}

}  // namespace

std::string wrapped(std::string_view text, std::size_t width, std::string_view indent) {
  std::string lines;
  std::string line;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find(' ', at), text.size());
    const std::string_view word = text.substr(at, end - at);
    if (!line.empty() && indent.size() + line.size() + 1 + word.size() > width) {
      lines += fmt::format("{}{}\n", indent, line);
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += word;
    at = end + 1;
  }
  return line.empty() ? lines : lines + fmt::format("{}{}\n", indent, line);
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
    table.add({seat_mark(seat), std::to_string(seat),
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
    std::string territories;
    for (const int t : map.continent(c).territories)
      territories += (territories.empty() ? "" : ", ") + map.label(t);
    text += continent_heading(state, c) + wrapped(territories, width, "  ");
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
      text += line + " ->";
      for (const int to : map.neighbours(t)) text += fmt::format(" {}", to);
      text += '\n';
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
  const char* why = victim == seat                ? "that is its own"
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
    text += fmt::format("Seat {} had the mission to {}.\n", seat, mission_words(state, seat));
  }
  return text;
}

std::string show_rules(const risk::Variant& variant) {
  std::string text;
  std::string_view topic;
  for (const risk::RuleSentence& rule : risk::rules_in_words(variant.rules())) {
    if (rule.topic != topic) text += fmt::format("{}\n", rule.topic);
    topic = rule.topic;
    text += wrapped(rule.text.text(), page_width, "  ");
  }
  if (variant.missions() > 0) {
    text += "Missions\n";
    for (const risk::Mission& mission : variant.deck().cards)
      text += fmt::format("  - {}\n", risk::mission_text(mission, variant.map()));
    text += wrapped(fmt::format("To destroy a seat means to take its last territory. If that is "
                                "one's own, is not in the match, or was destroyed by another, the "
                                "mission is to {}.",
                                risk::mission_text(variant.deck().otherwise, variant.map())),
                    page_width, "  ");
  }
  return text + "At this terminal nobody is shown another's cards.\n";
}

std::string show_help(std::string_view word, Phase phase) {
  const bool places = phase == Phase::initial || phase == Phase::continent;
  const Phase now = places ? Phase::reinforce : phase;
  const auto line = [](const OrderHelp& entry) {
    return fmt::format("  {}\n{}", entry.forms, wrapped(entry.meaning, page_width, "      "));
  };
  if (!word.empty()) {
    std::vector<std::string_view> words;
    for (const OrderHelp& entry : order_help()) {
      if (entry.word == word) return line(entry);
      words.push_back(entry.word);
    }
    std::string answer = unknown_name("command", word, words);
    answer[0] = 'U';
    return answer + ".\n";
  }
  std::string text;
  const auto section = [&](std::string_view title, auto wanted) {
    text += fmt::format("{}\n", title);
    for (const OrderHelp& entry : order_help()) {
      if (wanted(entry)) text += line(entry);
    }
  };
  section("Now:", [&](const OrderHelp& e) { return e.phase == now; });
  section("At any time:", [](const OrderHelp& e) { return !e.phase; });
  section("At other times:", [&](const OrderHelp& e) { return e.phase && e.phase != now; });
  return text +
         "Territories are given by number or by the beginning of their name. \"; \" stands between "
         "several\ncommands on one line. Put no troops where you mean one, all where you mean "
         "all.\n";
}

std::string show_task(const risk::State& state) {
  switch (state.phase()) {
    case Phase::pick:
      return fmt::format("Choose a territory for your next troop. Free: {}\n",
                         numbers(choices(state)));
    case Phase::initial:
      return fmt::format("Place an initial troop. Your territories: {}\n", numbers(choices(state)));
    case Phase::continent:
      return fmt::format("Place the troops that {} brings you, on {}\n",
                         continent_label(state, state.continent()), numbers(choices(state)));
    case Phase::reinforce:
      return fmt::format("Place your troops, on {}\n", numbers(choices(state)));
    case Phase::exchange:
      return fmt::format(
          "You can exchange three cards{}.\n{}",
          risk::must_exchange(state) ? ", and must: your hand is full" : "; 0 0 0 keeps them",
          show_cards(state, state.seat()));
    case Phase::attack: {
      const std::string lines = choices_from(state, "->");
      return lines.empty() ? "You can attack nothing; 0 0 ends your attacks.\n"
                           : "Attack FROM -> TO; 0 0 ends your attacks:\n" + lines;
    }
    case Phase::fortify: {
      const std::string lines = choices_from(state, "->");
      return lines.empty() ? "You can move nothing; 0 0 ends your turn.\n"
                           : "Move troops FROM -> TO; 0 0 ends your turn:\n" + lines;
    }
    default:
      return {};
  }
}

std::string prompt_of(const risk::State& state) {
  switch (state.phase()) {
    case Phase::pick:
      return "choose a territory";
    case Phase::initial:
      return "place 1 troop";
    case Phase::continent:
      return fmt::format("place {} in {}", counted(state.to_place(), "troop"),
                         continent_label(state, state.continent()));
    case Phase::reinforce:
      return fmt::format("place {}", counted(state.to_place(), "troop"));
    case Phase::exchange:
      return "exchange cards";
    case Phase::attack:
      return "attack";
    default:
      return "fortify";
  }
}

std::string valid_instead(const risk::State& state, const risk::Action& refused) {
  const Phase phase = state.phase();
  if (phase == Phase::pick) return fmt::format("Free are {}.", numbers(choices(state)));
  if (phase == Phase::exchange) return valid_exchanges(state);
  if (phase != Phase::attack && phase != Phase::fortify)
    return fmt::format("You can place {} on {}.", counted(state.to_place(), "troop"),
                       numbers(choices(state)));
  const bool attacks = phase == Phase::attack;
  const auto* attack = std::get_if<risk::Attack>(&refused);
  const auto* move = std::get_if<risk::Fortify>(&refused);
  const int wanted = attack != nullptr ? attack->from : (move != nullptr ? move->from : -1);
  std::vector<risk::Action> actions;
  risk::legal_actions(state, actions);
  std::vector<int> sources;
  std::vector<int> targets;
  int most = 0;
  for (const risk::Action& action : actions) {
    const auto* a = std::get_if<risk::Attack>(&action);
    const auto* f = std::get_if<risk::Fortify>(&action);
    const int from = attacks ? a->from : f->from;
    if (from < 0) continue;
    if (sources.empty() || sources.back() != from) sources.push_back(from);
    if (from != wanted) continue;
    targets.push_back(attacks ? a->to : f->to);
    most = attacks ? 0 : f->troops;
  }
  const char* end = attacks ? "0 0 ends your attacks" : "0 0 ends your turn";
  if (!targets.empty() && attacks)
    return fmt::format("From {} you can attack {}; {}.", wanted, numbers(targets), end);
  if (!targets.empty())
    return fmt::format("From {} you can move up to {} to {}; {}.", wanted, counted(most, "troop"),
                       numbers(targets), end);
  if (sources.empty())
    return fmt::format("There is nowhere to {} from; {}.", attacks ? "attack" : "move", end);
  return fmt::format("You can {} from {}; {}.", attacks ? "attack" : "move", numbers(sources), end);
}

}  // namespace evorisk::app
