#include "app/play/dialogue.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "app/play/views.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "risk/legal.hpp"
#include "risk/record/narration.hpp"

namespace evorisk::app {
Dialogue::Dialogue(risk::OpenMatch& match, std::filesystem::path file, Terminal& terminal,
                   bool brief)
    : match_(match),
      session_(match, std::move(file)),
      terminal_(terminal),
      brief_(brief),
      places_(match.variant().map()),
      map_(match.variant().map()),
      people_(match.people()),
      story_(session_.only_person(), [this](const std::string& line) {
        tell(in_seat_colours(line, terminal_.looks().colours));
      }) {}

Dialogue::End Dialogue::run() {
  session_.keep();
  greet();
  recall();
  while (!match_.over()) {
    if (terminal_.interrupted()) {
      session_.keep();
      return End::interrupted;
    }
    if (!match_.waits()) {
      session_.step(watch());
      continue;
    }
    story_.flush();
    const Next next = ask_person();
    if (next == Next::go_on) continue;
    session_.keep();
    return next == Next::left ? End::left : End::interrupted;
  }
  story_.flush();
  session_.keep();
  terminal_.print("\n");
  show_map();
  tell(risk::describe_end(match_.result()));
  terminal_.print(show_missions(match_.state()));
  return End::over;
}

void Dialogue::greet() {
  const risk::Variant& variant = match_.variant();
  std::string people;
  for (int seat = 0; seat < variant.players(); ++seat) {
    if (match_.is_person(seat))
      people += fmt::format("{}{} {}", people.empty() ? "" : ", ", seat_mark(seat), seat);
  }
  tell(fmt::format("{}: {} territories, {} seats, seed {}. {} {}. Type help, map, rules or hint.",
                   variant.name(), variant.territories(), variant.players(),
                   match_.header().key.seed, people_ == 1 ? "You are seat" : "People sit at",
                   people));
}

// Of a match that is gone on with: what happened since the last turn of the person on turn.
void Dialogue::recall() {
  const std::vector<risk::Event>& events = match_.events();
  if (events.empty()) return;
  risk::State state(match_.variant());
  state.restart();
  std::size_t first = 0;
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (state.seat() == match_.state().seat() && state.turn() < match_.state().turn())
      first = i + 1;
    state.apply(events[i]);
  }
  state.restart();
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (i >= first) story_.add(state, events[i]);
    state.apply(events[i]);
  }
  story_.flush();
}

std::size_t Dialogue::text_width() {
  constexpr int narrowest = 40;
  constexpr int widest = 110;
  return static_cast<std::size_t>(std::clamp(terminal_.looks().columns - 1, narrowest, widest));
}

bool Dialogue::show_map() {
  const Looks looks = terminal_.looks();
  const std::optional<std::string> drawing =
      looks.list ? std::nullopt : map_.draw(match_.state(), looks);
  terminal_.print(drawing ? *drawing + "\n" : show_list(match_.state(), looks) + "\n");
  terminal_.print(show_standings(match_, looks));
  return drawing.has_value();
}

// What is due, where it was not yet said.
void Dialogue::show_turn() {
  const risk::State& state = match_.state();
  const bool new_turn = state.turn() != shown_turn_ || state.seat() != shown_seat_;
  const bool set_up = state.turn() == 0;
  if (new_turn) {
    terminal_.print(set_up ? fmt::format("\nSet-up, seat {}\n", state.seat())
                           : fmt::format("\nTurn {}, seat {}\n", state.turn(), state.seat()));
    // People place their first troops by turns: not a map for each.
    if (!brief_ && !(set_up && shown_turn_ == 0)) show_map();
    // Where several people look on, each asks for its own.
    if (match_.variant().missions() > 0 && people_ == 1 && !(set_up && shown_turn_ == 0))
      terminal_.print(show_mission(match_.view(state.seat()), state.seat()));
  }
  const std::string task = show_task(state);
  if (new_turn || task != shown_task_) terminal_.print(task);
  shown_turn_ = state.turn();
  shown_seat_ = state.seat();
  shown_task_ = task;
}

Dialogue::Next Dialogue::ask_person() {
  show_turn();
  if (typed_.empty()) {
    session_.keep();
    const risk::State& state = match_.state();
    const std::string who = people_ > 1 ? fmt::format("seat {}, ", state.seat()) : "";
    std::string line;
    const Terminal::Read read =
        terminal_.read_line(fmt::format("{}{}> ", who, prompt_of(state)), line);
    if (read != Terminal::Read::line) {
      terminal_.print("\n");
      return read == Terminal::Read::end ? Next::left : Next::interrupted;
    }
    for (std::size_t at = 0; at <= line.size();) {
      const std::size_t end = std::min(line.find(';', at), line.size());
      typed_.push_back(line.substr(at, end - at));
      at = end + 1;
    }
  }
  const std::string order = typed_.front();
  typed_.pop_front();
  const Understood understood = understand(order, match_.state(), places_);
  if (!understood.answer.empty()) {
    tell(understood.answer);
    typed_.clear();  // they were meant to follow it
  }
  if (!understood.order) return Next::go_on;
  return obey(*understood.order) ? Next::go_on : Next::left;
}

bool Dialogue::obey(const Order& order) {
  const risk::State& state = match_.state();
  switch (order.verb) {
    case Verb::act:
      act(order);
      break;
    case Verb::undo:
      undo();
      break;
    case Verb::save:
      save_copy(order.text);
      break;
    case Verb::quit:
      return false;
    case Verb::help:
      terminal_.print(show_help(order.text, state.phase()));
      break;
    case Verb::map:
      // A list has the continents already.
      if (show_map()) terminal_.print(show_continents(state, text_width()));
      break;
    case Verb::list:
      terminal_.print(show_list(state, terminal_.looks()));
      break;
    case Verb::cards:
      terminal_.print(show_cards(state, state.seat()));
      break;
    case Verb::rules:
      terminal_.print(show_rules(match_.variant()));
      break;
    case Verb::hint:
      terminal_.print(order.fight ? hint(state, *order.fight, order.until)
                                  : hint(match_.view(state.seat()), text_width()));
      break;
    case Verb::explain:
      // What agents say of their reasons would tell their missions.
      terminal_.print(
          match_.variant().missions() > 0
              ? "While missions are hidden, the others keep their reasons to themselves.\n"
              : explain(match_, session_.decisions(), text_width()));
      break;
    case Verb::mission:
      terminal_.print(show_mission(match_.view(state.seat()), state.seat()));
      break;
  }
  return true;
}

void Dialogue::act(const Order& order) {
  const risk::State& state = match_.state();
  const risk::Refusal why = risk::refusal(state, order.action);
  const auto* attack = std::get_if<risk::Attack>(&order.action);
  const bool fights = attack != nullptr && attack->from >= 0;
  if (why != risk::Refusal::none) {
    tell(fmt::format("That cannot be done: {}. {}", risk::refusal_text(why),
                     valid_instead(state, order.action)));
    typed_.clear();
    return;
  }
  if (fights && order.until > 0 && state.troops(attack->from) <= order.until) {
    tell(fmt::format("{} has {}: until must be less.", places_.label(attack->from),
                     counted(state.troops(attack->from), "troop")));
    typed_.clear();
    return;
  }
  session_.act(order.action, order.until, watch());
  story_.flush();
}

void Dialogue::undo() {
  if (!match_.can_undo()) {
    tell("Nothing can be taken back: dice or others followed your last decision.");
    typed_.clear();
    return;
  }
  session_.undo();
  shown_task_.clear();  // so that it is shown anew
  tell("Taken back.");
}

void Dialogue::save_copy(const std::string& name) {
  if (name.empty()) {
    tell(fmt::format("The match is kept in {} after every decision.", session_.file().string()));
    return;
  }
  try {
    write_new_file(name, match_.record(), false);
    tell(fmt::format("Written to {}.", name));
  } catch (const InputError&) {
    tell(fmt::format("{} exists already; choose another name.", name));
  } catch (const SystemError& error) {
    tell(fmt::format("Not written: {}.", error.what()));
  }
}

}  // namespace evorisk::app
