#include "maps/likeness/features.hpp"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <boost/graph/biconnected_components.hpp>
#include <cmath>
#include <iterator>
#include <limits>
#include <numeric>
#include <vector>

#include "base/index.hpp"
#include "base/statistics.hpp"
#include "maps/boost_graph.hpp"
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

// Features of continents, in place.
class ContinentFeatures {
 public:
  ContinentFeatures(const Map& map, Features& features)
      : map_(map), features_(features), count_(map.continent_count()) {
    const double n = map.territory_count();
    std::vector<double> bonuses;
    for (const Continent& continent : map.continents()) {
      sizes_.push_back(static_cast<double>(continent.territories.size()));
      bonuses.push_back(continent.bonus);
    }
    set(Feature::continents, count_);
    set(Feature::largest_share, *std::max_element(sizes_.begin(), sizes_.end()) / n);
    set(Feature::smallest_share, *std::min_element(sizes_.begin(), sizes_.end()) / n);
    set(Feature::mean_continent_size, n / count_);
    set(Feature::size_gini, gini(n));
    borders();
    set(Feature::bonus_per_territory, std::accumulate(bonuses.begin(), bonuses.end(), 0.0) / n);
    set(Feature::corr_bonus_size, correlation(bonuses, sizes_));
    set(Feature::corr_bonus_doors, correlation(bonuses, doors_));
  }

 private:
  void set(Feature of, double value) { features_[static_cast<std::size_t>(of)] = value; }

  double gini(double n) const {
    double differences = 0;
    for (const double a : sizes_) {
      for (const double b : sizes_) differences += std::abs(a - b);
    }
    return differences / (2 * count_ * n);
  }

  void borders() {
    std::vector<Border> inner;
    std::vector<bool> door(at(map_.territory_count()), false);
    for (const Border& border : map_.borders()) {
      if (map_.continent_of(border.a) == map_.continent_of(border.b)) {
        inner.push_back(border);
      } else {
        door[at(border.a)] = door[at(border.b)] = true;
      }
    }
    std::vector<int> pieces(at(count_), 0);
    const auto parts = components(map_.territory_count(), inner);
    for (const std::vector<int>& part : parts) ++pieces[at(map_.continent_of(part.front()))];
    doors_.assign(at(count_), 0);
    for (int t = 0; t < map_.territory_count(); ++t) {
      if (door[at(t)]) ++doors_[at(map_.continent_of(t))];
    }
    const double cross = map_.border_count() - static_cast<double>(inner.size());
    const double all_doors = std::accumulate(doors_.begin(), doors_.end(), 0.0);
    const auto split = std::count_if(pieces.begin(), pieces.end(), [](int p) { return p > 1; });
    set(Feature::pieces_mean, static_cast<double>(parts.size()) / count_);
    set(Feature::split_share, static_cast<double>(split) / count_);
    set(Feature::cross_share, cross / map_.border_count());
    set(Feature::door_share, all_doors / map_.territory_count());
    set(Feature::entries_per_continent, 2 * cross / count_);
    set(Feature::doors_per_continent, all_doors / count_);
  }

  const Map& map_;
  Features& features_;
  int count_;
  std::vector<double> sizes_;
  std::vector<double> doors_;
};

struct Ways {
  int longest = 0;
  double sum = 0;  // over ordered pairs
};

Ways ways(const Map& map) {
  const int n = map.territory_count();
  Ways found;
  std::vector<int> distance(at(n));
  std::vector<int> queue(at(n));
  for (int start = 0; start < n; ++start) {
    std::fill(distance.begin(), distance.end(), -1);
    distance[at(start)] = 0;
    queue[0] = start;
    std::size_t end = 1;
    for (std::size_t next = 0; next < end; ++next) {
      const int from = queue[next];
      for (const int to : map.neighbours(from)) {
        if (distance[at(to)] >= 0) continue;
        distance[at(to)] = distance[at(from)] + 1;
        found.sum += distance[at(to)];
        queue[end++] = to;
      }
    }
    found.longest = std::max(found.longest, distance[at(queue[end - 1])]);
  }
  return found;
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

double second_eigenvalue(const Map& map) {
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

struct Cuts {
  double territories = 0;
  double borders = 0;
};

Cuts cuts(const Map& map) {
  BoostGraph graph = boost_graph(map.territory_count(), map.borders());
  std::vector<std::size_t> block(at(map.border_count()));
  std::vector<std::size_t> articulations;
  const auto blocks =
      boost::biconnected_components(
          graph,
          boost::make_iterator_property_map(block.begin(), boost::get(boost::edge_index, graph)),
          std::back_inserter(articulations))
          .first;
  // A bridge is a block of one border.
  std::vector<int> sizes(blocks, 0);
  for (const std::size_t b : block) ++sizes[b];
  return {static_cast<double>(articulations.size()),
          static_cast<double>(std::count(sizes.begin(), sizes.end(), 1))};
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
  ContinentFeatures(map, features);

  const Ways between = ways(map);
  const double mean_path = between.sum / (n * (n - 1));
  set(Feature::diameter, between.longest);
  set(Feature::mean_path, mean_path);
  set(Feature::path_over_sqrt_n, mean_path / std::sqrt(n));
  set(Feature::clustering, clustering(map));
  const Cuts cut = cuts(map);
  set(Feature::articulation_share, cut.territories / n);
  set(Feature::bridge_share, cut.borders / map.border_count());
  const bool all = wanted == Wanted::all;
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  set(Feature::planar, all ? (is_planar(map) ? 1 : 0) : unknown);
  const double lambda2 = all ? second_eigenvalue(map) : unknown;
  set(Feature::lambda2, lambda2);
  set(Feature::lambda2_n, lambda2 * n);
  return features;
}

}  // namespace evorisk::maps
