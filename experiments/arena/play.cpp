#include "experiments/arena/play.hpp"

#include <malloc.h>

#include <cmath>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/seal.hpp"
#include "base/stopwatch.hpp"
#include "experiments/journal.hpp"
#include "experiments/work.hpp"
#include "risk/agents/one_decision.hpp"
#include "risk/match.hpp"

namespace evorisk::experiments {

// Of jemalloc, where the program is linked with it (cmake/options.cmake).
extern "C" int mallctl(const char* name, void* old, std::size_t* old_size, void* fresh,
                       std::size_t fresh_size) __attribute__((weak));

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using Results = std::vector<risk::MatchResult>;

constexpr const char* matches_file = "matches.jsonl";
constexpr const char* timing_file = "timing.json";

// {"variant": 0, "table": 3, "deal": 16, "matches": [[winner, turns], [-1, turns], [-1, turns,
// offender, fault], ...]}; a win by mission has its end reason as a third number.
std::string line_of(const Arena::Block& block, const std::vector<risk::MatchResult>& results) {
  Json matches = Json::array();
  for (const risk::MatchResult& result : results) {
    Json& match = matches.emplace_back(Json::array({result.winner, result.turns}));
    if (result.end == risk::EndReason::mission) match.push_back(static_cast<int>(result.end));
    if (result.end == risk::EndReason::invalid) {
      match.push_back(result.offender);
      match.push_back(static_cast<int>(result.fault));
    }
  }
  const Json line = {{"variant", block.variant},
                     {"table", block.table},
                     {"deal", block.first},
                     {"matches", std::move(matches)}};
  return sealed_line(line);
}

std::vector<risk::MatchResult> results_of(const JsonView& line, const Arena& arena,
                                          const Arena::Block& block) {
  line.only({"variant", "table", "deal", "matches"});
  const auto same = [&](const char* key, std::int64_t value) {
    return line.at(key).count() == value;
  };
  const std::vector<JsonView> matches = line.at("matches").items();
  if (!same("variant", block.variant) || !same("table", block.table) ||
      !same("deal", block.first) || static_cast<std::int64_t>(matches.size()) != block.matches) {
    line.fail("is not what comes next in this arena");
  }
  const int players = arena.variant(block.variant).players();
  std::vector<risk::MatchResult> results;
  for (const JsonView& match : matches) {
    const std::vector<JsonView> numbers = match.items();
    if (numbers.size() < 2 || numbers.size() > 4) match.fail("is no result of a match");
    risk::MatchResult result;
    result.winner = static_cast<int>(numbers[0].integer(-1, players - 1));
    result.turns =
        static_cast<int>(numbers[1].integer(0, arena.variant(block.variant).rules().turn_limit));
    if (result.winner >= 0) result.end = risk::EndReason::conquest;
    if (numbers.size() == 3) {
      constexpr int mission = static_cast<int>(risk::EndReason::mission);
      if (result.winner < 0) match.fail("has a mission fulfilled without a winner");
      result.end = static_cast<risk::EndReason>(numbers[2].integer(mission, mission));
    }
    if (numbers.size() == 4) {
      if (result.winner >= 0) match.fail("has a winner and a forfeit");
      result.end = risk::EndReason::invalid;
      result.offender = static_cast<int>(numbers[2].integer(0, players - 1));
      result.fault = static_cast<risk::Fault>(numbers[3].integer(1, risk::fault_count - 1));
    }
    results.push_back(result);
  }
  return results;
}

void read_effort(const fs::path& file, ArenaEffort& effort) {
  const Json document = read_sealed(file.string(), largest_document, Unsealed::allowed);
  const JsonView view(document, file.string());
  view.only({"format", "seconds", "threads", "agents"});
  view.format(1);
  const std::vector<JsonView> agents = view.at("agents").items();
  if (agents.size() != effort.decisions.size()) view.at("agents").fail("is of another arena");
  effort.seconds += view.at("seconds").number(0, 1e12);
  for (std::size_t a = 0; a < agents.size(); ++a) {
    effort.decisions[a].merge(LatencyHistogram::from_json(agents[a]));
  }
}

constexpr double effort_seconds = 5;  // between writings of timing.json

// Hands every decision on to another agent and notes how long it takes.
class TimedAgent final : public risk::OneDecision {
 public:
  TimedAgent(risk::Agent& agent, LatencyHistogram& times) : agent_(agent), times_(times) {}

  void begin_match(const risk::Variant& variant, int seat) override {
    agent_.begin_match(variant, seat);
  }
  bool watches() const override { return agent_.watches(); }
  void watch(const risk::State& before, const risk::Event& event) override {
    agent_.watch(before, event);
  }
  risk::Fault fault() const override { return agent_.fault(); }
  bool reproducible() const override { return agent_.reproducible(); }

 private:
  risk::Action decide(const risk::State& state, Random& random) override {
    const Stopwatch watch;
    const risk::Action decision = risk::ask(agent_, state, random);
    times_.add(std::llround(watch.seconds() * 1e9));
    return decision;
  }

  risk::Agent& agent_;
  LatencyHistogram& times_;
};

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
  Results play(const Arena::Block& block, const std::atomic<bool>& stop,
               const std::function<void()>& between) {
    const risk::Variant& variant = arena_.variant(block.variant);
    const ArenaTable& table = arena_.tables(block.variant)[static_cast<std::size_t>(block.table)];
    Results results;
    for (std::int64_t deal = block.first; deal < block.first + block.deals; ++deal) {
      const StreamKey key{.seed = arena_.config().seed,
                          .purpose = Purpose::match,
                          .match = static_cast<std::uint64_t>(deal)};
      for (int rotation = 0; rotation < variant.players(); ++rotation) {
        if (stop.load(std::memory_order_relaxed)) return results;
        // One deal in a block is timed; the clock would slow the quickest agents down.
        results.push_back(
            play(variant, arena_seating(table, deal, rotation), key, deal == block.first));
        if (between) between();
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
  }

 private:
  risk::MatchResult play(const risk::Variant& variant,
                         const std::array<int, risk::max_players>& seating, const StreamKey& key,
                         bool timed) {
    std::vector<risk::Agent*> sitting;
    std::vector<std::unique_ptr<TimedAgent>> timers;
    std::vector<std::size_t> used(agents_.size());
    for (std::size_t s = 0; s < static_cast<std::size_t>(variant.players()); ++s) {
      const auto agent = static_cast<std::size_t>(seating[s]);
      auto& objects = agents_[agent];
      if (used[agent] == objects.size()) {
        const ArenaConfig& config = arena_.config();
        objects.push_back(risk::make_agent(config.description(config.agents[agent])));
      }
      sitting.push_back(objects[used[agent]++].get());
      if (!timed) continue;
      timers.push_back(std::make_unique<TimedAgent>(*sitting.back(), times_[agent]));
      sitting.back() = timers.back().get();
    }
    return risk::MatchPlayer(variant, sitting).play(key);
  }

  const Arena& arena_;
  std::vector<std::vector<std::unique_ptr<risk::Agent>>> agents_;
  std::vector<LatencyHistogram> times_;
};

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
  for (const std::string& agent : arena.config().agents) {
    const std::string& description = arena.config().description(agent);
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

bool play_arena(Arena& arena, ArenaEffort& effort, ArenaKeeper* keeper,
                const ArenaOptions& options) {
  const Stopwatch watch;
  double written = 0;  // effort, by the watch
  const std::atomic<bool>& stop = flag_or_never(options.stop);
  effort.threads = std::max(1, options.threads);
  std::vector<Worker> workers;
  for (int w = 0; w < effort.threads; ++w) workers.emplace_back(arena);
  while (!arena.done() && !stop) {
    // Blocks are played in any order and told in theirs. The arena's own change with the last one.
    const std::vector<Arena::Block> blocks = arena.stage();
    const std::size_t first = arena.told();
    std::size_t next = first;
    std::map<std::size_t, Results> finished;
    std::mutex mutex;
    const auto work = [&](std::int64_t job, int thread) {
      const std::size_t block = first + static_cast<std::size_t>(job);
      Worker& worker = workers[static_cast<std::size_t>(thread)];
      Results results = worker.play(blocks[block], stop, options.between);
      if (std::ssize(results) < blocks[block].matches) return false;
      const std::lock_guard lock(mutex);
      worker.hand_over(effort.decisions);
      finished.emplace(block, std::move(results));
      for (auto it = finished.find(next); it != finished.end(); it = finished.find(++next)) {
        if (keeper != nullptr) keeper->append(blocks[next], it->second);
        arena.tell(it->second);
        finished.erase(it);
      }
      if (options.on_left) options.on_left(arena.matches_left());
      if (keeper != nullptr && watch.seconds() - written > effort_seconds) {
        written = watch.seconds();
        ArenaEffort now = effort;
        now.seconds += written;
        keeper->write_effort(now);
      }
      return true;
    };
    work_through(effort.threads, std::ssize(blocks) - static_cast<std::int64_t>(first), work);
  }
  effort.seconds += watch.seconds();
  if (keeper != nullptr) keeper->write_effort(effort);
  return arena.done();
}

ArenaDirectory::ArenaDirectory(const fs::path& path, Arena& arena, ArenaEffort& effort)
    : path_(path) {
  open_experiment(path, "an arena", "arena.json", arena.plan_json().dump(1) + '\n');
  lock_ = std::make_unique<ga::DirectoryLock>(path);
  ga::remove_temporary_files(path);
  read_journal(path / matches_file, [&](const JsonView& line) {
    if (arena.done()) line.fail("nothing more comes in this arena");
    arena.tell(results_of(line, arena, arena.stage()[arena.told()]));
  });
  if (fs::exists(path / timing_file)) read_effort(path / timing_file, effort);
}

void ArenaDirectory::append(const Arena::Block& block,
                            const std::vector<risk::MatchResult>& results) {
  append_file(path_ / matches_file, line_of(block, results), Flush::to_system);
}

void ArenaDirectory::write_effort(const ArenaEffort& effort) const {
  Json agents = Json::array();
  for (const LatencyHistogram& times : effort.decisions) agents.push_back(times.to_json());
  const Json document = {{"format", 1},
                         {"seconds", effort.seconds},
                         {"threads", effort.threads},
                         {"agents", std::move(agents)}};
  write_file(path_ / timing_file, sealed_line(document), Flush::to_system);
}

void ArenaDirectory::write_result(const Arena& arena) {
  append_file(path_ / matches_file, "", Flush::to_disk);
  write_file(path_ / "result.json", arena.result_json().dump(1) + '\n');
}

}  // namespace evorisk::experiments
