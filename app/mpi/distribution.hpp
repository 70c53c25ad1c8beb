// Handing out runs over MPI: rank 0 holds the list, every rank's threads ask for one run after the
// other. Only the main thread of a rank speaks MPI.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <vector>

#include "experiments/sweep/runner.hpp"
#include "maps/base/communicator.hpp"

namespace evorisk::mpi {

int rank();
int ranks();

// The runs of a rank, as its threads see them.
class DistributedRuns final : public experiments::RunSource {
 public:
  // The list matters on rank 0 alone.
  explicit DistributedRuns(std::vector<int> runs = {}) : list_(runs.begin(), runs.end()) {}

  // Waits until the main thread has one, or knows that there is none.
  std::optional<int> next() override;

  // The main thread's part while others (`crew`) do runs: returns when they are done, here and, on
  // rank 0, on all ranks. `on_progress` (rank 0) is called with the sum over ranks of what they
  // reported by `status`.
  void serve(const std::function<bool()>& crew_is_done,
             const std::function<experiments::SweepStatus()>& status,
             const std::function<void(const experiments::SweepStatus&)>& on_progress);

 private:
  void serve_as_first(const std::function<bool()>& crew_is_done,
                      const std::function<experiments::SweepStatus()>& status,
                      const std::function<void(const experiments::SweepStatus&)>& on_progress);
  void serve_as_other(const std::function<bool()>& crew_is_done,
                      const std::function<experiments::SweepStatus()>& status);
  std::optional<int> take();

  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<int> list_;    // rank 0: not handed out yet
  std::deque<int> here_;    // other ranks: received
  int waiting_ = 0;         // other ranks: threads without a run
  bool exhausted_ = false;  // other ranks: rank 0 has no more
};

// The ranks as the processes of one evolution. Only the main thread uses it.
class RankCommunicator final : public Communicator {
 public:
  int rank() const override { return mpi::rank(); }
  int ranks() const override { return mpi::ranks(); }
  // Throws SystemError when all texts together have 2 GiB or more.
  std::vector<std::string> gather(const std::string& own) override;
  int gathered() const { return gathered_; }  // so far

 private:
  int gathered_ = 0;
};

// Adds up on rank 0 what all ranks did; their numbers of threads too.
void gather(experiments::SweepOutcome& outcome, int& threads);

// The same answer on all ranks: rank 0's.
bool agreed(bool answer);

}  // namespace evorisk::mpi
