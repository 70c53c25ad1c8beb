// evorisk-mpi: the runs of a sweep, or the islands of one run, over all ranks of an MPI job.
#define OMPI_SKIP_MPICXX 1
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/mpi/distribution.hpp"
#include "app/cli/sweep/sweep_run.hpp"

namespace evorisk::mpi {
namespace {

using app::Context;
using app::Exit;
using experiments::SweepDirectory;
using experiments::SweepOutcome;

// Standard error of a rank that would only repeat what rank 0 says.
class Silence {
 public:
  Silence() : kept_(::dup(STDERR_FILENO)) {
    const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC);
    ::dup2(nowhere, STDERR_FILENO);
    ::close(nowhere);
  }
  void end() {
    if (kept_ < 0) return;
    ::dup2(kept_, STDERR_FILENO);
    ::close(kept_);
    kept_ = -1;
  }

 private:
  int kept_;
};

class SweepRunCommand final : public app::Command {
 public:
  // `alone` is set when this rank fails while others go on.
  SweepRunCommand(std::optional<Silence>& silence, bool& alone)
      : silence_(silence), alone_(alone) {}

  std::string name() const override { return "sweep run"; }
  std::string summary() const override {
    return "Do the runs of a sweep that are missing, over all ranks of an MPI job";
  }
  std::string details() const override {
    return "As \"evorisk sweep run\", on a file system that all ranks share: every rank takes runs "
           "that no other is at work on, the longest first; in every rank each thread does one at "
           "a "
           "time. When a rank dies, MPI ends the job; the same command goes on, and what is "
           "collected is the same.";
  }
  std::vector<std::string> examples() const override {
    return {"mpirun -n 4 evorisk-mpi sweep run results/thesis-sweep",
            "mpirun -n 2 --map-by node evorisk-mpi sweep run DIR --threads 64"};
  }

  void add_options(app::Options& options) override {
    options.argument("DIR", directory_, "The sweep's directory, made by evorisk sweep plan");
    options.flag("--retry-failed", retry_failed_, "Try runs again that failed before");
    options.common({app::Common::threads});
  }

  Exit run(Context& context) override {
    // Rank 0 opens the directory first; where it cannot, the others need not say so too.
    std::unique_ptr<SweepDirectory> directory;
    if (rank() == 0) {
      try {
        directory = std::make_unique<SweepDirectory>(directory_);
      } catch (...) {
        agreed(false);
        throw;
      }
    }
    if (!agreed(true)) return Exit::usage;
    if (rank() != 0) {
      silence_->end();
      directory = std::make_unique<SweepDirectory>(directory_);
      context.quiet = true;
    }
    int threads = context.threads;
    SweepOutcome outcome;
    try {
      outcome = app::run_missing(context, *directory, {}, retry_failed_);
    } catch (...) {
      alone_ = true;
      throw;
    }
    wait_for_all();
    gather(outcome, threads);
    if (rank() != 0) return Exit::done;
    return app::report_sweep_run(context, *directory, outcome, threads);
  }

 private:
  std::optional<Silence>& silence_;
  bool& alone_;
  std::string directory_;
  bool retry_failed_ = false;
};

// "evorisk evolve", the islands shared among the ranks.
class EvolveCommand final : public app::Command {
 public:
  EvolveCommand(std::optional<Silence>& silence, bool& alone)
      : silence_(silence), alone_(alone), inner_(app::make_shared_evolve_command(communicator_)) {}

  std::string name() const override { return inner_->name(); }
  std::string summary() const override {
    return "Breed variants on several islands, over all ranks of an MPI job";
  }
  std::string details() const override {
    return "As \"evorisk evolve\", on a file system that all ranks share: each rank breeds and "
           "plays "
           "the islands that are its own, and rank 0 writes. The files are the same, byte for "
           "byte, "
           "at any number of ranks, and those of \"evorisk evolve\"; each can resume the other's "
           "run. More ranks than islands (islands.count of the configuration) have nothing to do.";
  }
  std::vector<std::string> examples() const override { return inner_->examples(); }
  void add_options(app::Options& options) override { inner_->add_options(options); }

  Exit run(Context& context) override {
    if (rank() != 0) context.quiet = true;
    try {
      return inner_->run(context);
    } catch (...) {
      // Until the first message all ranks fail alike, and rank 0 says why.
      alone_ = communicator_.gathered() > 1;
      if (alone_ && rank() != 0) silence_->end();
      throw;
    }
  }

 private:
  std::optional<Silence>& silence_;
  bool& alone_;
  RankCommunicator communicator_;
  std::unique_ptr<app::Command> inner_;
};

}  // namespace
}  // namespace evorisk::mpi

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  const bool first = evorisk::mpi::rank() == 0;
  std::optional<evorisk::mpi::Silence> silence;
  if (!first) silence.emplace();
  bool alone = false;
  std::vector<std::unique_ptr<evorisk::app::Command>> commands;
  commands.push_back(std::make_unique<evorisk::mpi::SweepRunCommand>(silence, alone));
  commands.push_back(std::make_unique<evorisk::mpi::EvolveCommand>(silence, alone));
  const int code = evorisk::app::run_program({argv + 1, argv + argc}, commands);
  if (alone) MPI_Abort(MPI_COMM_WORLD, code);  // the others would wait for it for ever
  MPI_Finalize();
  return code;
}
