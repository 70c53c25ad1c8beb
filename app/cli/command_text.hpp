// The help texts of the subcommands: app/text/commands.json, compiled in.
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace evorisk::app {

// Characters of a line of help, and of a list.
inline constexpr std::size_t help_width = 80;

struct CommandText {
  // One line, a sentence without full stop, for the list of subcommands and the top of --help.
  std::string summary;
  // Further paragraphs of --help; may be empty.
  std::string details;
  // Command lines for the end of --help, at least two. A test runs them in order through the shell,
  // in a directory of their own, and expects exit code 0. Each must take a second or two at most,
  // read only files of the map library or of an earlier example, and write only below the current
  // directory.
  std::vector<std::string> examples;
  // By name of option or argument: a line without a final full stop. Includes the options that
  // every subcommand has.
  std::map<std::string, std::string> options;
};

// `part`: "commands", or "mpi" for evorisk-mpi. An option without a text in "mpi" has that of
// "commands".
CommandText command_text(std::string_view name, std::string_view part = "commands");

// The text of app/text/commands.json.
std::string_view commands_text();

}  // namespace evorisk::app
