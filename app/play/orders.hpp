// What a person types, understood: the commands of the thesis' appendix A and short forms of them.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/play/places.hpp"
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
// not looked at. Any bytes whatever may be in the line.
Understood understand(std::string_view line, const risk::State& state, const Places& places);

// The cards of a seat in the order in which people number them, from 0.
std::vector<int> cards_of(const risk::State& state, int seat);

// One entry per command, for `help`: the forms it takes and what it does.
struct OrderHelp {
  std::string_view word;  // what `help WORD` finds
  std::string_view forms;
  std::string_view meaning;
  // The phase in which it is a decision; none: it can be given at any time.
  std::optional<risk::Phase> phase;
};
std::span<const OrderHelp> order_help();

// What the person decides in the phase, as one clause: "place your troops".
std::string_view phase_task(risk::Phase phase);

}  // namespace evorisk::app
