#include "ga/niches.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <nlohmann/json.hpp>
#include <string_view>

#include "metrics/criteria.hpp"
#include "metrics/quantity.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

constexpr std::int64_t most_niche_matches = 1'000'000'000;
constexpr int most_niches = 1'000'000;
constexpr double any = 1e9;

Descriptor descriptor_from_json(const JsonView& view) {
  view.only({"quantity", "from", "to", "bins"});
  const std::vector<std::string_view> names = metrics::quantity_names();
  Descriptor descriptor;
  descriptor.quantity = names[view.at("quantity").one_of(names)];
  descriptor.from = view.at("from").number(-any, any);
  descriptor.to = view.at("to").number(-any, any);
  if (descriptor.to <= descriptor.from) {
    view.at("to").fail("{} is not above from, {}", descriptor.to, descriptor.from);
  }
  if (const auto bins = view.find("bins")) {
    descriptor.bins = static_cast<int>(bins->integer(1, 1000));
  }
  return descriptor;
}

std::vector<Descriptor> descriptors_from_json(const JsonView& view) {
  std::vector<Descriptor> descriptors;
  std::int64_t niches = 1;
  for (const JsonView& item : view.items()) {
    Descriptor descriptor = descriptor_from_json(item);
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

MapElitesConfig map_elites_from_json(const JsonView& view) {
  view.only({"descriptors", "reevaluated", "immigrants", "enough_matches", "depth",
             "reference_fitness", "fresh_matches"});
  MapElitesConfig config;
  if (const auto list = view.find("descriptors")) config.descriptors = descriptors_from_json(*list);
  if (const auto share = view.find("reevaluated")) config.reevaluated = share->number(0, 1);
  if (const auto share = view.find("immigrants")) config.immigrants = share->number(0, 1);
  if (const auto matches = view.find("enough_matches")) {
    config.enough_matches = matches->integer(1, most_niche_matches);
  }
  if (const auto depth = view.find("depth"))
    config.depth = static_cast<int>(depth->integer(1, 100));
  if (const auto fitness = view.find("reference_fitness")) {
    config.reference_fitness = fitness->number(-any, any);
  }
  if (const auto matches = view.find("fresh_matches")) {
    config.fresh_matches = matches->integer(1, most_niche_matches);
  }
  return config;
}

Json map_elites_to_json(const MapElitesConfig& config) {
  Json descriptors = Json::array();
  for (const Descriptor& d : config.descriptors) {
    descriptors.push_back(
        {{"quantity", d.quantity}, {"from", d.from}, {"to", d.to}, {"bins", d.bins}});
  }
  return {{"descriptors", descriptors},
          {"reevaluated", config.reevaluated},
          {"immigrants", config.immigrants},
          {"enough_matches", config.enough_matches},
          {"depth", config.depth},
          {"reference_fitness", config.reference_fitness},
          {"fresh_matches", config.fresh_matches}};
}

metrics::CriteriaSet further_of(const std::vector<Descriptor>& descriptors) {
  metrics::CriteriaSet set;
  for (const Descriptor& descriptor : descriptors) {
    for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
      if (info.name == descriptor.quantity) set.add(info.id);
    }
  }
  return set;
}

int niche_count(const std::vector<Descriptor>& descriptors) {
  int count = 1;
  for (const Descriptor& descriptor : descriptors) count *= descriptor.bins;
  return count;
}

std::vector<double> described(const std::vector<Descriptor>& descriptors, const maps::Map& map,
                              const metrics::CriteriaTotals& totals) {
  std::vector<double> values;
  for (const Descriptor& descriptor : descriptors) {
    values.push_back(
        metrics::quantity(metrics::quantity_info(descriptor.quantity), map, totals).mean);
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

std::vector<int> bins_of(const std::vector<Descriptor>& descriptors, int niche) {
  std::vector<int> bins(descriptors.size());
  for (std::size_t d = descriptors.size(); d-- > 0;) {
    bins[d] = niche % descriptors[d].bins;
    niche /= descriptors[d].bins;
  }
  return bins;
}

}  // namespace evorisk::ga
