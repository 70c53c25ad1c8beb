#include "experiments/reproduce/laboratory.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <mutex>

#include "base/error.hpp"
#include "base/random.hpp"
#include "base/stopwatch.hpp"
#include "experiments/work.hpp"
#include "ga/algorithms/algorithm.hpp"

namespace evorisk::experiments::reproduce {
namespace {

// Work of a run, in individuals measured.
std::int64_t cost(const Hyperparameters& p) {
  return static_cast<std::int64_t>(p.generations + 1) * p.population;
}

std::int64_t cost(std::span<const RunKey> keys) {
  std::int64_t sum = 0;
  for (const RunKey& key : keys) sum += cost(key.parameters);
  return sum;
}

void limit(Hyperparameters& parameters, int most_generations) {
  if (most_generations > 0) {
    parameters.generations = std::min(parameters.generations, most_generations);
  }
}

// Where a process keeps its runs in a store.
std::string part_name(const Shard& shard) {
  return shard.count == 1 ? "" : fmt::format("shard-{}-of-{}", shard.index, shard.count);
}

// Every run of a laboratory has a stream of its own.
std::uint64_t run_seed(std::uint64_t seed, std::uint32_t kind, std::uint32_t number) {
  return Random({seed, Purpose::sweep, kind + 1, number, 0, 0}).next() >> 1;
}

// A run that gets stuck is played again from another seed. Of some configurations of the text's
// profile one run in two gets stuck.
RunSummary search_until_done(Profile profile, const SearchSpec& spec, const RunControl& control) {
  constexpr std::uint32_t most_attempts = 30;
  SearchSpec attempt = spec;
  for (std::uint32_t replaced = 0;; ++replaced) {
    try {
      RunSummary summary = run_search(profile, attempt, control);
      summary.replaced = static_cast<int>(replaced);
      return summary;
    } catch (const ga::SearchStuck& stuck) {
      if (replaced + 1 == most_attempts) {
        throw SystemError("{}: {} runs got stuck one after another: {}", to_text(spec.parameters),
                          most_attempts, stuck.what());
      }
      attempt.seed = run_seed(spec.seed, 3, replaced);
    }
  }
}

}  // namespace

Laboratory::Laboratory(LaboratoryOptions options)
    : options_(std::move(options)),
      store_(options_.store.empty()
                 ? RunStore()
                 : RunStore(options_.store, options_.seed, options_.matches,
                            options_.stored_only ? std::nullopt
                                                 : std::optional(part_name(options_.shard)))) {}

int Laboratory::handed_out(Profile profile) const {
  const auto found = handed_out_.find(profile);
  return found == handed_out_.end() ? 0 : found->second;
}

void Laboratory::forget_handed_out() {
  handed_out_.clear();
  replaced_ = 0;
}

void Laboratory::hand_out(Profile profile, const std::vector<RunSummary>& runs) {
  handed_out_[profile] += static_cast<int>(runs.size());
  for (const RunSummary& run : runs) replaced_ += run.replaced;
}

int Laboratory::scaled(int full, double default_scale, int least) const {
  const double wanted = std::round(full * options_.scale.value_or(default_scale));
  return static_cast<int>(std::clamp<double>(wanted, least, 1e9));
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

std::vector<RunKey> Laboratory::keys_of(Profile profile, const Repeats& of, int count) const {
  Hyperparameters parameters = of.parameters;
  limit(parameters, options_.most_generations);
  std::vector<RunKey> keys;
  for (int i = 0; i < count; ++i) keys.push_back({of.study, profile, parameters, i});
  return keys;
}

std::vector<RunKey> Laboratory::grid_keys(Profile profile, int count) const {
  std::vector<RunKey> keys;
  for (Hyperparameters parameters : stratified_sample(count, options_.seed)) {
    limit(parameters, options_.most_generations);
    keys.push_back({Study::grid, profile, parameters, static_cast<int>(keys.size())});
  }
  return keys;
}

SearchSpec Laboratory::spec_of(const RunKey& key) const {
  SearchSpec spec{key.parameters, options_.matches,
                  run_seed(options_.seed, static_cast<std::uint32_t>(key.study),
                           static_cast<std::uint32_t>(key.number))};
  if (key.study == Study::war) {
    spec.first = thesis().risk;
    spec.wanted = thesis().war;
  }
  return spec;
}

std::vector<RunKey> Laboratory::missing(const std::vector<RunKey>& keys) const {
  std::vector<RunKey> left;
  for (const RunKey& key : keys) {
    if (!store_.has(key)) left.push_back(key);
  }
  std::ranges::sort(left);
  left.erase(std::unique(left.begin(), left.end()), left.end());
  Random random({options_.seed, Purpose::sweep, 5, 0, 0, 0});
  random.shuffle(left.begin(), left.end());
  return left;
}

void Laboratory::play(const std::string& what, std::span<const RunKey> keys) {
  const std::int64_t total = cost(keys);
  std::mutex mutex;
  std::int64_t done = 0;
  parallel("", std::ssize(keys), [&](std::int64_t job) {
    const RunKey& key = keys[static_cast<std::size_t>(job)];
    RunControl control;
    control.stop = options_.stop;
    control.generation_done = [&] {
      const std::scoped_lock lock(mutex);
      done += key.parameters.population;
      if (options_.progress) options_.progress(what, std::min(done, total), total);
    };
    store_.add(key, search_until_done(key.profile, spec_of(key), control));
  });
}

void Laboratory::prepare(const std::vector<std::pair<Repeats, int>>& repeats, int grid) {
  std::vector<RunKey> keys;
  const auto add = [&](const std::vector<RunKey>& more) {
    for (const RunKey& key : more) {
      if (key.number % options_.shard.count == options_.shard.index - 1) keys.push_back(key);
    }
  };
  for (const Profile profile : options_.profiles) {
    for (const auto& [of, count] : repeats) add(keys_of(profile, of, count));
    if (grid > 0 && options_.sweep.empty()) add(grid_keys(profile, grid));
  }
  if (options_.forecast) options_.forecast(seconds_for(missing(keys)));
  const std::vector<RunKey> left = missing(keys);
  play(fmt::format("{} runs", left.size()), left);
}

// Runs differ in speed by profile and study: of each a few are played first, and kept.
double Laboratory::seconds_for(std::span<const RunKey> keys) {
  constexpr std::size_t of_each = 8;
  std::map<std::pair<Study, Profile>, std::vector<RunKey>> kinds;
  for (const RunKey& key : keys) kinds[{key.study, key.profile}].push_back(key);
  double seconds = 0;
  for (const auto& [kind, of_kind] : kinds) {
    const auto pilot = std::span(of_kind).first(std::min(of_kind.size(), of_each));
    const Stopwatch watch;
    play("how long it will take", pilot);
    const auto played = cost(pilot);
    const auto all = cost(of_kind);
    seconds += watch.seconds() * static_cast<double>(all - played) / static_cast<double>(played);
  }
  return seconds;
}

std::vector<RunSummary> Laboratory::runs(const std::string& what, const std::vector<RunKey>& keys) {
  if (!options_.stored_only) {
    const std::vector<RunKey> left = missing(keys);
    play(what, left);
  }
  std::vector<RunSummary> runs;
  for (const RunKey& key : keys) {
    if (store_.has(key)) runs.push_back(store_.at(key));
  }
  return runs;
}

std::vector<RunSummary> Laboratory::repeats(Profile profile, const Repeats& of, int count) {
  const std::string what =
      fmt::format("{}, profile {}", to_text(of.parameters), profile_name(profile));
  std::vector<RunSummary> found =
      runs(what, keys_of(profile, of, options_.stored_only ? most_repeats : count));
  if (found.empty()) throw InputError("{}: holds no run of {}", options_.store, what);
  hand_out(profile, found);
  return found;
}

bool Laboratory::stores(const Repeats& of) const {
  return std::ranges::all_of(options_.profiles, [&](Profile profile) {
    return std::ranges::any_of(keys_of(profile, of, most_repeats),
                               [&](const RunKey& key) { return store_.has(key); });
  });
}

bool Laboratory::stores_grid() const {
  return std::ranges::any_of(options_.profiles, [&](Profile profile) {
    return !store_.all(Study::grid, profile).empty();
  });
}

const RunColumn& Laboratory::sweep() {
  if (!sweep_) sweep_ = read_stored_sweep(options_.sweep);
  return *sweep_;
}

std::vector<RunColumn> Laboratory::sample(int count) {
  if (!options_.sweep.empty()) return {sweep()};
  std::vector<RunColumn> columns;
  for (const Profile profile : options_.profiles) {
    const std::string name(profile_name(profile));
    RunColumn column{name, options_.stored_only
                               ? store_.all(Study::grid, profile)
                               : runs(fmt::format("{} runs of the grid, profile {}", count, name),
                                      grid_keys(profile, count))};
    hand_out(profile, column.runs);
    if (!column.runs.empty()) columns.push_back(std::move(column));
  }
  if (columns.empty()) throw InputError("{}: holds no run of the grid", options_.store);
  return columns;
}

}  // namespace evorisk::experiments::reproduce
