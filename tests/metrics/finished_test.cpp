// Matches that are over: many at once are summarised to the same bits as one by one.
#include "metrics/bulk/finished.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <vector>

#include "base/random.hpp"
#include "maps/io.hpp"
#include "metrics/bulk/instructions.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::metrics::bulk {
namespace {

// Of at most so many turns; any numbers that such a match could have, and larger moves.
Finished made_up(Random& random, int most_turns) {
  const auto below = [&](int bound) {
    return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
  };
  Finished f{};
  f.turns = 1 + below(most_turns);
  f.winner = below(3) - 1;
  f.moves = static_cast<std::int64_t>(random.next() >> (32 + below(32)));
  f.lead_changes = below(f.turns);
  f.largest_swing = static_cast<float>(random.unit());
  if (f.winner >= 0 && below(4) > 0) {
    f.behind_turns = 1 + below(f.turns);
    f.behind_sum = static_cast<float>(random.unit() * f.behind_turns);
  }
  return f;
}

TEST(FinishedMatches, ManyAtOnceAreTheSameAsOneByOne) {
  const risk::Variant variant("test", risk::Rules{}, maps::library_map("two"));
  const Plan plan(variant, {});
  Random random({1, Purpose::test});
  // Short matches are divided in a way of their own: below 16 turns, and below 32.
  for (const int most_turns : {1, 2, 15, 16, 31, 32, 48, 65535}) {
    std::vector<Finished> matches;
    for (int i = 0; i < test::cases(3000); ++i) {
      matches.push_back(made_up(random, most_turns));
    }
    for (const std::string& instructions : metrics::instruction_sets()) {
      SCOPED_TRACE(instructions + " " + std::to_string(most_turns));
      const metrics::InstructionLimit limit(instructions);
      std::size_t next = 0;
      while (next < matches.size()) {
        // From one match to a little more than what is summarised at once.
        FinishedColumns finished;
        const std::size_t size = std::min<std::size_t>(matches.size() - next, 1 + next % 200);
        for (std::size_t i = 0; i < size; ++i) finished.put(matches[next + i]);
        while (finished.filled > 0) {
          MatchColumns columns;
          finished.take_out(plan, columns);
          for (std::size_t i = 0; i < columns.filled; ++i) {
            const MatchSummary expected = summarise(plan, matches[next + finished.filled + i]);
            ASSERT_EQ(columns.at(i), expected) << finished.filled + i;
          }
        }
        next += size;
      }
    }
  }
}

// Each quotient that a short match can have of small numbers.
TEST(FinishedMatches, ShortOnesAreDividedExactly) {
  const risk::Variant variant("test", risk::Rules{}, maps::library_map("two"));
  const Plan plan(variant, {});
  for (int turns = 1; turns < 32; ++turns) {
    for (std::uint32_t moves = 0; moves < 4096; moves += MatchColumns::size) {
      FinishedColumns finished;
      for (std::uint32_t i = 0; i < MatchColumns::size; ++i) {
        const int behind = static_cast<int>(i) % (turns + 1);
        finished.put({turns, 0, moves + i, static_cast<int>(i) % turns, 0,
                      static_cast<float>(moves + i) / 4096, behind});
      }
      MatchColumns columns;
      finished.take_out(plan, columns);
      for (std::uint32_t i = 0; i < MatchColumns::size; ++i) {
        const int behind = std::max(1, static_cast<int>(i) % (turns + 1));
        ASSERT_EQ(columns.value[1][i], branching_value(moves + i, turns))
            << moves + i << " in " << turns;
        ASSERT_EQ(columns.value[2][i], double{static_cast<float>(moves + i) / 4096} / behind);
        ASSERT_EQ(columns.value[4][i],
                  static_cast<double>(static_cast<int>(i) % turns) / std::max(1, turns - 1));
      }
    }
  }
}

}  // namespace
}  // namespace evorisk::metrics::bulk
