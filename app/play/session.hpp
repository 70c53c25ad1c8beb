// A match with people in some seats, as the terminal and the studio play it: kept in its file, with
// the agents' reasons.
#pragma once

#include <cstdint>
#include <filesystem>
#include <vector>

#include "app/play/advice.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {

// A seed for a match of people, another one every time: the only seed of the program that is not
// fixed unless it is given.
std::uint64_t another_seed();

class MatchSession {
 public:
  using Watch = risk::OpenMatch::Watch;  // called after each event with the state before it

  // `match` must outlive the session.
  MatchSession(risk::OpenMatch& match, std::filesystem::path file)
      : match_(match), file_(std::move(file)) {}

  const std::filesystem::path& file() const { return file_; }
  // The only seat of a person; -1 where there is another number of them.
  int only_person() const;
  // Decisions of agents since the last decision of a person, as far as they are remembered; of a
  // fight its first roll.
  const std::vector<Decision>& decisions() const { return decisions_; }

  // As OpenMatch::follow; the file is taken for the record's. Throws InputError, which names it
  // `source`, when the match does not come out as recorded.
  void follow(const risk::Record& record, const std::string& source);
  // As OpenMatch::step.
  void step(const Watch& watch = {});
  // The legal decision of the person on turn, kept in the file. `until` > 0: an attack is repeated
  // until so many troops are left or the territory is conquered.
  void act(const risk::Action& action, int until, const Watch& watch = {});
  // As OpenMatch::undo, kept in the file.
  void undo();
  // Replaces the file by the record, if it is behind the match. Throws SystemError.
  void keep();

 private:
  void note(const risk::State& before, const risk::Event& event, const Watch& watch);

  risk::OpenMatch& match_;
  std::filesystem::path file_;
  std::vector<Decision> decisions_;
  bool person_decided_ = false;  // since the last of the decisions
  bool changed_ = true;          // since the file was written
};

}  // namespace evorisk::app
