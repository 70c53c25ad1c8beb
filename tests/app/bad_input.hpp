// The table of bad inputs, in parts.
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "app/cli/cli.hpp"

namespace evorisk::app {

struct BadInput {
  std::string name;                                        // of the test: letters and digits
  std::vector<std::pair<std::string, std::string>> files;  // name and content
  std::vector<std::string> arguments;
  Exit code = Exit::usage;
  std::string message = {};  // after "evorisk: error: "
  std::string before = {};   // a shell line run first
};

std::vector<BadInput> bad_command_lines();
std::vector<BadInput> bad_maps();
std::vector<BadInput> bad_variants();
std::vector<BadInput> bad_matches();
std::vector<BadInput> bad_runs();
std::vector<BadInput> bad_galleries();
std::vector<BadInput> bad_sweeps();
std::vector<BadInput> bad_reproductions();
std::vector<BadInput> bad_arenas();

}  // namespace evorisk::app
