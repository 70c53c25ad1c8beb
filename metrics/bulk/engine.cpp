#include "metrics/bulk/engine.hpp"

#include <omp.h>

#include <algorithm>
#include <deque>
#include <exception>
#include <map>
#include <mutex>

#include "maps/base/error.hpp"
#include "metrics/bulk/lanes.hpp"
#include "metrics/bulk/plan.hpp"
#include "metrics/bulk/single.hpp"
#include "metrics/criteria.hpp"
#include "metrics/totals.hpp"

namespace evorisk::metrics {
namespace {

using namespace bulk;

std::string refusal(const risk::Variant& variant, const EngineOptions& options) {
  for (const std::string& agent : seat_agents(variant, options)) {
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

// All jobs of one variant. What is looked up about it is made by the thread that comes first and
// dropped by the one that finishes last.
struct Group {
  const risk::Variant* variant = nullptr;
  std::vector<Run> runs;
  std::size_t matches = 0;
  std::once_flag made;
  std::unique_ptr<Plan> plan;
  std::unique_ptr<LanePlan> lane_plan;  // none when lanes cannot hold its matches
  std::atomic<std::size_t> tasks_left{0};
};

// Some matches of one group, for one thread.
struct Task {
  struct Part {
    const MatchJob* job;
    std::uint64_t seed_key;
    std::size_t first;  // of the job's matches
    std::size_t size;
  };
  Group* group = nullptr;
  std::vector<Part> parts;
};

// Lanes are best filled by long tasks: a task's last matches leave lanes empty. Threads end
// together when tasks are short.
constexpr std::size_t shortest_task = 1024;
constexpr std::size_t longest_task = 16384;
constexpr std::size_t tasks_per_thread = 8;

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

// Each group cut into tasks of equal length. Those that take longest come first, so that threads
// end together: a match takes about so much longer as there are more territories.
std::vector<Task> cut(std::vector<std::unique_ptr<Group>>& groups, int threads) {
  std::size_t matches = 0;
  for (const auto& group : groups) matches += group->matches;
  const auto workers = static_cast<std::size_t>(threads);
  // A little work is shared out evenly.
  const std::size_t shortest = std::min(shortest_task, (matches + workers - 1) / workers);
  const std::size_t longest =
      std::clamp(matches / (workers * tasks_per_thread), shortest, longest_task);
  std::vector<Task> tasks;
  for (const auto& group : groups) {
    const std::size_t count = (group->matches + longest - 1) / longest;
    group->tasks_left = count;
    std::size_t run = 0;
    std::size_t at = 0;  // in that run
    for (std::size_t i = 0; i < count; ++i) {
      Task task{group.get(), {}};
      std::size_t wanted = group->matches * (i + 1) / count - group->matches * i / count;
      while (wanted > 0) {
        const Run& r = group->runs[run];
        const std::size_t size = std::min(wanted, r.job->size() - at);
        task.parts.push_back({r.job, r.seed_key, at, size});
        wanted -= size;
        at += size;
        if (at == r.job->size()) {
          ++run;
          at = 0;
        }
      }
      tasks.push_back(std::move(task));
    }
  }
  if (threads > 1) {
    const auto effort = [](const Task& task) {
      const Group& group = *task.group;
      return group.matches / group.tasks_left *
             static_cast<std::size_t>(group.variant->territories());
    };
    std::stable_sort(tasks.begin(), tasks.end(),
                     [&](const Task& a, const Task& b) { return effort(a) > effort(b); });
  }
  return tasks;
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
  void play(Task& task, LaneMemory& memory, const std::atomic<bool>* stop);

  EngineOptions options_;
  std::vector<LaneMemory> memory_;
  std::mutex totals_mutex_;
};

void BulkEngine::play(Task& task, LaneMemory& memory, const std::atomic<bool>* stop) {
  Group& group = *task.group;
  std::call_once(group.made, [&] {
    group.plan = std::make_unique<Plan>(*group.variant, options_.parameters);
    if (lanes_refusal(*group.plan) == nullptr) {
      group.lane_plan = std::make_unique<LanePlan>(*group.plan);
    }
  });
  // What a part adds to its job's totals; in one place, for buffers know where their totals are.
  struct Sums {
    CriteriaTotals totals;
    TotalsBuffer buffer;
    Sums(const CriteriaTotals& to) : totals(to.players(), to.further()), buffer(totals) {}
  };
  std::deque<Sums> sums;
  std::vector<Feed::Run> runs;
  for (const Task::Part& part : task.parts) {
    const MatchJob& job = *part.job;
    Feed::Run run{part.seed_key, job.key.match + part.first, part.size, nullptr};
    if (job.totals == nullptr) {
      run.out = job.out.data() + part.first;
    } else {
      run.totals = &sums.emplace_back(*job.totals).buffer;
    }
    runs.push_back(run);
  }
  SingleMatch single(*group.plan);
  Feed feed(runs, stop);
  if (group.lane_plan) {
    play_lanes(*group.lane_plan, feed, memory, single);
  } else {
    play_alone(feed, single);
  }
  auto added = sums.begin();
  for (const Task::Part& part : task.parts) {
    if (part.job->totals == nullptr) continue;
    added->buffer.flush();
    const std::lock_guard lock(totals_mutex_);
    part.job->totals->merge(added++->totals);
  }
  if (group.tasks_left.fetch_sub(1) == 1) {
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
  auto groups = grouped(jobs);
  auto tasks = cut(groups, options_.threads);
  std::atomic<std::size_t> next{0};
  std::atomic<std::int64_t> played{0};
  std::atomic<bool> ended{false};
  std::exception_ptr error;
  std::mutex error_mutex;
  const auto stopped = [&] {
    return ended.load(std::memory_order_relaxed) ||
           (control.stop != nullptr && control.stop->load(std::memory_order_relaxed));
  };
  const auto work = [&](std::size_t thread) {
    for (;;) {
      const std::size_t i = next.fetch_add(1, std::memory_order_relaxed);
      if (i >= tasks.size()) return;
      if (stopped()) {
        ended = true;
        return;
      }
      play(tasks[i], memory_[thread], control.stop);
      if (stopped()) ended = true;
      std::int64_t count = 0;
      for (const Task::Part& part : tasks[i].parts) count += static_cast<std::int64_t>(part.size);
      const std::int64_t sum = played.fetch_add(count, std::memory_order_relaxed) + count;
      if (thread == 0 && control.progress) control.progress(sum);
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
