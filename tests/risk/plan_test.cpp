// Plans of agents outside of the program, action by action in positions set up by hand.
#include "risk/agents/external/plan.hpp"

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "tests/risk/play.hpp"

namespace evorisk::risk {
namespace {

// Territories 0 - 1 - 2 - 3 in a row; the first is the mover's, all others are the enemy's.
class PlanTest : public testing::Test {
 protected:
  PlanTest() : variant_("row", preset_rules("thesis"), row_map({{4, 1}})), state_(variant_) {
    arrange(state_, {{0, 1, 1, 1}, {5, 1, 2, 3}, {}, 0, 1, 0});
  }

  void read(const char* plan) {
    const auto json = parse_json(plan);
    plan_.read(decision(), state_, JsonView(json, "plan"));
  }
  std::string_view decision() const { return state_.phase() == Phase::attack ? "attack" : "place"; }
  std::optional<Action> next() { return plan_.next(decision(), state_); }
  // Plays the next attack of the plan with these losses.
  void roll(Losses losses) {
    const auto action = next();
    ASSERT_TRUE(action.has_value());
    ASSERT_EQ(refusal(state_, *action), Refusal::none);
    play(state_, Battle{std::get<Attack>(*action), losses});
    plan_.played(*action);
  }
  void place_all() {
    while (state_.phase() == Phase::reinforce) play(state_, Placement{0, state_.to_place()});
    ASSERT_EQ(state_.phase(), Phase::attack);  // with 8 troops
  }

  Variant variant_;
  State state_;
  Plan plan_;
};

TEST_F(PlanTest, PlacesUntilItsEndOrThePhases) {
  read(R"([{"territory": 0, "troops": 1}, {"territory": 0, "troops": 2}])");
  EXPECT_EQ(next(), Action(Placement{0, 1}));
  play(state_, Placement{0, 1});
  EXPECT_EQ(next(), Action(Placement{0, 2}));
  play(state_, Placement{0, 2});
  EXPECT_EQ(next(), std::nullopt);  // an attack is due
}

TEST_F(PlanTest, AttacksUntilItHasConquered) {
  place_all();
  read(R"([{"from": 0, "to": 1}, {"from": 1, "to": 2}, {"from": null}])");
  roll({1, 0});
  roll({1, 0});
  roll({0, 1});
  ASSERT_EQ(state_.owner(1), 0);
  // One troop has moved in, and cannot attack.
  EXPECT_EQ(next(), std::nullopt);
  // An empty plan stays empty, whatever is due.
  EXPECT_EQ(next(), std::nullopt);
}

TEST_F(PlanTest, GoesOnFromWhereItHasConquered) {
  arrange(state_, {{0, 1, 1, 1}, {5, 3, 1, 3}, {}, 0, 1, 0});
  place_all();
  read(R"([{"from": 0, "to": 1}, {"from": 1, "to": 2}, {"from": null}])");
  roll({0, 3});  // three move in
  roll({0, 1});
  ASSERT_EQ(state_.owner(2), 0);
  EXPECT_EQ(next(), Action(Attack{}));
}

TEST_F(PlanTest, StopsAtTroopsOrRolls) {
  arrange(state_, {{0, 1, 1, 1}, {5, 9, 1, 3}, {}, 0, 1, 0});
  place_all();
  read(R"([{"from": 0, "to": 1, "keep": 6}])");
  roll({1, 2});  // 7
  roll({2, 1});  // 5
  EXPECT_EQ(next(), std::nullopt);
  read(R"([{"from": 0, "to": 1, "rolls": 2}])");
  roll({1, 2});
  roll({1, 2});
  EXPECT_EQ(next(), std::nullopt);
  // Whatever it says, an answer is an action.
  read(R"([{"from": 0, "to": 1, "keep": 100}])");
  EXPECT_EQ(next(), Action(Attack{0, 1}));
}

TEST_F(PlanTest, IsRefusedWhereItIsIllegal) {
  place_all();
  read(R"([{"from": 0, "to": 1}, {"from": 0, "to": 1}])");
  roll({0, 1});
  EXPECT_EQ(refusal(state_, *next()), Refusal::own_target);
  for (const char* plan : {R"([{"from": 3, "to": 2}])", R"([{"from": 99, "to": 1}])",
                           R"([{"from": 0, "to": 99}])", R"([{"from": 0, "to": 3}])"}) {
    read(plan);
    EXPECT_NE(refusal(state_, *next()), Refusal::none) << plan;
  }
  for (const char* plan :
       {"[]", "{}", "[1]", R"([{"from": 0}])", R"([{"from": 0, "to": 1, "keep": 0}])",
        R"([{"from": 0, "to": 1, "rolls": 0}])", R"([{"from": 0, "to": 1, "rolls": 1e30}])"}) {
    EXPECT_THROW(read(plan), InputError) << plan;
    EXPECT_EQ(next(), std::nullopt);
  }
  const auto pick = parse_json(R"([{"territory": 1}])");
  EXPECT_THROW(plan_.read("pick", state_, JsonView(pick, "plan")), InputError);
}

TEST_F(PlanTest, EndsWhereSomethingElseIsPlayed) {
  place_all();
  read(R"([{"from": 0, "to": 1}, {"from": 0, "to": 1}])");
  EXPECT_EQ(next(), Action(Attack{0, 1}));
  plan_.played(Attack{0, 2});
  EXPECT_EQ(next(), std::nullopt);
}

}  // namespace
}  // namespace evorisk::risk
