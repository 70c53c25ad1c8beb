#include "app/text/matches.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <vector>

#include "app/text/minutes.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/message.hpp"
#include "base/statistics.hpp"
#include "metrics/evaluation.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/record/narration.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double quantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};

Json faults_json(const std::array<std::int64_t, risk::fault_count>& faults) {
  Json json = Json::object();
  for (int fault = 1; fault < risk::fault_count; ++fault) {
    json[risk::fault_name(static_cast<risk::Fault>(fault))] = faults[at(fault)];
  }
  return json;
}

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
    const auto* battle = std::get_if<risk::Battle>(&event);
    turn.attacks += battle != nullptr && battle->attack.from >= 0;
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
  std::vector<std::string> seats;
  for (std::size_t seat = 0; seat < evaluation.size(); ++seat) {
    seats.push_back(fmt::format("seat {}: territories {}, troops {}, {:.1f} % of the position",
                                seat + 1, turn.territories[seat], turn.troops[seat],
                                100 * evaluation[seat]));
  }
  return fmt::format("{}", fmt::join(seats, "; "));
}

std::string length_of(const Simulation& simulation) {
  return minutes_text(simulation.counts.mean_turns(), simulation.variant.territories(),
                      simulation.pace);
}

// Of their mean; 0 where all matches are alike, or there is one: it is not known.
double error_of_turns(const risk::SimulationCounts& counts) {
  return counts.sd_turns() / std::sqrt(static_cast<double>(counts.matches));
}

// Of the one match.
std::string length_of(const risk::Record& record) {
  return minutes_text(record.result.turns, record.variant->territories(),
                      metrics::own_seconds(*record.variant));
}

}  // namespace

std::string_view end_text(risk::EndReason reason) {
  constexpr std::string_view texts[] = {"conquest", "turn limit", "forfeit", "mission fulfilled"};
  return texts[static_cast<std::size_t>(reason)];
}

Json simulation_json(const Simulation& simulation) {
  const auto& [variant, agents, counts, interrupted, seed, seconds, pace] = simulation;
  Json json = {{"variant", variant.name()},
               {"rules", risk::rules_to_json(variant.rules())},
               {"territories", variant.territories()},
               {"matches", counts.matches},
               {"interrupted", interrupted},
               {"seed", seed}};
  for (std::size_t s = 0; s < agents.size(); ++s) {
    const Share share = wilson_interval(counts.wins[s], counts.matches);
    json["seats"].push_back({{"seat", s},
                             {"agent", agents[s]},
                             {"wins", counts.wins[s]},
                             {"win_share", share.share},
                             {"interval", {share.low, share.high}},
                             {"forfeits", counts.offences[s]},
                             {"faults", faults_json(counts.faults[s])}});
  }
  for (int end = 0; end < risk::end_reason_count; ++end) {
    const auto reason = static_cast<risk::EndReason>(end);
    if (risk::can_end(variant, reason))
      json["ends"][risk::end_reason_name(reason)] = counts.ends[end];
  }
  const double error = error_of_turns(counts);
  Json& turns =
      json["turns"] = {{"mean", counts.mean_turns()},
                       {"se", error > 0 ? Json(error) : Json()},
                       {"deviation", counts.matches < 2 ? Json() : Json(counts.sd_turns())}};
  for (const double q : quantiles) {
    turns["quantiles"][fmt::format("{}", q)] = counts.quantile_turns(q);
  }
  json["minutes"] = metrics::minutes_to_json(counts.mean_turns(), variant.territories(), pace);
  json["seconds"] = seconds;
  json["matches_per_second"] = static_cast<double>(counts.matches) / seconds;
  return json;
}

std::string simulation_text(const Simulation& simulation) {
  const auto& [variant, agents, counts, interrupted, seed, seconds, pace] = simulation;
  const auto matches = static_cast<double>(counts.matches);
  const double error = error_of_turns(counts);
  std::size_t width = 5;
  for (const std::string& agent : agents) width = std::max(width, agent.size());
  std::string seats;
  std::string faults;
  for (std::size_t s = 0; s < agents.size(); ++s) {
    const auto [share, low, high] = wilson_interval(counts.wins[s], counts.matches);
    seats += fmt::format("{:>4}  {:<{}}  {:>12}  {:>5.1f} %  {:.1f} to {:.1f} %\n", s + 1,
                         agents[s], width, counts.wins[s], 100 * share, 100 * low, 100 * high);
    for (int fault = 1; fault < risk::fault_count; ++fault) {
      const std::int64_t count = counts.faults[s][at(fault)];
      if (count == 0) continue;
      const auto kind = static_cast<risk::Fault>(fault);
      faults += fmt::format("\nseat {} forfeited {} by {}: {}", s + 1, count,
                            risk::fault_name(kind), risk::fault_text(kind));
    }
  }
  std::vector<std::string> ends;
  for (int end = 0; end < risk::end_reason_count; ++end) {
    const std::int64_t count = counts.ends[end];
    if (count == 0) continue;
    ends.push_back(fmt::format("{} {} ({:.1f} %)", end_text(static_cast<risk::EndReason>(end)),
                               count, 100 * static_cast<double>(count) / matches));
  }
  std::vector<std::string> turns;
  for (const double q : quantiles) {
    turns.push_back(fmt::format("{:.0f} %: {}", 100 * q, counts.quantile_turns(q)));
  }
  return fmt::format(
      "{}: {} territories, {} players; {}, seed {}\n\nseat  {:<{}}  {:>12}  {:>7}  95 % interval\n"
      "{}\nends: {}{}\nturns: mean {:.2f}{}{}; quantiles {}\nlength: {}\n{:.1f} s, {:.0f} "
      "matches/s\n",
      variant.name(), variant.territories(), variant.players(),
      counted(counts.matches, "match", "matches"), seed, "agent", width, "wins", "share", seats,
      fmt::join(ends, ", "), faults, counts.mean_turns(),
      error > 0 ? fmt::format(" ± {:.2f}", rounded_up(error, 2)) : "",
      counts.matches > 1 ? fmt::format(", standard deviation {:.2f}", counts.sd_turns()) : "",
      fmt::join(turns, ", "), length_of(simulation), seconds, matches / seconds);
}

int last_turn(const risk::Record& record) {
  return turns_of(record, {}).back().number;
}

Json replay_json(const risk::Record& record, const ReplayOptions& options) {
  const risk::RecordHeader& header = record.header;
  Json json = {{"program", header.program},
               {"simulation", header.simulation},
               {"variant", record.variant->name()},
               {"agents", header.agents},
               {"seed", header.key.seed},
               {"match", header.key.match},
               {"turns", Json::array()}};
  for (const ReplayTurn& turn : turns_of(record, options)) {
    if (!turn.shown(options)) continue;
    Json entry = {{"turn", turn.number}};
    if (turn.number > 0) entry["mover"] = turn.mover;
    for (const auto& [line, text] : turn.events) {
      entry["events"].push_back({{"line", line}, {"text", text}});
    }
    if (turn.number > 0) {
      entry["attacks"] = turn.attacks;
      entry["conquests"] = turn.conquests;
    }
    if (turn.ended) {
      entry["territories"] = turn.territories;
      entry["troops"] = turn.troops;
      entry["evaluation"] = metrics::evaluation(turn.territories, turn.troops);
    }
    json["turns"].push_back(std::move(entry));
  }
  json["holds"] = !record.problem;
  if (record.problem) {
    json["line"] = record.problem->line;
    json["problem"] = record.problem->message;
  } else {
    json["end"] = {{"reason", risk::end_reason_name(record.result.end)},
                   {"winner", record.result.winner < 0 ? Json() : Json(record.result.winner)},
                   {"turns", record.result.turns}};
    json["minutes"] = metrics::minutes_to_json(record.result.turns, record.variant->territories(),
                                               metrics::own_seconds(*record.variant));
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
    text += fmt::format("seat {}: {}\n", seat + 1, header.agents[seat]);
  const std::vector<ReplayTurn> turns = turns_of(record, options);
  for (const ReplayTurn& turn : turns) {
    if (!turn.shown(options)) continue;
    if (events) {
      text += turn.number == 0 ? "\nSet-up\n"
                               : fmt::format("\nTurn {}, seat {}\n{}", turn.number,
                                             SeatNumber{turn.mover}, turn.before);
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
      text += fmt::format("turn {}, seat {}: {} of {} conquer; {}\n", turn.number,
                          SeatNumber{turn.mover}, turn.conquests, counted(turn.attacks, "attack"),
                          counts);
    }
  }
  if (record.problem || (options.turn && *options.turn < turns.back().number)) return text;
  text += "\n";
  if (record.refused) {
    risk::State state(*record.variant);
    for (const risk::Event& event : record.events) state.apply(event);
    text += risk::describe_refused(state, *record.refused, record.why) + "\n";
  }
  return text + risk::describe_end(record.result) + "\nlength: " + length_of(record) + "\n";
}

}  // namespace evorisk::app
