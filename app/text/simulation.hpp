// What `simulate` counted, as text and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "risk/simulation.hpp"

namespace evorisk::app {

struct Simulation {
  const risk::Variant& variant;
  const std::vector<std::string>& agents;  // by seat
  const risk::SimulationCounts& counts;    // of a match at least
  bool interrupted = false;
  std::uint64_t seed = 0;
  double seconds = 0;
};

std::string simulation_text(const Simulation& simulation);
nlohmann::ordered_json simulation_json(const Simulation& simulation);

}  // namespace evorisk::app
