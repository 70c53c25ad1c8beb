#include "experiments/explain/paired_comparison.hpp"

#include <algorithm>

#include "metrics/objective/target.hpp"

namespace evorisk::experiments {
namespace {

// Matches of other variants that are held at a time; of all of them at least one variant's.
constexpr std::size_t at_once = 400'000;

// The matches of one variant.
struct Slots {
  std::vector<metrics::MatchSummary> matches;
  std::vector<metrics::FurtherSummary> further;

  metrics::MatchJob job(const risk::Variant& variant, const StreamKey& key) {
    return {&variant, key, matches, further};
  }
};

}  // namespace

std::optional<PairedComparison> compare_paired(const risk::Variant& base,
                                               std::span<const risk::Variant* const> others,
                                               const metrics::Objective& objective,
                                               metrics::Engine& engine, const StreamKey& key,
                                               std::int64_t matches,
                                               const metrics::PlayControl& control) {
  const metrics::CriteriaSet further = objective.further();
  const bool counts_further = metrics::CriteriaTotals(base.players(), further).counts_further();
  const auto count = static_cast<std::size_t>(matches);
  const auto slots = [&] {
    Slots made;
    made.matches.resize(count);
    if (counts_further) made.further.resize(count);
    return made;
  };
  PairedComparison result{metrics::CriteriaTotals(base.players(), further), {}, {}};
  Slots own = slots();
  const std::size_t group = std::max<std::size_t>(1, at_once / std::max<std::size_t>(1, count));
  std::int64_t done = 0;
  metrics::PlayControl inner{control.stop, nullptr};
  if (control.progress) {
    inner.progress = [&](std::int64_t played) { control.progress(done + played); };
  }
  const double base_loss = metrics::target_loss(objective, base);
  bool first = true;
  for (std::size_t begin = 0; first || begin < others.size(); begin += group) {
    const std::size_t size = std::min(group, others.size() - begin);
    std::vector<Slots> theirs;
    for (std::size_t i = 0; i < size; ++i) theirs.push_back(slots());
    std::vector<metrics::MatchJob> jobs;
    if (first) jobs.push_back(own.job(base, key));
    for (std::size_t i = 0; i < size; ++i) jobs.push_back(theirs[i].job(*others[begin + i], key));
    if (!engine.play(jobs, inner)) return std::nullopt;
    done += static_cast<std::int64_t>(jobs.size()) * matches;
    for (std::size_t i = 0; i < size; ++i) {
      metrics::PairedTotals totals(base.players(), others[begin + i]->players(), further);
      if (counts_further) {
        totals.add(own.matches, theirs[i].matches, own.further, theirs[i].further);
      } else {
        totals.add(std::span<const metrics::MatchSummary>(own.matches), theirs[i].matches);
      }
      result.others.push_back(totals.compare(
          objective, metrics::target_loss(objective, *others[begin + i]) - base_loss));
      result.totals.push_back(totals.second());
    }
    first = false;
  }
  if (counts_further) {
    result.base.add(own.matches, own.further);
  } else {
    result.base.add(own.matches);
  }
  return result;
}

}  // namespace evorisk::experiments
