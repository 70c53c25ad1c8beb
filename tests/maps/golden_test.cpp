// Boards and distances as they were made once: a golden record notices changes that leave every
// property of a board intact.
#include "tests/support/golden.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/seal.hpp"
#include "maps/generate/generator.hpp"
#include "maps/generate/styles.hpp"
#include "maps/io.hpp"
#include "maps/layout/board.hpp"
#include "maps/layout/layout.hpp"
#include "maps/layout/shape.hpp"
#include "maps/likeness/human.hpp"
#include "maps/likeness/profile.hpp"
#include "maps/planar/edit_distance.hpp"
#include "tests/maps/random_maps.hpp"

namespace evorisk::maps {
namespace {

using test::test_stream;

// A hash of numbers, to a millionth.
class Numbers {
 public:
  void add(double x) { hash_ = text_hash(fmt::format("{} ", std::llround(x * 1e6)), hash_); }
  void add(Point p) {
    add(p.x);
    add(p.y);
  }
  void add(const std::vector<Point>& points) {
    for (const Point& p : points) add(p);
  }
  std::string text() const { return fmt::format("{:08x}", hash_ >> 32); }

 private:
  std::uint64_t hash_ = 0;
};

std::string land_hash(const Land& land) {
  Numbers numbers;
  for (const int owner : land.cells.owner) numbers.add(owner);
  numbers.add(land.seats);
  numbers.add(land.places);
  for (const BoardLine& line : land.lines) {
    numbers.add(line.left);
    numbers.add(line.right);
    numbers.add(line.points);
  }
  for (const BoardRoute& route : land.routes) {
    numbers.add(route.over_land ? 1 : 0);
    numbers.add(route.points);
  }
  return numbers.text();
}

std::string labels_hash(const BoardLabels& labels) {
  Numbers numbers;
  const auto add = [&](const Rectangle& box) {
    numbers.add(Point{box.x, box.y});
    numbers.add(Point{box.width, box.height});
  };
  for (const AreaLabel& label : labels.areas) {
    numbers.add(static_cast<double>(label.lines.size()));
    numbers.add(label.size);
    add(label.box);
    numbers.add(label.spot.centre);
    numbers.add(label.spot.radius);
  }
  for (const Badge& badge : labels.badges) add(badge.box);
  return numbers.text();
}

// What is made of a map, and what is said of it, in a line.
std::string line_of(const std::string& name, const Map& map) {
  const Board board = make_board(map);
  const BoardShape shape = measure_shape(board.map, board.land, board.labels);
  Numbers features;
  for (const double feature : features_of(map)) features.add(std::isnan(feature) ? -1 : feature);
  return fmt::format(
      "{}: {:08x} {} {} {}, {:.4f} {} {:.4f} {} {} {} {:.4f} {:.4f} {:.4f} {} {:.4f}, {:.6f}\n",
      name, text_hash(map_text(map)) >> 32, land_hash(board.land), labels_hash(board.labels),
      features.text(), shape.area_ratio, shape.routes, shape.longest_route, shape.routes_over_land,
      shape.route_crossings, shape.routes_along_coasts, shape.least_width, shape.longest_neck,
      shape.labels_inside, shape.split_continents, shape.farthest_part,
      human_distance(features_of(map)));
}

TEST(GoldenMaps, BoardsAreAsTheyWereMade) {
  std::string text;
  for (const std::string_view name : library_names()) {
    if (library_map(name)->territory_count() <= 50) {
      text += line_of(std::string(name), *library_map(name));
    }
  }
  for (const MapStyle& style : map_styles()) {
    for (const int territories : {5, 12, 21, 34}) {
      Random random = test_stream(static_cast<std::uint64_t>(territories));
      GeneratorOptions options;
      options.territories = territories;
      options.style = style.name;
      text += line_of(fmt::format("{} {}", style.name, territories), generate_map(options, random));
    }
  }
  for (std::uint64_t seed = 0; seed < 24; ++seed) {
    Random random = test_stream(seed);
    MapData data = test::random_map(random, test::random_shape(random, 24));
    test::decorate(data, random, false);
    text += line_of(fmt::format("random {}", seed), Map(data));
  }
  evorisk::test::expect_golden("tests/maps/golden/boards.txt", text);
}

// Near the positions of another drawing, shaken.
TEST(GoldenMaps, DrawingsNearOthersAreAsTheyWere) {
  std::string text;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    Random random = test_stream(seed);
    const Map map(test::random_map(random, test::random_shape(random, seed < 30 ? 20 : 120)));
    const double shaken = random.unit() * 0.4;
    std::vector<std::optional<Point>> near;
    for (const Point p : layout(map)) {
      near.emplace_back(
          Point{p.x + shaken * (random.unit() - 0.5), p.y + shaken * (random.unit() - 0.5)});
      if (random.chance(0.1)) near.back().reset();
    }
    Numbers numbers;
    numbers.add(layout(map, near));
    text += fmt::format("{}: {}\n", seed, numbers.text());
  }
  evorisk::test::expect_golden("tests/maps/golden/near.txt", text);
}

TEST(GoldenMaps, DistancesAreAsTheyWere) {
  std::string text;
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    Random random = test_stream(seed);
    const int most = seed < 30 ? 8 : 24;
    const Map a(test::random_map(random, test::random_shape(random, most)));
    MapData changed = test::random_map(random, test::random_shape(random, most));
    if (seed % 2 == 0) {  // or the same map with another bonus, and a border less
      changed = a.data();
      changed.continents.front().bonus += static_cast<int>(seed % 7);
      const Border first = changed.borders.front();
      changed.borders.erase(changed.borders.begin());
      if (broken_invariant(changed)) changed.borders.insert(changed.borders.begin(), first);
      changed = test::renumbered(std::move(changed), random);
    }
    const EditDistance d = edit_distance(a, Map(changed));
    text += fmt::format("{}: {} {} {} {} {:.4f}, {:.4f} {:.4f} {}\n", seed, d.edits.territories,
                        d.edits.continents, d.edits.borders, d.edits.memberships, d.edits.bonuses,
                        d.lower, d.largest, d.exact);
  }
  evorisk::test::expect_golden("tests/maps/golden/distances.txt", text);
}

TEST(GoldenMaps, ProfilesAreAsTheyWere) {
  std::string text;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    Random random = test_stream(seed);
    const int territories = 8 + static_cast<int>(seed) * 3;
    const Profile profile(territories, random);
    GeneratorOptions options;
    options.territories = territories;
    const Map map = generate_map(options, random);
    text += fmt::format(
        "{}: {:.6f} {:.6f} {:.6f} {:.6f}\n", seed, profile.value(Feature::mean_degree, territories),
        profile.value(Feature::continents, territories), profile.distance(features_of(map)),
        Profile(features_of(map)).distance(features_of(map)));
  }
  evorisk::test::expect_golden("tests/maps/golden/profiles.txt", text);
}

}  // namespace
}  // namespace evorisk::maps
