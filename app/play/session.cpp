#include "app/play/session.hpp"

#include <unistd.h>

#include <chrono>

#include "base/error.hpp"
#include "base/files.hpp"

namespace evorisk::app {

std::uint64_t another_seed() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  return static_cast<std::uint64_t>(
      std::chrono::duration_cast<std::chrono::milliseconds>(now).count() % 1'000'000'000);
}

MatchSession::MatchSession(risk::OpenMatch& match, std::filesystem::path file)
    : match_(match), file_(std::move(file)) {
  const std::filesystem::path directory = file_.has_parent_path() ? file_.parent_path() : ".";
  if (::access((directory / ".").c_str(), W_OK) == 0)
    lock_.emplace(directory, file_.filename().string());
}

int MatchSession::only_person() const {
  if (match_.people() != 1) return -1;
  int seat = 0;
  while (!match_.is_person(seat)) ++seat;
  return seat;
}

void MatchSession::note(const risk::State& before, const risk::Event& event, const Watch& watch) {
  constexpr std::size_t most_remembered = 500;
  constexpr std::size_t most_options = 5;
  if (const std::optional<risk::Action> action = risk::decision_in(event)) {
    const risk::Agent* agent = match_.agent(before.seat());
    if (agent != nullptr && (person_decided_ || decisions_.size() > most_remembered)) {
      decisions_.clear();
    }
    person_decided_ = agent == nullptr;
    const bool fights_on = std::holds_alternative<risk::Attack>(*action) && !decisions_.empty() &&
                           decisions_.back().action == *action &&
                           decisions_.back().before.seat() == before.seat() &&
                           decisions_.back().before.turn() == before.turn();
    if (agent != nullptr && !fights_on) {
      risk::Explanation why = agent->explain(before);
      if (std::holds_alternative<risk::Exchange>(*action)) why = {};
      if (why.options.size() > most_options) why.options.resize(most_options);
      decisions_.push_back({before, *action, std::move(why)});
    }
  }
  if (watch) watch(before, event);
}

void MatchSession::follow(const risk::Record& record, const std::string& source) {
  changed_ = false;
  const auto problem = match_.follow(
      record,
      [this](const risk::State& before, const risk::Event& event) { note(before, event, {}); });
  if (problem) throw InputError("{}, line {}: {}", source, problem->line, problem->message);
}

void MatchSession::step(const Watch& watch) {
  const risk::State before = match_.state();
  changed_ = true;
  if (const auto event = match_.step()) note(before, *event, watch);
}

void MatchSession::act(const risk::Action& action, int until, const Watch& watch) {
  const auto* attack = std::get_if<risk::Attack>(&action);
  const bool repeats = attack != nullptr && attack->from >= 0 && until > 0;
  const int seat = match_.state().seat();
  changed_ = true;
  do {
    const risk::State before = match_.state();
    note(before, match_.play(action), watch);
  } while (repeats && match_.waits() && match_.state().seat() == seat &&
           match_.state().owner(attack->to) != seat && match_.state().troops(attack->from) > until);
  keep();
}

void MatchSession::undo() {
  match_.undo();
  changed_ = true;
  keep();
}

void MatchSession::rewind(std::size_t events) {
  risk::Record until;
  until.header = match_.header();
  const auto& all = match_.events();
  until.events.assign(all.begin(), all.begin() + static_cast<std::ptrdiff_t>(events));
  until.lines.resize(events);
  match_ = risk::OpenMatch(match_.variant(), until.header);
  decisions_.clear();
  person_decided_ = false;
  follow(until, file_.string());
  changed_ = true;
  keep();
}

void MatchSession::keep() {
  if (!changed_) return;
  write_file(file_, match_.record(), match_.over() ? Flush::to_disk : Flush::to_system);
  changed_ = false;
}

}  // namespace evorisk::app
