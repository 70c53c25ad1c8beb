// All that people have played and said, read once for reporting and for learning.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "experiments/playtest/answers.hpp"
#include "experiments/playtest/times.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/engine.hpp"
#include "risk/record/record.hpp"

namespace evorisk::experiments {

struct PlayedMatch {
  std::size_t variant = 0;  // in Playtests::variants
  Playtest playtest;
  // What the criteria are of this very match; nothing of a match on paper, which has no record.
  std::optional<metrics::MatchSummary> summary;
  std::vector<TurnTime> times;  // of people's turns on screens
};

struct PlayedVariant {
  risk::Variant variant;
  std::vector<std::size_t> matches;  // in Playtests::matches
  metrics::CriteriaTotals totals;    // of matches of cautious agents
};

struct Playtests {
  std::vector<PlayedVariant> variants;  // by name, rules and map
  std::vector<PlayedMatch> matches;     // in the order of their files

  std::size_t people(const PlayedVariant& variant) const;  // who answered
  // The mean of all answers to a question (questions()); tables are the sample, as answers of one
  // are not independent. Error 0 from a single table, or where all answers are alike.
  struct Answered {
    std::int64_t answers = 0;
    metrics::Estimate mean = {};
  };
  Answered answered(const PlayedVariant& variant, std::size_t question) const;
  // Of each person who said whether it was fun or would play again: the mean of the two.
  std::vector<double> liking(const PlayedVariant& variant) const;
};

// All answers below a directory; each variant is measured by so many matches. Nothing when stopped.
// Throws InputError where there is no directory, for a file that is no record, no sheet or no
// answers, or is damaged.
std::optional<Playtests> read_playtests(const std::filesystem::path& directory,
                                        std::int64_t matches, std::uint64_t seed, int threads,
                                        const metrics::PlayControl& control);

// The criteria of the one match of a whole record, whose text this is.
metrics::MatchSummary summary_of(const risk::Record& record, std::string_view text);

}  // namespace evorisk::experiments
