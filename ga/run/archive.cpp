#include "ga/run/archive.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "ga/algorithms/niches.hpp"
#include "ga/evaluation/record.hpp"
#include "metrics/criteria/quantity.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

std::optional<int> niche(const Individual& individual, const Evidence& evidence,
                         const Config& config) {
  const std::vector<Descriptor>& descriptors = config.map_elites.descriptors;
  return niche_of(descriptors, described(descriptors, *individual.genome.map, pooled(evidence)));
}

double quality(double fitness, const Config& config) {
  return std::max(0.0, config.map_elites.reference_fitness - fitness);
}

Json bins_to_json(std::optional<int> at, const Config& config) {
  return at ? Json(bins_of(config.map_elites.descriptors, *at)) : Json();
}

}  // namespace

ArchiveSummary summarise(std::span<const ArchiveEntry> entries, const Config& config) {
  ArchiveSummary summary;
  summary.niches = niche_count(config.map_elites.descriptors);
  std::map<int, double> best;
  for (const ArchiveEntry& entry : entries) {
    ++summary.occupied;
    summary.qd_score += quality(entry.individual.fitness.mean, config);
    const std::optional<int> at = niche(entry.individual, entry.fresh, config);
    if (!at) {
      ++summary.outside;
      continue;
    }
    summary.stayed += at == niche(entry.individual, entry.individual.tables(), config) ? 1 : 0;
    if (metrics::violation(*entry.individual.genome.map, entry.fresh, config.objective,
                           config.judgement) > 0) {
      continue;
    }
    const double own =
        quality(metrics::judge(entry.fresh, config.objective, config.judgement,
                               entry.individual.likeness ? &*entry.individual.likeness : nullptr)
                    .mean,
                config);
    const auto [known, first] = best.try_emplace(*at, own);
    if (!first) known->second = std::max(known->second, own);
  }
  summary.fresh_occupied = static_cast<int>(best.size());
  for (const auto& [at, score] : best) summary.fresh_qd_score += score;
  return summary;
}

Json summary_to_json(const ArchiveSummary& summary) {
  const auto share = [&](int count) { return static_cast<double>(count) / summary.niches; };
  return {{"niches", summary.niches},
          {"search",
           {{"occupied", summary.occupied},
            {"coverage", share(summary.occupied)},
            {"qd_score", summary.qd_score}}},
          {"fresh",
           {{"occupied", summary.fresh_occupied},
            {"coverage", share(summary.fresh_occupied)},
            {"qd_score", summary.fresh_qd_score}}},
          {"stayed", summary.stayed},
          {"outside", summary.outside}};
}

std::string archive_text(std::span<const ArchiveEntry> entries, const Config& config,
                         const ArchiveOrigin& origin) {
  const std::vector<Descriptor>& descriptors = config.map_elites.descriptors;
  Json json = {{"format", 1}, {"name", config.name}, {"seed", config.seed}};
  if (!origin.shards.empty()) json["shards"] = origin.shards;
  json["descriptors"] = map_elites_to_json(config.map_elites)["descriptors"];
  json["summary"] = summary_to_json(summarise(entries, config));
  Json list = Json::array();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const ArchiveEntry& entry = entries[i];
    const Individual& individual = entry.individual;
    const std::vector<double> values =
        described(descriptors, *individual.genome.map, pooled(entry.fresh));
    Json values_json = Json::object();
    for (std::size_t d = 0; d < descriptors.size(); ++d) {
      values_json[descriptors[d].quantity] = values[d];
    }
    Json& own = list.emplace_back(
        Json{{"id", origin.ids.empty() ? individual.id() : origin.ids[i]},
             {"niche", bins_to_json(niche(individual, individual.tables(), config), config)},
             {"fresh_niche", bins_to_json(niche(individual, entry.fresh, config), config)},
             {"values", std::move(values_json)},
             {"variant", risk::variant_to_json(variant_of(individual, config))}});
    add_evidence(individual.tables(), individual, config, own["search"]);
    add_evidence(entry.fresh, individual, config, own["fresh"]);
  }
  json["entries"] = std::move(list);
  return json.dump() + '\n';
}

}  // namespace evorisk::ga
