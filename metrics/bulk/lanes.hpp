// Many matches of one variant side by side, one in each byte lane of vector registers.
// docs/bulk-engine.md explains the ideas: lanes, draws, state.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <vector>

#include "metrics/bulk/match_queue.hpp"
#include "metrics/bulk/plan.hpp"
#include "metrics/bulk/single.hpp"

namespace evorisk::metrics::bulk {

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
  // How the attack's scan goes: so many territories of so many neighbours. On maps of up to 64
  // territories one after the other, the last first; on larger ones by their numbers of neighbours.
  struct Degree {
    std::uint16_t neighbours;
    std::uint16_t territories;
  };
  std::vector<Degree> degrees;
  std::vector<std::uint16_t> scan_order;  // the territories in that order
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
  std::vector<std::uint32_t> scan_rows;
  std::vector<std::uint32_t> padded_rows;

 private:
  std::unique_ptr<std::uint8_t[]> block_;
  std::size_t size_ = 0;
};

// Plays all matches of the queue; those that outgrow their lane are played by `single`. How many
// lanes there are, which depends on the processor too, does not matter for what is played.
void play_wide_lanes(const LanePlan& plan, MatchQueue& queue, LaneMemory& memory,
                     SingleMatch& single);
void play_narrow_lanes(const LanePlan& plan, MatchQueue& queue, LaneMemory& memory,
                       SingleMatch& single);
std::size_t wide_lanes();

// The faster one. The last matches of a queue leave lanes empty: narrow lanes for few matches.
void play_lanes(const LanePlan& plan, MatchQueue& queue, LaneMemory& memory, SingleMatch& single);

}  // namespace evorisk::metrics::bulk
