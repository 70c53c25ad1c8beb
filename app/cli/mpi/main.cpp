// evorisk-mpi: the runs of a sweep, or the islands of one run, over all ranks of an MPI job.
#define OMPI_SKIP_MPICXX 1
#include <fcntl.h>
#include <mpi.h>
#include <unistd.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "app/cli/commands.hpp"
#include "app/cli/sweep/sweep_run.hpp"
#include "base/communicator.hpp"
#include "base/error.hpp"
#include "base/json.hpp"

namespace evorisk::mpi {
namespace {

using Json = nlohmann::json;
using app::Context;
using app::Exit;
using experiments::SweepDirectory;
using experiments::SweepOutcome;

// The ranks as the processes of one task. Only the main thread of a rank speaks MPI.
class RankCommunicator final : public Communicator {
 public:
  int rank() const override {
    int number = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    return number;
  }

  int ranks() const override {
    int number = 1;
    MPI_Comm_size(MPI_COMM_WORLD, &number);
    return number;
  }

  // Throws SystemError when all texts together have 2 GiB or more.
  std::vector<std::string> gather(const std::string& own) override {
    const auto count = static_cast<std::size_t>(ranks());
    const auto own_size = static_cast<std::int64_t>(own.size());
    std::vector<std::int64_t> sizes(count);
    MPI_Allgather(&own_size, 1, MPI_INT64_T, sizes.data(), 1, MPI_INT64_T, MPI_COMM_WORLD);
    std::vector<int> lengths;
    std::vector<int> places;
    std::int64_t sum = 0;
    for (const std::int64_t size : sizes) {
      places.push_back(static_cast<int>(sum));
      lengths.push_back(static_cast<int>(size));
      sum += size;
      if (sum > std::numeric_limits<int>::max()) {
        throw SystemError("the islands' populations are too large to send over MPI");
      }
    }
    std::string all(static_cast<std::size_t>(sum), '\0');
    MPI_Allgatherv(own.data(), static_cast<int>(own_size), MPI_CHAR, all.data(), lengths.data(),
                   places.data(), MPI_CHAR, MPI_COMM_WORLD);
    std::vector<std::string> texts;
    for (std::size_t r = 0; r < count; ++r) {
      texts.push_back(
          all.substr(static_cast<std::size_t>(places[r]), static_cast<std::size_t>(lengths[r])));
    }
    ++gathered_;
    return texts;
  }

  int gathered() const { return gathered_; }  // so far

 private:
  int gathered_ = 0;
};

// Waits for all ranks, and leaves its processor to those that still do runs.
void wait_for_all() {
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

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

// Of a rank that is not the first, until it has to speak.
std::optional<Silence> silence;
// Set when this rank fails while others go on.
bool alone = false;
RankCommunicator communicator;

// Adds up on rank 0 what all ranks did; their numbers of threads too.
void add_up(SweepOutcome& outcome, int& threads) {
  Json own = {{"threads", threads}, {"interrupted", outcome.interrupted}};
  for (const experiments::RunEffort& effort : outcome.efforts) {
    own["efforts"].push_back(
        {effort.run, effort.matches, effort.seconds, effort.playing_seconds, effort.finished});
  }
  threads = 0;
  outcome.efforts.clear();
  for (const std::string& text : communicator.gather(own.dump())) {
    const Json part = parse_json(text, "process");
    threads += part["threads"].get<int>();
    outcome.interrupted = outcome.interrupted || part["interrupted"].get<bool>();
    for (const Json& effort : part.value("efforts", Json::array())) {
      outcome.efforts.push_back({effort[0], effort[1], effort[2], effort[3], effort[4]});
    }
  }
}

class SweepRunCommand final : public app::Command {
  using Command::Command;

  Exit run(Context& context) override {
    // Rank 0 opens the directory first; where it cannot, the others need not say so too.
    const bool first = communicator.rank() == 0;
    std::optional<SweepDirectory> directory;
    if (first) {
      try {
        directory.emplace(directory_);
      } catch (...) {
        communicator.gather("refused");
        throw;
      }
    }
    if (communicator.gather("").front() == "refused") return Exit::usage;
    int threads = threads_;
    SweepOutcome outcome;
    try {
      if (!first) {
        silence->end();
        directory.emplace(directory_);
        context.quiet = true;
      }
      outcome = app::run_missing(context, *directory, {}, retry_failed_, threads);
    } catch (...) {
      alone = true;
      throw;
    }
    wait_for_all();
    add_up(outcome, threads);
    if (!first) return Exit::done;
    return app::report_sweep_run(context, *directory, outcome, threads);
  }

  const std::string& directory_ = argument("DIR");
  const bool& retry_failed_ = flag("--retry-failed");
  const int& threads_ = threads();
};

// "evorisk evolve", the islands shared among the ranks.
class EvolveCommand final : public app::Command {
  using Command::Command;

  Exit run(Context& context) override {
    const bool first = communicator.rank() == 0;
    context.quiet = context.quiet || !first;
    context.communicator = &communicator;
    try {
      return inner_->run(context);
    } catch (...) {
      // Until the first message all ranks fail alike, and rank 0 says why.
      alone = communicator.gathered() > 1;
      if (alone && !first) silence->end();
      throw;
    }
  }

  std::unique_ptr<app::Command> inner_ = app::evolve_command.make(*this);
};

constexpr app::CommandRow rows[] = {{"sweep run", app::make<SweepRunCommand>},
                                    {"evolve", app::make<EvolveCommand>}};

}  // namespace
}  // namespace evorisk::mpi

int main(int argc, char** argv) {
  int provided = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  if (evorisk::mpi::communicator.rank() != 0) evorisk::mpi::silence.emplace();
  const int code = evorisk::app::run_program({argv + 1, argv + argc}, evorisk::mpi::rows, "mpi");
  if (evorisk::mpi::alone)
    MPI_Abort(MPI_COMM_WORLD, code);  // the others would wait for it for ever
  MPI_Finalize();
  return code;
}
