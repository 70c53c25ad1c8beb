#include "maps/layout.hpp"

#include <algorithm>
#include <stdexcept>

#include "maps/geometry.hpp"
#include "maps/layout_embedding.hpp"
#include "maps/layout_frame.hpp"
#include "maps/layout_refine.hpp"
#include "maps/layout_repair.hpp"
#include "maps/layout_start.hpp"
#include "maps/layout_vector.hpp"

namespace evorisk::maps {
namespace {

using Hint = std::vector<std::optional<Point>>;

// Drawings with less clearance than this (in mean spacings) are improved, not taken over.
constexpr double degenerate = 0.06;

// A map with its borders sorted into those drawn without a crossing and the rest.
struct Drawable {
  explicit Drawable(const Map& map)
      : count(map.territory_count()), continents(map.continent_count()) {
    const std::vector<bool> belongs = planar_part(count, map.borders());
    for (std::size_t i = 0; i < belongs.size(); ++i) {
      (belongs[i] ? planar : loose).push_back(map.borders()[i]);
    }
    for (int t = 0; t < count; ++t) continent.push_back(map.continent_of(t));
  }

  Sketch sketch() const { return {planar, loose, continent, continents, {}}; }

  int count;
  int continents;
  std::vector<Border> planar;
  std::vector<Border> loose;
  std::vector<int> continent;
};

// Fewer steps for large maps, whose steps cost more.
int steps_for(int count, int steps) {
  return std::clamp(steps * 300 / std::max(count, 1), steps / 3, steps);
}

std::vector<Point> finish(std::vector<Point> positions, const Drawable& map) {
  if (auto points = rounded(positions, map.planar)) return *points;
  throw std::logic_error("layout: borders cross");
}

// Crossing-free positions in the plane of unit spacing, turned to lie level.
std::vector<Point> start(const Drawable& map) {
  constexpr int searchable = 300;
  const auto embedding = embed(map.count, map.planar, map.count <= searchable);
  if (!embedding) throw std::logic_error("layout: the planar part is not planar");
  std::vector<Point> positions = starting_positions(map.count, map.planar, *embedding);
  level(positions);
  const UnitSpacing spacing = unit_spacing(positions);
  for (Point& p : positions) p = spacing.enter(p);
  return positions;
}

std::vector<Point> draw_afresh(const Drawable& map) {
  std::vector<Point> positions = start(map);
  RefineOptions coarse;
  coarse.steps = steps_for(map.count, 100);
  coarse.last_move = 0.3;
  refine(map.sketch(), coarse, positions);
  level(positions);
  RefineOptions fine;
  fine.steps = steps_for(map.count, 100);
  fine.first_move = 0.3;
  refine(map.sketch(), fine, positions);
  fit_frame(positions);
  return finish(positions, map);
}

// As near to the hint as its mending, or failing that a fresh drawing turned and pulled towards
// it, can be.
std::vector<Point> draw_like(const Drawable& map, const Hint& hint) {
  std::vector<Point> known;
  for (const auto& p : hint) {
    if (p) known.push_back(*p);
  }
  const UnitSpacing spacing = unit_spacing(known);
  Sketch sketch = map.sketch();
  sketch.anchors.resize(hint.size());
  for (std::size_t v = 0; v < hint.size(); ++v) {
    if (hint[v]) sketch.anchors[v] = spacing.enter(*hint[v]);
  }

  RefineOptions options;
  std::vector<Point> positions;
  if (auto mended = repair(map.planar, hint)) {
    positions = std::move(*mended);
    for (Point& p : positions) p = spacing.enter(p);
    options.steps = 40;
    options.first_move = 0.15;
    options.anchoring = 6;
    refine(sketch, options, positions);
  } else {
    positions = start(map);
    align(positions, sketch.anchors);
    options.steps = steps_for(map.count, 200);
    options.anchoring = 1;
    refine(sketch, options, positions);
  }
  for (Point& p : positions) p = spacing.leave(p);
  fit_square(positions);
  return finish(positions, map);
}

bool usable(const std::vector<Point>& positions, const Drawable& map) {
  return is_clean(positions, map.planar) && clearance(positions, map.planar) >= degenerate;
}

}  // namespace

std::vector<Point> layout(const Map& map, const Hint& hint) {
  const Drawable drawable(map);
  const bool hinted = std::any_of(hint.begin(), hint.end(), [](const auto& p) { return !!p; });
  Hint known = hint;
  if (!hinted) {
    known.clear();
    for (const Territory& territory : map.data().territories) known.push_back(territory.position);
  }
  const auto places = std::count_if(known.begin(), known.end(), [](const auto& p) { return !!p; });
  if (places == map.territory_count()) {
    std::vector<Point> positions;
    for (const auto& p : known) positions.push_back(*p);
    if (usable(positions, drawable)) return positions;
  }
  if (map.territory_count() == 2) return {{0.25, 0.5}, {0.75, 0.5}};
  // Fewer than half of the places say little about the whole.
  if (places * 2 < map.territory_count()) return draw_afresh(drawable);
  return draw_like(drawable, known);
}

}  // namespace evorisk::maps
