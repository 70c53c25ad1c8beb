// A match in Python, one action at a time, after OpenSpiel's interface.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "python/module/module.hpp"
#include "risk/state.hpp"

namespace evorisk::python {

// The action of {"attack": {"from": 3, "to": 4}} or of a number (GameState::numbered). Throws
// InputError for what is no legal action of the state.
risk::Action read_action_of(const risk::State& state, const py::handle& value);

// With explicit chance, dice, cards and deals are nodes of their own; else they are drawn from
// (seed, number of the event).
class GameState {
 public:
  GameState(VariantPtr variant, std::uint64_t seed, bool explicit_chance);
  // What an agent sees: of a variant that may go away, until close().
  GameState(const risk::Variant& variant, const risk::State& state, std::uint64_t seed);

  // Its agent has answered: from now on everything throws, for the variant may go away.
  void close() { closed_ = true; }

  static constexpr int chance_player = -1;
  static constexpr int terminal_player = -4;

  // Throws InputError after close(), as all below.
  const risk::State& state() const;
  const risk::Variant& variant() const { return state().variant(); }
  bool explicit_chance() const { return explicit_; }
  bool is_chance() const;
  int current_player() const;

  // Numbers of actions: 0 ends the phase; then for each territory one troop, or a pick; for each
  // all troops that are left; for each pair (from, to) an attack, or a move of all troops; for each
  // pair a move of one troop; then the sets of cards in the order of legal_actions().
  int action_count() const;
  std::vector<std::pair<int, risk::Action>> numbered() const;
  std::vector<std::pair<int, double>> chance_outcomes() const;

  // Of a number. Throws InputError for one that is not legal.
  void apply_number(int number);
  void apply(const risk::Action& action);

  std::shared_ptr<GameState> clone() const;
  std::vector<double> returns() const;

  // All events since the start of the match; throws InputError for an agent's view.
  Json to_json() const;
  static std::shared_ptr<GameState> from_json(const JsonView& view);

 private:
  void apply_event(const risk::Event& event);
  void apply_chance(int outcome);
  void draw();

  VariantPtr variant_;  // null: of an agent's view
  std::uint64_t seed_;
  bool explicit_;
  bool whole_ = true;  // events_ are all there were
  bool closed_ = false;
  risk::State state_;
  std::optional<risk::Attack> rolling_;  // an attack whose dice are due
  std::vector<risk::Event> events_;
};

}  // namespace evorisk::python
