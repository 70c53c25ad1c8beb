// Maps of known shape, and random planar ones, for tests of drawings and of planarity.
#pragma once

#include <string>
#include <vector>

#include "base/random.hpp"
#include "maps/map.hpp"

namespace evorisk::maps::test {

using Borders = std::vector<Border>;

Borders path(int n);
Borders cycle(int n);
Borders star(int n);
Borders wheel(int n);             // a hub and a rim of n - 1
Borders complete(int n);          // planar up to 4
Borders two_hubs(int n);          // K(2, n - 2)
Borders nested_triangles(int n);  // n / 3 triangles, each inside the next and joined to it
Borders random_tree(int n, Random& random);

// Maximal planar: vertices put into random faces, then `flips` random edges turned.
Borders random_triangulation(int n, int flips, Random& random);

// A random connected part of a random triangulation with the given number of borders.
Borders random_planar(int n, int borders, Random& random);

// A map with these borders and continents grown from random territories.
Map make_map(int n, Borders borders, int continents, Random& random);

// A planar map of a random family, shape and number of continents.
Map random_map(int most_territories, Random& random);

}  // namespace evorisk::maps::test
