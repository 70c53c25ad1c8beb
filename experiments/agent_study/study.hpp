// How criteria, and the ranking of variants by them, depend on the agents.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::experiments {

// A figure of every variant (row) under every table of agents (column).
struct StudyFigure {
  std::string name;
  std::string title;
  std::vector<std::vector<metrics::Estimate>> values;
  // By variant: whether it depends on the agents (Cochran's test, Holm over the figures).
  std::vector<bool> depends_on_agents;
  // By table: Kendall's tau-b of its ranking of the variants with the first table's.
  std::vector<metrics::Estimate> correlations;

  std::vector<double> column(std::size_t table) const;
  // Of a column: 1 for the smallest value; equal ones share the mean of their ranks.
  std::vector<double> ranks(std::size_t table) const;
};

struct AgentStudy {
  std::vector<std::string> variants;
  std::vector<StudyFigure> figures;  // the criteria, then the fitness
  std::int64_t forfeits = 0;         // matches that agents forfeited, of all variants and tables
};

// Plays so many matches of every variant under every table, each with a random stream of its own.
// `objectives`: what each variant is scored by. Nothing when stopped. Throws InputError for a table
// that does not fit a variant.
std::optional<AgentStudy> study_agents(const std::vector<risk::Variant>& variants,
                                       const std::vector<std::vector<std::string>>& tables,
                                       const std::vector<metrics::Objective>& objectives,
                                       std::int64_t matches, std::uint64_t seed, int threads,
                                       const metrics::PlayControl& control);

}  // namespace evorisk::experiments
