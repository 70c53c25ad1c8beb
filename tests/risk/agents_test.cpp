// The battery that every registered agent goes through, under its example's parameters; and what
// the rule-based agents do in positions set up by hand.
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "maps/io.hpp"
#include "risk/battle_odds.hpp"
#include "tests/risk/allocations.hpp"
#include "tests/risk/play.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

class Battery : public testing::TestWithParam<const AgentKind*> {
 protected:
  const AgentKind& kind() const { return *GetParam(); }
  std::string description() const {
    return std::string(kind().name) + ":" + std::string(kind().example);
  }
};

// All but `external`, which is a program of its own and has tests of its own.
std::vector<const AgentKind*> all_kinds() {
  std::vector<const AgentKind*> kinds;
  for (const AgentKind& kind : agent_kinds()) {
    if (kind.name != "external") kinds.push_back(&kind);
  }
  return kinds;
}

TEST_P(Battery, IsDocumented) {
  EXPECT_GE(kind().summary.size(), 40u);
  EXPECT_TRUE(kind().summary.ends_with(".")) << kind().summary;
  EXPECT_NE(kind().summary.find('('), std::string_view::npos) << "the source, in brackets";
  EXPECT_NE(make_agent(description()), nullptr);
  // Every parameter of the example is documented, and no other is taken.
  const auto example = parse_json(kind().example);
  for (const auto& [key, value] : example.items()) {
    EXPECT_NE(kind().parameters.find(key), std::string_view::npos) << key;
  }
  EXPECT_THROW(make_agent(std::string(kind().name) + ":{\"no_such_parameter\":1}"), InputError);
}

// Any rules, any map, any number of players: every decision is legal and every match ends.
TEST_P(Battery, PlaysAnyVariant) {
  Random random(test_key(1, 4));
  for (int played = 0; played < test::cases(kind().bulk ? 150 : 40, 6);) {
    Rules rules = random_rules(random);
    rules.turn_limit = std::min(rules.turn_limit, 1 + below(random, kind().bulk ? 30 : 8));
    rules.initial_troops = std::min(rules.initial_troops, below(random, 25));
    const int territories =
        std::max(rules.players, 2 + below(random, 1 + below(random, kind().bulk ? 80 : 30)));
    const maps::MapPtr map = random_map(random, territories);
    if (broken_rule(rules, territories, 6 * map->continent_count())) continue;
    const Variant variant("random", rules, map);
    Seats seats({});
    for (int seat = 0; seat < rules.players; ++seat) {
      seats.add(make_agent(below(random, 3) == 0 ? "random" : description()));
    }
    const auto match = static_cast<std::uint64_t>(played);
    std::vector<Random> randoms = agent_randoms(test_key(match), rules.players);
    Random dice(test_key(match));
    State state(variant);
    for (int seat = 0; seat < rules.players; ++seat) seats[seat].begin_match(variant, seat);
    while (!state.over()) {
      const State before = state;
      const bool chance = state.phase() == Phase::deal || state.phase() == Phase::draw;
      const Event event = next_event(state, seats, randoms, dice);
      ASSERT_TRUE(state == before);
      const Refusal why = refusal(state, event);
      ASSERT_EQ(why, Refusal::none)
          << refusal_text(why) << " in phase " << phase_name(state.phase()) << " of variant "
          << played << ": " << rules_to_json(rules).dump();
      if (!chance && below(random, 50) == 0) {
        for (const auto& option : seats[state.seat()].explain(state).options) {
          EXPECT_EQ(refusal(state, option.action), Refusal::none);
        }
      }
      state.apply(event);
    }
    ++played;
  }
}

// The same stream gives the same match: with agents made anew, and with agents that have played
// others before, of other variants too.
TEST_P(Battery, IsAFunctionOfItsStream) {
  ASSERT_TRUE(make_agent(description())->reproducible());
  const Variant one("one", preset_rules("thesis"), maps::library_map("thesis-9"));
  const Variant other("other", preset_rules("risk"), maps::library_map("grid-4x4"));
  const Seats used({description(), "cautious"});
  MatchPlayer player(one, used.span());
  for (std::uint64_t match = 0; match < (kind().bulk ? 20u : 3u); ++match) {
    MatchPlayer(other, used.span()).play(test_key(match + 100));
    const Seats fresh({description(), "cautious"});
    const MatchResult a = player.play(test_key(match));
    const MatchResult b = MatchPlayer(one, fresh.span()).play(test_key(match));
    EXPECT_EQ(a.winner, b.winner);
    EXPECT_EQ(a.turns, b.turns);
  }
}

// Half of the decisions are made for it.
TEST_P(Battery, StaysLegalWhereAnotherErrsForIt) {
  const nlohmann::ordered_json blunder = {{"p", 0.5}, {"agent", description()}};
  const Seats seats({"blunder:" + blunder.dump(), "cautious"});
  for (const FortifyMode mode :
       {FortifyMode::adjacent, FortifyMode::single, FortifyMode::connected}) {
    Rules rules = preset_rules("risk-classic");
    rules.fortify = mode;
    rules.turn_limit = 40;
    const Variant variant("erring", rules, maps::library_map("thesis-9"));
    MatchPlayer player(variant, seats.span());
    for (std::uint64_t match = 0; match < (kind().bulk ? 20u : 2u); ++match) {
      EXPECT_NE(player.play(test_key(match)).end, EndReason::invalid);
    }
  }
}

TEST_P(Battery, AllocatesNothingInAMatch) {
  if (!kind().bulk) return;
  for (const char* preset : {"risk-classic", "war"}) {
    const Variant variant("classic", preset_rules(preset), maps::library_map("risk"));
    const Seats seats({description(), "cautious"});
    MatchPlayer player(variant, seats.span());
    player.play(test_key(0));  // agents may take what they need at their first table
    const std::int64_t before = allocations();
    for (std::uint64_t match = 1; match < 10; ++match) player.play(test_key(match));
    EXPECT_EQ(allocations() - before, 0) << preset;
  }
}

INSTANTIATE_TEST_SUITE_P(Agents, Battery, testing::ValuesIn(all_kinds()),
                         [](const auto& kind) { return std::string(kind.param->name); });

}  // namespace
}  // namespace evorisk::risk
