// What a subcommand says of itself: app/text/commands.json, compiled in.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace evorisk::app {

struct CommandText {
  // One line, a sentence without full stop, for the list of subcommands and the top of --help.
  std::string summary;
  // Extended paragraphs of --help; may be empty.
  std::string details;
  // Command lines for the end of --help, at least two. A test runs each through the shell in a
  // directory of its own, one after the other, and expects 0: they must be short (a second or
  // two), stand on files of the map library or on what an earlier example made, and write only
  // below the current directory.
  std::vector<std::string> examples;
  // By name of option or argument: a line without a final full stop. Also those that mean the same
  // in every subcommand.
  std::map<std::string, std::string> options;
};

// `part`: "commands", or "mpi" of evorisk-mpi, whose options mean the same unless it says
// otherwise.
CommandText command_text(std::string_view name, std::string_view part = "commands");

// The file.
std::string_view commands_text();

}  // namespace evorisk::app
