// A match played at a terminal: asks for decisions of people, plays chance and agents, prints what
// happens, and keeps the match in its file.
#pragma once

#include <deque>
#include <filesystem>
#include <optional>
#include <string>

#include "app/play/orders.hpp"
#include "app/play/places.hpp"
#include "app/play/session.hpp"
#include "app/play/story.hpp"
#include "app/play/terminal.hpp"
#include "app/play/text_map.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {

class Dialogue {
 public:
  enum class End { over, left, interrupted };

  // `file` is replaced by the record of the match before every decision and after it, so that
  // nothing that a person did can be lost. `brief`: no map before each turn.
  Dialogue(risk::OpenMatch& match, std::filesystem::path file, Terminal& terminal, bool brief);

  // Goes on with a match in progress; to be called at most once, before run(). As
  // OpenMatch::follow.
  std::optional<risk::RecordProblem> resume(const risk::Record& record) {
    return session_.follow(record);
  }

  // Until the match is over or the people leave. Throws SystemError when the file cannot be
  // written in the end.
  End run();

 private:
  enum class Next { go_on, left, interrupted };

  void greet();
  void recall();
  Next ask_person();
  bool obey(const Order& order);  // false: leave
  void act(const Order& order);
  void undo();
  void save_copy(const std::string& name);
  std::size_t text_width();
  bool show_map();  // whether it could be drawn
  void show_turn();
  MatchSession::Watch watch() {
    return
        [this](const risk::State& before, const risk::Event& event) { story_.add(before, event); };
  }
  void tell(const std::string& line) { terminal_.print(line + "\n"); }

  risk::OpenMatch& match_;
  MatchSession session_;
  Terminal& terminal_;
  bool brief_;
  Places places_;
  TextMap map_;
  int people_ = 0;
  Story story_;
  std::deque<std::string> typed_;  // orders that are not yet obeyed
  // What was shown last, so that it is not shown again.
  int shown_turn_ = -1;
  int shown_seat_ = -1;
  std::string shown_task_;
};

}  // namespace evorisk::app
