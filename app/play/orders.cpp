#include "app/play/orders.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/names.hpp"
#include "base/utf8.hpp"

namespace evorisk::app {
namespace {

using risk::Phase;
using Words = std::span<const std::string>;

// Words that begin a line. The kind says which decision, or which other command, is meant.
enum class Kind { pick, place, exchange, attack, fortify, stop, other };
struct OrderWord {
  std::string_view word;
  Kind kind;
  Verb verb = Verb::act;
};
constexpr OrderWord order_words[] = {
    {"pick", Kind::pick},
    {"claim", Kind::pick},
    {"choose", Kind::pick},
    {"place", Kind::place},
    {"put", Kind::place},
    {"p", Kind::place},
    {"exchange", Kind::exchange},
    {"trade", Kind::exchange},
    {"x", Kind::exchange},
    {"attack", Kind::attack},
    {"a", Kind::attack},
    {"fortify", Kind::fortify},
    {"move", Kind::fortify},
    {"f", Kind::fortify},
    {"stop", Kind::stop},
    {"end", Kind::stop},
    {"done", Kind::stop},
    {"keep", Kind::stop},
    {"pass", Kind::stop},
    {"undo", Kind::other, Verb::undo},
    {"u", Kind::other, Verb::undo},
    {"save", Kind::other, Verb::save},
    {"quit", Kind::other, Verb::quit},
    {"exit", Kind::other, Verb::quit},
    {"q", Kind::other, Verb::quit},
    {"help", Kind::other, Verb::help},
    {"?", Kind::other, Verb::help},
    {"map", Kind::other, Verb::map},
    {"m", Kind::other, Verb::map},
    {"list", Kind::other, Verb::list},
    {"cards", Kind::other, Verb::cards},
    {"rules", Kind::other, Verb::rules},
    {"hint", Kind::other, Verb::hint},
    {"odds", Kind::other, Verb::hint},
    {"h", Kind::other, Verb::hint},
    {"explain", Kind::other, Verb::explain},
    {"mission", Kind::other, Verb::mission},
};

constexpr OrderHelp help_entries[] = {
    {"pick", "TERRITORY | pick TERRITORY", "claims a free territory", Phase::pick},
    {"place", "TERRITORY | TERRITORY N | TERRITORY all | place ...",
     "places one troop, N, or all that are left; undo takes it back", Phase::reinforce},
    {"exchange", "A B C | A B C bonus TERRITORY | exchange ... | 0 0 0 | keep",
     "exchanges three cards by their numbers in `cards`, and says which own territory on them gets "
     "the bonus if there are several; 0 0 0 keeps them",
     Phase::exchange},
    {"attack", "FROM TO | FROM TO until N | FROM TO all | attack ... | 0 0 | stop",
     "one roll; rolls until it is conquered or N troops (all: 1) are left; 0 0 ends your attacks",
     Phase::attack},
    {"fortify", "FROM TO | FROM TO N | FROM TO all | fortify ... | 0 0 | stop",
     "moves one troop, N, or all that can move; 0 0 ends your turn", Phase::fortify},
    {"undo",
     "undo",
     "takes back what you did last, as long as neither dice nor others followed",
     {}},
    {"hint",
     "hint | hint FROM TO | hint FROM TO until N",
     "the exact odds of what you can do and what the strategist would do; the odds of one fight",
     {}},
    {"explain",
     "explain",
     "what the others decided since your last decision, what they considered "
     "and why",
     {}},
    {"map", "map", "draws the map", {}},
    {"list", "list", "lists all territories with their neighbours", {}},
    {"cards", "cards", "shows your cards", {}},
    {"mission", "mission", "shows your mission, and how far you are", {}},
    {"rules", "rules", "the rules of this variant in words", {}},
    {"save", "save | save FILE", "says where the match is kept, or writes a copy to FILE", {}},
    {"quit", "quit", "leaves; the match can be resumed", {}},
    {"help", "help | help COMMAND", "this list, or one line of it", {}},
};

constexpr std::string_view name_rule =
    "A territory is given by its number or the beginning of its name.";

bool places_troops(Phase phase) {
  return phase == Phase::initial || phase == Phase::continent || phase == Phase::reinforce;
}

Kind kind_of(Phase phase) {
  if (places_troops(phase)) return Kind::place;
  if (phase == Phase::pick) return Kind::pick;
  if (phase == Phase::exchange) return Kind::exchange;
  return phase == Phase::attack ? Kind::attack : Kind::fortify;
}

std::string_view forms_of(Phase phase) {
  const Phase wanted = places_troops(phase) ? Phase::reinforce : phase;
  for (const OrderHelp& entry : help_entries) {
    if (entry.phase == wanted) return entry.forms;
  }
  return {};
}

// What a person typed may hold any bytes; what is printed may not.
std::string printable(std::string_view text) {
  std::string clean;
  while (!text.empty()) {
    const std::size_t valid = valid_utf8_prefix(text);
    for (const char c : text.substr(0, valid)) clean += c == 0x7f || (c >= 0 && c < ' ') ? ' ' : c;
    text.remove_prefix(valid);
    if (text.empty()) break;
    clean += "\uFFFD";
    text.remove_prefix(1);
  }
  return clean;
}

Understood refuse(std::string answer) {
  if (!answer.empty() && answer[0] >= 'a' && answer[0] <= 'z')
    answer[0] = static_cast<char>(answer[0] - 'a' + 'A');
  if (!answer.ends_with('.') && !answer.ends_with('?')) answer += '.';
  return {std::nullopt, std::move(answer)};
}

// With what can be typed now.
Understood refuse(const std::string& problem, Phase phase) {
  return refuse(fmt::format("{}. Type {}; or help", problem, forms_of(phase)));
}

Understood act(const risk::Action& action, int until = 0) {
  Order order;
  order.verb = Verb::act;
  order.action = action;
  order.until = until;
  return {order, {}};
}

bool all_zero(Words words, std::size_t count) {
  return words.size() == count &&
         std::ranges::all_of(words, [](const std::string& word) { return number_of(word) == 0; });
}

class Reader {
 public:
  Reader(const risk::State& state, const Places& places)
      : state_(state), places_(places), phase_(state.phase()) {}

  Understood decision(Words words) const {
    switch (kind_of(phase_)) {
      case Kind::pick:
        return pick(words);
      case Kind::place:
        return place(words);
      case Kind::exchange:
        return exchange(words);
      case Kind::attack:
        return attack(words);
      default:
        return fortify(words);
    }
  }

  Understood stop() const {
    switch (phase_) {
      case Phase::exchange:
        return act(risk::Exchange{});
      case Phase::attack:
        return act(risk::Attack{});
      case Phase::fortify:
        return act(risk::Fortify{});
      default:
        return refuse(fmt::format("first {}", phase_task(phase_)), phase_);
    }
  }

  // FROM TO [until N | all]; a bare FROM TO asks for one roll (0).
  Understood attack(Words words) const {
    if (all_zero(words, 2)) return act(risk::Attack{});
    int until = 0;
    if (!words.empty() && words.back() == "all") {
      until = 1;
      words = words.first(words.size() - 1);
    } else if (words.size() >= 2 && words[words.size() - 2] == "until") {
      until = number_of(words.back());
      if (until < 1)
        return refuse(fmt::format("until how many troops? \"{}\" is no number from 1 on",
                                  shortened(words.back(), 40)));
      words = words.first(words.size() - 2);
    } else if (!words.empty() && words.back() == "until") {
      return refuse("until how many troops? Write FROM TO until N");
    }
    const PlacePair pair = places_.find_pair(words, true);
    if (pair.problem.empty() && pair.amount)
      return refuse("after FROM TO only until N, or all, can follow");
    if (!pair.problem.empty()) return refuse(pair.problem, Phase::attack);
    return act(risk::Attack{pair.from, pair.to}, until);
  }

 private:
  Understood pick(Words words) const {
    const Place place = places_.find(words);
    if (place.territory < 0) return refuse(place.problem, phase_);
    return act(risk::Pick{place.territory});
  }

  Understood place(Words words) const {
    if (!words.empty() && words.front() == "all")
      return refuse("on which territory? Write TERRITORY all");
    Place place = places_.find(words);
    int troops = 1;
    if (place.territory < 0 && words.size() > 1) {
      const int number = number_of(words.back());
      if (number >= 0 || words.back() == "all") {
        place = places_.find(words.first(words.size() - 1));
        troops = number >= 0 ? number : state_.to_place();
      }
    }
    if (place.territory < 0) return refuse(place.problem, phase_);
    return act(risk::Placement{place.territory, troops});
  }

  Understood exchange(Words words) const {
    if (all_zero(words, 3)) return act(risk::Exchange{});
    risk::Exchange exchange;
    const std::vector<int> hand = cards_of(state_, state_.seat());
    const auto bonus = std::ranges::find(words, "bonus");
    const auto count = static_cast<std::size_t>(bonus - words.begin());
    if (count != 3)
      return refuse(
          fmt::format("three cards are exchanged, by their numbers 0 to {}", hand.size() - 1),
          phase_);
    for (std::size_t i = 0; i < 3; ++i) {
      const int number = number_of(words[i]);
      if (number < 0 || number >= static_cast<int>(hand.size()))
        return refuse(fmt::format("\"{}\" is none of your cards, which are numbered 0 to {}",
                                  shortened(words[i], 40), hand.size() - 1),
                      phase_);
      exchange.cards[i] = hand[static_cast<std::size_t>(number)];
    }
    if (bonus != words.end()) {
      const Place place = places_.find(words.subspan(count + 1));
      if (place.territory < 0) return refuse(place.problem, phase_);
      exchange.bonus_territory = place.territory;
      return act(exchange);
    }
    if (state_.variant().rules().card_territory_bonus == 0) return act(exchange);
    std::vector<int> own;
    for (const int card : exchange.cards) {
      if (state_.owns(state_.seat(), card) && std::ranges::find(own, card) == own.end())
        own.push_back(card);
    }
    if (own.size() > 1) {
      std::string names;
      for (const int t : own) names += (names.empty() ? "" : " or ") + places_.label(t);
      return refuse(
          fmt::format("several of these cards show your territories; add which gets the "
                      "bonus: bonus {}",
                      names));
    }
    if (own.size() == 1) exchange.bonus_territory = own[0];
    return act(exchange);
  }

  Understood fortify(Words words) const {
    if (all_zero(words, 2)) return act(risk::Fortify{});
    const PlacePair pair = places_.find_pair(words, true);
    if (!pair.problem.empty()) return refuse(pair.problem, phase_);
    // Of none that can move, the refusal of one says why.
    const int troops = pair.amount == PlacePair::all ? std::max(1, state_.movable(pair.from))
                                                     : pair.amount.value_or(1);
    return act(risk::Fortify{pair.from, pair.to, troops});
  }

  const risk::State& state_;
  const Places& places_;
  Phase phase_;
};

Understood other(Verb verb, Words words, std::string_view line, const Reader& reader) {
  Order order;
  order.verb = verb;
  if (verb == Verb::save) {
    // A file's name keeps its case and spaces.
    const std::size_t word = line.find_first_not_of(" \t");
    const std::size_t rest = line.find_first_not_of(" \t", line.find_first_of(" \t", word));
    if (!words.empty() && rest != line.npos) {
      order.text = std::string(line.substr(rest));
      order.text.erase(order.text.find_last_not_of(" \t\r") + 1);
    }
    return {order, {}};
  }
  if (verb == Verb::help) {
    if (words.size() > 1) return refuse("help takes one command");
    if (!words.empty()) order.text = words[0];
    return {order, {}};
  }
  if (verb == Verb::hint && !words.empty()) {
    const Understood fight = reader.attack(words);
    if (!fight.order) return fight;
    const auto& attack = std::get<risk::Attack>(fight.order->action);
    if (attack.from >= 0) order.fight = attack;
    order.until = std::max(1, fight.order->until);
    return {order, {}};
  }
  if (!words.empty()) return refuse("nothing can follow that word");
  return {order, {}};
}

}  // namespace

std::vector<int> cards_of(const risk::State& state, int seat) {
  std::vector<int> cards;
  risk::bits::for_each(state.hand(seat).data(), state.variant().words(),
                       [&](int card) { cards.push_back(card); });
  return cards;
}

std::span<const OrderHelp> order_help() {
  return help_entries;
}

std::string_view phase_task(risk::Phase phase) {
  switch (phase) {
    case Phase::pick:
      return "choose a territory";
    case Phase::initial:
    case Phase::continent:
    case Phase::reinforce:
      return "place your troops";
    case Phase::exchange:
      return "exchange cards or keep them";
    case Phase::attack:
      return "attack or end your attacks";
    case Phase::fortify:
      return "move troops or end your turn";
    default:
      return "wait";
  }
}

Understood understand(std::string_view typed, const risk::State& state, const Places& places) {
  constexpr std::size_t longest = 1000;
  if (typed.size() > longest) return refuse("that line is too long");
  const std::string line = printable(typed);
  const std::vector<std::string> words = words_of(line);
  if (words.empty()) return {};
  const Phase phase = state.phase();
  const Reader reader(state, places);
  const Words rest = Words(words).subspan(1);
  for (const OrderWord& command : order_words) {
    if (command.word != words[0]) continue;
    if (command.kind == Kind::other) return other(command.verb, rest, line, reader);
    if (command.kind == Kind::stop) {
      return rest.empty() ? reader.stop() : refuse("nothing can follow that word");
    }
    if (command.kind != kind_of(phase))
      return refuse(fmt::format("it is time to {}, not for \"{}\"", phase_task(phase), words[0]),
                    phase);
    if (rest.empty()) return refuse(fmt::format("something must follow \"{}\"", words[0]), phase);
    return reader.decision(rest);
  }
  Understood read = reader.decision(words);
  // A word that is no territory may be a command mistyped.
  if (!read.order && places.find(Words(words).first(1)).unknown) {
    std::vector<std::string_view> known;
    for (const OrderWord& command : order_words) {
      if (command.word.size() > 1) known.push_back(command.word);
    }
    if (const auto near = nearest_name(words[0], known))
      return refuse(fmt::format("\"{}\" is unknown; did you mean \"{}\"? {}",
                                shortened(words[0], 40), *near, name_rule));
  }
  return read;
}

}  // namespace evorisk::app
