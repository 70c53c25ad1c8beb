#include "experiments/playtest/times.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::experiments {
namespace {

using Json = nlohmann::ordered_json;

constexpr int last_turn = 1'000'000;
constexpr int most_pauses = 1'000'000;
constexpr double longest_turn = 1e7;  // seconds

}  // namespace

void add_time(std::vector<TurnTime>& times, int turn, int seat, double seconds) {
  // A turn may come back, when something is taken back.
  auto at = std::find_if(times.rbegin(), times.rend(),
                         [&](const TurnTime& time) { return time.turn <= turn; });
  if (at == times.rend() || at->turn != turn) {
    times.insert(at.base(), {.turn = turn, .seat = seat});
    at = std::find_if(times.rbegin(), times.rend(),
                      [&](const TurnTime& time) { return time.turn == turn; });
  }
  if (seconds > longest_thought) {
    ++at->pauses;
  } else {
    at->seconds = std::round(10 * (at->seconds + seconds)) / 10;
  }
}

std::filesystem::path times_file(const std::filesystem::path& record) {
  return std::filesystem::path(record).replace_extension(".times.json");
}

void write_times(const std::filesystem::path& record, std::span<const TurnTime> times) {
  Json turns = Json::array();
  for (const TurnTime& time : times)
    turns.push_back({time.turn, time.seat, time.seconds, time.pauses});
  Json json = {{"format", 1}, {"turns", std::move(turns)}};
  seal(json);
  write_file(times_file(record), json.dump() + "\n", Flush::to_system);
}

std::vector<TurnTime> read_times(const std::filesystem::path& record) {
  std::vector<TurnTime> times;
  const std::filesystem::path file = times_file(record);
  if (!file_exists(file)) return times;
  const Json json = read_sealed(file.string());
  const JsonView view(json, file.string());
  view.format(1);
  view.only({"format", "turns"});
  for (const JsonView& turn : view.at("turns").items()) {
    const std::vector<JsonView> values = turn.items();
    if (values.size() != 4) turn.fail("is [turn, seat, seconds, pauses]");
    times.push_back({.turn = static_cast<int>(values[0].integer(1, last_turn)),
                     .seat = static_cast<int>(values[1].integer(0, risk::max_players - 1)),
                     .seconds = values[2].number(0, longest_turn),
                     .pauses = static_cast<int>(values[3].integer(0, most_pauses))});
  }
  return times;
}

}  // namespace evorisk::experiments
