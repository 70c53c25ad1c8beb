#include "app/text/replay.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "base/counted.hpp"
#include "metrics/evaluation.hpp"
#include "risk/record/narration.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

// One turn as it was played.
struct ReplayTurn {
  int number = 0;  // 0: the set-up
  int mover = 0;
  int attacks = 0;
  int conquests = 0;
  bool ended = false;
  // Of each seat at its end:
  std::vector<int> territories{};
  std::vector<int> troops{};
  // As far as the options ask for them:
  std::vector<std::pair<int, std::string>> events{};  // with their lines
  std::string before{};                               // the position
  std::string after{};

  bool shown(const ReplayOptions& options) const {
    return !options.turn || *options.turn == number;
  }
};

// The turns of the record, the set-up first.
std::vector<ReplayTurn> turns_of(const risk::Record& record, const ReplayOptions& options) {
  std::vector<ReplayTurn> turns;
  risk::State state(*record.variant);
  const auto begin_turn = [&](int mover) {
    ReplayTurn turn{.number = state.turn(), .mover = mover};
    if (options.turn && turn.shown(options)) {
      turn.before = turn.after = risk::describe_position(state);
    }
    turns.push_back(std::move(turn));
  };
  begin_turn(0);
  for (std::size_t i = 0; i < record.events.size(); ++i) {
    const risk::Event& event = record.events[i];
    if (state.turn() != turns.back().number) begin_turn(state.seat());
    ReplayTurn& turn = turns.back();
    const bool told = turn.shown(options) && (options.events || options.turn);
    if (told) turn.events.emplace_back(record.lines[i], risk::describe_event(state, event));
    const int before = state.territories_of(turn.mover);
    if (const auto* battle = std::get_if<risk::Battle>(&event))
      turn.attacks += battle->attack.from >= 0;
    state.apply(event);
    turn.conquests += turn.number > 0 && state.territories_of(turn.mover) > before;
    turn.ended = state.over() || state.turn() != turn.number;
    if (told && options.turn) turn.after = risk::describe_position(state);
    if (!turn.ended) continue;
    const auto territories = state.territory_counts();
    const auto troops = state.troop_counts();
    turn.territories.assign(territories.begin(), territories.end());
    turn.troops.assign(troops.begin(), troops.end());
  }
  return turns;
}

std::string counts_text(const ReplayTurn& turn) {
  const std::vector<double> evaluation = metrics::evaluation(turn.territories, turn.troops);
  std::string text;
  for (std::size_t seat = 0; seat < evaluation.size(); ++seat)
    text += fmt::format("{}seat {}: territories {}, troops {}, H {:.3f}", seat == 0 ? "" : "; ",
                        seat, turn.territories[seat], turn.troops[seat], evaluation[seat]);
  return text;
}

}  // namespace

int last_turn(const risk::Record& record) {
  return turns_of(record, {}).back().number;
}

Json replay_json(const risk::Record& record, const ReplayOptions& options) {
  const risk::RecordHeader& header = record.header;
  Json json = {{"program", header.program},         {"simulation", header.simulation},
               {"variant", record.variant->name()}, {"agents", header.agents},
               {"seed", header.key.seed},           {"match", header.key.match}};
  Json list = Json::array();
  for (const ReplayTurn& turn : turns_of(record, options)) {
    if (!turn.shown(options)) continue;
    Json entry = {{"turn", turn.number}};
    if (turn.number > 0) entry["mover"] = turn.mover;
    for (const auto& [line, text] : turn.events)
      entry["events"].push_back({{"line", line}, {"text", text}});
    if (turn.number > 0) {
      entry["attacks"] = turn.attacks;
      entry["conquests"] = turn.conquests;
    }
    if (turn.ended) {
      entry["territories"] = turn.territories;
      entry["troops"] = turn.troops;
      entry["evaluation"] = metrics::evaluation(turn.territories, turn.troops);
    }
    list.push_back(std::move(entry));
  }
  json["turns"] = std::move(list);
  json["holds"] = !record.problem;
  if (record.problem) {
    json["line"] = record.problem->line;
    json["problem"] = record.problem->message;
  } else {
    json["end"] = {{"reason", risk::end_reason_name(record.result.end)},
                   {"winner", record.result.winner < 0 ? Json() : Json(record.result.winner)},
                   {"turns", record.result.turns}};
  }
  return json;
}

std::string replay_text(const risk::Record& record, const ReplayOptions& options) {
  const risk::RecordHeader& header = record.header;
  const bool events = options.events || options.turn;
  std::string text =
      fmt::format("{}, {} territories; seed {}, match {}; recorded by {}\n", record.variant->name(),
                  record.variant->territories(), header.key.seed, header.key.match, header.program);
  for (std::size_t seat = 0; seat < header.agents.size(); ++seat)
    text += fmt::format("seat {}: {}\n", seat, header.agents[seat]);
  const std::vector<ReplayTurn> turns = turns_of(record, options);
  for (const ReplayTurn& turn : turns) {
    if (!turn.shown(options)) continue;
    if (events) {
      text += turn.number == 0
                  ? "\nSet-up\n"
                  : fmt::format("\nTurn {}, seat {}\n{}", turn.number, turn.mover, turn.before);
      for (const auto& [line, event] : turn.events) text += event + "\n";
      if (options.turn) text += "Afterwards\n" + turn.after;
    }
    if (!turn.ended) continue;
    const std::string counts = counts_text(turn);
    if (events) {
      text += counts + "\n";
    } else if (turn.number == 0) {
      text += fmt::format("\nset-up: {}\n", counts);
    } else {
      text += fmt::format("turn {}, seat {}: {} of {} conquer; {}\n", turn.number, turn.mover,
                          turn.conquests, counted(turn.attacks, "attack"), counts);
    }
  }
  if (record.problem || (options.turn && *options.turn < turns.back().number)) return text;
  text += "\n";
  if (record.refused) {
    risk::State state(*record.variant);
    for (const risk::Event& event : record.events) state.apply(event);
    text += risk::describe_refused(state, *record.refused, record.why) + "\n";
  }
  return text + risk::describe_end(record.result) + "\n";
}

}  // namespace evorisk::app
