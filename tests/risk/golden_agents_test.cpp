// Matches as every agent played them once, turn by turn.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/seal.hpp"
#include "maps/io.hpp"
#include "risk/match.hpp"
#include "tests/risk/play.hpp"
#include "tests/support/golden.hpp"

namespace evorisk::risk {
namespace {

class TurnHash final : public TurnObserver {
 public:
  void on_turn_end(const TurnEnd& end) override {
    for (int seat = 0; seat < std::ssize(end.troops); ++seat) {
      hash_ = text_hash(fmt::format("{} {} ", end.territories[static_cast<std::size_t>(seat)],
                                    end.troops[static_cast<std::size_t>(seat)]),
                        hash_);
    }
    hash_ = text_hash(fmt::format("{} {}\n", end.mover, end.moves), hash_);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  std::uint64_t hash_ = 0;
};

TEST(GoldenAgents, PlayAsTheyPlayed) {
  const std::string agents[] = {"cautious",
                                R"(cautious:{"pick":"draft"})",
                                "random",
                                "aggressive",
                                "turtle",
                                "builder",
                                "breaker",
                                "strategist",
                                R"(strategist:{"pick":"simple","caution":0.6})",
                                "learned",
                                "council",
                                R"(blunder:{"p":0.3,"agent":"strategist"})",
                                R"(mix:{"every":"turn"})",
                                R"(lookahead:{"samples":12})",
                                R"(mcts:{"playouts":8})"};
  struct Board {
    const char* map;
    std::vector<std::string> rules;
    int matches;
  };
  const Board boards[] = {
      {"thesis-9", {}, 3},
      {"thesis-4", {"players=4", "allocation=pick", "fortify=connected", "turn_limit=30"}, 2},
      {"thesis-7", {"players=3", "objective=missions", "turn_limit=30"}, 2},
      {"risk", {"allocation=pick", "turn_limit=20"}, 1},
  };
  std::string text;
  for (const Board& board : boards) {
    Rules rules;
    set_rules(rules, board.rules);
    const Variant variant(board.map, rules, maps::library_map(board.map));
    for (const std::string& agent : agents) {
      std::vector<std::string> names(static_cast<std::size_t>(variant.players()), "strategist");
      names.front() = agent;
      names.back() = "cautious";
      const Seats seats(names);
      MatchPlayer player(variant, seats.span());
      for (int match = 0; match < board.matches; ++match) {
        TurnHash course;
        const MatchResult result =
            player.play(test_key(static_cast<std::uint64_t>(match)), &course);
        text += fmt::format("{} {} {}: {} {} {} {:08x}\n", board.map, agent, match, result.winner,
                            result.turns, end_reason_name(result.end), course.hash() >> 32);
      }
    }
  }
  test::expect_golden("tests/risk/golden_agents.txt", text);
}

}  // namespace
}  // namespace evorisk::risk
