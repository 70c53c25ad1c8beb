#include "metrics/bulk/engine.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <exception>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

#include "maps/base/error.hpp"
#include "maps/base/stopwatch.hpp"
#include "metrics/bulk/lanes.hpp"
#include "metrics/bulk/pace.hpp"
#include "metrics/bulk/plan.hpp"
#include "metrics/bulk/single.hpp"
#include "metrics/criteria.hpp"
#include "metrics/totals.hpp"

namespace evorisk::metrics {
namespace {

using namespace bulk;

std::string refusal(const risk::Variant& variant, const EngineOptions& options) {
  if (options.agents.size() > 1) static_cast<void>(seat_agents(variant, options));  // it may throw
  for (const std::string& agent : options.agents) {
    if (agent != "cautious") return "an agent is not cautious";
  }
  for (const CriterionInfo& info : all_criteria()) {
    if (options.further.has(info.id) && effort(info.id) != Effort::winners) {
      return "it does not count " + std::string(info.name);
    }
  }
  return plan_refusal(variant);
}

// A job, as the group of its variant knows it.
struct Run {
  const MatchJob* job;
  std::uint64_t seed_key;
};

// All jobs of one variant. Its matches go to whichever of its threads asks first, so that the lanes
// of each stay full until there are none left. What is looked up about the variant is made by the
// thread that comes first and dropped by the one that leaves last.
struct Group {
  const risk::Variant* variant = nullptr;
  std::vector<Run> runs;
  std::size_t matches = 0;
  std::size_t threads = 1;  // that play it, at most
  Feed::Counter handed_out{0};
  std::mutex making;
  std::unique_ptr<Plan> plan;
  std::unique_ptr<LanePlan> lane_plan;  // none when lanes cannot hold its matches
  std::atomic<std::size_t> threads_left{0};
  std::atomic<std::int64_t> nanoseconds{0};  // that it took, of all threads

  // What its length depends on most, but for its rules (Pace).
  double size() const {
    return static_cast<double>(matches) * static_cast<double>(variant->territories());
  }
};

// The last matches of each thread leave lanes empty: fewer are not shared out, unless there is no
// other work.
constexpr std::size_t fewest_to_share = 1024;
// Whoever watches is told every so many matches of the thread that tells.
constexpr std::int64_t tell_every = 4096;

// How many matches a thread has begun. In a cache line of its own: it counts a few at a time, and
// threads that counted in the same line would hand it to each other each time.
struct alignas(64) Begun {
  std::atomic<std::int64_t> matches{0};
  void add(std::size_t more) {  // the thread's own counter: nobody else adds
    matches.store(matches.load(std::memory_order_relaxed) + static_cast<std::int64_t>(more),
                  std::memory_order_relaxed);
  }
};

std::vector<std::unique_ptr<Group>> grouped(std::span<const MatchJob> jobs) {
  std::vector<std::unique_ptr<Group>> groups;
  std::map<const risk::Variant*, Group*> of_variant;
  for (const MatchJob& job : jobs) {
    if (job.size() == 0) continue;
    Group*& group = of_variant[job.variant];
    if (group == nullptr) {
      groups.push_back(std::make_unique<Group>());
      group = groups.back().get();
      group->variant = job.variant;
    }
    group->runs.push_back({&job, seed_key(job.key)});
    group->matches += job.size();
  }
  return groups;
}

// Every group as often as threads may play it. Each thread that has nothing to do takes the next
// one: first those that nobody plays yet, the longest of them first, then it helps others, so that
// threads end together.
std::vector<Group*> in_order(const std::vector<std::unique_ptr<Group>>& groups, int threads,
                             const Pace& pace) {
  std::vector<Group*> order;
  std::size_t matches = 0;
  for (const auto& group : groups) {
    order.push_back(group.get());
    matches += group->matches;
  }
  const auto workers = static_cast<std::size_t>(threads);
  if (workers > 1) {
    std::vector<std::pair<double, Group*>> guessed;
    for (Group* group : order) {
      guessed.emplace_back(pace.guess(group->variant->rules(), group->size()), group);
    }
    std::ranges::stable_sort(guessed, std::greater(), &std::pair<double, Group*>::first);
    std::ranges::transform(guessed, order.begin(), &std::pair<double, Group*>::second);
  }
  const std::size_t fewest = std::min(fewest_to_share, (matches + workers - 1) / workers);
  for (Group* group : order) {
    group->threads = std::min(workers, (group->matches + fewest - 1) / fewest);
    group->threads_left = group->threads;
  }
  for (std::size_t thread = 1; thread < workers; ++thread) {
    for (std::size_t i = 0; i < groups.size(); ++i) {
      if (order[i]->threads > thread) order.push_back(order[i]);
    }
  }
  return order;
}

class BulkEngine final : public Engine {
 public:
  explicit BulkEngine(const EngineOptions& options) : options_(options) {
    options_.threads = std::max(1, options.threads);
    memory_.resize(static_cast<std::size_t>(options_.threads));
  }

  std::string_view name() const override { return "bulk"; }
  int threads() const override { return options_.threads; }

 private:
  bool do_play(std::span<const MatchJob> jobs, const PlayControl& control) override;
  void play(Group& group, LaneMemory& memory, const std::atomic<bool>* stop,
            const Feed::Listener* listener);
  void play_some(Group& group, LaneMemory& memory, const std::atomic<bool>* stop,
                 const Feed::Listener* listener);

  EngineOptions options_;
  std::vector<LaneMemory> memory_;
  Pace pace_;
  std::mutex totals_mutex_;
};

// Plays matches of the group until there are none left.
void BulkEngine::play_some(Group& group, LaneMemory& memory, const std::atomic<bool>* stop,
                           const Feed::Listener* listener) {
  {
    // Not std::call_once, which calls the system each time to wake those who wait.
    const std::lock_guard lock(group.making);
    if (!group.plan) {
      group.plan = std::make_unique<Plan>(*group.variant, options_.parameters);
      if (lanes_refusal(*group.plan) == nullptr) {
        group.lane_plan = std::make_unique<LanePlan>(*group.plan);
      }
    }
  }
  // What this thread adds to each job's totals; in one place, for buffers know where theirs are.
  struct Sums {
    CriteriaTotals totals;
    TotalsBuffer buffer;
    Sums(const CriteriaTotals& to) : totals(to.players(), to.further()), buffer(totals) {}
  };
  std::deque<Sums> sums;
  std::vector<Feed::Run> runs;
  for (const auto& [job, seed_key] : group.runs) {
    Feed::Run run{seed_key, job->key.match, job->size(), nullptr};
    if (job->totals == nullptr) {
      run.out = job->out.data();
    } else {
      run.totals = &sums.emplace_back(*job->totals).buffer;
    }
    runs.push_back(run);
  }
  SingleMatch single(*group.plan);
  Feed feed(runs, stop, &group.handed_out, group.threads, listener);
  if (group.lane_plan) {
    play_lanes(*group.lane_plan, feed, memory, single);
  } else {
    play_alone(feed, single);
  }
  auto added = sums.begin();
  for (const Run& run : group.runs) {
    if (run.job->totals == nullptr) continue;
    added->buffer.flush();
    const std::lock_guard lock(totals_mutex_);
    run.job->totals->merge(added++->totals);
  }
}

void BulkEngine::play(Group& group, LaneMemory& memory, const std::atomic<bool>* stop,
                      const Feed::Listener* listener) {
  if (group.handed_out < group.matches) {
    const Stopwatch watch;
    play_some(group, memory, stop, listener);
    group.nanoseconds += static_cast<std::int64_t>(1e9 * watch.seconds());
  }
  if (group.threads_left.fetch_sub(1) == 1) {
    group.lane_plan.reset();
    group.plan.reset();
  }
}

bool BulkEngine::do_play(std::span<const MatchJob> jobs, const PlayControl& control) {
  for (const MatchJob& job : jobs) {
    const std::string reason = job.agents == nullptr
                                   ? refusal(*job.variant, options_)
                                   : refusal(*job.variant, options_of(job, options_));
    if (!reason.empty()) {
      throw InputError("engine bulk cannot play " + job.variant->name() + ": " + reason);
    }
  }
  const auto groups = grouped(jobs);
  const std::vector<Group*> order = in_order(groups, options_.threads, pace_);
  std::atomic<std::size_t> next{0};
  std::vector<Begun> begun(static_cast<std::size_t>(options_.threads));
  std::atomic<bool> ended{false};
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto stopped = [&] {
    return ended.load(std::memory_order_relaxed) ||
           (control.stop != nullptr && control.stop->load(std::memory_order_relaxed));
  };
  const bool listens = control.progress != nullptr;
  const auto work = [&](std::size_t thread) {
    std::int64_t told = 0;  // about, when there were so many of this thread
    const Feed::Listener listener = [&](std::size_t matches) {
      begun[thread].add(matches);
      if (thread > 0 || begun[0].matches < told + tell_every) return;
      told = begun[0].matches;
      std::int64_t all = 0;
      for (const Begun& of_thread : begun) all += of_thread.matches;
      control.progress(all);
    };
    for (;;) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= order.size()) return;
      if (!stopped()) play(*order[i], memory_[thread], control.stop, listens ? &listener : nullptr);
      if (stopped()) {
        ended = true;
        return;
      }
    }
  };
#pragma omp parallel num_threads(options_.threads)
  {
    try {
      work(static_cast<std::size_t>(omp_get_thread_num()));
    } catch (...) {
      const std::lock_guard lock(error_mutex);
      if (!error) error = std::current_exception();
      ended = true;
    }
  }
  if (error) std::rethrow_exception(error);
  if (options_.threads > 1 && !ended) {
    for (const auto& group : groups) {
      pace_.learn(group->variant->rules(), group->size(), static_cast<double>(group->nanoseconds));
    }
  }
  return !ended;
}

}  // namespace

EngineKind bulk_engine_kind() {
  return {"bulk",
          "2 players, both `cautious`, any rules: many matches side by side in vector lanes",
          refusal, [](const EngineOptions& options) -> std::unique_ptr<Engine> {
            return std::make_unique<BulkEngine>(options);
          }};
}

}  // namespace evorisk::metrics
