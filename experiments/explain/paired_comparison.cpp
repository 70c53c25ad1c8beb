#include "experiments/explain/paired_comparison.hpp"

#include "metrics/objective/target.hpp"

namespace evorisk::experiments {
namespace {

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
  metrics::PlayControl inner{control.stop, nullptr};
  if (control.progress) {
    inner.progress = [&](std::int64_t played) { control.progress(done + played); };
  }
  const auto play = [&](const risk::Variant& variant, Matches& played) {
    played.summaries.resize(count);
    if (result.base.counts_extended()) played.extended.resize(count);
    const metrics::MatchJob job{&variant, key, played.summaries, played.extended};
    const bool complete = engine.play({&job, 1}, inner);
    done += matches;
    return complete;
  };
  Matches own;
  if (!play(base, own)) return std::nullopt;
  result.base.add(own.summaries, own.extended);
  const double base_loss = metrics::target_loss(objective, base);
  for (const risk::Variant* other : others) {
    Matches theirs;
    if (!play(*other, theirs)) return std::nullopt;
    metrics::PairedTotals totals(base.players(), other->players(), extended);
    totals.add(own.summaries, theirs.summaries, own.extended, theirs.extended);
    const double apart = metrics::target_loss(objective, *other) - base_loss;
    result.others.push_back(totals.compare(objective, apart));
    result.totals.push_back(totals.second());
  }
  return result;
}

}  // namespace evorisk::experiments
