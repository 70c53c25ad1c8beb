// Random planar maps with contiguous continents, in the styles in which people design boards.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "maps/map.hpp"

namespace evorisk::maps {

struct GeneratorOptions {
  int territories = 20;  // 2 ... memory
  int continents = 0;    // 1 ... territories; 0: as many as designers give such a board
  // From 0 (a tree: territories - 1 borders) to 1 (a maximal planar triangulation). Not set: as
  // the style has it.
  std::optional<double> density;
  std::string style = {};  // a name of map_styles(); empty: drawn by the styles' weights
};

// How many borders a generated map has: n - 1 + round(density * (2 n - 5)) for n >= 3 territories,
// so between a tree's n - 1 and a maximal planar map's 3 n - 6; 1 for two territories.
// Classic Risk (42 territories, 83 borders) has density 0.53.
int generated_borders(int territories, double density);
// The density that gives about so many borders, 0 ... 1.
double density_of(int territories, double borders);

// A continent's bonus by its size and by how many of its territories border other continents:
// round(0.35 size + 0.7 gates - 0.72), at least 2 from four territories on, else at least 1; at
// most 1000, the highest there is. Fitted to classic Risk, all of whose six bonuses it gives.
int continent_bonus(int territories, int gates);

// The bonus by that of a continent of a map with these gates().
int fitting_bonus(const Continent& continent, const std::vector<bool>& gate);
// Gives every continent that bonus.
void fit_bonuses(MapData& map);

// Around 5.2 territories a continent (10 to 90 %: 3.4 to 7.9), at least 3 continents from nine
// territories on, as boards that people designed have them.
int designers_continents(int territories, Random& random);

// Gives the map other continents, as designers_continents has them: contiguous, of varied sizes,
// without names. Their bonuses are dealt as by deal_bonuses.
void regrow_continents(MapData& map, Random& random);

// Gives every continent a bonus as designers do: by size, by territories that border other
// continents, by both, or the same for all; from 0.42 to 1.05 a territory; with some taste in
// single continents, but for those of a `symmetric` map that are alike.
void deal_bonuses(MapData& map, bool symmetric, Random& random);

// Changes bonuses that look like errors. A continent with no fewer territories and no fewer gates()
// than another, and more of one of them, has no smaller bonus: the two exchange theirs. And for its
// territories none is worth less than 0.6 or more than 1.5 times what all are worth on average, or
// more than 4/3; but 1 at least.
void mend_bonuses(MapData& map);

// A connected planar map with contiguous continents, and positions whose straight borders do not
// cross; names are left empty. Points are spread over the style's region (styles.hpp) and
// triangulated (Delaunay); some territories take in a neighbour, and so become large ones with many
// borders; continents of varied sizes grow; borders are thinned out, those between continents
// first, where the style wants few of them; bonuses are dealt out. Territories are
// numbered continent by continent. With `density`, the map has exactly generated_borders(...)
// borders; style `mirrored` comes near to it. The same options and stream give the same map. Throws
// InputError for options out of range and unknown styles.
Map generate_map(const GeneratorOptions& options, Random& random);

}  // namespace evorisk::maps
