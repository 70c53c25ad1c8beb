#include "experiments/arena/play.hpp"

#include <malloc.h>

#include <map>
#include <mutex>

#include "base/stopwatch.hpp"
#include "experiments/work.hpp"
#include "risk/agent.hpp"

namespace evorisk::experiments {
namespace {

using Results = std::vector<risk::MatchResult>;

constexpr double effort_seconds = 5;  // between writings of timing.json

// The agents of one thread, made when they are first needed, one object for each seat that an agent
// may have at once.
class Worker {
 public:
  explicit Worker(const Arena& arena)
      : arena_(arena),
        agents_(static_cast<std::size_t>(arena.agents())),
        times_(static_cast<std::size_t>(arena.agents())) {}

  // Every deal in all rotations. What is played follows from the block alone. Breaks off when
  // `stop` says so: then there are too few results.
  Results play(const Arena::Block& block, const std::atomic<bool>& stop) {
    const risk::Variant& variant = arena_.variant(block.variant);
    const auto players = static_cast<std::size_t>(variant.players());
    const ArenaTable& table = arena_.tables(block.variant)[static_cast<std::size_t>(block.table)];
    std::map<std::array<int, risk::max_players>, risk::MatchPlayer> rounds;
    Results results;
    results.reserve(static_cast<std::size_t>(block.matches));
    for (std::int64_t deal = block.first; deal < block.first + block.deals; ++deal) {
      const StreamKey key{.seed = arena_.config().seed,
                          .purpose = Purpose::match,
                          .match = static_cast<std::uint64_t>(deal)};
      // One deal in a block is timed; the clock would slow the quickest agents down.
      const bool timed = deal == block.first;
      for (std::size_t rotation = 0; rotation < players; ++rotation) {
        if (stop.load(std::memory_order_relaxed)) return results;
        const auto seating = arena_seating(table, deal, static_cast<int>(rotation));
        if (timed) {
          results.push_back(play_timed(variant, seating, key));
          continue;
        }
        auto round = rounds.find(seating);
        if (round == rounds.end()) {
          round =
              rounds.emplace(seating, risk::MatchPlayer(variant, seats(seating, players))).first;
        }
        results.push_back(round->second.play(key));
      }
    }
    return results;
  }

  // Hands over what was timed since the last time.
  void hand_over(std::vector<LatencyHistogram>& to) {
    for (std::size_t a = 0; a < times_.size(); ++a) {
      to[a].merge(times_[a]);
      times_[a] = {};
    }
    handed_over_.restart();
  }
  double since_handed_over() const { return handed_over_.seconds(); }

 private:
  std::vector<risk::Agent*> seats(const std::array<int, risk::max_players>& seating,
                                  std::size_t players) {
    std::vector<risk::Agent*> sitting;
    std::vector<std::size_t> used(agents_.size());
    for (std::size_t s = 0; s < players; ++s) {
      const auto agent = static_cast<std::size_t>(seating[s]);
      auto& objects = agents_[agent];
      if (used[agent] == objects.size()) {
        objects.push_back(risk::make_agent(arena_.config().agents[agent]));
      }
      sitting.push_back(objects[used[agent]++].get());
    }
    return sitting;
  }

  risk::MatchResult play_timed(const risk::Variant& variant,
                               const std::array<int, risk::max_players>& seating,
                               const StreamKey& key) {
    std::vector<risk::Agent*> sitting = seats(seating, static_cast<std::size_t>(variant.players()));
    std::vector<std::unique_ptr<TimedAgent>> timed;
    for (std::size_t s = 0; s < sitting.size(); ++s) {
      timed.push_back(
          std::make_unique<TimedAgent>(*sitting[s], times_[static_cast<std::size_t>(seating[s])]));
      sitting[s] = timed.back().get();
    }
    return risk::MatchPlayer(variant, sitting).play(key);
  }

  const Arena& arena_;
  std::vector<std::vector<std::unique_ptr<risk::Agent>>> agents_;
  std::vector<LatencyHistogram> times_;
  Stopwatch handed_over_;
};

// One stage of an arena: blocks are played in any order and told in theirs.
class Stage {
 public:
  Stage(Arena& arena, ArenaEffort& effort, ArenaDirectory* directory, const ArenaOptions& options,
        const Stopwatch& watch)
      : arena_(arena),
        effort_(effort),
        directory_(directory),
        options_(options),
        stop_(flag_or_never(options.stop)),
        blocks_(arena.stage()),  // the arena's own changes with the last result
        first_(arena.told()),
        next_told_(first_),
        watch_(watch) {}

  // False when stopped.
  bool play(std::size_t block, Worker& worker) {
    if (stop_) return false;
    Results results = worker.play(blocks_[block], stop_);
    if (static_cast<std::int64_t>(results.size()) < blocks_[block].matches) return false;
    const std::lock_guard lock(mutex_);
    finished_.emplace(block, std::move(results));
    if (worker.since_handed_over() > effort_seconds / 5) worker.hand_over(effort_.decisions);
    tell();
    return true;
  }

  std::size_t first() const { return first_; }
  std::size_t blocks() const { return blocks_.size(); }

 private:
  void tell() {
    bool told = false;
    for (auto first = finished_.begin(); first != finished_.end() && first->first == next_told_;
         first = finished_.begin()) {
      if (directory_ != nullptr) directory_->append(blocks_[next_told_], first->second);
      arena_.tell(first->second);
      finished_.erase(first);
      ++next_told_;
      told = true;
    }
    if (!told) return;
    if (options_.on_left) options_.on_left(arena_.matches_left());
    if (directory_ != nullptr && watch_.seconds() - written_ > effort_seconds) {
      written_ = watch_.seconds();
      ArenaEffort now = effort_;
      now.seconds += watch_.seconds();
      directory_->write_effort(now);
    }
  }

  Arena& arena_;
  ArenaEffort& effort_;
  ArenaDirectory* directory_;
  const ArenaOptions& options_;
  const std::atomic<bool>& stop_;
  const std::vector<Arena::Block> blocks_;
  const std::size_t first_;  // block that is not told yet
  std::size_t next_told_;
  std::map<std::size_t, Results> finished_;
  const Stopwatch& watch_;
  double written_ = 0;  // by the watch
  std::mutex mutex_;
};

}  // namespace

// Of jemalloc, where the program is linked with it (cmake/options.cmake).
extern "C" int mallctl(const char* name, void* old, std::size_t* old_size, void* fresh,
                       std::size_t fresh_size) __attribute__((weak));

namespace {

// By this thread.
std::int64_t heap_in_use() {
  if (mallctl != nullptr) {
    const auto bytes = [](const char* name) {
      std::uint64_t count = 0;
      std::size_t size = sizeof count;
      mallctl(name, &count, &size, nullptr, 0);
      return static_cast<std::int64_t>(count);
    };
    return bytes("thread.allocated") - bytes("thread.deallocated");
  }
  const auto info = mallinfo2();
  return static_cast<std::int64_t>(info.uordblks + info.hblkhd);
}

}  // namespace

std::vector<std::int64_t> agents_memory(const Arena& arena) {
  // Many at once: the allocator keeps a few freed pieces of every size, which count as in use. The
  // first one makes the tables that all share.
  constexpr std::int64_t copies = 32;
  std::vector<std::int64_t> bytes;
  for (const std::string& description : arena.config().agents) {
    std::int64_t most = 0;
    for (int v = 0; v < arena.variants(); ++v) {
      std::vector<std::unique_ptr<risk::Agent>> agents;
      agents.reserve(copies + 1);
      std::int64_t before = 0;
      for (std::int64_t i = 0; i <= copies; ++i) {
        agents.push_back(risk::make_agent(description));
        if (agents.back()->reproducible()) agents.back()->begin_match(arena.variant(v), 0);
        if (i == 0) before = heap_in_use();
      }
      most = std::max(most, (heap_in_use() - before) / copies);
    }
    bytes.push_back(most);
  }
  return bytes;
}

bool play_arena(Arena& arena, ArenaEffort& effort, ArenaDirectory* directory,
                const ArenaOptions& options) {
  const Stopwatch watch;
  effort.threads = std::max(1, options.threads);
  std::vector<Worker> workers;
  for (int w = 0; w < effort.threads; ++w) workers.emplace_back(arena);
  while (!arena.done()) {
    Stage stage(arena, effort, directory, options, watch);
    work_through(effort.threads, static_cast<std::int64_t>(stage.blocks() - stage.first()),
                 [&](std::int64_t job, int thread) {
                   return stage.play(stage.first() + static_cast<std::size_t>(job),
                                     workers[static_cast<std::size_t>(thread)]);
                 });
    for (Worker& worker : workers) worker.hand_over(effort.decisions);
    if (flag_or_never(options.stop)) break;
  }
  effort.seconds += watch.seconds();
  if (directory != nullptr) directory->write_effort(effort);
  return arena.done();
}

}  // namespace evorisk::experiments
