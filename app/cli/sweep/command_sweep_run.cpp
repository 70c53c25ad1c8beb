// evorisk sweep run: do what is missing of a sweep.

#include "app/cli/commands.hpp"
#include "app/cli/sweep/sweep_run.hpp"

namespace evorisk::app {
namespace {

class SweepRunCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const experiments::Shard shard =
        shard_.empty() ? experiments::Shard{} : experiments::shard_from_text(shard_);
    experiments::SweepDirectory directory(directory_);
    const experiments::SweepOutcome outcome =
        run_missing(context, directory, shard, retry_failed_, threads_);
    return report_sweep_run(context, directory, outcome, threads_);
  }

  const std::string& directory_ = argument("DIR");
  const std::string& shard_ = option("--shard", "I/N");
  const bool& retry_failed_ = flag("--retry-failed");
  const int& threads_ = threads();
};

}  // namespace

const CommandRow sweep_run_command{"sweep run", make<SweepRunCommand>};

}  // namespace evorisk::app
