// Matches as text and as JSON: the counts of `simulate`, and a match record turn by turn.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "metrics/criteria/minutes.hpp"
#include "risk/record/record.hpp"
#include "risk/simulation.hpp"

namespace evorisk::app {

struct Simulation {
  const risk::Variant& variant;
  const std::vector<std::string>& agents;  // by seat
  const risk::SimulationCounts& counts;    // of at least one match
  bool interrupted = false;
  std::uint64_t seed = 0;
  double seconds = 0;
  metrics::TableSeconds pace = {};  // of the people at the table
};

// "turn limit"
std::string_view end_text(risk::EndReason reason);

std::string simulation_text(const Simulation& simulation);
nlohmann::ordered_json simulation_json(const Simulation& simulation);

struct ReplayOptions {
  bool events = false;               // every event, not the turns alone
  std::optional<std::int64_t> turn;  // the events of this turn, and the positions around it
};

// The last turn of the record; 0 is the set-up.
int last_turn(const risk::Record& record);

// Up to the end of the record.
std::string replay_text(const risk::Record& record, const ReplayOptions& options);
nlohmann::ordered_json replay_json(const risk::Record& record, const ReplayOptions& options);

}  // namespace evorisk::app
