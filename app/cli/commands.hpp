// The table of subcommands, and the program that runs them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/cli/command_text.hpp"

namespace evorisk::app {

// Each is defined in the file of its subcommand. (A hand-written table, because a linker drops the
// self-registering objects of a static library.)
extern const CommandRow evolve_command, report_command, explain_command, target_command,
    gallery_command, studio_command, simulate_command, replay_command, play_command, print_command,
    export_command, map_check_command, map_convert_command, map_compare_command, map_draw_command,
    map_generate_command, evaluate_command, list_command, sweep_plan_command, sweep_run_command,
    sweep_status_command, sweep_collect_command, sweep_report_command, bench_command,
    reproduce_command, arena_command, train_command, study_agents_command, study_boards_command,
    study_strength_command, study_coverage_command, study_search_command, playtest_report_command,
    playtest_sheet_command, playtest_enter_command, playtest_learn_command, archive_merge_command,
    manual_command;

// All subcommands, in the order of --help.
std::span<const CommandRow> commands();

// Reads the options of a subcommand from the arguments after its name, and fills the context. With
// --help among the arguments, returns null and puts the help text into `help`. Throws InputError
// for invalid arguments.
std::unique_ptr<Command> parse_command_line(const CommandRow& row, const CommandText& text,
                                            const std::vector<std::string>& arguments,
                                            Context& context, std::string& help);

// What --help says of a subcommand, in parts, for manual pages and completions.
struct CommandOptions {
  struct Row {
    std::string name;         // "--out", "-h,--help"; of a positional argument "VARIANT"
    std::string placeholder;  // "FILE", "a4|letter"; empty for a flag or a positional argument
    std::string meaning;
    std::string value;  // by default; may be empty
    bool positional;
  };
  std::string usage;  // "evorisk print [VARIANT] [OPTIONS]"
  std::string details;
  std::vector<Row> rows;  // in the order of --help
};
CommandOptions command_options(const CommandRow& row, const CommandText& text);

// Runs the program with its arguments (without the program's name) and returns its exit code.
// Prints errors as one line "evorisk: error: ..." on standard error; throws nothing. `rows` are the
// subcommands; their texts are in `part` of app/text/commands.json.
int run_program(const std::vector<std::string>& arguments,
                std::span<const CommandRow> rows = commands(), std::string_view part = "commands");

}  // namespace evorisk::app
