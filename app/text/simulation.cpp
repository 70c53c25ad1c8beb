#include "app/text/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/counted.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr double quantiles[] = {0.05, 0.25, 0.5, 0.75, 0.95};

Json faults_json(const std::array<std::int64_t, risk::fault_count>& faults) {
  Json json = Json::object();
  for (int fault = 1; fault < risk::fault_count; ++fault) {
    json[risk::fault_name(static_cast<risk::Fault>(fault))] =
        faults[static_cast<std::size_t>(fault)];
  }
  return json;
}

}  // namespace

Json simulation_json(const Simulation& simulation) {
  const auto& [variant, agents, counts, interrupted, seed, seconds] = simulation;
  Json json = {{"variant", variant.name()},
               {"rules", risk::rules_to_json(variant.rules())},
               {"territories", variant.territories()},
               {"matches", counts.matches},
               {"interrupted", interrupted},
               {"seed", seed}};
  Json seats = Json::array();
  for (std::size_t s = 0; s < agents.size(); ++s) {
    const risk::Share share = risk::wilson_interval(counts.wins[s], counts.matches);
    seats.push_back({{"seat", s},
                     {"agent", agents[s]},
                     {"wins", counts.wins[s]},
                     {"share", share.share},
                     {"low", share.low},
                     {"high", share.high},
                     {"forfeits", counts.offences[s]},
                     {"faults", faults_json(counts.faults[s])}});
  }
  json["seats"] = std::move(seats);
  for (int end = 0; end < risk::end_reason_count; ++end)
    if (risk::can_end(variant, static_cast<risk::EndReason>(end)))
      json["ends"][risk::end_reason_name(static_cast<risk::EndReason>(end))] = counts.ends[end];
  Json turn_quantiles = Json::object();
  for (const double q : quantiles) turn_quantiles[fmt::format("{}", q)] = counts.quantile_turns(q);
  json["turns"] = {{"mean", counts.mean_turns()},
                   {"sd", counts.sd_turns()},
                   {"quantiles", std::move(turn_quantiles)}};
  json["seconds"] = seconds;
  json["matches_per_second"] = static_cast<double>(counts.matches) / seconds;
  return json;
}

std::string simulation_text(const Simulation& simulation) {
  const auto& [variant, agents, counts, interrupted, seed, seconds] = simulation;
  std::string text = fmt::format("{}: {} territories, {} players; {}, seed {}\n\n", variant.name(),
                                 variant.territories(), variant.players(),
                                 counted(counts.matches, "match", "matches"), seed);
  std::size_t width = 5;
  for (const std::string& agent : agents) width = std::max(width, agent.size());
  text +=
      fmt::format("seat  {:<{}}  {:>12}  {:>7}  95 % interval\n", "agent", width, "wins", "share");
  for (std::size_t s = 0; s < agents.size(); ++s) {
    const risk::Share share = risk::wilson_interval(counts.wins[s], counts.matches);
    text +=
        fmt::format("{:>4}  {:<{}}  {:>12}  {:>5.1f} %  {:.1f} to {:.1f} %\n", s, agents[s], width,
                    counts.wins[s], 100 * share.share, 100 * share.low, 100 * share.high);
  }
  text += "\nends: ";
  constexpr const char* ends[] = {"conquest", "turn limit", "forfeit", "mission fulfilled"};
  for (int end = 0; end < risk::end_reason_count; ++end) {
    if (counts.ends[end] == 0) continue;
    if (!text.ends_with("ends: ")) text += ", ";
    text += fmt::format(
        "{} {} ({:.1f} %)", ends[end], counts.ends[end],
        100 * static_cast<double>(counts.ends[end]) / static_cast<double>(counts.matches));
  }
  for (std::size_t s = 0; s < agents.size(); ++s) {
    for (int fault = 1; fault < risk::fault_count; ++fault) {
      const std::int64_t count = counts.faults[s][static_cast<std::size_t>(fault)];
      if (count == 0) continue;
      const auto kind = static_cast<risk::Fault>(fault);
      text += fmt::format("\nseat {} forfeited {} by {}: {}", s, count, risk::fault_name(kind),
                          risk::fault_text(kind));
    }
  }
  text += fmt::format("\nturns: mean {:.2f}, standard deviation {:.2f}", counts.mean_turns(),
                      counts.sd_turns());
  for (const double q : quantiles)
    text += fmt::format("{} {:.0f} %: {}", q == quantiles[0] ? "; quantiles" : ",", 100 * q,
                        counts.quantile_turns(q));
  return text + fmt::format("\n{:.1f} s, {:.0f} matches/s\n", seconds,
                            static_cast<double>(counts.matches) / seconds);
}

}  // namespace evorisk::app
