// MAP-Elites under noise: the best variant of every niche, not one best variant.
#pragma once

#include <memory>

#include "ga/algorithms/algorithm.hpp"

namespace evorisk::ga {

// An archive with a niche per combination of bins (ga/algorithms/niches.hpp). Each generation of
// `population` places: challengers and occupants of the archive, which play further matches;
// immigrants; and children of parents drawn uniformly from the occupants. What is measured goes to
// the niche that all its evidence says, also when that is another one than before.
//
// Noise, after Justesen, Risi and Mouret 2019 (adaptive sampling) and Flageat and Cully 2020 (deep
// grids): a niche remembers its `depth` best. One that looks better than the occupant but has
// played less is a challenger: it plays on until it looks worse, or has as many matches as the
// occupant (or config.enough_matches) and takes the place. An occupant that further matches make
// worse than another is demoted to that one's place. A game has one place in the archive: of two
// individuals that are the same game (ga/genome/genome.hpp) the one that has played more keeps it.
//
// Deterministic, like all algorithms; the state is the archive. What it reports of a generation are
// the individuals measured in it, not the archive.
std::unique_ptr<Algorithm> make_map_elites(const Config& config, int threads);

}  // namespace evorisk::ga
