#include "maps/likeness/features.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

#include "base/index.hpp"
#include "base/statistics.hpp"
#include "maps/facts.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::maps {
namespace {

constexpr FeatureInfo feature_table[] = {
    {"n", "territories", "more", "fewer"},
    {"mean_degree", "mean number of neighbours", "larger", "smaller"},
    {"degree_sd", "spread of the numbers of neighbours", "wider", "narrower"},
    {"max_degree", "most neighbours of a territory", "more", "fewer"},
    {"deg1_share", "share of territories with one neighbour", "larger", "smaller"},
    {"continents", "number of continents", "larger", "smaller"},
    {"largest_share", "largest continent", "larger", "smaller"},
    {"smallest_share", "smallest continent", "larger", "smaller"},
    {"mean_continent_size", "mean size of a continent", "larger", "smaller"},
    {"size_gini", "inequality of the continents' sizes", "larger", "smaller"},
    {"pieces_mean", "connected parts per continent", "more", "fewer"},
    {"split_share", "share of continents in several parts", "larger", "smaller"},
    {"cross_share", "share of borders between continents", "larger", "smaller"},
    {"door_share", "share of territories with a border to another continent", "larger", "smaller"},
    {"entries_per_continent", "borders to others per continent", "more", "fewer"},
    {"doors_per_continent", "territories to defend per continent", "more", "fewer"},
    {"bonus_per_territory", "bonuses per territory", "larger", "smaller"},
    {"corr_bonus_size", "correlation of bonus and size", "larger", "smaller"},
    {"corr_bonus_doors", "correlation of bonus and territories to defend", "larger", "smaller"},
    {"diameter", "longest way in borders", "longer", "shorter"},
    {"mean_path", "mean way in borders", "longer", "shorter"},
    {"path_over_sqrt_n", "mean way by the root of the territories", "longer", "shorter"},
    {"clustering", "clustering coefficient", "larger", "smaller"},
    {"articulation_share", "share of cut territories", "larger", "smaller"},
    {"bridge_share", "share of borders that are bridges", "larger", "smaller"},
    {"planar", "planarity", "more", "less"},
    {"lambda2", "algebraic connectivity", "larger", "smaller"},
    {"lambda2_n", "algebraic connectivity times territories", "larger", "smaller"},
};
static_assert(std::size(feature_table) == feature_count);

void add_continents(const Map& map, Features& features) {
  const double n = map.territory_count();
  const double count = map.continent_count();
  const std::vector<ContinentFacts> facts = continent_facts(map.data());
  std::vector<double> sizes;
  std::vector<double> bonuses;
  std::vector<double> doors;
  double pieces = 0;
  double split = 0;
  double entries = 0;
  for (std::size_t c = 0; c < facts.size(); ++c) {
    sizes.push_back(static_cast<double>(map.continents()[c].territories.size()));
    bonuses.push_back(map.continents()[c].bonus);
    doors.push_back(facts[c].border_territories);
    pieces += facts[c].parts;
    split += facts[c].parts > 1 ? 1 : 0;
    entries += facts[c].outer_borders;
  }
  double differences = 0;
  for (const double a : sizes) {
    for (const double b : sizes) differences += std::abs(a - b);
  }
  const double all_doors = std::accumulate(doors.begin(), doors.end(), 0.0);
  const auto set = [&](Feature of, double value) {
    features[static_cast<std::size_t>(of)] = value;
  };
  set(Feature::continents, count);
  set(Feature::largest_share, std::ranges::max(sizes) / n);
  set(Feature::smallest_share, std::ranges::min(sizes) / n);
  set(Feature::mean_continent_size, n / count);
  set(Feature::size_gini, differences / (2 * count * n));
  set(Feature::pieces_mean, pieces / count);
  set(Feature::split_share, split / count);
  set(Feature::cross_share, entries / 2 / map.border_count());
  set(Feature::door_share, all_doors / n);
  set(Feature::entries_per_continent, entries / count);
  set(Feature::doors_per_continent, all_doors / count);
  set(Feature::bonus_per_territory, std::accumulate(bonuses.begin(), bonuses.end(), 0.0) / n);
  set(Feature::corr_bonus_size, correlation(bonuses, sizes));
  set(Feature::corr_bonus_doors, correlation(bonuses, doors));
}

double clustering(const Map& map) {
  double sum = 0;
  std::vector<bool> near(at(map.territory_count()), false);
  for (int t = 0; t < map.territory_count(); ++t) {
    const auto neighbours = map.neighbours(t);
    if (neighbours.size() < 2) continue;
    for (const int other : neighbours) near[at(other)] = true;
    int closed = 0;  // ordered pairs of neighbours that are neighbours
    for (const int other : neighbours) {
      for (const int third : map.neighbours(other)) closed += near[at(third)] ? 1 : 0;
    }
    for (const int other : neighbours) near[at(other)] = false;
    const auto degree = static_cast<double>(neighbours.size());
    sum += closed / (degree * (degree - 1));
  }
  return sum / map.territory_count();
}

double algebraic_connectivity(const Map& map) {
  const int n = map.territory_count();
  Eigen::MatrixXd laplacian = Eigen::MatrixXd::Zero(n, n);
  for (const Border& border : map.borders()) {
    laplacian(border.a, border.b) = laplacian(border.b, border.a) = -1;
    laplacian(border.a, border.a) += 1;
    laplacian(border.b, border.b) += 1;
  }
  const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> solver(laplacian, Eigen::EigenvaluesOnly);
  return std::max(0.0, solver.eigenvalues()(1));
}

}  // namespace

std::span<const FeatureInfo> all_features() {
  return feature_table;
}

Features features_of(const Map& map, Wanted wanted) {
  Features features{};
  const auto set = [&](Feature of, double value) {
    features[static_cast<std::size_t>(of)] = value;
  };
  const double n = map.territory_count();
  const double mean_degree = 2 * map.border_count() / n;
  double squares = 0;
  double most = 0;
  double ends = 0;
  for (int t = 0; t < map.territory_count(); ++t) {
    const auto degree = static_cast<double>(map.neighbours(t).size());
    squares += (degree - mean_degree) * (degree - mean_degree);
    most = std::max(most, degree);
    ends += degree == 1 ? 1 : 0;
  }
  set(Feature::n, n);
  set(Feature::mean_degree, mean_degree);
  set(Feature::degree_sd, std::sqrt(squares / n));
  set(Feature::max_degree, most);
  set(Feature::deg1_share, ends / n);
  add_continents(map, features);

  Searches searches(map.territory_count(), map.borders());
  int longest = 0;
  double ways = 0;  // over ordered pairs
  for (int t = 0; t < map.territory_count(); ++t) {
    longest = std::max(longest, searches.distance(searches.from(t).back()));
    ways = std::accumulate(searches.distances().begin(), searches.distances().end(), ways);
  }
  const double mean_path = ways / (n * (n - 1));
  set(Feature::diameter, longest);
  set(Feature::mean_path, mean_path);
  set(Feature::path_over_sqrt_n, mean_path / std::sqrt(n));
  set(Feature::clustering, clustering(map));
  const Cuts cut = cuts(map.territory_count(), map.borders());
  set(Feature::articulation_share, static_cast<double>(cut.territories.size()) / n);
  set(Feature::bridge_share, static_cast<double>(cut.bridges) / map.border_count());
  const bool all = wanted == Wanted::all;
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  set(Feature::planar, all ? (is_planar(map) ? 1 : 0) : unknown);
  set(Feature::lambda2, unknown);
  set(Feature::lambda2_n, unknown);
  if (all) add_connectivity(map, features);
  return features;
}

void add_connectivity(const Map& map, Features& features) {
  const double lambda2 = algebraic_connectivity(map);
  features[static_cast<std::size_t>(Feature::lambda2)] = lambda2;
  features[static_cast<std::size_t>(Feature::lambda2_n)] = lambda2 * map.territory_count();
}

}  // namespace evorisk::maps
