#include "maps/generate/generator.hpp"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>

#include "base/error.hpp"
#include "base/index.hpp"
#include "maps/generate/draft.hpp"
#include "maps/layout/layout.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

// The new number of each territory and continent: continents from the left to the right of the
// board, the territories of each from top to bottom.
MapData number(const Draft& draft, const MapStyle& style, Random& random) {
  const auto& [points, borders, hull, continent] = draft;
  const int continents = 1 + *std::max_element(continent.begin(), continent.end());
  std::vector<std::pair<double, int>> columns;  // mean x, continent
  for (int c = 0; c < continents; ++c) {
    double sum = 0;
    int size = 0;
    for (std::size_t t = 0; t < points.size(); ++t) {
      if (continent[t] != c) continue;
      sum += static_cast<double>(points[t].x);
      ++size;
    }
    columns.push_back({sum / size, c});
  }
  std::sort(columns.begin(), columns.end());
  MapData data;
  data.territories.resize(points.size());
  std::vector<int> number_of(points.size());
  int next = 0;
  for (const auto& [x, c] : columns) {
    std::map<std::pair<std::int64_t, std::int64_t>, int> members;  // by y and x
    for (std::size_t t = 0; t < points.size(); ++t) {
      if (continent[t] == c) members[{points[t].y, points[t].x}] = static_cast<int>(t);
    }
    Continent made;
    made.island = style.islands > 0 && continents > 1;
    for (const auto& [place, t] : members) {
      number_of[at(t)] = next;
      made.territories.push_back(next++);
    }
    data.continents.push_back(std::move(made));
  }
  for (std::size_t t = 0; t < points.size(); ++t) {
    data.territories[at(number_of[t])].position =
        Point{static_cast<double>(points[t].x) / static_cast<double>(board_unit),
              static_cast<double>(points[t].y) / static_cast<double>(board_unit)};
  }
  for (const Border& border : borders) {
    data.borders.push_back(ordered_border(number_of[at(border.a)], number_of[at(border.b)]));
  }
  deal_bonuses(data, style.mirrored, random);
  if (style.formula) fit_bonuses(data);
  return data;
}

void check(const GeneratorOptions& options) {
  constexpr int most = 1'000'000;
  if (options.territories < 2 || options.territories > most) {
    throw InputError("territories: {} is out of range; a map has 2 to {}", options.territories,
                     most);
  }
  if (options.continents < 0 || options.continents > options.territories) {
    throw InputError(
        "continents: {} is out of range; a map of {} territories has 1 to {} continents",
        options.continents, options.territories, options.territories);
  }
  if (options.density && !(*options.density >= 0 && *options.density <= 1)) {
    throw InputError(
        "density: {} is out of range; it is 0 (a tree) to 1 (a maximal "
        "planar map)",
        *options.density);
  }
}

// A triangulation of the style's region with large and small territories.
Draft triangulated(const MapStyle& style, int territories, Random& random) {
  const Region region = style.region(random);
  const int rounds = static_cast<int>(drawn(style.rounds, random) + 0.5);
  // Each takes time in proportion to all: none on huge boards.
  constexpr int most_varied = 1000;
  const double share = territories <= most_varied ? drawn(style.large, random) : 0;
  const int large = static_cast<int>(share * territories + 0.5);
  Draft draft;
  draft.points = spread_points(territories + large, rounds, region, random);
  Triangulation triangulation = triangulate(draft.points);
  draft.borders = std::move(triangulation.borders);
  draft.hull = std::move(triangulation.hull);
  take_in_neighbours(draft, large, random);
  return draft;
}

}  // namespace

int designers_continents(int territories, Random& random) {
  const double size = 5.2 * std::exp(1.1 * (random.unit() + random.unit() - 1));
  const int most = std::max(1, territories / 2);
  return std::clamp(static_cast<int>(std::lround(territories / size)),
                    std::clamp(territories / 3, 1, territories < 15 ? 3 : 4), most);
}

int generated_borders(int territories, double density) {
  if (territories < 3) return territories - 1;
  const double beyond_tree = density * (2.0 * territories - 5);
  return territories - 1 + static_cast<int>(std::floor(beyond_tree + 0.5));
}

double density_of(int territories, double borders) {
  if (territories < 3) return 0;
  return std::clamp((borders - territories + 1) / (2.0 * territories - 5), 0.0, 1.0);
}

void regrow_continents(MapData& map, Random& random) {
  Draft draft;
  std::vector<Point> places;
  for (const Territory& territory : map.territories) {
    if (territory.position) places.push_back(*territory.position);
  }
  if (places.size() < map.territories.size()) places = layout(Map(map));
  for (const Point p : places) {
    draft.points.push_back({std::llround(p.x * board_unit), std::llround(p.y * board_unit)});
  }
  draft.borders = map.borders;
  const auto territories = static_cast<int>(map.territories.size());
  const double stretch = 1 + 0.8 * random.unit();
  grow_continents(draft, designers_continents(territories, random), stretch, random);
  const int count = 1 + *std::max_element(draft.continent.begin(), draft.continent.end());
  map.continents.assign(at(count), {});
  for (int t = 0; t < territories; ++t) {
    map.continents[at(draft.continent[at(t)])].territories.push_back(t);
  }
  deal_bonuses(map, false, random);
}

Map generate_map(const GeneratorOptions& options, Random& random) {
  check(options);
  const MapStyle& style = options.style.empty() ? draw_style(random) : map_style(options.style);
  const int continents = options.continents > 0 ? options.continents
                                                : designers_continents(options.territories, random);
  // A half of at least two territories, and its image.
  const bool mirror = style.mirrored && continents >= 2 && continents <= options.territories / 2;
  const int territories = mirror ? options.territories / 2 : options.territories;
  Draft draft;
  // Taking in neighbours may stop early, where hardly a territory lies inside: drawn anew, and in
  // the end without.
  for (int draw = 0; static_cast<int>(draft.points.size()) != territories; ++draw) {
    MapStyle plain = style;
    if (draw >= 5) plain.large = {0, 0};
    draft = triangulated(plain, territories, random);
  }
  int wanted = 0;
  if (options.density) {
    wanted = generated_borders(territories, *options.density);
    // The image could not be joined to borders around the outside.
    if (mirror) wanted = std::min(wanted, static_cast<int>(draft.borders.size()));
  } else {
    const double degree = drawn(style.degree, random);
    wanted = static_cast<int>(std::lround(degree * territories / 2));
    wanted = std::clamp(wanted, territories - 1, static_cast<int>(draft.borders.size()));
  }
  bool straight = static_cast<int>(draft.borders.size()) >= wanted;
  if (straight) {
    drop_long(draft, at(wanted));
  } else {
    close_outside(draft, at(wanted));
  }
  grow_continents(draft, mirror ? (continents + 1) / 2 : continents, drawn(style.stretch, random),
                  random);
  Thinning thinning;
  thinning.across = drawn(style.across, random);
  thinning.closed = drawn(style.closed, random);
  thinning.dead_ends = random.chance(0.6) ? drawn(style.dead_ends, random) : 0;
  thinning.walls = style.walls;
  thinning.most_borders = style.most_borders;
  thin_out(draft, at(wanted), thinning, random);
  if (straight && style.islands > 0) draw_together(draft, style.islands);
  if (mirror) {
    draft = mirrored(draft, options.territories % 2 == 1, continents, random);
    straight = straight && crossing_free(draft.points, draft.borders);
  }
  MapData data = number(draft, style, random);
  if (straight) return Map(std::move(data));

  const std::vector<Point> positions = layout(Map(data));
  for (std::size_t t = 0; t < positions.size(); ++t) data.territories[t].position = positions[t];
  return Map(std::move(data));
}

}  // namespace evorisk::maps
