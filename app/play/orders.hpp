// Parses what a person types: the commands of the thesis' appendix A and their short forms.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "risk/action.hpp"
#include "risk/state.hpp"

namespace evorisk::app {

enum class Verb {
  act,  // a decision of the game
  undo,
  save,
  quit,
  help,
  map,
  list,
  cards,
  rules,
  hint,
  explain,
  mission,
};

struct Order {
  Verb verb = Verb::help;
  risk::Action action;  // act
  // act, an attack: roll until the territory is conquered or at most this many attackers are left;
  // 0: one roll.
  int until = 0;
  std::optional<risk::Attack> fight;  // hint: on this fight; `until` as above, but 0 means 1
  std::string text;                   // save: the file; help: the word asked about
};

// Either an order, or an answer that says what would be valid. An empty line gives neither.
struct Understood {
  std::optional<Order> order;
  std::string answer;
};

// Parses a line of the person on turn, in the current phase. Legality is not checked. The line may
// hold any bytes. A territory is given by number, by name, or by beginnings of consecutive words of
// its name that fit no other ("n af", "africa"); beginnings of the first words have precedence.
// Case, accents and hyphens make no difference.
Understood understand(std::string_view line, const risk::State& state);

// The cards of a seat in the order in which people number them, from 0.
std::vector<int> cards_of(const risk::State& state, int seat);

// "0 2 3": the numbers of the exchanged cards in the hand of the seat on turn.
std::string card_numbers(const risk::State& state, const risk::Exchange& exchange);

// The command that a person would type for this action.
std::string typed(const risk::State& state, const risk::Action& action);

// Help on all commands (no `word`), those of the phase first, or on one. A sentence for an unknown
// word.
std::string show_help(std::string_view word, risk::Phase phase, std::size_t width);

}  // namespace evorisk::app
