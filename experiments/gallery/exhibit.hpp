// A collection of variants to show: a shortlist, a gallery. One structure, one way to measure it.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ga/run/finalists.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

// A variant of a collection and what is known of it.
struct Exhibit {
  std::string title;   // what was asked for; may be empty
  std::string file;    // of the variant, relative to the collection
  std::string source;  // the run's name and the individual's id
  std::string run;     // the run's directory, relative to the collection; empty: elsewhere
  // With a name, with names for all territories and continents, and laid out for drawing.
  risk::Variant variant;
  metrics::Objective objective;  // what it was bred for: its fitness is by this
  // The match under the first agent whose length and lead changes are nearest to the mean of 200.
  StreamKey typical;
  std::vector<metrics::CriteriaTotals> tables;     // fresh matches, by agent
  std::vector<ga::RankAgreement> agreements = {};  // of the finalists of its own search
  std::vector<std::string> stays = {};  // parts of the start that were kept: "continent:Lagoon"
};

struct Collection {
  std::string title;
  std::vector<std::string> agents;  // of the tables; each plays in all seats of its own matches
  double fairness = 0.1;            // the largest advantage of a seat that is fair
  int candidates = 0;               // that were looked at
  int left_out = 0;                 // of them, because they break a bound under some agent
  std::vector<Exhibit> exhibits;
  std::uint64_t seed = 1;
};

using TotalsByAgent = std::vector<metrics::CriteriaTotals>;  // by agent

// The random streams of a collection's matches, by StreamKey::generation.
enum class MatchUse : std::uint32_t { screening = 1, reporting = 2, telling = 3 };

// Plays `matches` of each variant under each agent; nothing when stopped. The streams of variant i
// are those of individual `first` + i; `round` (0 ...) gives other matches of the same use.
struct MeasureRequest {
  std::span<const risk::Variant* const> variants;
  const std::vector<std::string>& agents;
  std::uint64_t seed = 1;
  MatchUse use = MatchUse::screening;
  std::uint32_t round = 0;
  std::uint32_t first = 0;
  std::int64_t matches = 300;
  metrics::CriteriaSet extended = {};
};
std::optional<std::vector<TotalsByAgent>> measure_tables(metrics::Engine& engine,
                                                         const MeasureRequest& request,
                                                         const metrics::PlayControl& control);

// The largest advantage of a seat under any agent; with `coverage`, the largest lower end of its
// intervals.
double worst_advantage(const TotalsByAgent& tables, std::optional<metrics::Coverage> coverage = {});

// A bound of an objective that a variant breaks under some agent.
struct BrokenBound {
  const metrics::QuantityInfo* quantity;
  metrics::Objective::Constraint bound;
  std::vector<metrics::Estimate> values;  // by agent
  double violation = 0;                   // metrics::violation, of the agent that breaks it most
};
// In the objective's order: those that some agent breaks; with `coverage`, by the whole interval of
// its value.
std::vector<BrokenBound> broken_bounds(const metrics::Objective& objective, const maps::Map& map,
                                       const TotalsByAgent& tables,
                                       std::optional<metrics::Coverage> coverage = {});

// What was bred from a start, without its names of continents most of which is other land by now;
// names of what is kept (ga/operators/keep.hpp) stay.
risk::Variant without_false_names(const risk::Variant& bred, const maps::Map& start,
                                  std::span<const std::string> keep);

// The variant with a name unlike those in `taken` (which gets it), with names for what has none,
// and laid out, unless it keeps the places that all its territories have. `title` is mixed into the
// seed, so that collections with the same seed have other names. A function of its arguments.
risk::Variant named_and_placed(const risk::Variant& bare, std::uint64_t seed,
                               std::string_view title, std::vector<std::string>& taken,
                               bool keep_places = false);

// "variants/03-name.json" for place 2 of a collection of ten or more.
std::string exhibit_file(std::size_t place, std::size_t count, const std::string& name);

// See Exhibit::typical. Of matches that follow from the collection's seed and the place in it.
StreamKey typical_match(const risk::Variant& variant, const std::string& agent, std::uint64_t seed,
                        std::size_t place);

}  // namespace evorisk::experiments
