// Which individuals become parents. Source: thesis 2.4.1 and 4.3.2.
#pragma once

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "base/random.hpp"
#include "ga/config.hpp"
#include "ga/genome/genome.hpp"

namespace evorisk::ga {

// Which of two individuals is fitter when both are known with errors. The registry.
struct RankingKind {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
};
std::span<const RankingKind> rankings();

// What config.ranking makes of the fitness of each: smaller is better. Ranking "shrunk" judges each
// by all of them; "drawn" draws anew in every tournament, and has the scores of "shrunk" where
// there is nothing to draw for (elites, the best, finalists).
std::vector<double> scores(std::span<const Individual* const> individuals, const Config& config);

// Positions of `population` from the first to the last (stable): by violation, levels, and the
// score with what likes add to it (Individual::bend).
std::vector<int> ranking(std::span<const Individual> population, const Config& config);
std::vector<int> ranking(std::span<const Individual* const> individuals, const Config& config);

// The one of `population` that ranks first without what likes add.
const Individual& fittest(std::span<const Individual> population, const Config& config);

// The one that ranks first.
const Individual& first_ranked(std::span<const Individual> population, const Config& config);

// The tournament of ranking "drawn" among `size` contestants drawn without replacement: each has a
// fitness drawn from the normal distribution of its estimate, so that it wins with the probability
// that it is the best, as far as is known. The best two, the best first.
std::pair<int, int> drawn_tournament(std::span<const Individual> population, int size,
                                     Random& random);

// A normally distributed number with mean 0 and deviation 1 (Box and Muller 1958).
double draw_normal(Random& random);

// A tournament of `size` contestants drawn without replacement from 0 ... ranks.size() - 1, each
// set equally likely; its two best are returned, the best first. `ranks[i]` is the rank of i (0 the
// fittest, all different). Requires 2 <= size <= ranks.size().
std::pair<int, int> tournament(const std::vector<int>& ranks, int size, Random& random);

}  // namespace evorisk::ga
