// Which matches are to be played next, and what becomes of each.
#pragma once

#include <algorithm>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>

#include "metrics/summary.hpp"
#include "metrics/totals_batch.hpp"

namespace evorisk::metrics::bulk {

// Hands out the matches of some runs, one after another, and takes in what became of them. One
// thread's; several feeds of the same runs may share a counter: then each match goes to one of
// them, to whoever asks first.
class Feed {
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
  // Of how many matches all feeds that share it have handed out, or a little more.
  using Counter = std::atomic<std::size_t>;

  // Is told of matches that are handed out.
  using Listener = std::function<void(std::size_t matches)>;

  // Dries up when `stop`, if any, is set.
  explicit Feed(std::span<const Run> runs, const std::atomic<bool>* stop = nullptr)
      : Feed(runs, stop, nullptr, 1, nullptr) {}
  // One of `sharers` feeds of the same runs with the same counter.
  Feed(std::span<const Run> runs, const std::atomic<bool>* stop, Counter* shared,
       std::size_t sharers, const Listener* listener)
      : runs_(runs),
        stop_(stop),
        counter_(shared == nullptr ? own_ : *shared),
        sharers_(sharers),
        listener_(listener) {
    for (const Run& run : runs) matches_ += run.matches;
  }
  Feed(const Feed&) = delete;
  Feed& operator=(const Feed&) = delete;

  // Matches that were not handed out by anybody yet.
  std::size_t left() const {
    const std::size_t counted = counter_.load(std::memory_order_relaxed);
    return matches_ - std::min(matches_, counted) + (until_ - from_);
  }
  // As many of them as this one may expect to hand out.
  std::size_t share() const { return (left() + sharers_ - 1) / sharers_; }

  // Hands out the next matches, at most `most`, all of one run: `first` and those after it. How
  // many; 0 when there are none.
  std::size_t next(Slot& first, std::size_t most) {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return 0;
    if (from_ == until_) {
      from_ = std::min(matches_, count(most));
      until_ = std::min(matches_, from_ + most);
      if (from_ == until_) return 0;
    }
    while (from_ >= run_start_ + runs_[run_].matches) run_start_ += runs_[run_++].matches;
    const std::size_t at = from_ - run_start_;
    const std::size_t size = std::min({most, until_ - from_, runs_[run_].matches - at});
    first = {static_cast<std::uint32_t>(run_), static_cast<std::uint32_t>(at)};
    from_ += size;
    if (listener_ != nullptr) (*listener_)(size);
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
  // That a summary is to come soon.
  void announce(Slot slot) const {
    const Run& run = runs_[slot.run];
    if (run.totals == nullptr) __builtin_prefetch(run.out + slot.at, 1);
  }

 private:
  // Adds to the counter; what it was before. Without a locked instruction where nobody shares it.
  std::size_t count(std::size_t more) {
    if (sharers_ > 1) return counter_.fetch_add(more, std::memory_order_relaxed);
    const std::size_t before = counter_.load(std::memory_order_relaxed);
    counter_.store(before + more, std::memory_order_relaxed);
    return before;
  }

  std::span<const Run> runs_;
  const std::atomic<bool>* stop_;
  Counter own_{0};
  Counter& counter_;
  std::size_t sharers_;
  const Listener* listener_;
  std::size_t matches_ = 0;  // of all runs
  // Of all runs' matches in a row, those that are this feed's and were not handed out yet.
  std::size_t from_ = 0;
  std::size_t until_ = 0;
  std::size_t run_ = 0;  // whose first match is number run_start_ of them
  std::size_t run_start_ = 0;
};

}  // namespace evorisk::metrics::bulk
