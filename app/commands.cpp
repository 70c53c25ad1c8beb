#include "app/commands.hpp"

#include <array>

namespace evorisk::app {

// To add a subcommand: declare its factory here, and list it in `factories` below. (An explicit
// table, because a linker drops the self-registering objects of a static library.)

namespace {

constexpr std::array<CommandFactory, 0> factories{};

constexpr std::array groups{
    CommandGroup{"map", "List, check, draw, convert, generate and compare maps"},
};

}  // namespace

std::span<const CommandFactory> command_factories() {
  return factories;
}

std::span<const CommandGroup> command_groups() {
  return groups;
}

std::vector<std::unique_ptr<Command>> make_commands() {
  std::vector<std::unique_ptr<Command>> commands;
  for (const CommandFactory factory : factories) {
    commands.push_back(factory());
  }
  return commands;
}

}  // namespace evorisk::app
