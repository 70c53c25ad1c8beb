// How often intervals and errors cover what they claim to: repeated evaluations of one variant
// against one of very many matches.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "metrics/engine.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

// One figure of one variant under one table of agents.
struct FigureCoverage {
  std::string name;  // of the criterion, or "fitness"
  double truth = 0;
  // Shares of the repetitions whose interval, and whose mean with one and two standard errors on
  // each side, covers the truth. In the order of metrics::Coverage.
  double intervals[2] = {};
  double errors[2] = {};
  // The share of the repetitions that show the value which most of them show. Where it is large, no
  // interval covers exactly as often as is said: that share is covered as a whole or not at all.
  double step = 0;
  double bias = 0;         // of the mean: mean over the repetitions less the truth
  double middle_bias = 0;  // of the interval's middle

  // All repetitions show the truth, which every interval covers.
  bool constant() const { return step >= 1 && errors[0] >= 1; }
};

struct VariantCoverage {
  std::string variant;
  int players = 2;
  std::size_t table = 0;  // of agents
  std::int64_t matches = 0;
  std::vector<FigureCoverage> figures;  // the criteria that the objective measures, the fitness
};

struct CoverageDesign {
  std::vector<std::vector<std::string>> tables;     // of agents
  std::vector<std::int64_t> matches = {100, 1000};  // of one evaluation
  metrics::CriteriaSet extended;                    // measured besides what the objectives want
  int repetitions = 200;
  std::int64_t truth = 1'000'000;  // matches from which the truth is taken
  std::uint64_t seed = 1;
  int threads = 1;
};

// Every variant under every table by every number of matches, in this order. `objectives`: what
// each is scored by. Nothing when stopped. Throws InputError for a table that does not fit a
// variant.
std::optional<std::vector<VariantCoverage>> study_coverage(
    const std::vector<risk::Variant>& variants, const std::vector<metrics::Objective>& objectives,
    const CoverageDesign& design, const metrics::PlayControl& control);

}  // namespace evorisk::experiments
