// A match with people in some seats, for the terminal and the studio. It is saved in its file; the
// agents' reasons are remembered.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <vector>

#include "app/play/advice.hpp"
#include "ga/run/run_files.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {

// A seed from the clock, for matches with people. All other default seeds of the program are fixed.
std::uint64_t another_seed();

class MatchSession {
 public:
  using Watch = risk::OpenMatch::Watch;  // called after each event with the state before it

  // `match` must outlive the session. Locks the file, so that no other session overwrites what is
  // played in this one; where nothing can be written, nothing is. Throws SystemError.
  MatchSession(risk::OpenMatch& match, std::filesystem::path file);

  const std::filesystem::path& file() const { return file_; }
  // The seat of the only person; -1 when there is not exactly one.
  int only_person() const;
  // The remembered decisions of agents since the last decision of a person. Of each fight only the
  // first roll.
  const std::vector<Decision>& decisions() const { return decisions_; }

  // As OpenMatch::follow, for a record that the file already holds. Throws InputError, which names
  // the record `source`, when the match differs from the record.
  void follow(const risk::Record& record, const std::string& source);
  // As OpenMatch::step.
  void step(const Watch& watch = {});
  // Plays and saves the legal decision of the person on turn. `until` > 0: repeats an attack until
  // it conquers or at most `until` attackers are left.
  void act(const risk::Action& action, int until, const Watch& watch = {});
  // As OpenMatch::undo; saves the match.
  void undo();
  // Goes back to what the match was after so many events, and saves it. The dice fall as they fell
  // before, as far as the same is decided.
  void rewind(std::size_t events);
  // Writes the file if the match has changed since the last write. Throws SystemError.
  void keep();

 private:
  void note(const risk::State& before, const risk::Event& event, const Watch& watch);

  risk::OpenMatch& match_;
  std::filesystem::path file_;
  std::optional<ga::DirectoryLock> lock_;
  std::vector<Decision> decisions_;
  bool person_decided_ = false;  // since the last of decisions_
  bool changed_ = true;          // since the file was last written
};

}  // namespace evorisk::app
