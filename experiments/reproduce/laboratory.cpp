#include "experiments/reproduce/laboratory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <tuple>

#include "base/random.hpp"
#include "experiments/work.hpp"
#include "ga/algorithms/algorithm.hpp"

namespace evorisk::experiments::reproduce {
namespace {

// Work of a run, in individuals measured.
std::int64_t cost(const SearchSpec& spec) {
  return static_cast<std::int64_t>(spec.parameters.generations + 1) * spec.parameters.population;
}

// Every run of a laboratory has a stream of its own.
std::uint64_t run_seed(std::uint64_t seed, std::uint32_t kind, std::uint32_t number) {
  return Random({seed, Purpose::sweep, kind + 1, number, 0, 0}).next() >> 1;
}

// A run that gets stuck is played again from another seed, a few times.
RunSummary search_until_done(Profile profile, const SearchSpec& spec, const RunControl& control) {
  constexpr std::uint32_t most_attempts = 5;
  SearchSpec attempt = spec;
  for (std::uint32_t replaced = 0;; ++replaced) {
    try {
      RunSummary summary = run_search(profile, attempt, control);
      summary.replaced = static_cast<int>(replaced);
      return summary;
    } catch (const ga::SearchStuck&) {
      if (replaced + 1 == most_attempts) throw;
      attempt.seed = run_seed(spec.seed, 3, replaced);
    }
  }
}

}  // namespace

void Laboratory::forget_replaced() {
  handed_out_.clear();
  replaced_ = 0;
}

void Laboratory::hand_out(const std::vector<RunSummary>& runs) {
  if (!handed_out_.insert(&runs).second) return;
  for (const RunSummary& run : runs) replaced_ += run.replaced;
}

int Laboratory::scaled(int full, double default_scale, int least) const {
  const double wanted = std::round(full * options_.scale.value_or(default_scale));
  return static_cast<int>(std::clamp<double>(wanted, least, 1e9));
}

Hyperparameters Laboratory::limited(Hyperparameters parameters) const {
  if (options_.most_generations > 0) {
    parameters.generations = std::min(parameters.generations, options_.most_generations);
  }
  return parameters;
}

void Laboratory::parallel(const std::string& what, std::int64_t count,
                          const std::function<void(std::int64_t job)>& work) {
  std::mutex mutex;
  std::int64_t done = 0;
  work_through(options_.threads, count, [&](std::int64_t job, int) {
    if (options_.stop && *options_.stop) return false;
    work(job);
    const std::scoped_lock lock(mutex);
    ++done;
    if (options_.progress && !what.empty()) options_.progress(what, done, count);
    return true;
  });
  if (options_.stop && *options_.stop) throw Stopped();
}

std::vector<Batch> Laboratory::batches(Profile profile, const Thesis::Game& game, int count) {
  std::vector<Batch> result(static_cast<std::size_t>(count));
  parallel(fmt::format("{}, profile {}", game.map, profile_name(profile)), count,
           [&](std::int64_t b) {
             result[static_cast<std::size_t>(b)] =
                 play_batch(profile, game.map, game.genes, options_.matches, options_.seed,
                            static_cast<std::uint32_t>(b));
           });
  return result;
}

std::vector<RunSummary> Laboratory::play(const std::string& what, Profile profile,
                                         std::span<const SearchSpec> specs) {
  // The longest first, so that all threads end together.
  std::vector<std::size_t> order(specs.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return cost(specs[i]); });
  std::int64_t total = 0;
  for (const SearchSpec& spec : specs) total += cost(spec);
  const std::string label = fmt::format("{}, profile {}", what, profile_name(profile));
  std::vector<RunSummary> summaries(specs.size());
  std::mutex mutex;
  std::int64_t done = 0;
  parallel("", static_cast<std::int64_t>(specs.size()), [&](std::int64_t job) {
    const std::size_t run = order[static_cast<std::size_t>(job)];
    RunControl control;
    control.stop = options_.stop;
    control.generation_done = [&] {
      const std::scoped_lock lock(mutex);
      done += specs[run].parameters.population;
      if (options_.progress) options_.progress(label, std::min(done, total), total);
    };
    summaries[run] = search_until_done(profile, specs[run], control);
  });
  return summaries;
}

const std::vector<RunSummary>& Laboratory::repeats(Profile profile,
                                                   const Hyperparameters& parameters, int count,
                                                   bool risk_to_war) {
  const std::tuple key{profile, parameters, count, risk_to_war};
  if (!repeats_.contains(key)) {
    std::vector<SearchSpec> specs;
    for (int i = 0; i < count; ++i) {
      const std::uint64_t seed =
          run_seed(options_.seed, risk_to_war ? 2 : 1, static_cast<std::uint32_t>(i));
      specs.push_back({limited(parameters), options_.matches, seed});
      if (!risk_to_war) continue;
      specs.back().first = thesis().risk;
      specs.back().wanted = thesis().war;
    }
    repeats_.emplace(key, play(to_text(parameters), profile, specs));
  }
  const std::vector<RunSummary>& runs = repeats_.at(key);
  hand_out(runs);
  return runs;
}

const std::vector<RunColumn>& Laboratory::sample(int count) {
  if (!options_.sweep.empty()) count = 0;
  if (!samples_.contains(count)) {
    samples_[count] = options_.sweep.empty()
                          ? played_sample(count)
                          : std::vector<RunColumn>{read_stored_sweep(options_.sweep)};
  }
  const std::vector<RunColumn>& columns = samples_.at(count);
  for (const RunColumn& column : columns) hand_out(column.runs);
  return columns;
}

std::vector<RunColumn> Laboratory::played_sample(int count) {
  std::vector<SearchSpec> specs;
  for (const Hyperparameters& parameters : stratified_sample(count, options_.seed)) {
    const std::uint64_t seed = run_seed(options_.seed, 0, static_cast<std::uint32_t>(specs.size()));
    specs.push_back({limited(parameters), options_.matches, seed});
  }
  const std::string what = fmt::format("{} runs of the grid", specs.size());
  std::vector<RunColumn> columns;
  for (const Profile profile : options_.profiles) {
    columns.push_back({std::string(profile_name(profile)), play(what, profile, specs)});
  }
  return columns;
}

}  // namespace evorisk::experiments::reproduce
