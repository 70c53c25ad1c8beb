// What a person is shown besides the drawing: whose turn it is, what can be decided, cards, lists.
// No text shows one seat the cards or mission of another. Texts end in '\n' unless said otherwise.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/play/text_map.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {

// app/play/terminal.json. "commands": for each command its first words, its task if it is a
// decision, and for help its forms and its effect. "phases": for each phase the question to the
// person and the text on what can be decided, with placeholders for values of the match: {choices}.
std::string_view terminal_text();

// Every legal action of the seat on turn, as risk::legal_actions has them.
std::vector<risk::Action> open_actions(const risk::State& state);

// "Asia", or "continent 2" of a map without names.
std::string continent_label(const risk::State& state, int c);

// A line per seat: brackets, player, territories, troops, cards, and the reinforcement it would
// get.
std::string show_standings(const risk::OpenMatch& match, const Looks& looks);
// For each continent its bonus, its territories by number and name, and each seat's share of it.
std::string show_continents(const risk::State& state, std::size_t width);
// A line per territory: mark, name, continent, neighbours. For maps that cannot be drawn, too.
std::string show_list(const risk::State& state, const Looks& looks);
// The numbered cards of a seat, and the troops that a set brings now.
std::string show_cards(const risk::State& state, int seat);
// "conquer 24 territories", and what replaces a card that cannot be fulfilled. Requires that the
// state knows the seat's mission.
Message mission_words(const risk::State& state, int seat);
// The seat's mission, and how much is missing to fulfil it.
std::string show_mission(const risk::State& state, int seat);
// The missions of all seats, when the match is over.
std::string show_missions(const risk::State& state);
std::string show_rules(const risk::Variant& variant, std::size_t width);

// The decision that is due and the commands for it: a few lines before the prompt.
std::string show_task(const risk::State& state);
// "place 3 troops"; no line end.
std::string prompt_of(const risk::State& state);
// One sentence on what would be legal instead of a refused action; no line end.
std::string valid_instead(const risk::State& state, const risk::Action& refused);

}  // namespace evorisk::app
