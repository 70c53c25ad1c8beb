// Which of several groups of matches will take longest, guessed from those played before.
#pragma once

#include <cstddef>
#include <unordered_map>

#include "risk/rules.hpp"

namespace evorisk::metrics::bulk {

// Nanoseconds per unit of size, by rules: what thesis rules do to the length of a match is a factor
// of two and more. A guess that decides who is played first, so that threads end together; nothing
// that is recorded may depend on it. Not for several threads at once.
class Pace {
 public:
  // Of rules not met yet: at the pace of all others. From 0.
  double guess(const risk::Rules& rules, double size) const {
    const auto known = known_.find(rules);
    return size * (known == known_.end() ? all_ : known->second).per_size();
  }

  void learn(const risk::Rules& rules, double size, double nanoseconds) {
    all_.add(size, nanoseconds);
    auto known = known_.find(rules);
    if (known == known_.end()) {
      if (known_.size() == most_known) return;  // those of a search are few
      known = known_.try_emplace(rules).first;
    }
    known->second.add(size, nanoseconds);
  }

 private:
  static constexpr std::size_t most_known = 128;
  struct Taken {
    double size = 0;
    double nanoseconds = 0;
    void add(double more_size, double more_nanoseconds) {
      size += more_size;
      nanoseconds += more_nanoseconds;
    }
    double per_size() const { return size > 0 ? nanoseconds / size : 1; }
  };
  // Of what searches mostly change.
  struct Hash {
    std::size_t operator()(const risk::Rules& rules) const {
      std::size_t hash = 0;
      const auto add = [&](auto value) { hash = 31 * hash + static_cast<std::size_t>(value); };
      add(rules.allocation);
      add(rules.initial_troops);
      add(rules.attack_dice);
      add(rules.defence_dice);
      add(rules.conquest_move);
      add(rules.reinforcement_divisor);
      add(rules.reinforcement_minimum);
      add(rules.card_schedule_step);
      add(rules.card_schedule.size());
      add(rules.fortify);
      add(rules.turn_limit);
      return hash;
    }
  };

  std::unordered_map<risk::Rules, Taken, Hash> known_;
  Taken all_;
};

}  // namespace evorisk::metrics::bulk
