// What a person types, understood: the commands of the thesis' appendix A and short forms of them.
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
  // act, an attack: rolls until it has conquered or no more than this many troops are left; 0: one
  // roll.
  int until = 0;
  std::optional<risk::Attack> fight;  // hint: about this fight (until as above, 0: 1)
  std::string text;                   // save: the file; help: the word asked about
};

// An order, or a sentence that says what would be one. An empty line is neither.
struct Understood {
  std::optional<Order> order;
  std::string answer;
};

// A line of the person on turn. What decisions mean depends on the phase; whether they are legal is
// not looked at. Any bytes whatever may be in the line. Territories are given by number, by name,
// or by words of which each begins a word of one name only, from its first word on, or failing that
// from any ("n af", "africa"); case, accents and hyphens make no difference.
Understood understand(std::string_view line, const risk::State& state);

// The cards of a seat in the order in which people number them, from 0.
std::vector<int> cards_of(const risk::State& state, int seat);

// "0 2 3": the numbers of the exchanged cards in the hand of the seat on turn.
std::string card_numbers(const risk::State& state, const risk::Exchange& exchange);

// An action in the words in which it would be typed.
std::string typed(const risk::State& state, const risk::Action& action);

// All commands, those of the phase first; or one of them. A sentence if there is no such word.
std::string show_help(std::string_view word, risk::Phase phase);

}  // namespace evorisk::app
