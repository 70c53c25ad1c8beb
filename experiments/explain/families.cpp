#include "experiments/explain/families.hpp"

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

#include "ga/algorithms/islands.hpp"

namespace evorisk::experiments {

Families families_of(const Archive& archive) {
  std::unordered_map<std::string, const ArchiveIndividual*> by_id;
  for (const ArchiveIndividual& one : archive.individuals) by_id.emplace(one.id, &one);
  using Numbers = std::unordered_map<std::string, int>;
  Numbers games;
  Numbers child_games;
  Numbers first_games;
  const auto number = [](Numbers& numbers, const ArchiveIndividual& one) {
    return numbers.emplace(one.game, static_cast<int>(numbers.size())).first->second;
  };
  Families families;
  for (const ArchiveIndividual& one : archive.individuals) {
    if (one.parents.empty() || one.crossover == ga::migration_name) continue;
    Family family{
        .child = &one, .parents = {}, .games = {}, .game = 0, .child_game = 0, .first_game = 0};
    for (const std::string& id : one.parents) {
      if (const auto found = by_id.find(id); found != by_id.end()) {
        family.parents.push_back(found->second);
      }
    }
    if (family.parents.size() != one.parents.size()) continue;
    family.child_game = number(child_games, one);
    family.first_game = number(first_games, *family.parents.front());
    family.game = number(games, one);
    family.games = {family.game};
    for (const ArchiveIndividual* parent : family.parents) {
      family.games.push_back(number(games, *parent));
    }
    std::ranges::sort(family.games);
    family.games.erase(std::unique(family.games.begin(), family.games.end()), family.games.end());
    families.all.push_back(std::move(family));
  }
  families.child_games = static_cast<int>(child_games.size());
  families.first_games = static_cast<int>(first_games.size());
  return families;
}

}  // namespace evorisk::experiments
