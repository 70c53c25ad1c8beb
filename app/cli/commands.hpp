// The table of subcommands.
#pragma once

#include <memory>
#include <vector>

#include "app/cli/cli.hpp"

namespace evorisk {
class Communicator;
}  // namespace evorisk

namespace evorisk::app {

// One of every subcommand, in the order of --help.
std::vector<std::unique_ptr<Command>> make_commands();

// The subcommand "evolve" of one of several processes (app/cli/mpi/main.cpp), of which that of rank
// 0 prints and reports. The communicator must outlive it.
std::unique_ptr<Command> make_shared_evolve_command(Communicator& communicator);

}  // namespace evorisk::app
