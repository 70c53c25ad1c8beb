// Which matches are to be played next, and what becomes of each.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "metrics/criteria/summary.hpp"
#include "metrics/estimates/totals_batch.hpp"

namespace evorisk::metrics::bulk {

// Hands out the matches of some runs, one after another, and takes in their summaries. Each thread
// has a queue of its own; queues of the same runs share a counter, so that each match goes to one
// of them.
class MatchQueue {
 public:
  struct Run {
    std::uint64_t seed_key;
    std::uint64_t first_match;
    std::size_t matches;             // fewer than 2^32
    MatchSummary* out;               // one for each match; or, when not null,
    TotalsBuffer* totals = nullptr;  // what they are added to
  };
  // A match to be played: number `at` of run number `run`.
  struct Slot {
    std::uint32_t run;
    std::uint32_t at;
  };
  // How many matches all queues that share it have handed out, or a few more.
  using Counter = std::atomic<std::size_t>;
  // Called with the number of matches that are handed out.
  using Listener = std::function<void(std::size_t matches)>;

  // Hands out nothing more once `stop`, if any, is set.
  MatchQueue(std::span<const Run> runs, Counter& counter, const std::atomic<bool>* stop = nullptr,
             Listener listener = {})
      : runs_(runs), counter_(counter), stop_(stop), listener_(std::move(listener)) {
    for (const Run& run : runs) matches_ += run.matches;
  }

  // Matches that no queue has handed out yet.
  std::size_t left() const {
    return matches_ - std::min(matches_, counter_.load(std::memory_order_relaxed)) +
           (until_ - from_);
  }

  // Hands out the next matches, at most `most`, all of one run: `first` and those after it. How
  // many; 0 when there are none.
  std::size_t next(Slot& first, std::size_t most) {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return 0;
    if (from_ == until_) {
      from_ = std::min(matches_, counter_.fetch_add(most, std::memory_order_relaxed));
      until_ = std::min(matches_, from_ + most);
      if (from_ == until_) return 0;
    }
    while (from_ >= run_start_ + runs_[run_].matches) run_start_ += runs_[run_++].matches;
    const std::size_t at = from_ - run_start_;
    const std::size_t size = std::min({most, until_ - from_, runs_[run_].matches - at});
    first = {static_cast<std::uint32_t>(run_), static_cast<std::uint32_t>(at)};
    from_ += size;
    if (listener_) listener_(size);
    return size;
  }

  std::uint64_t seed_key(Slot slot) const { return runs_[slot.run].seed_key; }
  std::uint64_t match(Slot slot) const { return runs_[slot.run].first_match + slot.at; }

  void take(Slot slot, const MatchSummary& summary) const {
    const Run& run = runs_[slot.run];
    if (run.totals != nullptr) {
      run.totals->add(summary);
    } else {
      run.out[slot.at] = summary;
    }
  }
  // What all matches are added to, if that is one and the same; or null.
  TotalsBuffer* only_totals() const { return runs_.size() == 1 ? runs_[0].totals : nullptr; }

 private:
  std::span<const Run> runs_;
  Counter& counter_;
  const std::atomic<bool>* stop_;
  Listener listener_;
  std::size_t matches_ = 0;  // of all runs
  // Of all runs' matches in a row, those that are this queue's and were not handed out yet.
  std::size_t from_ = 0;
  std::size_t until_ = 0;
  std::size_t run_ = 0;  // whose first match is number run_start_ of them
  std::size_t run_start_ = 0;
};

}  // namespace evorisk::metrics::bulk
