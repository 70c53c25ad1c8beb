// Which of several groups of matches will take longest, guessed from those played before.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "risk/rules.hpp"

namespace evorisk::metrics::bulk {

// Nanoseconds per unit of size, by rules: what thesis rules do to the length of a match is a factor
// of two and more. A guess that decides who is played first, so that threads end together; nothing
// that is recorded may depend on it. Not for several threads at once.
class Pace {
 public:
  // Of rules not met yet: at the pace of all others. From 0.
  double guess(const risk::Rules& rules, double size) const {
    const auto known = std::ranges::find(known_, rules, &Known::rules);
    return size * (known == known_.end() ? all_ : known->taken).per_size();
  }

  void learn(const risk::Rules& rules, double size, double nanoseconds) {
    all_.add(size, nanoseconds);
    auto known = std::ranges::find(known_, rules, &Known::rules);
    if (known == known_.end()) {
      // Those of a search are few; guesses for more would cost more than they save.
      if (known_.size() == most_known) return;
      known = known_.insert(known_.end(), {rules, {}});
    }
    known->taken.add(size, nanoseconds);
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
  struct Known {
    risk::Rules rules;
    Taken taken;
  };

  std::vector<Known> known_;
  Taken all_;
};

}  // namespace evorisk::metrics::bulk
