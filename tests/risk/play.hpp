// Shared by the tests of play: small maps, random maps, and driving states by hand.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "maps/map.hpp"
#include "risk/agent.hpp"
#include "risk/legal.hpp"
#include "risk/match.hpp"
#include "risk/state.hpp"
#include "tests/risk/arranged.hpp"
#include "tests/risk/state_check.hpp"

namespace evorisk::risk {

inline int below(Random& random, int bound) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
}

inline StreamKey test_key(std::uint64_t match, std::uint32_t individual = 0) {
  return {.seed = 2024, .purpose = Purpose::test, .individual = individual, .match = match};
}

struct Land {  // a continent
  int bonus;
  std::vector<int> territories;
};

inline maps::MapPtr make_map(int territories, const std::vector<std::pair<int, int>>& borders,
                             const std::vector<Land>& continents) {
  maps::MapData data;
  data.name = "test";
  data.territories.resize(static_cast<std::size_t>(territories));
  for (const auto& [a, b] : borders) data.borders.push_back({a, b});
  for (const Land& land : continents) data.continents.push_back({"", land.bonus, land.territories});
  return std::make_shared<maps::Map>(std::move(data));
}

// Territories 0 - 1 - 2 - ... in a row, in continents of the given sizes and bonuses.
inline maps::MapPtr row_map(const std::vector<std::pair<int, int>>& sizes_and_bonuses) {
  std::vector<Land> lands;
  std::vector<std::pair<int, int>> borders;
  int n = 0;
  for (const auto& [size, bonus] : sizes_and_bonuses) {
    lands.push_back({bonus, {}});
    for (int i = 0; i < size; ++i) {
      if (n > 0) borders.push_back({n - 1, n});
      lands.back().territories.push_back(n++);
    }
  }
  return make_map(n, borders, lands);
}

// A random connected map: a tree and some more borders, territories thrown into continents. Not
// planar in general, which nothing of the game needs.
inline maps::MapPtr random_map(Random& random, int territories) {
  std::set<std::pair<int, int>> borders;
  for (int t = 1; t < territories; ++t) borders.insert({below(random, t), t});
  for (int extra = below(random, 2 * territories); extra > 0; --extra) {
    const int a = below(random, territories);
    const int b = below(random, territories);
    if (a != b) borders.insert({std::min(a, b), std::max(a, b)});
  }
  const int continents = 1 + below(random, std::min(territories, 1 + territories / 3));
  std::vector<Land> lands(static_cast<std::size_t>(continents));
  for (int t = 0; t < territories; ++t) {
    const int c = t < continents ? t : below(random, continents);
    lands[static_cast<std::size_t>(c)].territories.push_back(t);
  }
  for (Land& land : lands) land.bonus = 1 + below(random, 6);
  return make_map(territories, {borders.begin(), borders.end()}, lands);
}

// The agents of a match, owned, with their raw pointers.
class Seats {
 public:
  explicit Seats(const std::vector<std::string>& descriptions) {
    for (const std::string& d : descriptions) add(make_agent(d));
  }
  void add(std::unique_ptr<Agent> agent) {
    pointers_.push_back(agent.get());
    agents_.push_back(std::move(agent));
  }
  std::span<Agent* const> span() const { return pointers_; }
  Agent& operator[](int seat) const { return *pointers_[static_cast<std::size_t>(seat)]; }

 private:
  std::vector<std::unique_ptr<Agent>> agents_;
  std::vector<Agent*> pointers_;
};

// Applies the event after asserting that it is legal, and checks the state it leads to.
inline void play(State& state, const Event& event) {
  const Refusal why = refusal(state, event);
  ASSERT_EQ(why, Refusal::none) << refusal_text(why) << " in phase " << phase_name(state.phase());
  state.apply(event);
  ASSERT_EQ(state_inconsistency(state), "");
}

// Chance's or the agents' next event.
inline Event next_event(const State& state, const Seats& seats, std::vector<Random>& randoms,
                        Random& dice) {
  if (is_chance(state.phase())) return chance_event(state, dice);
  const int seat = state.seat();
  const Action action = ask(seats[seat], state, randoms[static_cast<std::size_t>(seat)]);
  const Attack* attack = std::get_if<Attack>(&action);
  if (attack != nullptr && refusal(state, *attack) != Refusal::none) return Battle{*attack, {}};
  return event_of(state, action, dice);
}

inline std::vector<Random> agent_randoms(StreamKey key, int players) {
  std::vector<Random> randoms;
  for (int seat = 0; seat < players; ++seat) {
    key.substream = 1 + static_cast<std::uint32_t>(seat);
    randoms.emplace_back(key);
  }
  return randoms;
}

// Pearson's statistic of observed counts against probabilities.
inline double chi_square(const std::vector<double>& observed, const std::vector<double>& expected) {
  double sum = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (expected[i] > 0) {
      sum += (observed[i] - expected[i]) * (observed[i] - expected[i]) / expected[i];
    } else {
      EXPECT_EQ(observed[i], 0) << "an impossible outcome was seen";
    }
  }
  return sum;
}

}  // namespace evorisk::risk
