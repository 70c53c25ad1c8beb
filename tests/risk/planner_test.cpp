// Planners keep notes between decisions, for speed. None may outlive what it describes.
#include "risk/agents/planning/planner.hpp"

#include "maps/io.hpp"
#include "tests/risk/play.hpp"
#include "tests/risk/random_rules.hpp"

namespace evorisk::risk {
namespace {

// Whenever a phase begins, a territory has fallen, or troops are moved up, an agent that has just
// sat down decides as one that has played from the start.
TEST(Planner, DecidesByThePositionAlone) {
  constexpr const char* kinds[] = {"strategist", "builder", "breaker", "turtle", "aggressive"};
  Random random(test_key(1, 7));
  int compared = 0;
  for (int played = 0; played < evorisk::test::cases(120, 24);) {
    Rules rules = random_rules(random);
    rules.turn_limit = std::min(rules.turn_limit, 20);
    rules.initial_troops = std::min(rules.initial_troops, below(random, 15));
    const int territories = std::max(rules.players, 2 + below(random, 75));
    const maps::MapPtr map = random_map(random, territories);
    if (broken_rule(rules, territories, 6 * map->continent_count())) continue;
    const Variant variant("random", rules, map);
    std::vector<std::unique_ptr<Agent>> seats;
    std::vector<const char*> names;
    for (int seat = 0; seat < rules.players; ++seat) {
      names.push_back(kinds[below(random, 5)]);
      seats.push_back(make_agent(names.back()));
      seats.back()->begin_match(variant, seat);
    }
    Random dice(test_key(static_cast<std::uint64_t>(played++)));
    Random unused(test_key(0));
    State state(variant);
    Phase before = Phase::over;
    int owned = 0;
    while (!state.over()) {
      if (is_chance(state.phase())) {
        state.apply(chance_event(state, dice));
        continue;
      }
      const int seat = state.seat();
      State view = state;
      if (variant.missions() > 0) view.hide_missions(seat);
      const Action action = ask(*seats[static_cast<std::size_t>(seat)], view, unused);
      if (state.phase() != before || state.territories_of(seat) != owned ||
          state.phase() == Phase::fortify || state.phase() == Phase::initial) {
        const auto fresh = make_agent(names[static_cast<std::size_t>(seat)]);
        fresh->begin_match(variant, seat);
        ASSERT_EQ(ask(*fresh, view, unused), action)
            << names[static_cast<std::size_t>(seat)] << ", " << phase_name(state.phase());
        ++compared;
      }
      before = state.phase();
      owned = state.territories_of(seat);
      state.apply(event_of(state, action, dice));
    }
  }
  EXPECT_GT(compared, 5000);
}

}  // namespace
}  // namespace evorisk::risk
