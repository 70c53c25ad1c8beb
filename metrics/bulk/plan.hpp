// All that the bulk engine looks up about a variant, worked out once per variant.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "metrics/bulk/roll.hpp"
#include "metrics/criteria/summary.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::metrics::bulk {

// Why the bulk engine cannot play the variant, whatever the agents; empty when it can.
std::string plan_refusal(const risk::Variant& variant);

// Immutable. Two `cautious` agents are part of it: what they do without looking at the dice is
// worked out here.
struct Plan {
  // Requires an empty plan_refusal(). The variant must outlive the plan.
  Plan(const risk::Variant& variant, const CriteriaParameters& parameters);

  const risk::Variant* variant;
  const risk::Rules* rules;
  int territories;
  int turn_limit;

  // The map: the neighbours of t are arcs[arc_start[t]] ... arcs[arc_start[t + 1] - 1], ascending.
  std::vector<std::uint16_t> arc_start;
  std::vector<std::uint16_t> arcs;
  int highest_degree = 0;

  struct Continent {
    int bonus;
    std::vector<std::uint16_t> territories;
    std::vector<bool> gate;  // of each: has it a neighbour outside the continent?
  };
  std::vector<Continent> continents;

  // The dice, [attackers - 1][defenders - 1].
  std::array<std::array<Roll, risk::max_dice>, risk::max_dice> rolls;

  // Allocation. Dealt or picked, seat 0 gets a uniformly random subset of `contested` of
  // size `contested_by_0`, seat 1 the rest of it; every other territory's owner is fixed. Dealing
  // contests the whole map. Picking two agents capture whole continents in an order that depends on
  // the bonuses and sizes alone, until one finds no free continent to start: what is free then lies
  // in the continent that the other is capturing, both go on picking there at random, and each has
  // as many of it as the order of picks says.
  std::vector<std::int8_t> owner;  // first owner, or -1 when contested
  std::vector<std::uint16_t> contested;
  int contested_by_0 = 0;
  int territories_of_0 = 0;
  std::array<int, 2> initial_troops{};  // which each seat adds to the one on each territory

  std::vector<int> reinforcement;  // by territories owned
  int first_share = 0;             // of seat 0 in the first turn of the match

  // Criteria: H = unit * (territory_weight * share of territories + troop_weight * share of
  // troops).
  std::int64_t territory_weight;
  std::int64_t troop_weight;
  float unit;
  CriteriaParameters parameters;
};

}  // namespace evorisk::metrics::bulk
