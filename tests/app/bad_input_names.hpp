// The lists of valid names that messages end with, taken from the registries: "a, b, c".
#pragma once

#include <string>

namespace evorisk::app {

std::string map_names();
std::string preset_names();
std::string rule_names();
std::string agent_names();
std::string criterion_names();
std::string engine_names();
std::string crossover_names();
std::string algorithm_names();
// Stands for the keys of a configuration in a message, until with_config_keys() puts them there:
// finding them takes as long as many a test, and the tables are made for each.
inline constexpr const char* config_keys = "<config keys>";
std::string with_config_keys(std::string message);

}  // namespace evorisk::app
