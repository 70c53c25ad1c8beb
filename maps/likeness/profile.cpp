#include "maps/likeness/profile.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <vector>

namespace evorisk::maps {
namespace {

constexpr double largest_board = 70;
constexpr double reach = 2;  // a factor of size
constexpr double shrinkage = 0.3;

bool in_profile(std::size_t feature) {
  const auto f = static_cast<Feature>(feature);
  return f != Feature::n && f != Feature::planar && f != Feature::pieces_mean &&
         f != Feature::split_share;
}

double size_of(const Features& board) {
  return feature(board, Feature::n);
}

// People's boards of up to largest_board territories.
std::vector<Features> boards() {
  std::vector<Features> chosen;
  for (const Features& board : human_boards()) {
    if (size_of(board) <= largest_board) chosen.push_back(board);
  }
  return chosen;
}

struct Line {
  double at_one = 0;  // ln(n) = 0
  double slope = 0;
  double deviation = 0;  // of the boards from it
  double at(double ln) const { return at_one + slope * ln; }
};

// Least squares, over the boards that have the feature.
Line fitted(const std::vector<Features>& all, std::size_t f) {
  double count = 0;
  double x = 0;
  double y = 0;
  for (const Features& board : all) {
    if (std::isnan(board[f])) continue;
    ++count;
    x += std::log(size_of(board));
    y += board[f];
  }
  double xx = 0;
  double xy = 0;
  double yy = 0;
  for (const Features& board : all) {
    if (std::isnan(board[f])) continue;
    const double dx = std::log(size_of(board)) - x / count;
    const double dy = board[f] - y / count;
    xx += dx * dx;
    xy += dx * dy;
    yy += dy * dy;
  }
  const double slope = xy / xx;
  return {y / count - slope * x / count, slope, std::sqrt((yy - slope * xy) / count)};
}

struct People {
  std::vector<Features> boards = maps::boards();
  std::vector<std::size_t> features;  // those that count
  std::vector<Line> lines;            // of these
  Eigen::MatrixXd whitening;          // of their deviations
};

Eigen::VectorXd deviations(const People& people, const Features& board, double undefined) {
  const double ln = std::log(size_of(board));
  Eigen::VectorXd found(static_cast<Eigen::Index>(people.features.size()));
  for (std::size_t k = 0; k < people.features.size(); ++k) {
    const double value = board[people.features[k]];
    found(static_cast<Eigen::Index>(k)) =
        std::isnan(value) ? undefined
                          : (value - people.lines[k].at(ln)) / people.lines[k].deviation;
  }
  return found;
}

People read_people() {
  People made;
  for (std::size_t f = 0; f < feature_count; ++f) {
    if (!in_profile(f)) continue;
    made.features.push_back(f);
    made.lines.push_back(fitted(made.boards, f));
  }
  const auto count = static_cast<Eigen::Index>(made.features.size());
  Eigen::MatrixXd covariance = Eigen::MatrixXd::Zero(count, count);
  for (const Features& board : made.boards) {
    const Eigen::VectorXd one = deviations(made, board, 0);
    covariance += one * one.transpose() / static_cast<double>(made.boards.size());
  }
  covariance *= 1 - shrinkage;
  covariance.diagonal().array() += shrinkage;
  made.whitening = covariance.llt().matrixL().solve(Eigen::MatrixXd::Identity(count, count));
  return made;
}

const People& people() {
  static const People known = read_people();
  return known;
}

const Features& drawn_board(int territories, Random& random) {
  const auto [least, most] = std::ranges::minmax(people().boards, {}, size_of);
  const double size = std::clamp<double>(territories, size_of(least), size_of(most));
  for (;;) {
    const Features& board = random.pick(people().boards);
    const double far = std::abs(std::log(size_of(board) / size)) / std::log(reach);
    if (far < 1 && random.chance(std::pow(1 - far * far * far, 3))) return board;
  }
}

// Among those that count.
std::size_t place_of(Feature feature) {
  const auto found = std::ranges::find(people().features, static_cast<std::size_t>(feature));
  return static_cast<std::size_t>(found - people().features.begin());
}

}  // namespace

Profile::Profile(int territories, Random& random) : Profile(drawn_board(territories, random)) {}

Profile::Profile(const Features& board) {
  const Eigen::VectorXd own = deviations(people(), board, 0);
  for (std::size_t k = 0; k < people().features.size(); ++k) {
    deviations_[k] = own(static_cast<Eigen::Index>(k));
  }
}

void Profile::ask_more(Feature feature, double deviations) {
  deviations_[place_of(feature)] += deviations;
}

double Profile::value(Feature feature, int territories) const {
  const std::size_t k = place_of(feature);
  const Line& line = people().lines[k];
  return line.at(std::log(territories)) + line.deviation * deviations_[k];
}

double Profile::distance(const Features& features) const {
  return distance(features, people().features.size());
}

double Profile::distance(const Map& map, double limit) const {
  // The connectivity's two features are the last that count.
  static_assert(static_cast<std::size_t>(Feature::lambda2) == feature_count - 2);
  static_assert(static_cast<std::size_t>(Feature::lambda2_n) == feature_count - 1);
  Features features = features_of(map, Wanted::quick);
  const double at_least = distance(features, people().features.size() - 2);
  if (at_least >= limit) return at_least;
  add_connectivity(map, features);
  return distance(features);
}

// The part of the `first` features that count. The whitening is a triangle, so the others only make
// the distance larger.
double Profile::distance(const Features& features, std::size_t first) const {
  const auto part = static_cast<Eigen::Index>(first);
  const Eigen::VectorXd own = deviations(people(), features, 1);
  const Eigen::Map<const Eigen::VectorXd> wanted(deviations_.data(), part);
  const Eigen::VectorXd apart =
      people().whitening.topLeftCorner(part, part).triangularView<Eigen::Lower>() *
      (own.head(part) - wanted);
  return apart.norm() / std::sqrt(static_cast<double>(own.size()));
}

}  // namespace evorisk::maps
