// The command line of one subcommand, between Options (what it declares) and CLI11 (which splits
// the words).
#pragma once

#include <string>
#include <vector>

#include "app/cli/cli.hpp"

namespace evorisk::app {

enum class Parsed { run, help };

// Declares the command's options, reads the arguments that follow its name, and fills the context.
// Throws InputError for whatever is not valid. `help` receives the text of --help.
Parsed parse_command_line(Command& command, const std::vector<std::string>& arguments,
                          Context& context, std::string& help);

}  // namespace evorisk::app
