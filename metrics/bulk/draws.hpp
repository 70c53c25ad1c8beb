// The bulk engine's random numbers. Every match draws 16-bit words from a stream of its own, in an
// order that the match alone determines: one match at a time or many side by side, on any
// processor, the same words are taken and so the same match is played.
#pragma once

#include <array>
#include <cstdint>

#include "base/random.hpp"

namespace evorisk::metrics::bulk {

// A small chaotic generator of 16-bit words over 64 bits of state: "sfc", the small fast counting
// generator of Doty-Humphrey (PractRand, 2010), in its 16-bit size, which vector lanes of 16 bits
// compute as they stand. The counter makes every cycle at least 2^16 words long; a match takes some
// hundreds, from a state of its own (seed_words).
struct Words {
  std::uint16_t a = 0;
  std::uint16_t b = 0;
  std::uint16_t c = 0;
  std::uint16_t counter = 0;

  std::uint16_t next() {
    const auto word = static_cast<std::uint16_t>(a + b + counter);
    ++counter;
    a = static_cast<std::uint16_t>(b ^ (b >> 5));
    b = static_cast<std::uint16_t>(c + (c << 3));
    c = static_cast<std::uint16_t>(((c << 6) | (c >> 10)) + word);
    return word;
  }

  // A uniform integer in 0 ... bound - 1, exactly unbiased (Lemire 2019). Requires 1 <= bound <=
  // 2^16. Nearly always one word.
  std::uint32_t below(std::uint32_t bound) {
    std::uint32_t product = next() * bound;
    if ((product & 0xFFFF) < bound) return below_rejecting(bound, product);
    return product >> 16;
  }

  // The rest of below(), when the first product's low half makes a rejection possible.
  std::uint32_t below_rejecting(std::uint32_t bound, std::uint32_t product) {
    const std::uint32_t threshold = (0x10000 - bound) % bound;
    while ((product & 0xFFFF) < threshold) product = next() * bound;
    return product >> 16;
  }

  // The same for large bounds, from four words at a time, most significant first. Requires bound
  // >= 1.
  std::uint64_t below_wide(std::uint64_t bound) {
    const std::uint64_t rejected = (0 - bound) % bound;  // 2^64 mod bound
    for (;;) {
      std::uint64_t word = 0;
      for (int i = 0; i < 4; ++i) word = word << 16 | next();
      if (word >= rejected) return word % bound;
    }
  }
};

// What the streams of a run of matches have in common: a key drawn from the stream of (seed,
// Purpose::bulk, generation, individual, substream), whatever the purpose that `key` names.
std::uint64_t seed_key(const StreamKey& key);

// The stream of match number `match`: its first state is the first half of a block of Philox4x32-10
// (Salmon et al. 2011) under the key, the counter being the match number.
Words seed_words(std::uint64_t seed_key, std::uint64_t match);

}  // namespace evorisk::metrics::bulk
