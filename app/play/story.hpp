// What happened, for the people at the terminal: one sentence per event, or per fight of several
// rolls. Others' cards stay hidden.
#pragma once

#include <functional>
#include <optional>
#include <string>

#include "risk/record/open_match.hpp"

namespace evorisk::app {

// Takes every event in order, and reports an event once the next ones cannot change its sentence.
// `tell` gets whole lines.
class Story {
 public:
  using Tell = std::function<void(const std::string& line)>;
  // Drawn cards are named only for seat `sees`; -1: for no seat, because several people look at the
  // same screen.
  Story(int sees, Tell tell) : sees_(sees), tell_(std::move(tell)) {}

  // `before`: the state before the event. Passes are not told, nor each single deal.
  void add(const risk::State& before, const risk::Event& event);
  // Reports the fight that is still held back.
  void flush();

 private:
  struct Fight {
    risk::State before;
    risk::Attack attack;
    int rolls = 0;
    risk::Losses losses;
    std::string single;  // how its only roll is told
  };

  int sees_;
  Tell tell_;
  std::optional<Fight> fight_;
};

// Several rolls of one attack as one sentence. `before`: the state before the first.
std::string describe_fight(const risk::State& before, const risk::Attack& attack, int rolls,
                           risk::Losses losses);

}  // namespace evorisk::app
