#include "app/cli/cli.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <new>

#include "app/cli/commands.hpp"
#include "app/cli/parser.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/version.hpp"

namespace evorisk::app {

namespace {

using Commands = std::vector<std::unique_ptr<Command>>;

// A closed standard stream would give its number to the next file opened, and what is meant for the
// stream would end up in that file. Such a stream is opened so that using it fails.
void occupy_standard_streams() {
  for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (fcntl(stream, F_GETFD) == -1) {
      [[maybe_unused]] const int opened =
          open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY);
    }
  }
}

std::string overview(const Commands& commands, std::string_view group) {
  std::string text;
  std::vector<std::pair<std::string, std::string>> lines;
  if (group.empty()) {
    text =
        "evorisk breeds playable variants of the board games Risk and War.\n\n"
        "Usage: evorisk SUBCOMMAND [OPTIONS]\n\nSubcommands:\n";
  } else {
    text = fmt::format("Usage: evorisk {} ACTION [OPTIONS]\n\nActions:\n", group);
  }
  for (const auto& command : commands) {
    const std::string name = command->name();
    if (group.empty() || name.starts_with(std::string(group) + " ")) {
      lines.emplace_back(name, command->summary());
    }
  }
  std::size_t width = 0;
  for (const auto& [name, summary] : lines) {
    width = std::max(width, name.size());
  }
  for (const auto& [name, summary] : lines) {
    text += fmt::format("  {:<{}}  {}\n", name, width, summary);
  }
  if (group.empty()) {
    text +=
        "\nOptions:\n  --help     Print this help and exit\n"
        "  --version  Print revision, compiler and instruction set and exit\n";
  }
  return text + fmt::format("\n\"evorisk {} --help\" explains each, with examples.\n",
                            group.empty() ? "SUBCOMMAND" : fmt::format("{} ACTION", group));
}

// Whether a word stands before the actions of a group.
bool is_group(const Commands& commands, const std::string& word) {
  return std::ranges::any_of(
      commands, [&](const auto& command) { return command->name().starts_with(word + " "); });
}

Command* find(const Commands& commands, std::string_view name) {
  for (const auto& command : commands) {
    if (command->name() == name) {
      return command.get();
    }
  }
  return nullptr;
}

// The words that may follow a group and a space (or the program's name, with an empty prefix).
std::vector<std::string> next_words(const Commands& commands, const std::string& prefix) {
  std::vector<std::string> words;
  for (const auto& command : commands) {
    const std::string name = command->name();
    if (!name.starts_with(prefix)) continue;
    const std::string word =
        name.substr(prefix.size(), name.find(' ', prefix.size()) - prefix.size());
    if (words.empty() || words.back() != word) words.push_back(word);
  }
  return words;
}

[[noreturn]] void refuse_word(const Commands& commands, std::string_view group,
                              std::string_view word) {
  const std::vector<std::string> words =
      next_words(commands, group.empty() ? "" : std::string(group) + " ");
  const std::vector<std::string_view> valid(words.begin(), words.end());
  throw InputError(
      word.starts_with('-')
          ? unknown_name("option", word, std::vector<std::string_view>{"--help", "--version"})
          : unknown_name(group.empty() ? "subcommand" : "action", word, valid));
}

Exit run(const std::vector<std::string>& arguments, const Commands& commands, Context& context) {
  std::string group;
  std::size_t used = 0;
  const auto asks_for_help = [](std::string_view word) { return word == "--help" || word == "-h"; };
  if (!arguments.empty() && is_group(commands, arguments[0])) {
    group = arguments[0];
    used = 1;
  }
  if (arguments.size() == used) {
    if (group.empty()) throw InputError("a subcommand is missing; see \"evorisk --help\"");
    throw InputError("an action is missing; see \"evorisk {} --help\"", group);
  }
  const std::string& word = arguments[used++];
  if (asks_for_help(word)) {
    context.print(overview(commands, group));
    return Exit::done;
  }
  if (group.empty() && word == "--version") {
    context.print(version_text());
    return Exit::done;
  }
  Command* command = find(commands, group.empty() ? word : group + " " + word);
  if (command == nullptr) {
    refuse_word(commands, group, word);
  }
  std::string help;
  const std::vector<std::string> rest(arguments.begin() + static_cast<std::ptrdiff_t>(used),
                                      arguments.end());
  if (parse_command_line(*command, rest, context, help) == Parsed::help) {
    context.print(help);
    return Exit::done;
  }
  return command->run(context);
}

Exit report(std::string message, Exit code) {
  std::ranges::replace(message, '\n', ' ');
  write_to_standard_error("evorisk: error: " + message + "\n");
  return code;
}

template <class Function>
Exit guarded(Function function) {
  try {
    return function();
  } catch (const InputError& error) {
    return report(error.what(), Exit::usage);
  } catch (const SystemError& error) {
    return report(error.what(), Exit::failure);
  } catch (const std::filesystem::filesystem_error& error) {
    return report(error.what(), Exit::failure);
  } catch (const std::bad_alloc&) {
    return report("out of memory", Exit::failure);
  } catch (const std::exception& error) {
    return report(fmt::format("internal error: {}", error.what()), Exit::failure);
  }
}

}  // namespace

int run_program(const std::vector<std::string>& arguments) {
  return run_program(arguments, make_commands());
}

int run_program(const std::vector<std::string>& arguments, const Commands& commands) {
  occupy_standard_streams();
  std::signal(SIGPIPE, SIG_IGN);  // a reader that went away is an error of write(), like others
  Context context;
  const Exit result = guarded([&] { return run(arguments, commands, context); });
  const Exit flushed = guarded([&] {
    context.flush();
    return Exit::done;
  });
  return static_cast<int>(result == Exit::done ? flushed : result);
}

}  // namespace evorisk::app
