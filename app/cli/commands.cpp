#include "app/cli/commands.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <new>

#include "base/error.hpp"
#include "base/names.hpp"
#include "base/reading/remarks.hpp"
#include "base/utf8.hpp"
#include "base/version.hpp"

namespace evorisk::app {

namespace {

using Rows = std::span<const CommandRow>;

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

std::string overview(Rows rows, std::string_view part, const std::string& group) {
  std::string text = group.empty()
                         ? "evorisk breeds playable variants of the board games Risk and War.\n\n"
                           "Usage: evorisk SUBCOMMAND [OPTIONS]\n\nSubcommands:\n"
                         : fmt::format("Usage: evorisk {} ACTION [OPTIONS]\n\nActions:\n", group);
  std::vector<std::string_view> names;
  for (const CommandRow& row : rows) {
    if (group.empty() || row.name.starts_with(group + " ")) names.push_back(row.name);
  }
  const std::size_t width = std::ranges::max(names, {}, &std::string_view::size).size();
  for (const std::string_view name : names) {
    text += fmt::format("  {:<{}}  {}\n", name, width, command_text(name, part).summary);
  }
  if (group.empty()) {
    text +=
        "\nOptions:\n  --help     Print this help and exit\n"
        "  --version  Print revision, compiler and instruction set and exit\n";
  }
  return folded(text, help_width) +
         fmt::format("\n\"evorisk {} --help\" explains each, with examples.\n",
                     group.empty() ? "SUBCOMMAND" : fmt::format("{} ACTION", group));
}

// The words that may follow a group and a space (or the program's name, with an empty prefix).
std::vector<std::string_view> next_words(Rows rows, const std::string& prefix) {
  std::vector<std::string_view> words;
  for (const CommandRow& row : rows) {
    if (!row.name.starts_with(prefix)) continue;
    const std::string_view rest = row.name.substr(prefix.size());
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (words.empty() || words.back() != word) words.push_back(word);
  }
  return words;
}

[[noreturn]] void refuse_word(Rows rows, const std::string& group, std::string_view word) {
  if (word.starts_with('-')) {
    throw InputError(
        unknown_name("option", word, std::vector<std::string_view>{"--help", "--version"}));
  }
  throw InputError(unknown_name(group.empty() ? "subcommand" : "action", word,
                                next_words(rows, group.empty() ? "" : group + " ")));
}

Exit run(std::vector<std::string> arguments, Rows rows, std::string_view part, Context& context) {
  const auto take_word = [&arguments] {
    const std::string word = arguments.front();
    arguments.erase(arguments.begin());
    return word;
  };
  // "help", and words of a subcommand after it, as people try first.
  if (!arguments.empty() && arguments[0] == "help") {
    take_word();
    arguments.push_back("--help");
  }
  std::string group;  // the word before the actions of a group
  if (!arguments.empty() && !next_words(rows, arguments[0] + " ").empty()) group = take_word();
  if (arguments.empty()) {
    if (group.empty()) throw InputError("a subcommand is missing; see \"evorisk --help\"");
    throw InputError("an action is missing; see \"evorisk {} --help\"", group);
  }
  const std::string word = take_word();
  if (word == "--help" || word == "-h") {
    context.print(overview(rows, part, group));
    return Exit::done;
  }
  if (group.empty() && word == "--version") {
    context.print(version_text());
    return Exit::done;
  }
  const std::string name = group.empty() ? word : group + " " + word;
  const auto row = std::ranges::find(rows, name, &CommandRow::name);
  if (row == rows.end()) refuse_word(rows, group, word);
  std::string help;
  const auto command = parse_command_line(*row, command_text(name, part), arguments, context, help);
  if (command) return command->run(context);
  context.print(help);
  return Exit::done;
}

Exit report(std::string_view message, Exit code) {
  write_to_standard_error("evorisk: error: " + printable(message) + "\n");
  return code;
}

// Where memory runs out in a destructor (the library's JSON values need some to be destroyed), no
// exception can leave it.
[[noreturn]] void end_without_memory() {
  try {
    if (const std::exception_ptr problem = std::current_exception()) {
      std::rethrow_exception(problem);
    }
  } catch (const std::bad_alloc&) {
    constexpr std::string_view words = "evorisk: error: out of memory\n";
    [[maybe_unused]] const ssize_t written = write(STDERR_FILENO, words.data(), words.size());
    _exit(static_cast<int>(Exit::failure));
  } catch (...) {
  }
  std::abort();
}

template <class Function>
Exit guarded(Function function) {
  try {
    return function();
  } catch (const InputError& error) {
    return report(error.message().text(), Exit::usage);
  } catch (const MissingFile& error) {
    return report(error.message().text(), Exit::usage);
  } catch (const SystemError& error) {
    return report(error.message().text(), Exit::failure);
  } catch (const std::filesystem::filesystem_error& error) {
    return report(
        Message("cannot use {}: {}", error.path1().string(), error.code().message()).text(),
        Exit::failure);
  } catch (const std::bad_alloc&) {
    return report("out of memory", Exit::failure);
  } catch (const std::exception& error) {
    return report(fmt::format("internal error: {}", error.what()), Exit::failure);
  }
}

}  // namespace

std::span<const CommandRow> commands() {
  static const std::vector<CommandRow> rows = {
      evolve_command,         report_command,         explain_command,
      target_command,         gallery_command,        studio_command,
      simulate_command,       replay_command,         play_command,
      print_command,          export_command,         map_check_command,
      map_convert_command,    map_compare_command,    map_draw_command,
      map_generate_command,   evaluate_command,       list_command,
      sweep_plan_command,     sweep_run_command,      sweep_status_command,
      sweep_collect_command,  sweep_report_command,   bench_command,
      reproduce_command,      arena_command,          train_command,
      study_agents_command,   study_boards_command,   study_coverage_command,
      study_search_command,   study_strength_command, playtest_report_command,
      playtest_learn_command, playtest_sheet_command, playtest_enter_command,
      archive_merge_command,  manual_command,
  };
  return rows;
}

int run_program(const std::vector<std::string>& arguments, Rows rows, std::string_view part) {
  occupy_standard_streams();
  // A reader that went away and a file that may not grow are errors of write(), like others.
  std::signal(SIGPIPE, SIG_IGN);
  std::signal(SIGXFSZ, SIG_IGN);
  std::set_terminate(end_without_memory);
  end_on_interruption();
  Context context;
  const Exit result = guarded([&] { return run(arguments, rows, part, context); });
  const Exit flushed = guarded([&] {
    context.flush();
    return Exit::done;
  });
  for (const Message& remark : take_remarks()) context.note(remark.text());
  return static_cast<int>(result == Exit::done ? flushed : result);
}

}  // namespace evorisk::app
