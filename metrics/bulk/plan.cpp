#include "metrics/bulk/plan.hpp"

#include <algorithm>
#include <utility>

#include "metrics/bulk/played_rules.hpp"

namespace evorisk::metrics::bulk {
namespace {

// Plays the picks of two `cautious` agents by numbers of free territories, see Plan::contested.
// Returns how many territories of each continent each seat gets.
std::vector<std::array<int, 2>> picked(const risk::Variant& variant) {
  const auto continents = static_cast<std::size_t>(variant.continents());
  const auto size = [&](std::size_t c) {
    return static_cast<int>(variant.map().continent(static_cast<int>(c)).territories.size());
  };
  std::vector<std::array<int, 2>> taken(continents, {0, 0});
  const auto free = [&](std::size_t c) { return size(c) - taken[c][0] - taken[c][1]; };
  std::array<std::size_t, 2> capturing = {continents, continents};  // none yet
  for (int pick = 0; pick < variant.territories(); ++pick) {
    const auto seat = static_cast<std::size_t>(pick & 1);
    std::size_t where = capturing[seat];
    if (where == continents || free(where) == 0) {
      where = continents;
      for (std::size_t c = 0; c < continents; ++c) {
        if (free(c) == size(c) &&
            (where == continents ||
             variant.bonus(static_cast<int>(c)) > variant.bonus(static_cast<int>(where)))) {
          where = c;
        }
      }
      capturing[seat] = where;
    }
    if (where == continents) {  // anywhere: what is free is free in the other's continent
      where = 0;
      while (free(where) == 0) ++where;
    }
    ++taken[where][seat];
  }
  return taken;
}

}  // namespace

std::string plan_refusal(const risk::Variant& variant) {
  if (std::string refusal = rules_refusal(variant.rules()); !refusal.empty()) return refusal;
  if (variant.territories() > 4096) return "it plays on 4096 territories at most";
  if (variant.map().border_count() > 30000) return "it plays on 30000 borders at most";
  return "";
}

Plan::Plan(const risk::Variant& v, const CriteriaParameters& criteria_parameters)
    : variant(&v),
      rules(&v.rules()),
      territories(v.territories()),
      turn_limit(v.rules().turn_limit),
      parameters(criteria_parameters) {
  arc_start.push_back(0);
  for (int t = 0; t < territories; ++t) {
    for (const int u : v.neighbours(t)) arcs.push_back(static_cast<std::uint16_t>(u));
    arc_start.push_back(static_cast<std::uint16_t>(arcs.size()));
    highest_degree = std::max(highest_degree, static_cast<int>(v.neighbours(t).size()));
  }
  for (int c = 0; c < v.continents(); ++c) {
    const std::vector<int>& members = v.map().continent(c).territories;
    Continent continent{v.bonus(c), {members.begin(), members.end()}, {}};
    for (const int t : members) {
      continent.gate.push_back(risk::bits::has(v.continent_gates(c).data(), t));
    }
    continents.push_back(std::move(continent));
  }
  for (int a = 1; a <= rules->attack_dice; ++a) {
    for (int d = 1; d <= rules->defence_dice; ++d) {
      rolls[static_cast<std::size_t>(a - 1)][static_cast<std::size_t>(d - 1)] = Roll(v.dice(a, d));
    }
  }

  owner.assign(static_cast<std::size_t>(territories), -1);
  if (rules->allocation == risk::Allocation::random) {
    for (int t = 0; t < territories; ++t) contested.push_back(static_cast<std::uint16_t>(t));
    contested_by_0 = (territories + 1) / 2;
  } else {
    const auto taken = picked(v);
    for (std::size_t c = 0; c < taken.size(); ++c) {
      const auto [by_0, by_1] = taken[c];
      for (const std::uint16_t t : continents[c].territories) {
        if (by_0 > 0 && by_1 > 0) {
          contested.push_back(t);
          contested_by_0 = by_0;
        } else {
          owner[t] = by_0 > 0 ? 0 : 1;
        }
      }
    }
  }
  territories_of_0 = (territories + 1) / 2;
  initial_troops = {risk::initial_troops_to_place(*rules, territories_of_0),
                    risk::initial_troops_to_place(*rules, territories - territories_of_0, 1)};
  first_share = risk::first_turn_share(*rules, v.reinforcement(territories_of_0));
  for (int owned = 0; owned <= territories; ++owned) {
    reinforcement.push_back(v.reinforcement(owned));
  }

  const EvaluationWeights weights = evaluation_weights(parameters);
  territory_weight = weights.territories;
  troop_weight = weights.troops;
  unit = static_cast<float>(weights.unit);
}

}  // namespace evorisk::metrics::bulk
