#include "ga/archive.hpp"

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>

#include "ga/record.hpp"
#include "metrics/quantity.hpp"
#include "risk/variant.hpp"

namespace evorisk::ga {

namespace {

std::optional<int> niche(const Individual& individual, const Evidence& evidence,
                         const Config& config) {
  const std::vector<Descriptor>& descriptors = config.map_elites.descriptors;
  return niche_of(descriptors, described(descriptors, *individual.genome.map, pooled(evidence)));
}

double quality(double fitness, const Config& config) {
  return std::max(0.0, config.map_elites.reference_fitness - fitness);
}

void write_bins(std::optional<int> at, const Config& config, JsonWriter& writer) {
  if (!at) {
    writer.null();
    return;
  }
  writer.begin_array();
  for (const int bin : bins_of(config.map_elites.descriptors, *at)) writer.integer(bin);
  writer.end_array();
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

void write_summary(const ArchiveSummary& summary, JsonWriter& writer) {
  const auto share = [&](int count) { return static_cast<double>(count) / summary.niches; };
  writer.begin_object().member("niches", summary.niches);
  writer.key("search").begin_object().member("occupied", summary.occupied);
  writer.member("coverage", share(summary.occupied)).member("qd_score", summary.qd_score);
  writer.end_object().key("fresh").begin_object().member("occupied", summary.fresh_occupied);
  writer.member("coverage", share(summary.fresh_occupied));
  writer.member("qd_score", summary.fresh_qd_score).end_object();
  writer.member("stayed", summary.stayed).member("outside", summary.outside).end_object();
}

std::string archive_text(std::span<const ArchiveEntry> entries, const Config& config,
                         const ArchiveOrigin& origin) {
  const std::vector<Descriptor>& descriptors = config.map_elites.descriptors;
  JsonWriter writer;
  writer.begin_object().member("format", 1).member("name", config.name);
  writer.member("seed", config.seed);
  if (!origin.shards.empty()) {
    writer.key("shards").begin_array();
    for (const std::uint64_t seed : origin.shards) writer.integer(static_cast<std::int64_t>(seed));
    writer.end_array();
  }
  writer.key("descriptors").json(map_elites_to_json(config.map_elites)["descriptors"].dump());
  write_summary(summarise(entries, config), writer.key("summary"));
  writer.key("entries").begin_array();
  for (const ArchiveEntry& entry : entries) {
    const Individual& individual = entry.individual;
    const auto place = static_cast<std::size_t>(&entry - entries.data());
    writer.begin_object().member("id", origin.ids.empty() ? individual.id() : origin.ids[place]);
    write_bins(niche(individual, individual.tables(), config), config, writer.key("niche"));
    write_bins(niche(individual, entry.fresh, config), config, writer.key("fresh_niche"));
    const std::vector<double> values =
        described(descriptors, *individual.genome.map, pooled(entry.fresh));
    writer.key("values").begin_object();
    for (std::size_t d = 0; d < descriptors.size(); ++d) {
      writer.member(descriptors[d].quantity, values[d]);
    }
    writer.end_object();
    writer.key("variant").json(risk::variant_to_json(variant_of(individual, config)).dump());
    writer.key("search").begin_object();
    write_evidence(individual.tables(), individual, config, writer);
    writer.end_object().key("fresh").begin_object();
    write_evidence(entry.fresh, individual, config, writer);
    writer.end_object().end_object();
  }
  return writer.end_array().end_object().end_line().take();
}

}  // namespace evorisk::ga
