#include "ga/run/archive.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/key_table.hpp"
#include "base/seal.hpp"
#include "ga/algorithms/niches.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "metrics/criteria/quantity.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

double quality(double fitness, const Config& config) {
  return std::max(0.0, config.map_elites.reference_fitness - fitness);
}

Json bins_to_json(const Individual& individual, const Evidence& evidence, const Config& config) {
  const std::optional<int> niche = niche_of(config, individual, evidence);
  return niche ? Json(bins_of(config.map_elites.descriptors, *niche)) : Json();
}

Json summary_to_json(const ArchiveSummary& summary) {
  const auto filled = [&](int occupied, double score) {
    return Json{{"occupied", occupied},
                {"coverage", static_cast<double>(occupied) / summary.niches},
                {"qd_score", score}};
  };
  return {{"niches", summary.niches},
          {"search", filled(summary.occupied, summary.qd_score)},
          {"fresh", filled(summary.fresh_occupied, summary.fresh_qd_score)},
          {"stayed", summary.stayed},
          {"outside", summary.outside}};
}

}  // namespace

ArchiveSummary summarise(std::span<const ArchiveEntry> entries, const Config& config) {
  ArchiveSummary summary;
  summary.niches = niche_count(config.map_elites.descriptors);
  std::map<int, double> best;
  for (const auto& [individual, fresh] : entries) {
    ++summary.occupied;
    summary.qd_score += quality(individual.fitness.mean, config);
    const std::optional<int> niche = niche_of(config, individual, fresh);
    if (!niche) {
      ++summary.outside;
      continue;
    }
    summary.stayed += niche == niche_of(config, individual, individual.evidence) ? 1 : 0;
    if (metrics::violation(*individual.genome.map, fresh, config.objective, config.aggregation) >
        0) {
      continue;
    }
    double& known = best[*niche];  // no quality is below 0
    known = std::max(known, quality(individual.judged(fresh, config).mean, config));
  }
  summary.fresh_occupied = static_cast<int>(best.size());
  for (const auto& [niche, score] : best) summary.fresh_qd_score += score;
  return summary;
}

std::string archive_text(std::span<const ArchiveEntry> entries, const Config& config,
                         const ArchiveOrigin& origin) {
  const std::vector<Descriptor>& descriptors = config.map_elites.descriptors;
  Json json = {{"format", 1}, {"name", config.name}, {"seed", config.seed}};
  if (!origin.shards.empty()) json["shards"] = origin.shards;
  json["descriptors"] = map_elites_keys().write(config.map_elites)["descriptors"];
  json["summary"] = summary_to_json(summarise(entries, config));
  Json list = Json::array();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const auto& [individual, fresh] = entries[i];
    const std::vector<double> values = described(config, individual, fresh);
    Json values_json = Json::object();
    for (std::size_t d = 0; d < descriptors.size(); ++d) {
      values_json[descriptors[d].quantity] = values[d];
    }
    Json& own =
        list.emplace_back(Json{{"id", origin.ids.empty() ? individual.id() : origin.ids[i]},
                               {"niche", bins_to_json(individual, individual.evidence, config)},
                               {"fresh_niche", bins_to_json(individual, fresh, config)},
                               {"values", std::move(values_json)},
                               {"variant", risk::variant_to_json(variant_of(individual, config))}});
    add_evidence(individual.evidence, individual, config, own["search"]);
    add_evidence(fresh, individual, config, own["fresh"]);
  }
  json["entries"] = std::move(list);
  return sealed_line(json);
}

namespace {

// What makes two configurations shards of one.
Config as_shard(Config config) {
  config.name = "shard";
  config.seed = 0;
  return config;
}

void check_shards(const std::vector<ArchiveShard>& shards) {
  if (shards.size() < 2) {
    throw InputError("an archive is merged of two runs or more");
  }
  const ArchiveShard& first = shards.front();
  for (std::size_t s = 1; s < shards.size(); ++s) {
    const auto lines = differences(as_shard(first.config), as_shard(shards[s].config));
    if (!lines.empty()) {
      throw InputError("{} and {} are not runs of one configuration: {}", first.source,
                       shards[s].source, lines.front());
    }
    for (std::size_t t = 0; t < s; ++t) {
      if (shards[t].config.seed != shards[s].config.seed) continue;
      throw InputError("{} and {} have the same seed, {}, and so the same matches",
                       shards[t].source, shards[s].source, shards[s].config.seed);
    }
  }
}

// The fittest of those with the most evidence; their game decides where even that is equal.
bool stands_before(const Individual& a, const Individual& b, const Config& config) {
  const auto key = [&](const Individual& i) {
    return std::tuple(-counted_matches(i, config), i.violation, i.levels, i.fitness.mean);
  };
  const auto of_a = key(a);
  const auto of_b = key(b);
  return of_a != of_b ? of_a < of_b : game_key(a.genome) < game_key(b.genome);
}

// Adds one's matches to those of another that is the same game.
void add_matches(const Individual& extended, Individual& known, const Config& config) {
  merge(known.evidence, extended.evidence);
  known.assess(config);
}

}  // namespace

ArchiveShard read_shard(const fs::path& directory) {
  refuse_merged(directory);
  ArchiveShard shard{directory.string(), run_config(directory), {}};
  if (shard.config.algorithm != "map_elites") {
    throw InputError("{}: a run of algorithm \"{}\" has no archive; only map_elites has one",
                     shard.source, shard.config.algorithm);
  }
  const fs::path file = directory / checkpoint_file;
  if (!fs::exists(file)) {
    throw InputError("{}: no generation of this run is finished", shard.source);
  }
  const auto document = read_sealed(file.string(), largest_log);
  const JsonView view(document, file.string());
  const JsonView state = view.at("state");
  for (const JsonView& niche : state.at("niches").items()) {
    std::ranges::move(population_from_json(niche.at("members"), shard.config),
                      std::back_inserter(shard.members));
  }
  return shard;
}

MergedArchive merge_shards(std::vector<ArchiveShard> shards) {
  check_shards(shards);
  std::sort(shards.begin(), shards.end(), [](const ArchiveShard& a, const ArchiveShard& b) {
    return a.config.seed < b.config.seed;
  });
  MergedArchive merged{shards.front().config, {}, {}, 0, 0};
  std::map<std::string, std::pair<MergedMember, int>> games;  // with how many shards know it
  for (ArchiveShard& shard : shards) {
    merged.seeds.push_back(shard.config.seed);
    std::map<std::string, Individual> own;
    for (Individual& member : shard.members) {
      const auto [known, fresh] = own.try_emplace(game_key(member.genome), member);
      if (fresh) continue;
      if (shard.config.evidence_pool == EvidencePool::individual) {
        add_matches(member, known->second, shard.config);
      } else if (known->second.evidence.front().matches() < member.evidence.front().matches()) {
        known->second = std::move(member);  // it has the matches of the other, and more
      }
    }
    for (auto& [key, member] : own) {
      const auto [known, fresh] =
          games.try_emplace(key, MergedMember{shard.config.seed, member}, 1);
      if (fresh) continue;
      add_matches(member, known->second.first.individual, merged.config);
      ++known->second.second;
    }
  }
  std::map<int, MergedMember> niches;
  for (auto& [key, game] : games) {
    ++merged.games;
    merged.shared += game.second > 1 ? 1 : 0;
    const Individual& individual = game.first.individual;
    if (individual.violation > 0) continue;  // nothing found: it breaks a constraint
    const auto niche = niche_of(merged.config, individual, individual.evidence);
    if (!niche) continue;
    const auto [found, is_first] = niches.try_emplace(*niche, game.first);
    if (!is_first && stands_before(individual, found->second.individual, merged.config)) {
      found->second = std::move(game.first);
    }
  }
  for (auto& [niche, member] : niches) merged.occupants.push_back(std::move(member));
  return merged;
}

bool measure_merged(const MergedArchive& merged, int threads, const metrics::PlayControl& control,
                    std::vector<ArchiveEntry>& entries) {
  entries.clear();
  for (const MergedMember& member : merged.occupants) entries.push_back({member.individual, {}});
  std::int64_t played = 0;
  const metrics::PlayControl inner = metrics::reporting_after(control, played);
  for (const std::uint64_t seed : merged.seeds) {
    Config config = merged.config;
    config.seed = seed;
    std::vector<const Individual*> own;
    for (const MergedMember& member : merged.occupants) {
      if (member.seed == seed) own.push_back(&member.individual);
    }
    const auto engine = engine_of(config, threads);
    std::vector<Evidence> fresh(own.size());
    if (!Evaluator(config, *engine)
             .measure_again(own, Sample::report, config.map_elites.fresh_matches, fresh, inner)) {
      return false;
    }
    played += std::ssize(own) * config.map_elites.fresh_matches;
    auto next = fresh.begin();
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (merged.occupants[i].seed == seed) entries[i].fresh = std::move(*next++);
    }
  }
  return true;
}

void write_merged(const fs::path& directory, const MergedArchive& merged,
                  std::span<const ArchiveEntry> entries) {
  ArchiveOrigin origin;
  origin.shards = merged.seeds;
  for (const MergedMember& member : merged.occupants) {
    origin.ids.push_back(fmt::format("s{}-{}", member.seed, member.individual.id()));
  }
  write_file(directory / config_file, config_to_json(merged.config).dump(2) + '\n');
  write_file(directory / archive_file, archive_text(entries, merged.config, origin));
}

}  // namespace evorisk::ga
