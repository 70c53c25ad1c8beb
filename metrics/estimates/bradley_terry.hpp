// Strengths of players from what they won against each other: the model of Bradley and Terry
// (1952), and for tables of more than two its extension by Luce (1959): of those at a table, a
// player wins with a probability proportional to its strength. Hunter (2004) treats both.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "base/index.hpp"

namespace evorisk::metrics {

inline constexpr int most_at_a_table = 6;

// The players of a table, all different, and how many of its seats each of them had. Seats count
// like players of the same strength. Players are numbered from 0.
struct RatedTable {
  std::vector<int> players;  // 2 ... most_at_a_table of them
  std::vector<int> seats;    // as many, each at least 1
};

// What happened at a table within one cluster: results of the same cluster may depend on each other
// (the same dice with seats swapped), those of different clusters do not. A match gives one point,
// to its winner, or shared.
struct RatedResult {
  int table = 0;
  std::int64_t cluster = 0;
  std::array<float, most_at_a_table> points{};  // in the order of RatedTable::players
};

// Ratings on the logistic scale (the logarithm of the strength) relative to the anchor's, which
// is 0. A difference of d means odds of exp(d) between two.
//
// Every table counts one match more, in which all its seats share the point: so a player that won
// or lost everything has a finite rating, and with two players the difference is
// log((w + 1/2) / (l + 1/2)), the logit of Haldane (1955) and Anscombe (1956). Errors are those of
// the sandwich estimator (Huber 1967) summed by cluster (Liang and Zeger 1986), right also where
// results of a cluster depend on each other and where the model is too simple for the players. In
// them the additional matches are clusters whose point any seat may have taken: where all results
// are alike, they alone say how little is known.
class Ratings {
 public:
  // `results` sorted by cluster. Throws std::logic_error for an anchor that is no player.
  Ratings(int players, int anchor, std::span<const RatedTable> tables,
          std::span<const RatedResult> results);

  // Whether results connect it with the anchor: others have no rating.
  bool rated(int player) const { return rated_[at(player)]; }
  double rating(int player) const { return rating_[at(player)]; }
  // The standard error of rating(a) - rating(b).
  double error_of_difference(int a, int b) const;
  double error(int player) const { return error_of_difference(player, anchor_); }
  // How many of these errors 95 % reach to each side: by Student's t, with a degree of freedom less
  // than clusters. Nothing where there are fewer than two, which do not tell the error.
  std::optional<double> errors95() const;

  // One unit of the logistic scale in points of Elo's, whose difference of 400 means odds of 10.
  static constexpr double elo_per_unit = 173.717792761248;  // 400 / log(10)

 private:
  struct Fit;

  int anchor_;
  std::int64_t clusters_ = 0;
  std::vector<bool> rated_;
  std::vector<double> rating_;
  std::vector<std::vector<double>> covariance_;  // by player; 0 for the anchor and the unrated
};

}  // namespace evorisk::metrics
