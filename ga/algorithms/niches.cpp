#include "ga/algorithms/niches.hpp"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>

#include "base/key_table.hpp"
#include "base/registry.hpp"
#include "ga/evaluation/record.hpp"
#include "metrics/criteria/quantity.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::int64_t most_niche_matches = 1'000'000'000;
constexpr int most_niches = 1'000'000;
constexpr double any = 1e9;

const KeyTable<Descriptor>& descriptor_keys() {
  static const KeyTable<Descriptor> keys = {
      required(choice_key("quantity", &Descriptor::quantity, names_of(metrics::quantities()),
                          "What is measured: see evorisk list quantities and criteria.")),
      required(number_key("from", &Descriptor::from, -any, any, "The lowest value in a niche.")),
      required(number_key("to", &Descriptor::to, -any, any, "The highest; above from.")),
      integer_key("bins", &Descriptor::bins, 1, most_bins, "Equal bins between the two."),
  };
  return keys;
}

std::vector<Descriptor> descriptors_from_json(const JsonView& view) {
  std::vector<Descriptor> descriptors;
  std::int64_t niches = 1;
  for (const JsonView& item : view.items()) {
    Descriptor descriptor;
    descriptor_keys().read(item, descriptor);
    if (descriptor.to <= descriptor.from) {
      item.at("to").fail("{} is not above from, {}", descriptor.to, descriptor.from);
    }
    for (const Descriptor& before : descriptors) {
      if (before.quantity == descriptor.quantity) {
        item.fail("{} is listed twice", descriptor.quantity);
      }
    }
    niches *= descriptor.bins;
    if (niches > most_niches) item.fail("more than {} niches", most_niches);
    descriptors.push_back(std::move(descriptor));
  }
  if (descriptors.empty()) view.fail("no descriptor; niches need at least one");
  return descriptors;
}

}  // namespace

KeyTable<MapElitesConfig> map_elites_keys() {
  return {
      value_key(
          "descriptors",
          {{"type", "array"}, {"minItems", 1}, {"items", descriptor_keys().schema({})}},
          &MapElitesConfig::descriptors,
          [](const JsonView& view, const std::string&) { return descriptors_from_json(view); },
          [](const std::vector<Descriptor>& descriptors) {
            Json list = Json::array();
            for (const Descriptor& d : descriptors) list.push_back(descriptor_keys().write(d));
            return list;
          },
          "What tells variants apart: quantities in equal bins between two bounds. Variants "
          "outside the bounds are in no niche."),
      number_key("reevaluated", &MapElitesConfig::reevaluated, 0, 1,
                 "Share of each generation that plays further matches of variants in the archive."),
      number_key("immigrants", &MapElitesConfig::immigrants, 0, 1,
                 "Share of each generation that is drawn as the first population is."),
      integer_key("enough_matches", &MapElitesConfig::enough_matches, 1, most_niche_matches,
                  "Matches from which evidence is enough to be compared with any other."),
      integer_key("depth", &MapElitesConfig::depth, 1, 100,
                  "Variants that a niche remembers, its occupant included."),
      number_key("reference_fitness", &MapElitesConfig::reference_fitness, -any, any,
                 "The fitness whose quality is 0 in the QD score."),
      integer_key("fresh_matches", &MapElitesConfig::fresh_matches, 1, most_niche_matches,
                  "Matches that measure every occupant afresh at the end."),
  };
}

int niche_count(const std::vector<Descriptor>& descriptors) {
  int count = 1;
  for (const Descriptor& descriptor : descriptors) count *= descriptor.bins;
  return count;
}

std::vector<double> described(const Config& config, const Individual& individual,
                              const Evidence& evidence) {
  std::vector<double> values;
  for (const Descriptor& descriptor : config.map_elites.descriptors) {
    values.push_back(metrics::quantity(metrics::quantity_info(descriptor.quantity),
                                       *individual.genome.map, evidence, config.objective.seconds)
                         .mean);
  }
  return values;
}

std::optional<int> niche_of(const std::vector<Descriptor>& descriptors,
                            const std::vector<double>& values) {
  int niche = 0;
  for (std::size_t d = 0; d < descriptors.size(); ++d) {
    const Descriptor& descriptor = descriptors[d];
    if (!(values[d] >= descriptor.from && values[d] <= descriptor.to)) return std::nullopt;
    const double share = (values[d] - descriptor.from) / (descriptor.to - descriptor.from);
    const int bin = std::min(descriptor.bins - 1, static_cast<int>(share * descriptor.bins));
    niche = niche * descriptor.bins + bin;
  }
  return niche;
}

std::optional<int> niche_of(const Config& config, const Individual& individual,
                            const Evidence& evidence) {
  return niche_of(config.map_elites.descriptors, described(config, individual, evidence));
}

std::int64_t counted_matches(const Individual& individual, const Config& config) {
  return std::min(individual.evidence.front().matches(), config.map_elites.enough_matches);
}

std::vector<int> bins_of(const std::vector<Descriptor>& descriptors, int niche) {
  std::vector<int> bins(descriptors.size());
  for (std::size_t d = descriptors.size(); d-- > 0;) {
    bins[d] = niche % descriptors[d].bins;
    niche /= descriptors[d].bins;
  }
  return bins;
}

}  // namespace evorisk::ga
