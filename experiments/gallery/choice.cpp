#include "experiments/gallery/choice.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <string_view>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "base/seal.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "maps/likeness/features.hpp"
#include "maps/planar/isomorphism.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

GalleryCandidate candidate_of(const ga::Config& config, const JsonView& id, const JsonView& variant,
                              const JsonView& evidence, const fs::path& run) {
  constexpr double any = 1e300;
  const auto mean = [&](const JsonView& estimate) { return estimate.at("mean").number(-any, any); };
  GalleryCandidate candidate{
      config.name + ' ' + id.text(),
      metrics::bred_for(risk::variant_from_json(variant, run.string()), config.objective),
      mean(evidence.at("fitness")),
      {}};
  const JsonView criteria = evidence.at("criteria");
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    candidate.values.push_back(mean(criteria.at(info.name)));
  }
  candidate.values.push_back(mean(evidence.at("turns")));
  return candidate;
}

// How far apart two counts are, as a share of the larger.
double apart(double a, double b) {
  const double larger = std::max(std::abs(a), std::abs(b));
  return larger == 0 ? 0 : std::abs(a - b) / larger;
}

struct SizeClass {
  int most;
  std::string_view name;
};
constexpr std::array size_classes = {SizeClass{5, "2 to 5"},
                                     SizeClass{10, "6 to 10"},
                                     SizeClass{15, "11 to 15"},
                                     SizeClass{20, "16 to 20"},
                                     SizeClass{30, "21 to 30"},
                                     SizeClass{42, "31 to 42"},
                                     SizeClass{1 << 30, "more than 42"}};

}  // namespace

std::vector<GalleryCandidate> gallery_candidates(const fs::path& run) {
  const ga::Config config = ga::run_config(run);
  const fs::path archive = run / ga::archive_file;
  std::vector<GalleryCandidate> candidates;
  if (fs::exists(archive)) {
    const Json document = read_sealed(archive.string(), largest_log);
    const JsonView view(document, archive.string());
    view.format(1);
    for (const JsonView& entry : view.at("entries").items()) {
      candidates.push_back(
          candidate_of(config, entry.at("id"), entry.at("variant"), entry.at("fresh"), run));
    }
    return candidates;
  }
  const fs::path best = run / ga::best_file;
  const fs::path result = run / ga::result_file;
  const Json document = ga::read_result(run);
  const Json variant = read_json(best.string());
  const JsonView evidence = JsonView(document, result.string()).at("best");
  candidates.push_back(
      candidate_of(config, evidence.at("id"), JsonView(variant, best.string()), evidence, run));
  return candidates;
}

Dissimilarity::Dissimilarity(const std::vector<GalleryCandidate>& candidates)
    : candidates_(candidates) {
  const auto keys = risk::rule_keys();
  std::vector<std::set<std::string>> seen(keys.size());
  for (const GalleryCandidate& candidate : candidates) {
    const maps::Map& map = candidate.variant.map();
    Features features;
    const maps::Features of_map = maps::features_of(map, maps::Wanted::quick);
    for (const auto wanted :
         {maps::Feature::n, maps::Feature::mean_degree, maps::Feature::continents,
          maps::Feature::degree_sd, maps::Feature::bonus_per_territory}) {
      features.map.push_back(maps::feature(of_map, wanted));
    }
    for (std::size_t k = 0; k < keys.size(); ++k) {
      features.rules.push_back(risk::get_rule(candidate.variant.rules(), keys[k].name).dump());
      seen[k].insert(features.rules.back());
    }
    features.values = candidate.values;
    features.shape = maps::shape_hash(map, maps::Sameness::continents);
    features_.push_back(std::move(features));
  }
  varying_rules_ =
      std::ranges::count_if(seen, [](const auto& values) { return values.size() > 1; });
  // Values count in units of their spread.
  if (features_.empty()) return;
  for (std::size_t v = 0; v < features_.front().values.size(); ++v) {
    double mean = 0;
    double square = 0;
    for (const Features& features : features_) mean += features.values[v];
    mean /= static_cast<double>(features_.size());
    for (const Features& features : features_) {
      square += (features.values[v] - mean) * (features.values[v] - mean);
    }
    const double spread = std::sqrt(square / static_cast<double>(features_.size()));
    for (Features& features : features_) features.values[v] /= std::max(spread, 1e-9);
  }
}

bool Dissimilarity::same_map(std::size_t a, std::size_t b) const {
  return features_[a].shape == features_[b].shape &&
         maps::isomorphic(candidates_[a].variant.map(), candidates_[b].variant.map(),
                          maps::Sameness::continents);
}

double Dissimilarity::operator()(std::size_t a, std::size_t b) const {
  const Features& x = features_[a];
  const Features& y = features_[b];
  double map = 0;
  if (!same_map(a, b)) {
    for (std::size_t i = 0; i < x.map.size(); ++i) map += apart(x.map[i], y.map[i]);
    map = std::max(0.05, map / static_cast<double>(x.map.size()));
  }
  double rules = 0;
  for (std::size_t i = 0; i < x.rules.size(); ++i) rules += x.rules[i] == y.rules[i] ? 0 : 1;
  if (varying_rules_ > 0) rules /= static_cast<double>(varying_rules_);
  double values = 0;
  for (std::size_t i = 0; i < x.values.size(); ++i) {
    values += std::min(1.0, std::abs(x.values[i] - y.values[i]) / 4);
  }
  if (!x.values.empty()) values /= static_cast<double>(x.values.size());
  return 0.5 * map + 0.25 * rules + 0.25 * values;
}

int size_class(int territories) {
  int c = 0;
  while (territories > size_classes[static_cast<std::size_t>(c)].most) ++c;
  return c;
}

std::string_view size_class_name(int c) {
  return size_classes[static_cast<std::size_t>(c)].name;
}

std::vector<std::size_t> choose(const std::vector<GalleryCandidate>& candidates, std::size_t count,
                                double quality_weight) {
  const std::size_t n = candidates.size();
  const Dissimilarity dissimilarity(candidates);
  std::vector<std::size_t> order = numbers<std::size_t>(n);
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return candidates[i].fitness; });
  std::vector<double> quality(n, 1);
  for (std::size_t r = 0; r < n && n > 1; ++r) {
    quality[order[r]] = 1 - static_cast<double>(r) / static_cast<double>(n - 1);
  }
  std::vector<std::size_t> class_of;
  for (const GalleryCandidate& candidate : candidates) {
    class_of.push_back(static_cast<std::size_t>(size_class(candidate.variant.territories())));
  }
  std::vector<bool> available(n, true);
  std::vector<double> nearest(n, 1);
  std::array<int, size_classes.size()> chosen_of{};
  std::vector<std::size_t> chosen;
  while (chosen.size() < count) {
    int fewest = std::numeric_limits<int>::max();  // of the classes with candidates left
    for (std::size_t i = 0; i < n; ++i) {
      if (available[i]) fewest = std::min(fewest, chosen_of[class_of[i]]);
    }
    std::vector<std::size_t> offered;
    double most_novel = 1e-9;
    for (std::size_t i = 0; i < n; ++i) {
      if (!available[i] || chosen_of[class_of[i]] != fewest) continue;
      offered.push_back(i);
      most_novel = std::max(most_novel, nearest[i]);
    }
    if (offered.empty()) break;
    const std::size_t best = *std::ranges::max_element(offered, {}, [&](std::size_t i) {
      return quality_weight * quality[i] + nearest[i] / most_novel;
    });
    chosen.push_back(best);
    ++chosen_of[class_of[best]];
    available[best] = false;
    for (std::size_t i = 0; i < n; ++i) {
      if (!available[i]) continue;
      if (dissimilarity.same_map(i, best))
        available[i] = false;
      else
        nearest[i] = std::min(nearest[i], dissimilarity(i, best));
    }
  }
  return chosen;
}

}  // namespace evorisk::experiments
