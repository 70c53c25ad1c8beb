#include <fmt/format.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "experiments/arena/play.hpp"
#include "experiments/journal.hpp"

namespace evorisk::experiments {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* plan_file = "arena.json";
constexpr const char* matches_file = "matches.jsonl";
constexpr const char* result_file = "result.json";
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
  return line.dump() + '\n';
}

std::vector<risk::MatchResult> results_of(const JsonView& line, const Arena& arena,
                                          const Arena::Block& block) {
  const auto same = [&](const char* key, std::int64_t value) {
    return line.at(key).integer(0, std::numeric_limits<std::int64_t>::max()) == value;
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
  const Json document = read_json(file.string());
  const JsonView view(document, file.string());
  view.format(1);
  const std::vector<JsonView> agents = view.at("agents").items();
  if (agents.size() != effort.decisions.size()) view.at("agents").fail("is of another arena");
  effort.seconds += view.at("seconds").number(0, 1e12);
  for (std::size_t a = 0; a < agents.size(); ++a) {
    effort.decisions[a].merge(LatencyHistogram::from_json(agents[a]));
  }
}

}  // namespace

ArenaDirectory::ArenaDirectory(const fs::path& path, Arena& arena, ArenaEffort& effort)
    : path_(path), matches_(path / matches_file) {
  open_experiment(path, "an arena", plan_file, arena.plan_json().dump(1) + '\n');
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
  matches_.append(line_of(block, results), Flush::to_system);
}

void ArenaDirectory::write_effort(const ArenaEffort& effort) const {
  Json agents = Json::array();
  for (const LatencyHistogram& times : effort.decisions) agents.push_back(times.to_json());
  const Json document = {{"format", 1},
                         {"seconds", effort.seconds},
                         {"threads", effort.threads},
                         {"agents", std::move(agents)}};
  write_file(path_ / timing_file, document.dump() + '\n', Flush::to_system);
}

void ArenaDirectory::write_result(const Arena& arena) {
  matches_.append("", Flush::to_disk);
  write_file(path_ / result_file, arena.result_json().dump(1) + '\n');
}

}  // namespace evorisk::experiments
