#include "tests/app/bad_input_names.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/registry.hpp"
#include "ga/algorithms/algorithm.hpp"
#include "ga/operators/crossover.hpp"
#include "ga/run/config_file.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/engine.hpp"
#include "risk/agent.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {
namespace {

template <class List>
std::string joined(const List& names) {
  return fmt::format("{}", fmt::join(names, ", "));
}

template <class List>
std::string joined_names(const List& registry) {
  return joined(names_of(registry));
}

}  // namespace

std::string map_names() {
  return joined(maps::library_names());
}
std::string preset_names() {
  return joined(risk::preset_names());
}
std::string rule_names() {
  return joined_names(risk::rule_keys());
}
std::string agent_names() {
  return joined_names(risk::agent_kinds());
}
std::string criterion_names() {
  return joined_names(metrics::all_criteria());
}
std::string engine_names() {
  return "auto, " + joined_names(metrics::engine_kinds());
}
std::string crossover_names() {
  return joined_names(ga::crossover_operators());
}
std::string algorithm_names() {
  return joined_names(ga::algorithm_kinds());
}

std::string with_config_keys(std::string message) {
  const std::size_t place = message.find(config_keys);
  if (place == message.npos) return message;
  const nlohmann::ordered_json config = ga::config_to_json({});
  std::vector<std::string> keys;
  for (const auto& [key, value] : config.items()) keys.push_back(key);
  return message.replace(place, std::string(config_keys).size(), joined(keys));
}

}  // namespace evorisk::app
