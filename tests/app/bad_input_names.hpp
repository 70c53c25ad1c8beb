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
std::string config_keys();

}  // namespace evorisk::app
