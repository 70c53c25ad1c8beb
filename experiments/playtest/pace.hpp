// How long people take, against the model of minutes at the table (metrics/criteria/minutes.hpp).
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiments/playtest/played.hpp"
#include "metrics/criteria/minutes.hpp"

namespace evorisk::experiments {

// A match whose time is known. On paper: all of it, with its setup, as noted, without breaks. On
// screens: people's turns alone, without thoughts of more than longest_thought seconds.
struct TimedMatch {
  bool on_paper = false;
  int players = 0;
  std::string table;    // who played, as far as known: the same people keep their pace
  double minutes = 0;   // > 0
  double expected = 0;  // by the model with its own seconds; > 0
};
// Turns that were not noted on paper are those of agents, on average.
std::vector<TimedMatch> timed_matches(const Playtests& playtests);

// How many times the model's minutes people took: the geometric mean over tables, each by the
// geometric mean of its matches. The interval, 95 %, by Student's t on the logarithm.
struct Pace {
  bool on_paper = false;
  int players = 0;  // 0: of all numbers of players together
  std::size_t matches = 0;
  std::size_t tables = 0;
  struct Factor {
    double mean = 1;
    double low = 0;
    double high = 0;
  };
  std::optional<Factor> factor = {};  // from least_tables on
};
inline constexpr std::size_t least_tables = 3;

// Of each kind of match and number of players that there are; those of all players first.
std::vector<Pace> paces(const std::vector<TimedMatch>& matches);

// By which the model is corrected: that of matches on paper; else on screens; else nothing.
const Pace* correcting(const std::vector<Pace>& all);
// The model's seconds times the factor.
metrics::TableSeconds corrected(const metrics::TableSeconds& seconds, double factor);

}  // namespace evorisk::experiments
