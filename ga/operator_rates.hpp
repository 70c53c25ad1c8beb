// How often each mutation is made: as configured, or adapted during the run to what has paid.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "ga/config.hpp"
#include "ga/genome.hpp"

namespace evorisk::ga {

// The registry of ways to adapt.
struct AdaptationKind {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
};
std::span<const AdaptationKind> adaptations();
std::vector<std::string_view> adaptation_names();

// The chance, by what is known of both, that a child is truly better than its parent: by normal
// errors of both fitnesses; certain where violations of constraints or lexicographic levels differ;
// 0 for a child that is not playable.
double chance_of_improvement(const Individual& child, const Individual& parent);

// Operators are config.map_mutations and "rule" (the genes of rules, all together). Each has a
// share of all mutations, from config.operator_rates.floor up, all shares 1 together; an operator
// of K is applied with probability mutation_rate * K * share, at most 1: as many mutations as
// without adaptation, as long as none is capped. Knows no randomness.
//
// Quality: a running mean over the children with that mutation, of the chance that the child is
// better than the fitter of its parents; each child moves it by a share `learning`. So a gain that
// may be noise counts as half a gain. What is left is the luck of the parents, who were selected by
// the same noise: it makes all operators look worse alike.
class OperatorRates {
 public:
  explicit OperatorRates(const Config& config);

  bool active() const { return !shares_.empty(); }
  // Probability of each mutation in the registry's order (0 where it is not used), then of "rule".
  // Empty when not active.
  const std::vector<double>& rates() const { return rates_; }

  // What the children of `generation` among `measured` tell, given their parents as they were
  // known when they were chosen. A parent that is not in `before` tells nothing.
  void learn(int generation, std::span<const Individual> before,
             std::span<const Individual> measured);

  // Member "operators" of a generation's line: by name {"rate": with which its children were bred,
  // "children": that have it, "quality": after them}. Nothing when not active.
  void write_notes(JsonWriter& writer) const;
  // Member "operators" of the state that is open, and back. Nothing when not active.
  void write_state(JsonWriter& writer) const;
  void restore(const JsonView& state);

 private:
  std::size_t operator_of(std::string_view mutation) const;
  void share_out();
  void update_rates();

  const Config* config_;
  std::vector<std::string> names_;
  std::vector<double> qualities_;
  std::vector<double> shares_;
  std::vector<double> rates_;
  // Of the generation that was learnt from last.
  std::vector<double> used_;
  std::vector<std::int64_t> children_;
};

}  // namespace evorisk::ga
