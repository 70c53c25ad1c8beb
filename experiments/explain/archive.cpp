#include "experiments/explain/archive.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <unordered_map>
#include <utility>

#include "base/error.hpp"
#include "ga/algorithms/islands.hpp"
#include "ga/run/history.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::experiments {
namespace {

constexpr double anything = 1e300;

ArchiveIndividual read_individual(const JsonView& view, const Archive& archive) {
  ArchiveIndividual one;
  one.id = view.at("id").text();
  const std::optional<JsonView> stream = view.find("stream");
  one.game = stream ? stream->text() : one.id;
  one.parents = view.at("parents").texts();
  one.crossover = view.at("crossover").text();
  one.mutations = view.at("mutations").texts();
  const JsonView genes = view.at("genes");
  for (const std::string& gene : archive.genes) one.genes.push_back(genes.at(gene).raw().dump());
  one.territories = view.at("territories").number(0, anything);
  one.borders = view.at("borders").number(0, anything);
  one.continents = view.at("continents").number(0, anything);
  one.matches = view.at("matches").count();
  const JsonView criteria = view.at("criteria");
  for (const metrics::Criterion criterion : archive.criteria) {
    const JsonView value = criteria.at(metrics::criterion_info(criterion).name);
    one.criteria.push_back(
        {value.at("mean").number(-anything, anything), value.at("se").number(0, anything)});
  }
  one.fitness = view.at("fitness").at("mean").number(-anything, anything);
  return one;
}

}  // namespace

Archive read_archive(const std::filesystem::path& directory, const ga::Config& config) {
  Archive archive;
  const metrics::CriteriaTotals measured(2, config.extended_criteria());
  for (const metrics::CriterionInfo& info : measured.measured())
    archive.criteria.push_back(info.id);
  for (const ga::RuleGene& gene : config.search_space.genes) archive.genes.push_back(gene.key);
  const std::filesystem::path file = directory / ga::log_file;
  if (!std::filesystem::exists(file)) {
    throw InputError("{}: cannot be read; a run has a line per generation there", file.string());
  }
  std::map<std::string, std::size_t> known;
  ga::read_whole_log(file, [&](const nlohmann::ordered_json& generation) {
    for (const JsonView& item : JsonView(generation, file.string()).at("individuals").items()) {
      if (item.find("filtered")) continue;
      ArchiveIndividual one = read_individual(item, archive);
      const auto [place, is_new] = known.emplace(one.id, archive.individuals.size());
      if (is_new) {
        archive.individuals.push_back(std::move(one));
      } else if (one.matches > archive.individuals[place->second].matches) {
        archive.individuals[place->second] = std::move(one);
      }
    }
  });
  return archive;
}

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
