// Random streams: every stream of the program is a pure function of a StreamKey, so results do not
// depend on threads, processes or interruptions. No other code of the project may create
// randomness, but secrets (app/studio/server/secret.hpp).
#pragma once

#include <cstdint>
#include <utility>

namespace evorisk {

// What a stream is for. Values are part of the recorded results: never renumber, only append.
enum class Purpose : std::uint32_t {
  match = 1,             // dice, deck and dealing of one match
  first_population = 2,  // the individuals of generation 0
  selection = 3,         // tournaments
  crossover = 4,
  mutation = 5,
  map_generation = 6,  // the procedural map generator
  layout = 7,
  agent = 8,      // the private stream of one seat's agent in one match
  sweep = 9,      // deriving the seeds of a sweep's runs
  bulk = 10,      // matches of the bulk engine
  arena = 11,     // drawing the tables of an arena
  training = 12,  // boards and matches of a training
  faces = 13,     // faces of dice of which only the losses are known
  test = 100,
};

// The coordinates of one stream. Keys that differ in any member give independent streams.
struct StreamKey {
  std::uint64_t seed = 0;
  Purpose purpose = Purpose::test;
  std::uint32_t generation = 0;
  std::uint32_t individual = 0;
  std::uint64_t match = 0;
  std::uint32_t substream = 0;  // e.g. the seat, for Purpose::agent

  friend bool operator==(const StreamKey&, const StreamKey&) = default;
};

// A small fast generator (xoshiro256++, Blackman and Vigna 2019: 32 bytes of state, period 2^256 -
// 1) seeded by one block of the counter-based Philox4x64-10 (Salmon et al. 2011) from a StreamKey.
// Seeding costs some 20 ns, a draw about 1 ns. Not cryptographic, not shared between threads.
// Bounded draws are our own: the standard's distributions differ between libraries.
class Random {
 public:
  explicit Random(const StreamKey& key);

  // A uniform 64-bit word.
  std::uint64_t next() {
    const std::uint64_t result = rotate(state_[0] + state_[3], 23) + state_[0];
    const std::uint64_t t = state_[1] << 17;
    state_[2] ^= state_[0];
    state_[3] ^= state_[1];
    state_[1] ^= state_[2];
    state_[0] ^= state_[3];
    state_[2] ^= t;
    state_[3] = rotate(state_[3], 45);
    return result;
  }

  // A uniform integer in 0 ... bound - 1, exactly unbiased (Lemire 2019). Requires bound >= 1.
  std::uint32_t below(std::uint32_t bound) {
    std::uint64_t product = (next() >> 32) * bound;
    auto low = static_cast<std::uint32_t>(product);
    if (low < bound) {
      const std::uint32_t threshold = (0u - bound) % bound;
      while (low < threshold) {
        product = (next() >> 32) * bound;
        low = static_cast<std::uint32_t>(product);
      }
    }
    return static_cast<std::uint32_t>(product >> 32);
  }

  // The same for an int bound.
  int index(int bound) { return static_cast<int>(below(static_cast<std::uint32_t>(bound))); }
  // An element of an array that is not empty, each equally likely.
  template <class Array>
  auto& pick(Array& from) {
    return from[below(static_cast<std::uint32_t>(from.size()))];
  }

  // A uniform double in [0, 1), a multiple of 2^-53.
  double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  // True with the given probability (0 ... 1; 0 never, 1 always).
  bool chance(double probability) { return unit() < probability; }

  // Puts [first, last) in a uniformly random order (Fisher-Yates). For random-access iterators over
  // fewer than 2^32 elements.
  template <class Iterator>
  void shuffle(Iterator first, Iterator last) {
    for (auto left = last - first; left > 1; --left) {
      const auto pick = static_cast<decltype(left)>(below(static_cast<std::uint32_t>(left)));
      using std::swap;
      swap(first[left - 1], first[pick]);
    }
  }

 private:
  static std::uint64_t rotate(std::uint64_t x, int k) { return (x << k) | (x >> (64 - k)); }

  std::uint64_t state_[4];
};

}  // namespace evorisk
