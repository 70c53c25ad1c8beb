// What the planning agents pick, in positions worked out by hand.
#include "tests/risk/play.hpp"

namespace evorisk::risk {
namespace {

// What the agent picks when the seats have picked these, in turn.
int picked_after(const std::vector<int>& picks, const maps::MapPtr& map,
                 const char* kind = "strategist") {
  Rules rules;
  rules.allocation = Allocation::pick;
  const Variant variant("drafted", rules, map);
  State state(variant);
  for (const int territory : picks) play(state, Pick{territory});
  const auto agent = make_agent(kind);
  agent->begin_match(variant, state.seat());
  Random random(test_key(1));
  return agent->pick(state, random);
}

TEST(Draft, CompletesTheRicherContinent) {
  EXPECT_EQ(picked_after({0, 3, 1, 4}, row_map({{3, 4}, {3, 2}})), 2);
}

TEST(Draft, DeniesTheRicherContinent) {
  EXPECT_EQ(picked_after({0, 3, 1, 4}, row_map({{3, 2}, {3, 4}})), 5);
}

TEST(Draft, LeavesContinentsThatAreLost) {
  // Both seats are in the rich one, twice each; the poor one is free.
  EXPECT_EQ(picked_after({0, 2, 1, 3}, row_map({{5, 6}, {2, 2}})), 6);
}

TEST(Draft, PrefersTheBonusOfFewTerritories) {
  EXPECT_EQ(picked_after({}, row_map({{4, 2}, {2, 2}})), 5);
}

TEST(Draft, PrefersFewDoors) {
  // {0 1 2} and {3 4 5} bring the same, but every territory of the first borders on 6.
  const auto map =
      make_map(7, {{0, 1}, {1, 2}, {3, 4}, {4, 5}, {3, 5}, {0, 6}, {1, 6}, {2, 6}, {3, 6}},
               {{6, {0, 1, 2}}, {6, {3, 4, 5}}, {1, {6}}});
  EXPECT_EQ(picked_after({}, map), 4);
}

TEST(Draft, StaysContiguous) {
  const auto ring =
      make_map(6, {{0, 1}, {1, 2}, {2, 3}, {3, 4}, {4, 5}, {0, 5}}, {{3, {0, 1, 2, 3, 4, 5}}});
  EXPECT_EQ(picked_after({3, 0}, ring), 2);
}

TEST(Draft, IsAParameter) {
  const auto map = row_map({{3, 2}, {3, 4}});
  EXPECT_EQ(picked_after({0, 3, 1, 4}, map, R"(cautious:{"pick":"draft"})"), 5);
  EXPECT_EQ(picked_after({0, 3, 1, 4}, map, R"(strategist:{"pick":"simple"})"), 2);
}

}  // namespace
}  // namespace evorisk::risk
