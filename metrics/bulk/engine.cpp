// The bulk engine: jobs, threads, totals.
#include "metrics/engine.hpp"

#include <omp.h>

#include <algorithm>
#include <atomic>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <vector>

#include "base/error.hpp"
#include "base/parallel.hpp"
#include "metrics/bulk/lanes.hpp"
#include "metrics/bulk/plan.hpp"
#include "metrics/bulk/single.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::metrics {
namespace {

using namespace bulk;

std::string refusal(const risk::Variant& variant, const EngineOptions& options) {
  if (options.agents.size() > 1) static_cast<void>(seat_agents(variant, options));  // it may throw
  for (const std::string& agent : options.agents) {
    if (agent != "cautious") return "an agent is not cautious";
  }
  for (const CriterionInfo& info : all_criteria()) {
    if (options.extended.has(info.id) && effort(info.id) != Effort::winners) {
      return "it does not count " + std::string(info.name);
    }
  }
  return plan_refusal(variant);
}

// All jobs of one variant. Its matches go to whichever of its threads asks first, so that the lanes
// of each stay full until there are none left.
struct Group {
  const risk::Variant* variant = nullptr;
  std::vector<const MatchJob*> jobs;
  std::size_t matches = 0;
  MatchQueue::Counter handed_out{0};

  std::size_t left() const { return matches - std::min(matches, handed_out.load()); }
  // The cost model: what the time that it takes depends on most.
  std::size_t cost() const { return matches * static_cast<std::size_t>(variant->territories()); }
};

// The last matches of each thread leave lanes empty: fewer are not shared out.
constexpr std::size_t fewest_to_share = 256;
// Progress is told every so many matches of the thread that tells.
constexpr std::size_t tell_every = 4096;

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
    group->jobs.push_back(&job);
    group->matches += job.size();
  }
  return groups;
}

class BulkEngine final : public Engine {
 public:
  explicit BulkEngine(const EngineOptions& options) : options_(options) {
    options_.threads = std::max(1, options.threads);
    memory_.resize(static_cast<std::size_t>(options_.threads));
  }

  int threads() const override { return options_.threads; }

 private:
  bool do_play(std::span<const MatchJob> jobs, const PlayControl& control) override;
  void play(Group& group, LaneMemory& memory, const std::atomic<bool>* stop,
            const MatchQueue::Listener& listener);

  EngineOptions options_;
  std::vector<LaneMemory> memory_;  // by thread
  std::mutex totals_mutex_;
};

// Plays matches of the group until there are none left.
void BulkEngine::play(Group& group, LaneMemory& memory, const std::atomic<bool>* stop,
                      const MatchQueue::Listener& listener) {
  const Plan plan(*group.variant, options_.parameters);
  SingleMatch single(plan);
  // What this thread adds to each job's totals; in one place, for buffers know where theirs are.
  struct Sums {
    CriteriaTotals totals;
    TotalsBuffer buffer;
    Sums(const CriteriaTotals& to) : totals(to.players(), to.extended_criteria()), buffer(totals) {}
  };
  std::deque<Sums> sums;
  std::vector<MatchQueue::Run> runs;
  for (const MatchJob* job : group.jobs) {
    MatchQueue::Run run{seed_key(job->key), job->key.match, job->size(), nullptr};
    if (job->totals == nullptr) {
      run.out = job->out.data();
    } else {
      run.totals = &sums.emplace_back(*job->totals).buffer;
    }
    runs.push_back(run);
  }
  MatchQueue queue(runs, group.handed_out, stop, listener);
  if (lanes_refusal(plan) == nullptr) {
    play_lanes(LanePlan(plan), queue, memory, single);
  } else {
    play_alone(queue, single);
  }
  auto added = sums.begin();
  for (const MatchJob* job : group.jobs) {
    if (job->totals == nullptr) continue;
    added->buffer.flush();
    const std::lock_guard lock(totals_mutex_);
    job->totals->merge(added++->totals);
  }
}

bool BulkEngine::do_play(std::span<const MatchJob> jobs, const PlayControl& control) {
  for (const MatchJob& job : jobs) {
    const std::string reason = refusal(*job.variant, options_of(job, options_));
    if (!reason.empty()) {
      throw InputError("engine bulk cannot play {}: {}", job.variant->name(), reason);
    }
  }
  // Each thread takes the next group, the costliest first; then it helps others, so that threads
  // end together.
  auto groups = grouped(jobs);
  std::ranges::stable_sort(groups, std::greater(), [](const auto& group) { return group->cost(); });
  std::atomic<std::size_t> next{0};
  std::atomic<bool> ended{false};
  const auto stopped = [&] {
    return control.stop != nullptr && control.stop->load(std::memory_order_relaxed);
  };
  std::size_t own = 0;  // matches of the thread that tells, since it last told
  const auto tell = [&](std::size_t matches) {
    own += matches;
    if (own < tell_every) return;
    own = 0;
    std::size_t all = 0;
    for (const auto& group : groups) all += group->matches - group->left();
    control.progress(static_cast<std::int64_t>(all));
  };
  parallel_for_dynamic(options_.threads, options_.threads, [&](std::int64_t thread) {
    const bool tells = omp_get_thread_num() == 0 && control.progress;
    const MatchQueue::Listener listener = tells ? MatchQueue::Listener(tell) : nullptr;
    const std::size_t rounds = static_cast<std::size_t>(options_.threads);
    for (std::size_t i; (i = next.fetch_add(1)) < rounds * groups.size() && !stopped();) {
      Group& group = *groups[i % groups.size()];
      if (group.left() == 0 || (i >= groups.size() && group.left() < fewest_to_share)) continue;
      play(group, memory_[static_cast<std::size_t>(thread)], control.stop, listener);
    }
    if (stopped()) ended = true;
  });
  return !ended;
}

}  // namespace

EngineKind bulk_engine_kind() {
  return {"bulk",
          "2 players, both `cautious`, any rules but missions: many matches side by side in vector "
          "lanes",
          refusal, [](const EngineOptions& options) -> std::unique_ptr<Engine> {
            return std::make_unique<BulkEngine>(options);
          }};
}

}  // namespace evorisk::metrics
