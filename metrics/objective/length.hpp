// How long matches of a variant are: one rule for every page, sheet and answer that tells it. A
// length is a range, from the agent with the shortest matches to the one with the longest, by fresh
// matches of every agent that judged the variant.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>

#include "metrics/criteria/minutes.hpp"
#include "metrics/estimates/totals.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::metrics {

// Mean turns of a match by those two agents.
struct MatchLength {
  double fewest;
  double most;
  MatchLength(double turns) : fewest(turns), most(turns) {}  // by one agent, or of one match
  MatchLength(double least, double greatest) : fewest(least), most(greatest) {}
  friend bool operator==(const MatchLength&, const MatchLength&) = default;
};

// Of one table at least, a table for each agent.
MatchLength length_of(std::span<const CriteriaTotals> tables);

// {"mean": minutes of the middle, "quick_table": of the shortest matches at a quick table,
// "slow_table": of the longest at a slow one} (metrics/criteria/minutes.hpp).
nlohmann::ordered_json minutes_to_json(const MatchLength& length, int territories,
                                       const TableSeconds& seconds = {});

// A variant with an objective of its own (own_objective), which from now on carries the mean turns
// of these tables, one for each agent, in its file: "measured" in "bred_for".
risk::Variant with_length(const risk::Variant& variant, std::span<const std::string> agents,
                          std::span<const CriteriaTotals> tables);
// The length that a variant carries; nothing where it carries none, or where its rules, borders,
// continents or missions have changed since. Names and drawings may. Throws InputError.
std::optional<MatchLength> own_length(const risk::Variant& variant);

}  // namespace evorisk::metrics
