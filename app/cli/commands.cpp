#include "app/cli/commands.hpp"

namespace evorisk::app {

// To add a subcommand: declare its factory here and list it in make_commands(). (An explicit table,
// because a linker drops the self-registering objects of a static library.)
using CommandPtr = std::unique_ptr<Command>;
CommandPtr make_evolve_command();
CommandPtr make_report_command();
CommandPtr make_explain_command();
CommandPtr make_target_command();
CommandPtr make_gallery_command();
CommandPtr make_archive_merge_command();
CommandPtr make_bench_command();
CommandPtr make_simulate_command();
CommandPtr make_replay_command();
CommandPtr make_play_command();
CommandPtr make_map_list_command();
CommandPtr make_map_check_command();
CommandPtr make_map_convert_command();
CommandPtr make_map_compare_command();
CommandPtr make_map_draw_command();
CommandPtr make_map_generate_command();
CommandPtr make_reproduce_command();
CommandPtr make_print_command();
CommandPtr make_evaluate_command();
CommandPtr make_arena_command();
CommandPtr make_list_command();
CommandPtr make_study_agents_command();
CommandPtr make_study_search_command();
CommandPtr make_studio_command();
CommandPtr make_playtest_summary_command();
CommandPtr make_sweep_plan_command();
CommandPtr make_sweep_run_command();
CommandPtr make_sweep_status_command();
CommandPtr make_sweep_collect_command();
CommandPtr make_sweep_report_command();

std::vector<CommandPtr> make_commands() {
  using Factory = CommandPtr (*)();
  static constexpr std::initializer_list<Factory> factories = {
      // In the order of --help.
      make_evolve_command,
      make_report_command,
      make_explain_command,
      make_target_command,
      make_gallery_command,
      make_studio_command,
      make_simulate_command,
      make_replay_command,
      make_play_command,
      make_print_command,
      make_map_list_command,
      make_map_check_command,
      make_map_convert_command,
      make_map_compare_command,
      make_map_draw_command,
      make_map_generate_command,
      make_evaluate_command,
      make_list_command,
      make_sweep_plan_command,
      make_sweep_run_command,
      make_sweep_status_command,
      make_sweep_collect_command,
      make_sweep_report_command,
      make_bench_command,
      make_reproduce_command,
      make_arena_command,
      make_study_agents_command,
      make_study_search_command,
      make_playtest_summary_command,
      make_archive_merge_command,
  };
  std::vector<CommandPtr> commands;
  for (const Factory factory : factories) {
    commands.push_back(factory());
  }
  return commands;
}

}  // namespace evorisk::app
