#include "app/cli/mpi/distribution.hpp"

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include "base/error.hpp"

namespace evorisk::mpi {

using experiments::RunEffort;
using experiments::SweepOutcome;

int rank() {
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  return number;
}

int ranks() {
  int number = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &number);
  return number;
}

bool agreed(bool answer) {
  int value = answer ? 1 : 0;
  MPI_Bcast(&value, 1, MPI_INT, 0, MPI_COMM_WORLD);
  return value != 0;
}

void wait_for_all() {
  MPI_Request request;
  MPI_Ibarrier(MPI_COMM_WORLD, &request);
  for (int done = 0; done == 0;) {
    MPI_Test(&request, &done, MPI_STATUS_IGNORE);
    if (done == 0) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void gather(SweepOutcome& outcome, int& threads) {
  constexpr int width = 5;
  std::vector<double> mine;
  for (const RunEffort& effort : outcome.efforts) {
    mine.insert(mine.end(), {static_cast<double>(effort.run), static_cast<double>(effort.matches),
                             effort.seconds, effort.playing_seconds, effort.finished ? 1.0 : 0.0});
  }
  const int size = static_cast<int>(mine.size());
  std::vector<int> sizes(static_cast<std::size_t>(ranks()));
  MPI_Gather(&size, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
  std::vector<int> offsets(sizes.size());
  int total = 0;
  for (std::size_t r = 0; r < sizes.size(); ++r) {
    offsets[r] = total;
    total += sizes[r];
  }
  std::vector<double> all(static_cast<std::size_t>(total));
  MPI_Gatherv(mine.data(), size, MPI_DOUBLE, all.data(), sizes.data(), offsets.data(), MPI_DOUBLE,
              0, MPI_COMM_WORLD);
  const int counts[2] = {threads, outcome.interrupted ? 1 : 0};
  int sums[2] = {0, 0};
  MPI_Reduce(counts, sums, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank() != 0) return;
  threads = sums[0];
  outcome.interrupted = sums[1] > 0;
  outcome.efforts.clear();
  for (std::size_t i = 0; i + width <= all.size(); i += width) {
    outcome.efforts.push_back({static_cast<int>(all[i]), static_cast<std::int64_t>(all[i + 1]),
                               all[i + 2], all[i + 3], all[i + 4] != 0});
  }
}

std::vector<std::string> RankCommunicator::gather(const std::string& own) {
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

}  // namespace evorisk::mpi
