#include "experiments/coverage_study/study.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "base/index.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/measure.hpp"

namespace evorisk::experiments {
namespace {

using metrics::Coverage;
constexpr Coverage coverages[] = {Coverage::one_error, Coverage::two_errors};

// One figure of a set of totals: its estimate and its intervals.
struct Reading {
  metrics::Estimate estimate;
  metrics::Interval intervals[2];
};

Reading reading(const metrics::CriteriaTotals& totals, const metrics::CriterionInfo& info) {
  Reading result{totals.criterion(info.id), {}};
  for (std::size_t c = 0; c < 2; ++c) result.intervals[c] = totals.interval(info.id, coverages[c]);
  return result;
}

Reading reading(const metrics::CriteriaTotals& totals, const metrics::Objective& objective) {
  Reading result{metrics::fitness(totals, objective), {}};
  for (std::size_t c = 0; c < 2; ++c) {
    result.intervals[c] = metrics::fitness_interval(totals, objective, coverages[c]);
  }
  return result;
}

// `what`: the criterion, or the objective.
template <class What>
FigureCoverage figure(std::string_view name, const metrics::CriteriaTotals& truth,
                      std::span<const metrics::CriteriaTotals> repetitions, const What& what) {
  FigureCoverage result;
  result.name = name;
  // An estimate may lie where the truth cannot: an unbiased one of a distance below 0.
  const Reading whole = reading(truth, what);
  result.truth = std::clamp(whole.estimate.mean, whole.intervals[1].low, whole.intervals[1].high);
  // A figure that is the same in every match may differ in its last digit.
  const double rounding = 1e-9 * std::max(1.0, std::abs(result.truth));
  const double part = 1.0 / static_cast<double>(repetitions.size());
  std::map<double, int> seen;  // how often, in units of `rounding`
  for (const metrics::CriteriaTotals& totals : repetitions) {
    const Reading read = reading(totals, what);
    const double distance = std::abs(read.estimate.mean - result.truth);
    for (std::size_t c = 0; c < 2; ++c) {
      const metrics::Interval& interval = read.intervals[c];
      const bool inside =
          interval.low - rounding <= result.truth && result.truth <= interval.high + rounding;
      result.intervals[c] += part * (inside ? 1 : 0);
      const double reach = metrics::errors_of(coverages[c]) * read.estimate.se;
      result.errors[c] += part * (distance <= reach + rounding ? 1 : 0);
    }
    const int times = ++seen[std::round(read.estimate.mean / rounding)];
    result.step = std::max(result.step, part * times);
    result.bias += part * (read.estimate.mean - result.truth);
    result.middle_bias += part * (read.intervals[0].middle - result.truth);
  }
  return result;
}

std::vector<FigureCoverage> figures_of(const metrics::CriteriaTotals& truth,
                                       std::span<const metrics::CriteriaTotals> repetitions,
                                       const metrics::Objective& objective) {
  std::vector<FigureCoverage> figures;
  for (const metrics::CriterionInfo& info : truth.measured())
    figures.push_back(figure(info.name, truth, repetitions, info));
  figures.push_back(figure("fitness", truth, repetitions, objective));
  return figures;
}

}  // namespace

std::optional<std::vector<VariantCoverage>> study_coverage(
    const std::vector<risk::Variant>& variants, const std::vector<metrics::Objective>& objectives,
    const CoverageDesign& design, const metrics::PlayControl& control) {
  std::vector<VariantCoverage> result;
  std::int64_t played = 0;
  const auto criteria_of = [&](std::size_t v) {
    metrics::CriteriaSet set = design.extended;
    set.add(objectives[v].extended_criteria());
    return set;
  };
  // A fresh random stream for each set of matches.
  const auto play = [&](std::size_t v, std::size_t t, std::uint32_t first, std::int64_t matches,
                        std::span<metrics::CriteriaTotals> all) {
    metrics::EngineOptions options;
    options.threads = design.threads;
    options.agents = design.tables[t];
    options.parameters = objectives[v].parameters;
    options.extended = criteria_of(v);
    static_cast<void>(metrics::seat_agents(variants[v], options));  // refuses what does not fit
    std::vector<metrics::Measurement> work;
    for (std::size_t i = 0; i < all.size(); ++i) {
      StreamKey key{design.seed, Purpose::match};
      key.individual = first + static_cast<std::uint32_t>(i);
      work.push_back({&variants[v], key, matches, &all[i], &design.tables[t]});
    }
    const bool whole = metrics::measure(*metrics::make_engine(options), work,
                                        metrics::reporting_after(control, played));
    played += matches * std::ssize(all);
    return whole;
  };
  for (std::size_t v = 0; v < variants.size(); ++v) {
    for (std::size_t t = 0; t < design.tables.size(); ++t) {
      const metrics::CriteriaTotals none(variants[v].players(), criteria_of(v));
      std::vector truth{none};
      std::uint32_t stream = 0;
      if (!play(v, t, stream++, design.truth, truth)) return std::nullopt;
      for (const std::int64_t matches : design.matches) {
        std::vector repetitions(static_cast<std::size_t>(design.repetitions), none);
        if (!play(v, t, stream, matches, repetitions)) return std::nullopt;
        stream += static_cast<std::uint32_t>(design.repetitions);
        result.push_back({variants[v].name(), variants[v].players(), t, matches,
                          figures_of(truth[0], repetitions, objectives[v])});
      }
    }
  }
  return result;
}

}  // namespace evorisk::experiments
