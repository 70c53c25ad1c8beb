#include "app/mpi/distribution.hpp"

#define OMPI_SKIP_MPICXX 1
#include <mpi.h>

#include <array>
#include <chrono>
#include <cstdint>
#include <limits>
#include <thread>

#include "maps/base/error.hpp"

namespace evorisk::mpi {

using experiments::RunEffort;
using experiments::SweepOutcome;
using experiments::SweepStatus;

namespace {

enum Tag { tag_request = 1, tag_answer = 2, tag_goodbye = 3 };

// What another rank tells with a request and a goodbye: done, failed, matches.
using Report = std::array<std::int64_t, 3>;

Report report_of(const SweepStatus& status) {
  return {status.done, status.failed, status.matches};
}

// A rank has little to say: between looks it leaves its processor to the threads that do runs.
void rest() {
  std::this_thread::sleep_for(std::chrono::microseconds(500));
}

std::optional<MPI_Status> message(int source, int tag) {
  int there = 0;
  MPI_Status status;
  MPI_Iprobe(source, tag, MPI_COMM_WORLD, &there, &status);
  return there != 0 ? std::optional(status) : std::nullopt;
}

}  // namespace

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

std::optional<int> DistributedRuns::take() {
  if (list_.empty()) return std::nullopt;
  const int run = list_.front();
  list_.pop_front();
  return run;
}

std::optional<int> DistributedRuns::next() {
  std::unique_lock lock(mutex_);
  if (rank() == 0) return take();
  ++waiting_;
  changed_.wait(lock, [&] { return !here_.empty() || exhausted_; });
  --waiting_;
  if (here_.empty()) return std::nullopt;
  const int run = here_.front();
  here_.pop_front();
  return run;
}

void DistributedRuns::serve(const std::function<bool()>& crew_is_done,
                            const std::function<SweepStatus()>& status,
                            const std::function<void(const SweepStatus&)>& on_progress) {
  if (rank() == 0) {
    serve_as_first(crew_is_done, status, on_progress);
  } else {
    serve_as_other(crew_is_done, status);
  }
}

void DistributedRuns::serve_as_first(const std::function<bool()>& crew_is_done,
                                     const std::function<SweepStatus()>& status,
                                     const std::function<void(const SweepStatus&)>& on_progress) {
  std::vector<Report> reports(static_cast<std::size_t>(ranks()), Report{});
  int at_work = ranks() - 1;
  while (at_work > 0 || !crew_is_done()) {
    for (const Tag tag : {tag_request, tag_goodbye}) {
      while (const auto found = message(MPI_ANY_SOURCE, tag)) {
        Report& report = reports[static_cast<std::size_t>(found->MPI_SOURCE)];
        MPI_Recv(report.data(), 3, MPI_INT64_T, found->MPI_SOURCE, tag, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
        if (tag == tag_goodbye) {
          --at_work;
          continue;
        }
        int answer = -1;
        {
          const std::lock_guard lock(mutex_);
          answer = take().value_or(-1);
        }
        MPI_Send(&answer, 1, MPI_INT, found->MPI_SOURCE, tag_answer, MPI_COMM_WORLD);
      }
    }
    SweepStatus sum = status();
    for (const Report& report : reports) {
      sum.done += static_cast<int>(report[0]);
      sum.failed += static_cast<int>(report[1]);
      sum.matches += report[2];
    }
    on_progress(sum);
    rest();
  }
}

void DistributedRuns::serve_as_other(const std::function<bool()>& crew_is_done,
                                     const std::function<SweepStatus()>& status) {
  int asked = 0;  // requests without an answer
  while (!crew_is_done() || asked > 0) {
    bool ask = false;
    {
      const std::lock_guard lock(mutex_);
      ask = !exhausted_ && waiting_ > static_cast<int>(here_.size()) + asked;
    }
    if (ask) {
      const Report report = report_of(status());
      MPI_Send(report.data(), 3, MPI_INT64_T, 0, tag_request, MPI_COMM_WORLD);
      ++asked;
    }
    if (asked > 0 && message(0, tag_answer)) {
      int run = -1;
      MPI_Recv(&run, 1, MPI_INT, 0, tag_answer, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      --asked;
      const std::lock_guard lock(mutex_);
      if (run >= 0) {
        here_.push_back(run);
      } else {
        exhausted_ = true;
      }
      changed_.notify_all();
      continue;
    }
    if (!ask) rest();
  }
  const Report report = report_of(status());
  MPI_Send(report.data(), 3, MPI_INT64_T, 0, tag_goodbye, MPI_COMM_WORLD);
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
  const int counts[3] = {threads, outcome.elsewhere, outcome.interrupted ? 1 : 0};
  int sums[3] = {0, 0, 0};
  MPI_Reduce(counts, sums, 3, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank() != 0) return;
  threads = sums[0];
  outcome.elsewhere = sums[1];
  outcome.interrupted = sums[2] > 0;
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
