#include "metrics/measure.hpp"

#include <algorithm>
#include <deque>
#include <vector>

#include "base/stopwatch.hpp"

namespace evorisk::metrics {

bool measure(Engine& engine, std::span<const Measurement> measurements, const PlayControl& control,
             std::int64_t block) {
  std::int64_t done = 0;
  const PlayControl inner = reporting_after(control, done);
  auto next = measurements.begin();
  std::int64_t begun = 0;  // matches of *next in earlier blocks
  while (next != measurements.end()) {
    std::deque<CriteriaTotals> played;  // of this block: what a stopped one has played is not added
    std::vector<MatchJob> jobs;
    std::vector<CriteriaTotals*> totals;
    std::int64_t matches = 0;
    while (matches < block && next != measurements.end()) {
      const std::int64_t count = std::min(block - matches, next->matches - begun);
      if (count > 0) {
        StreamKey key = next->key;
        key.match += static_cast<std::uint64_t>(begun);
        MatchJob job{.variant = next->variant, .key = key, .agents = next->agents};
        job.totals =
            &played.emplace_back(next->totals->players(), next->totals->extended_criteria());
        job.matches = count;
        jobs.push_back(job);
        totals.push_back(next->totals);
        matches += count;
        begun += count;
      }
      if (begun == next->matches) {
        ++next;
        begun = 0;
      }
    }
    if (!engine.play(jobs, inner)) return false;
    for (std::size_t i = 0; i < jobs.size(); ++i) totals[i]->merge(*jobs[i].totals);
    done += matches;
  }
  return true;
}

bool measure_in_one(Engine& engine, std::span<const Measurement> measurements,
                    const PlayControl& control) {
  constexpr std::int64_t most_of_a_job = std::int64_t{1} << 31;
  std::vector<MatchJob> jobs;
  jobs.reserve(measurements.size());
  for (const Measurement& one : measurements) {
    MatchJob job{.variant = one.variant, .key = one.key, .agents = one.agents};
    job.totals = one.totals;
    for (std::int64_t left = one.matches; left > 0; left -= job.matches) {
      job.matches = std::min(left, most_of_a_job);
      jobs.push_back(job);
      job.key.match += static_cast<std::uint64_t>(job.matches);
    }
  }
  return engine.play(jobs, control);
}

namespace {

// Calls measure(key, count, control) for growing parts of the matches of each of `each`.
template <class Measure>
bool in_parts(StreamKey key, std::int64_t matches, std::int64_t each, const PlayControl& control,
              const Measure& measure_part) {
  constexpr double long_enough = 0.25;  // seconds; not much more is lost by an interruption
  std::int64_t done = 0;                // of all
  const PlayControl inner = reporting_after(control, done);
  std::int64_t part = 16;  // few: slow agents play some matches a second
  for (std::int64_t left = matches; left > 0;) {
    const std::int64_t count = std::min(part, left);
    const Stopwatch watch;
    if (!measure_part(key, count, inner)) return false;
    if (part * each < default_block && watch.seconds() < long_enough) part *= 2;
    key.match += static_cast<std::uint64_t>(count);
    done += each * count;
    left -= count;
  }
  return true;
}

}  // namespace

bool measure_pairs(Engine& engine, const risk::Variant& first, const risk::Variant& second,
                   StreamKey key, std::int64_t matches, PairedTotals& totals,
                   const PlayControl& control) {
  const auto play = [&](const StreamKey& own, std::int64_t part, const PlayControl& inner) {
    const auto count = static_cast<std::size_t>(part);
    std::vector<MatchSummary> slots(2 * count);
    std::vector<ExtendedSummary> extended(totals.first().counts_extended() ? 2 * count : 0);
    const std::span<MatchSummary> out_first(slots.data(), count);
    const std::span<MatchSummary> out_second(slots.data() + count, count);
    MatchJob jobs[] = {{&first, own, out_first}, {&second, own, out_second}};
    if (!extended.empty()) {
      jobs[0].extended = {extended.data(), count};
      jobs[1].extended = {extended.data() + count, count};
    }
    if (!engine.play(jobs, inner)) return false;
    totals.add(out_first, out_second, jobs[0].extended, jobs[1].extended);
    return true;
  };
  return in_parts(key, matches, 2, control, play);
}

bool measure_tables_in_parts(Engine& engine, const risk::Variant& variant,
                             const std::vector<std::vector<std::string>>& tables, StreamKey key,
                             std::int64_t matches, std::vector<CriteriaTotals>& totals,
                             const PlayControl& control) {
  return in_parts(key, matches, std::ssize(tables), control,
                  [&](StreamKey own, std::int64_t count, const PlayControl& inner) {
                    std::vector<CriteriaTotals> part = totals;
                    std::vector<Measurement> work;
                    for (std::size_t t = 0; t < tables.size(); ++t) {
                      own.individual = static_cast<std::uint32_t>(t);
                      work.push_back({&variant, own, count, &part[t], &tables[t]});
                    }
                    if (!measure(engine, work, inner)) return false;
                    totals = std::move(part);  // all tables have as many matches
                    return true;
                  });
}

}  // namespace evorisk::metrics
