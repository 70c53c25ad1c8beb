#include "ga/run/archive_merge.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <tuple>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "ga/algorithms/niches.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::ga {

namespace fs = std::filesystem;

namespace {

std::int64_t counted_matches(const Individual& individual, const Config& config) {
  return std::min(individual.evidence.matches(), config.map_elites.enough_matches);
}

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
void add_matches(const Individual& further, Individual& known, const Config& config) {
  known.evidence.merge(further.evidence);
  for (std::size_t j = 0; j < known.others.size(); ++j) known.others[j].merge(further.others[j]);
  known.assess(config.objective, config.judgement);
}

}  // namespace

ArchiveShard read_shard(const fs::path& directory) {
  ArchiveShard shard{directory.string(), run_config(directory), {}};
  if (shard.config.algorithm != "map_elites") {
    throw InputError("{}: a run of algorithm \"{}\" has no archive; only map_elites has one",
                     shard.source, shard.config.algorithm);
  }
  const fs::path file = directory / checkpoint_file;
  if (!fs::exists(file)) {
    throw InputError("{}: no generation of this run is finished", shard.source);
  }
  const auto document = read_json(file.string());
  const JsonView view(document, file.string());
  const JsonView state = view.at("state");
  for (const JsonView& niche : state.at("niches").items()) {
    for (const JsonView& member : niche.at("members").items()) {
      shard.members.push_back(individual_from_json(member, shard.config.search_space,
                                                   shard.config.objective, shard.config.judgement));
    }
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
      } else if (known->second.evidence.matches() < member.evidence.matches()) {
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
  const std::vector<Descriptor>& grid = merged.config.map_elites.descriptors;
  std::map<int, MergedMember> niches;
  for (auto& [key, game] : games) {
    ++merged.games;
    merged.shared += game.second > 1 ? 1 : 0;
    const Individual& individual = game.first.individual;
    if (individual.violation > 0) continue;  // nothing found: it breaks a constraint
    const auto niche =
        niche_of(grid, described(grid, *individual.genome.map, pooled(individual.tables())));
    if (!niche) continue;
    const auto found = niches.find(*niche);
    if (found == niches.end()) {
      niches.emplace(*niche, std::move(game.first));
    } else if (stands_before(individual, found->second.individual, merged.config)) {
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
  for (const std::uint64_t seed : merged.seeds) {
    Config config = merged.config;
    config.seed = seed;
    std::vector<std::size_t> places;
    std::vector<Individual> own;
    for (std::size_t i = 0; i < entries.size(); ++i) {
      if (merged.occupants[i].seed != seed) continue;
      places.push_back(i);
      own.push_back(entries[i].individual);
    }
    if (own.empty()) continue;
    const auto engine = engine_of(config, threads);
    Evaluator evaluator(config, *engine);
    std::vector<const Individual*> all;
    for (const Individual& individual : own) all.push_back(&individual);
    std::vector<Evidence> fresh(all.size());
    if (!evaluator.measure_again(all, Sample::report, config.map_elites.fresh_matches, fresh,
                                 control)) {
      return false;
    }
    for (std::size_t i = 0; i < places.size(); ++i) entries[places[i]].fresh = std::move(fresh[i]);
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
