#include "app/play/orders.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iterator>
#include <nlohmann/json.hpp>
#include <span>
#include <sstream>
#include <vector>

#include "app/play/views.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/reading/number_in.hpp"
#include "base/reading/plain_letter.hpp"
#include "base/utf8.hpp"

namespace evorisk::app {
namespace {

using risk::Phase;
using Words = std::span<const std::string>;

struct PlayCommand {
  std::vector<std::string> words;  // its name, and others that begin a line as well
  std::string task;                // of a decision: what is to be done, as a clause
  std::string forms;
  std::string meaning;
};

const std::vector<PlayCommand>& commands() {
  static const auto all = [] {
    std::vector<PlayCommand> list;
    const auto texts = parse_json(terminal_text());
    for (const auto& entry : texts.at("commands"))
      list.push_back({entry.at("words"), entry.value("task", ""), entry.value("forms", ""),
                      entry.value("meaning", "")});
    return list;
  }();
  return all;
}

// By the order of Verb.
constexpr std::string_view verb_names[] = {"act",  "undo",  "save",  "quit", "help",    "map",
                                           "list", "cards", "rules", "hint", "explain", "mission"};

// The command by which a person decides in the phase.
const PlayCommand& decision_of(Phase phase) {
  const char* name = phase == Phase::pick       ? "pick"
                     : phase == Phase::exchange ? "exchange"
                     : phase == Phase::attack   ? "attack"
                     : phase == Phase::fortify  ? "fortify"
                                                : "place";
  return *std::ranges::find_if(commands(), [&](const auto& c) { return c.words[0] == name; });
}

// Thrown: a sentence that is said instead of an order.
struct Misread {
  std::string answer;
};

[[noreturn]] void refuse(std::string answer) {
  if (answer[0] >= 'a' && answer[0] <= 'z') answer[0] = static_cast<char>(answer[0] - 'a' + 'A');
  if (!answer.ends_with('.') && !answer.ends_with('?')) answer += '.';
  throw Misread{std::move(answer)};
}

// With what can be typed now.
[[noreturn]] void refuse(const std::string& problem, Phase phase) {
  refuse(fmt::format("{}. Type {}; or help", problem, decision_of(phase).forms));
}

// Lower case, without accents (of Latin-1) and with hyphens as spaces, cut into words at white
// space and commas; "->" is a word of its own, quotation marks are dropped.
std::vector<std::string> words_of(std::string_view line) {
  std::string text;
  for (std::size_t i = 0; i < line.size(); ++i) {
    const char c = line[i];
    const auto byte = static_cast<unsigned char>(c);
    const auto next = i + 1 < line.size() ? static_cast<unsigned char>(line[i + 1]) : 0u;
    if (byte == 0xc3 && next >= 0x80 && next <= 0xbf) {
      text += plain_letter(line[i + 1]);
      ++i;
    } else if (byte == 0xe2 && line.substr(i, 3) == "\u2192") {
      text += " -> ";
      i += 2;
    } else if (c == '-' && next == '>') {
      text += " -> ";
      ++i;
    } else if (c == '"') {
      continue;
    } else if (c == '-' && next >= '0' && next <= '9' && (text.empty() || text.back() == ' ')) {
      text += c;  // a number below zero, to be refused
    } else if (c == ',' || c == '-' || c == '_' || byte <= ' ') {
      text += ' ';
    } else {
      text += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  std::istringstream in(text);
  return {std::istream_iterator<std::string>(in), {}};
}

// Decimal digits only; -1 for anything else, and at most 999,999,999.
int number_of(std::string_view word) {
  const auto number = number_in<unsigned>(word);
  return number && *number < 1'000'000'000 ? static_cast<int>(*number) : -1;
}

std::string quoted(Words words) {
  return fmt::format("\"{}\"", shortened(fmt::format("{}", fmt::join(words, " ")), 40));
}

bool all_zero(Words words, std::size_t count) {
  return words.size() == count &&
         std::ranges::all_of(words, [](const std::string& word) { return number_of(word) == 0; });
}

// A territory, or a clause that says why the words name none.
struct Place {
  int territory = -1;
  std::string problem;
  bool unknown = false;  // no name begins like that
};

// Two territories, with a number of troops where one was given.
struct PlacePair {
  static constexpr int all = -1;
  int from = -1;
  int to = -1;
  std::optional<int> amount;
};

class Reader {
 public:
  explicit Reader(const risk::State& state)
      : state_(state), map_(state.variant().map()), phase_(state.phase()) {
    for (int t = 0; t < map_.territory_count(); ++t)
      names_.push_back(words_of(map_.territory(t).name));
  }

  Order order(const std::string& line, Words words) const {
    const Words rest = words.subspan(1);
    const auto command = std::ranges::find_if(commands(), [&](const PlayCommand& one) {
      return std::ranges::find(one.words, words[0]) != one.words.end();
    });
    if (command == commands().end()) return bare_decision(words);
    const std::string& name = command->words[0];
    const auto verb = std::ranges::find(verb_names, name);
    if (verb != std::end(verb_names))
      return other(static_cast<Verb>(verb - std::begin(verb_names)), rest, line);
    const PlayCommand& due = decision_of(phase_);
    if (name == "stop") {
      if (!rest.empty()) refuse("nothing can follow that word");
      if (phase_ == Phase::exchange) return act(risk::Exchange{});
      if (phase_ == Phase::attack) return act(risk::Attack{});
      if (phase_ == Phase::fortify) return act(risk::Fortify{});
      refuse("first " + due.task, phase_);
    }
    if (&*command != &due)
      refuse(fmt::format("it is time to {}, not for \"{}\"", due.task, words[0]), phase_);
    if (rest.empty()) refuse(fmt::format("something must follow \"{}\"", words[0]), phase_);
    return decision(rest);
  }

 private:
  static Order act(const risk::Action& action, int until = 0) {
    return {.verb = Verb::act, .action = action, .until = until, .fight = {}, .text = {}};
  }

  // Without the word of its command. One that is no territory may be a command mistyped.
  Order bare_decision(Words words) const {
    try {
      return decision(words);
    } catch (const Misread&) {
      if (!find(words.first(1)).unknown) throw;
      std::vector<std::string_view> known;
      for (const PlayCommand& command : commands()) {
        for (const std::string& word : command.words) {
          if (word.size() > 1) known.push_back(word);
        }
      }
      const auto near = nearest_name(words[0], known);
      if (!near) throw;
      refuse(
          fmt::format("{} is unknown; did you mean \"{}\"? A territory is given by its number or "
                      "the beginning of its name",
                      quoted(words.first(1)), *near));
    }
  }

  Order decision(Words words) const {
    switch (phase_) {
      case Phase::pick:
        return act(risk::Pick{territory(words)});
      case Phase::exchange:
        return exchange(words);
      case Phase::attack:
        return attack(words);
      case Phase::fortify:
        return fortify(words);
      default:
        return place(words);
    }
  }

  Order other(Verb verb, Words words, std::string_view line) const {
    Order order{.verb = verb, .action = {}, .fight = {}, .text = {}};
    if (words.empty()) return order;
    if (verb == Verb::save) {
      // A file's name keeps its case and spaces.
      const std::size_t word = line.find_first_not_of(" \t");
      const std::size_t rest = line.find_first_not_of(" \t", line.find_first_of(" \t", word));
      if (rest == line.npos) return order;
      order.text = std::string(line.substr(rest));
      order.text.erase(order.text.find_last_not_of(" \t\r") + 1);
    } else if (verb == Verb::help) {
      if (words.size() > 1) refuse("help takes one command");
      order.text = words[0];
    } else if (verb == Verb::hint) {
      const Order fight = attack(words);
      const auto& attack = std::get<risk::Attack>(fight.action);
      if (attack.from >= 0) order.fight = attack;
      order.until = std::max(1, fight.until);
    } else {
      refuse("nothing can follow that word");
    }
    return order;
  }

  // FROM TO [until N | all]; a bare FROM TO asks for one roll (0).
  Order attack(Words words) const {
    if (all_zero(words, 2)) return act(risk::Attack{});
    int until = 0;
    if (words.back() == "all") {
      until = 1;
      words = words.first(words.size() - 1);
    } else if (words.size() >= 2 && words[words.size() - 2] == "until") {
      until = number_of(words.back());
      if (until < 1)
        refuse(
            fmt::format("until how many troops? {} is no number from 1 on", quoted(words.last(1))));
      words = words.first(words.size() - 2);
    } else if (words.back() == "until") {
      refuse("until how many troops? Write FROM TO until N");
    }
    const PlacePair pair = find_pair(words, Phase::attack);
    if (pair.amount) refuse("after FROM TO only until N, or all, can follow");
    return act(risk::Attack{pair.from, pair.to}, until);
  }

  Order place(Words words) const {
    if (words.front() == "all") refuse("on which territory? Write TERRITORY all");
    const int number = number_of(words.back());
    const bool with_amount = words.size() > 1 && (number >= 0 || words.back() == "all");
    if (!with_amount || find(words).territory >= 0)
      return act(risk::Placement{territory(words), 1});
    return act(risk::Placement{territory(words.first(words.size() - 1)),
                               number >= 0 ? number : state_.to_place()});
  }

  Order exchange(Words words) const {
    if (all_zero(words, 3)) return act(risk::Exchange{});
    risk::Exchange exchange;
    const std::vector<int> hand = cards_of(state_, state_.seat());
    const auto bonus = std::ranges::find(words, "bonus");
    const auto count = static_cast<std::size_t>(bonus - words.begin());
    if (count != 3)
      refuse(fmt::format("three cards are exchanged, by their numbers 0 to {}", hand.size() - 1),
             phase_);
    for (std::size_t i = 0; i < 3; ++i) {
      const int number = number_of(words[i]);
      if (number < 0 || number >= static_cast<int>(hand.size()))
        refuse(fmt::format("{} is none of your cards, which are numbered 0 to {}",
                           quoted(words.subspan(i, 1)), hand.size() - 1),
               phase_);
      exchange.cards[i] = hand[static_cast<std::size_t>(number)];
    }
    if (bonus != words.end()) {
      exchange.bonus_territory = territory(words.subspan(count + 1));
      return act(exchange);
    }
    if (state_.variant().rules().card_territory_bonus == 0) return act(exchange);
    std::vector<int> own;
    for (const int card : exchange.cards) {
      if (state_.owns(state_.seat(), card) && std::ranges::find(own, card) == own.end())
        own.push_back(card);
    }
    if (own.size() > 1)
      refuse(
          fmt::format("several of these cards show your territories; add which gets the "
                      "bonus: bonus {}",
                      labels(own, " or ")));
    if (own.size() == 1) exchange.bonus_territory = own[0];
    return act(exchange);
  }

  Order fortify(Words words) const {
    if (all_zero(words, 2)) return act(risk::Fortify{});
    const PlacePair pair = find_pair(words, phase_);
    // Of none that can move, the refusal of one says why.
    const int troops = pair.amount == PlacePair::all ? std::max(1, state_.movable(pair.from))
                                                     : pair.amount.value_or(1);
    return act(risk::Fortify{pair.from, pair.to, troops});
  }

  std::string labels(const std::vector<int>& territories, std::string_view between) const {
    std::vector<std::string> list;
    for (const int t : territories) list.push_back(map_.label(t));
    return fmt::format("{}", fmt::join(list, between));
  }

  int territory(Words words) const {
    const Place place = find(words);
    if (place.territory < 0) refuse(place.problem, phase_);
    return place.territory;
  }

  Place find(Words words) const {
    if (words.empty()) return {-1, "a territory is missing"};
    const int count = map_.territory_count();
    const int number = words.size() == 1 ? number_of(words[0]) : -1;
    if (number >= count)
      return {-1, fmt::format("there is no territory {}; they are numbered 0 to {}", number,
                              count - 1)};
    if (number >= 0) return {number, {}};
    std::vector<int> at_start;
    std::vector<int> inside;
    for (int t = 0; t < count; ++t) {
      const std::vector<std::string>& name = names_[static_cast<std::size_t>(t)];
      if (std::ranges::equal(name, words)) return {t, {}};
      const auto at = std::search(name.begin(), name.end(), words.begin(), words.end(),
                                  [](const std::string& word, const std::string& beginning) {
                                    return word.starts_with(beginning);
                                  });
      if (at != name.end()) (at == name.begin() ? at_start : inside).push_back(t);
    }
    std::vector<int>& found = at_start.empty() ? inside : at_start;
    if (found.size() == 1) return {found[0], {}};
    if (found.empty()) return {-1, fmt::format("no territory is called {}", quoted(words)), true};
    constexpr std::size_t most = 6;
    const bool others = found.size() > most;
    found.resize(std::min(found.size(), most));
    return {-1, fmt::format("{} may be {}{}", quoted(words), labels(found, ", "),
                            others ? " and others" : "")};
  }

  // Every way to read the words as two territories; "->" or "to" may stand between them.
  std::vector<PlacePair> divisions(Words words, std::optional<int> amount) const {
    const auto mark = std::ranges::find_if(
        words, [](const std::string& word) { return word == "->" || word == "to"; });
    const std::size_t skip = mark == words.end() ? 0 : 1;
    std::vector<PlacePair> found;
    for (std::size_t i = 1; i < words.size(); ++i) {
      if (skip == 1 && i != static_cast<std::size_t>(mark - words.begin())) continue;
      const int from = find(words.first(i)).territory;
      const int to = find(words.subspan(i + skip)).territory;
      if (from >= 0 && to >= 0) found.push_back({from, to, amount});
    }
    return found;
  }

  // FROM TO [amount]: a last number or "all" is an amount if two territories come before it.
  PlacePair find_pair(Words words, Phase phase) const {
    std::vector<PlacePair> found = divisions(words, {});
    if (found.empty() && words.size() > 2) {
      const int number = number_of(words.back());
      if (number >= 0 || words.back() == "all")
        found = divisions(words.first(words.size() - 1), number >= 0 ? number : PlacePair::all);
    }
    if (found.size() == 1) return found[0];
    if (found.size() > 1)
      refuse(fmt::format("{} can be read in two ways; write FROM -> TO", quoted(words)), phase);
    if (words.size() < 2) refuse("two territories are needed, FROM TO", phase);
    // The first of them that is none, if that can be told.
    for (const Words part : {words.first(1), words.subspan(1, 1)}) {
      const Place place = find(part);
      if (place.territory < 0 && words.size() <= 3) refuse(place.problem, phase);
    }
    refuse(fmt::format("{} is not two territories and a number", quoted(words)), phase);
  }

  const risk::State& state_;
  const maps::Map& map_;
  Phase phase_;
  std::vector<std::vector<std::string>> names_;  // of the territories, as words
};

}  // namespace

Understood understand(std::string_view typed, const risk::State& state) {
  constexpr std::size_t longest = 1000;
  try {
    if (typed.size() > longest) refuse("that line is too long");
    const std::string line = without_controls(typed);
    const std::vector<std::string> words = words_of(line);
    if (words.empty()) return {};
    return {Reader(state).order(line, words), {}};
  } catch (const Misread& misread) {
    return {std::nullopt, misread.answer};
  }
}

std::vector<int> cards_of(const risk::State& state, int seat) {
  std::vector<int> cards;
  risk::bits::for_each(state.hand(seat).data(), state.variant().words(),
                       [&](int card) { cards.push_back(card); });
  return cards;
}

std::string card_numbers(const risk::State& state, const risk::Exchange& exchange) {
  const std::vector<int> hand = cards_of(state, state.seat());
  const auto number = [&](int card) { return std::ranges::find(hand, card) - hand.begin(); };
  const auto& [first, second, third] = exchange.cards;
  return fmt::format("{} {} {}", number(first), number(second), number(third));
}

std::string typed(const risk::State& state, const risk::Action& action) {
  struct Typed {
    const risk::State& state;
    std::string operator()(const risk::Pick& a) const { return std::to_string(a.territory); }
    std::string operator()(const risk::Placement& a) const {
      return fmt::format("{} {}", a.territory, a.troops);
    }
    std::string operator()(const risk::Exchange& a) const {
      if (a.cards[0] < 0) return "0 0 0";
      const std::string cards = card_numbers(state, a);
      return a.bonus_territory < 0 ? cards : fmt::format("{} bonus {}", cards, a.bonus_territory);
    }
    std::string operator()(const risk::Attack& a) const {
      return a.from < 0 ? "0 0" : fmt::format("{} {}", a.from, a.to);
    }
    std::string operator()(const risk::Fortify& a) const {
      return a.from < 0 ? "0 0" : fmt::format("{} {} {}", a.from, a.to, a.troops);
    }
  };
  return std::visit(Typed{state}, action);
}

std::string show_help(std::string_view word, Phase phase, std::size_t width) {
  const auto line = [width](const PlayCommand& command) {
    return fmt::format("  {}\n{}", command.forms,
                       wrapped(command.meaning, width, "      ", "      "));
  };
  const PlayCommand* now = &decision_of(phase);
  std::vector<std::string_view> names;
  std::string sections[3];
  for (const PlayCommand& command : commands()) {
    if (command.forms.empty()) continue;
    if (command.words[0] == word) return line(command);
    names.push_back(command.words[0]);
    sections[&command == now ? 0 : command.task.empty() ? 1 : 2] += line(command);
  }
  if (!word.empty()) {
    std::string answer = unknown_name("command", word, names);
    answer[0] = 'U';
    return answer + ".\n";
  }
  return fmt::format(
      "Now:\n{}At any time:\n{}At other times:\n{}{}", sections[0], sections[1], sections[2],
      wrapped("Territories are given by number or by the beginning of their name. Without a number "
              "of troops one is meant; all means as many as there are. \";\" stands between "
              "several commands on one line.",
              width, "", ""));
}

}  // namespace evorisk::app
