// What the ranks of an MPI job exchange. Only the main thread of a rank speaks MPI.
#pragma once

#include <string>
#include <vector>

#include "base/communicator.hpp"
#include "experiments/sweep/runner.hpp"

namespace evorisk::mpi {

int rank();
int ranks();

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

// Waits for all ranks, and leaves its processor to those that still do runs.
void wait_for_all();

// Adds up on rank 0 what all ranks did; their numbers of threads too.
void gather(experiments::SweepOutcome& outcome, int& threads);

// The same answer on all ranks: rank 0's.
bool agreed(bool answer);

}  // namespace evorisk::mpi
