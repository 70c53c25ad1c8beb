// What people said against what the criteria measured: of the very matches, and of the variants.
#pragma once

#include <cstdint>
#include <vector>

#include "experiments/playtest/association.hpp"
#include "experiments/playtest/pace.hpp"
#include "experiments/playtest/played.hpp"

namespace evorisk::experiments {

enum class Level : std::uint8_t {
  matches,   // of one variant, with each other: the criteria of the match that was played
  variants,  // with each other: the criteria of matches of agents
};

struct Pairing {
  Level level;
  metrics::Criterion criterion;
  std::size_t question;  // in questions()
  Association association;
  Relation verdict = Relation::too_few;
  // How many more independent matches, or variants, would tell: the correlation that was found, and
  // the smallest that matters. Nothing where it is told already, or none was found.
  std::optional<double> more = {};
  std::optional<double> more_for_smallest = {};
};

struct PlaytestStudy {
  std::vector<Pairing> pairings;  // by level, criterion, question
  std::size_t looks = 0;          // correlations that were found, over which claims are corrected
  double smallest = 0;
  std::vector<Pace> paces;
};

// `smallest`: the correlation that would matter, 0 < smallest < 1. Advantage is of many matches, so
// no single match has it.
PlaytestStudy study_playtests(const Playtests& playtests, double smallest);

}  // namespace evorisk::experiments
