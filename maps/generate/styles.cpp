#include "maps/generate/styles.hpp"

#include <cmath>
#include <numbers>

#include "base/registry.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps {
namespace {

constexpr Point board_centre{frame_width / 2, frame_height / 2};

Region everywhere(Random&) {
  return [](Point) { return true; };
}

// A mainland with up to three lakes or gulfs.
Region with_lakes(Random& random) {
  std::vector<std::pair<Point, double>> lakes;
  const int count = random.index(4);
  for (int i = 0; i < count; ++i) {
    const double x = drawn({0, frame_width}, random);
    const double y = drawn({0, frame_height}, random);
    lakes.push_back({{x, y}, drawn({0.06, 0.15}, random)});
  }
  return [lakes](Point p) {
    for (const auto& [middle, radius] : lakes) {
      if (distance(p, middle) < radius) return false;
    }
    return true;
  };
}

// A winding band from the left to the right.
Region band(Random& random) {
  const double waves = drawn({0.6, 1.6}, random);
  const double phase = drawn({0, 2 * std::numbers::pi}, random);
  const double width = drawn({0.09, 0.17}, random);
  return [=](Point p) {
    const double middle =
        board_centre.y + 0.24 * std::sin(phase + 2 * std::numbers::pi * waves * p.x);
    return std::abs(p.y - middle) < width;
  };
}

// Two or three lands in a row and necks between them.
Region lands_and_necks(Random& random) {
  const int count = 2 + random.index(2);
  std::vector<Point> middles;
  for (int i = 0; i < count; ++i) {
    const double y = drawn({0.22, frame_height - 0.22}, random);
    middles.push_back({(i + 0.5) / count * frame_width, y});
  }
  const double radius = (count == 2 ? 0.2 : 0.14) * drawn({0.85, 1.1}, random);
  const double neck = drawn({0.03, 0.06}, random);
  return [=](Point p) {
    for (std::size_t i = 0; i < middles.size(); ++i) {
      const Point d = p - middles[i];
      if (length({d.x, 0.62 * d.y}) < radius) return true;
      if (i == 0) continue;
      const Point a = middles[i - 1];
      const double t = nearest_on_segment(a, middles[i], p);
      if (distance(p, a + t * (middles[i] - a)) < neck) return true;
    }
    return false;
  };
}

// Land around an inner sea.
Region annulus(Random& random) {
  const double hole = drawn({0.35, 0.6}, random);
  return [=](Point p) {
    const double r = length(
        {(p.x - board_centre.x) / (frame_width / 2), (p.y - board_centre.y) / (frame_height / 2)});
    return r > hole && r < 1;
  };
}

// Arms around a centre.
Region star(Random& random) {
  const int arms = 3 + random.index(4);
  const double turn = drawn({0, 2 * std::numbers::pi}, random);
  const double core = drawn({0.3, 0.45}, random);
  return [=](Point p) {
    const Point d{(p.x - board_centre.x) / (frame_width / 2),
                  (p.y - board_centre.y) / (frame_height / 2)};
    const double r = length(d);
    return r < core || (r < 1 && std::cos(arms * std::atan2(d.y, d.x) + turn) > 0.1);
  };
}

// clang-format off
//  name, summary, weight, region, rounds, degree, large, walls, most borders, across, closed,
//  stretch, dead ends, islands, mirrored, formula
constexpr MapStyle styles[] = {
    {"mainland", "One land with a few lakes, with large and small countries", 5, with_lakes,
     {0.6, 2.4}, {3.6, 4.9}, {0.7, 1.7}, 3, 10, {1, 1.7}, {0, 0.25}, {1, 1.8}, {0, 0.12}, 0,
     false, false},
    {"archipelago", "Each continent is an island; a few sea routes join them", 3, everywhere,
     {0.8, 2.4}, {2.6, 3.3}, {0.7, 1.7}, 3, 10, {3, 5}, {0.3, 0.6}, {1, 1.5}, {0, 0.15}, 0.3,
     false, false},
    {"chain", "Continents one after another along a winding band of land", 0.6, band,
     {0.8, 2.4}, {2.9, 4.2}, {0.6, 1.3}, 3, 10, {1, 1.6}, {0, 0.2}, {1, 1.3}, {0, 0.15}, 0,
     false, false},
    {"isthmus", "Two or three lands that narrow necks join", 1, lands_and_necks,
     {0.6, 2.4}, {3.2, 4.6}, {0.7, 1.6}, 3, 10, {1, 1.6}, {0, 0.3}, {1, 1.5}, {0, 0.15}, 0,
     false, false},
    {"ring", "Land around an inner sea", 0.7, annulus,
     {0.8, 2.4}, {3.2, 4.4}, {0.6, 1.3}, 3, 10, {1, 1.5}, {0, 0.3}, {1, 1.4}, {0, 0.1}, 0,
     false, false},
    {"radial", "A centre and arms around it", 1, star,
     {0.6, 2.4}, {3.2, 4.5}, {0.7, 1.7}, 3, 10, {1, 1.5}, {0, 0.3}, {1, 1.3}, {0, 0.15}, 0,
     false, false},
    {"mirrored", "One half is the mirror image of the other", 1, with_lakes,
     {0.6, 2.4}, {3.4, 4.7}, {0.7, 1.6}, 3, 10, {1, 1.7}, {0, 0.25}, {1, 1.6}, {0, 0.12}, 0,
     true, false},
    {"network", "Sparse: ways with few crossings and many bottlenecks", 1.8, with_lakes,
     {1, 2.6}, {2.4, 2.85}, {0, 0}, 0, 4, {0.7, 1.2}, {0, 0.2}, {1, 1.8}, {0, 0.06}, 0,
     false, false},
    // Never drawn unless asked for.
    {"classic", "Even countries in round continents, with bonuses by the formula of Risk", 0,
     everywhere, {3, 3}, {3, 4.2}, {0, 0}, 0, 10, {1.5, 1.5}, {0, 0}, {1, 1}, {0, 0}, 0,
     false, true},
};
// clang-format on

}  // namespace

std::span<const MapStyle> map_styles() {
  return styles;
}

const MapStyle& map_style(std::string_view name) {
  return find_named(styles, "map style", name);
}

const MapStyle& draw_style(Random& random) {
  double sum = 0;
  for (const MapStyle& style : styles) sum += style.weight;
  double left = sum * random.unit();
  for (const MapStyle& style : styles) {
    left -= style.weight;
    if (left < 0) return style;
  }
  return styles[0];
}

}  // namespace evorisk::maps
