// Many matches of one variant side by side, one in each byte lane of vector registers.
// docs/bulk-engine.md explains the ideas: lanes, draws, state.
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "metrics/bulk/plan.hpp"
#include "metrics/bulk/single.hpp"
#include "metrics/totals_batch.hpp"

namespace evorisk::metrics::bulk {

// Hands out the matches of some runs, one after another, and takes in what became of them.
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
  // Dries up when `stop`, if any, is set.
  explicit Feed(std::span<const Run> runs, const std::atomic<bool>* stop = nullptr)
      : runs_(runs), stop_(stop) {}

  std::size_t left() const {
    std::size_t sum = 0;
    for (const Run& run : runs_.subspan(next_.run)) sum += run.matches;
    return sum - next_.at;
  }

  // Hands out the next matches, at most `most`, all of one run: `first` and those after it. How
  // many; 0 when there are none.
  std::size_t next(Slot& first, std::size_t most) {
    if (stop_ != nullptr && stop_->load(std::memory_order_relaxed)) return 0;
    while (next_.run < runs_.size() && next_.at == runs_[next_.run].matches) {
      ++next_.run;
      next_.at = 0;
    }
    if (next_.run == runs_.size()) return 0;
    first = next_;
    const std::size_t size = std::min(most, runs_[next_.run].matches - next_.at);
    next_.at += static_cast<std::uint32_t>(size);
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
  std::span<const Run> runs_;
  const std::atomic<bool>* stop_;
  Slot next_{0, 0};
};

// One match at a time.
inline void play_alone(Feed& feed, SingleMatch& single) {
  for (Feed::Slot slot; feed.next(slot, 1) > 0;) {
    feed.take(slot, single.play(seed_words(feed.seed_key(slot), feed.match(slot))));
  }
}

// What lanes look up about a variant.
struct LanePlan {
  // Requires lanes_refusal() to be empty. The plan must outlive this.
  explicit LanePlan(const Plan& plan);

  const Plan* plan;
  int most_comparisons = 0;
  int most_cards = 0;  // in a hand
  // By 4 * (attackers - 1) + defenders - 1: comparisons, and of the last word that costs the
  // attacker no more than j troops the high and the low byte, with the sign bit flipped.
  std::array<std::uint8_t, 16> comparisons{};
  std::array<std::array<std::uint8_t, 16>, 4> last_high{};
  std::array<std::array<std::uint8_t, 16>, 4> last_low{};
  // By how many there were before, capped; matches with more outgrow their lane.
  static constexpr int most_exchanges = 200;
  std::array<std::uint16_t, most_exchanges> exchange_troops{};
  std::vector<std::array<std::uint8_t, 16>> exchange_bytes;  // the same, at most 255
  // Plan::reinforcement by territories owned, at most 255.
  std::vector<std::array<std::uint8_t, 16>> reinforcement;
  // How many territories have how many neighbours, and the territories in that order.
  struct Degree {
    std::uint16_t neighbours;
    std::uint16_t territories;
  };
  std::vector<Degree> degrees;
  std::vector<std::uint16_t> by_degree;
  // Maps of up to 64 territories: [i * blocks + b][t % 16] is byte i (territories 8 i ... 8 i + 7)
  // of the neighbour set of territory t = 16 b + t % 16.
  int blocks = 0;
  std::vector<std::array<std::uint8_t, 16>> neighbour_bytes;
};

// Most cards that a hand can hold: what must be exchanged is, but four cards may hold no matching
// set.
int most_cards(const Plan& plan);

// Why lanes cannot hold matches of this plan, or nullptr.
const char* lanes_refusal(const Plan& plan);

// Working memory, reused from call to call.
class LaneMemory {
 public:
  std::uint8_t* bytes(std::size_t size);  // 64-byte aligned, contents undefined
  std::uint64_t outgrown = 0;             // matches that outgrew their lane, so far
  // Of batches, so far: attacks and the turns' ends after them. The more there are for the same
  // matches, the emptier the lanes.
  std::uint64_t steps = 0;
  std::vector<std::uint32_t> arc_rows;
  std::vector<std::uint32_t> degree_rows;
  std::vector<std::uint32_t> padded_rows;

 private:
  std::unique_ptr<std::uint8_t[]> block_;
  std::size_t size_ = 0;
};

// Plays all matches of the feed; those that outgrow their lane are played by `single`. How many
// lanes there are, which depends on the processor too, does not matter for what is played.
void play_wide_lanes(const LanePlan& plan, Feed& feed, LaneMemory& memory, SingleMatch& single);
void play_narrow_lanes(const LanePlan& plan, Feed& feed, LaneMemory& memory, SingleMatch& single);
std::size_t wide_lanes();

// The faster one. The last matches of a feed leave lanes empty: narrow lanes for few matches.
void play_lanes(const LanePlan& plan, Feed& feed, LaneMemory& memory, SingleMatch& single);

}  // namespace evorisk::metrics::bulk
