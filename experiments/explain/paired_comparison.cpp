#include "experiments/explain/paired_comparison.hpp"

#include <algorithm>

#include "metrics/objective/target.hpp"

namespace evorisk::experiments {
namespace {

// Matches of other variants that are played at once, where one variant has no more: short ones do
// not fill the engine's lanes.
constexpr std::size_t at_once = 400'000;

// The matches of one variant.
struct Matches {
  std::vector<metrics::MatchSummary> summaries;
  std::vector<metrics::ExtendedSummary> extended;
};

}  // namespace

std::optional<PairedComparison> compare_paired(const risk::Variant& base,
                                               std::span<const risk::Variant* const> others,
                                               const metrics::Objective& objective,
                                               metrics::Engine& engine, const StreamKey& key,
                                               std::int64_t matches,
                                               const metrics::PlayControl& control) {
  const metrics::CriteriaSet extended = objective.extended_criteria();
  PairedComparison result{metrics::CriteriaTotals(base.players(), extended), {}, {}};
  const auto count = static_cast<std::size_t>(matches);
  std::int64_t done = 0;
  const metrics::PlayControl inner = metrics::reporting_after(control, done);
  const auto play = [&](std::span<const risk::Variant* const> variants) {
    std::vector<Matches> played(variants.size());
    std::vector<metrics::MatchJob> jobs;
    for (std::size_t i = 0; i < variants.size(); ++i) {
      played[i].summaries.resize(count);
      if (result.base.counts_extended()) played[i].extended.resize(count);
      jobs.push_back({variants[i], key, played[i].summaries, played[i].extended});
    }
    if (!engine.play(jobs, inner)) played.clear();
    done += static_cast<std::int64_t>(jobs.size()) * matches;
    return played;
  };
  const risk::Variant* const of_base[] = {&base};
  const std::vector<Matches> own = play(of_base);
  if (own.empty()) return std::nullopt;
  result.base.add(own[0].summaries, own[0].extended);
  const double base_loss = metrics::target_loss(objective, base);
  const std::size_t group = std::max<std::size_t>(1, at_once / std::max<std::size_t>(1, count));
  while (!others.empty()) {
    const auto now = others.first(std::min(group, others.size()));
    const std::vector<Matches> theirs = play(now);
    if (theirs.empty()) return std::nullopt;
    for (std::size_t i = 0; i < now.size(); ++i) {
      metrics::PairedTotals totals(base.players(), now[i]->players(), extended);
      totals.add(own[0].summaries, theirs[i].summaries, own[0].extended, theirs[i].extended);
      const double apart = metrics::target_loss(objective, *now[i]) - base_loss;
      result.others.push_back(totals.compare(objective, apart));
      result.totals.push_back(totals.second());
    }
    others = others.subspan(now.size());
  }
  return result;
}

}  // namespace evorisk::experiments
