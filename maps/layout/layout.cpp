#include "maps/layout/layout.hpp"

#include <algorithm>
#include <stdexcept>

#include "maps/layout/steps.hpp"
#include "maps/layout/vector.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::maps {
namespace {

using Hint = std::vector<std::optional<Point>>;

// Drawings with less clearance than this (in mean spacings) are improved, not taken over.
constexpr double degenerate = 0.06;

// A map with its borders sorted into those drawn without a crossing and the rest.
Sketch sketch_of(const Map& map, const std::vector<bool>& belongs) {
  Sketch sketch;
  sketch.continents = map.continent_count();
  for (std::size_t i = 0; i < belongs.size(); ++i) {
    (belongs[i] ? sketch.borders : sketch.loose).push_back(map.borders()[i]);
  }
  for (int t = 0; t < map.territory_count(); ++t) sketch.continent.push_back(map.continent_of(t));
  return sketch;
}

// Fewer steps for large maps, whose steps cost more.
int steps_for(int count, int steps) {
  return std::clamp(steps * 300 / std::max(count, 1), steps / 3, steps);
}

Embedding embedding_of(const Sketch& map, std::uint64_t variation = 0) {
  constexpr int searchable = 300;
  auto embedding = embed(map.count(), map.borders, map.count() <= searchable, variation);
  if (!embedding) throw std::logic_error("layout: the planar part is not planar");
  return *embedding;
}

std::vector<Point> draw_afresh(const Sketch& map, const Embedding& embedding) {
  const std::vector<Point> start = starting_positions(map.count(), map.borders, embedding);
  std::vector<Point> positions = start;
  level(positions);
  const UnitSpacing spacing = unit_spacing(positions);
  for (Point& p : positions) p = spacing.enter(p);
  // Small maps settle soon, large ones need the steps and cost more each.
  const auto steps = [&](int least) {
    return std::min(std::max(least, map.count()), steps_for(map.count(), 100));
  };
  RefineOptions coarse;
  coarse.steps = steps(12);
  coarse.last_move = 0.3;
  refine(map, coarse, positions);
  level(positions);
  RefineOptions fine;
  fine.steps = steps(24);
  fine.first_move = 0.3;
  refine(map, fine, positions);
  // Deep nesting may leave less room than the grids can tell apart.
  for (std::vector<Point> drawing : {positions, start}) {
    fit_frame(drawing);
    if (auto points = rounded(drawing, map.borders)) return *points;
  }
  return exact_positions(map.count(), map.borders, embedding);
}

// Of several starting drawings the one that seems to come nearest to the anchors when aligned to
// them.
std::vector<Point> start_near(const Sketch& map, const Hint& anchors) {
  const std::size_t attempts = map.count() <= 300 ? 24 : 3;
  const auto aligned = [&](std::vector<Point> positions) {
    const UnitSpacing spacing = unit_spacing(positions);
    for (Point& p : positions) p = spacing.enter(p);
    align(positions, anchors);
    return positions;
  };
  const std::vector<Embedding> embeddings = some_embeddings(map.count(), map.borders, attempts);
  std::size_t best = 0;
  double nearest = 0;
  for (std::size_t i = 0; i < embeddings.size(); ++i) {
    const std::vector<Point> rough =
        aligned(rough_positions(map.count(), map.borders, embeddings[i]));
    double sum = 0;
    for (std::size_t v = 0; v < rough.size(); ++v) {
      if (anchors[v]) sum += distance(rough[v], *anchors[v]);
    }
    if (i > 0 && sum >= nearest) continue;
    best = i;
    nearest = sum;
  }
  return aligned(starting_positions(map.count(), map.borders, embeddings[best]));
}

// Mends the hinted drawing: steps aside what is in the way of a border that crosses others; where
// that does not suffice, lets that border draw its ends together, and tries again. In the plane of
// unit spacing; nothing if borders cross in the end.
std::optional<std::vector<Point>> mend(const Sketch& map, const Hint& hint,
                                       const UnitSpacing& spacing) {
  constexpr std::size_t most_crossing = 4;
  constexpr int rounds = 4;
  Hint known = hint;
  for (int round = 0; round < rounds; ++round) {
    Repaired repaired = repair(map.borders, known);
    std::vector<Point>& positions = repaired.positions;
    for (Point& p : positions) p = spacing.enter(p);
    if (repaired.crossing.empty()) return positions;
    if (repaired.crossing.size() > most_crossing) return std::nullopt;
    Sketch pulled = map;
    pulled.borders.clear();
    pulled.loose.clear();
    for (std::size_t b = 0; b < map.borders.size(); ++b) {
      const bool crosses =
          std::count(repaired.crossing.begin(), repaired.crossing.end(), static_cast<int>(b)) > 0;
      (crosses ? pulled.loose : pulled.borders).push_back(map.borders[b]);
    }
    RefineOptions options;
    options.steps = 40;
    options.first_move = options.last_move = 0.3;
    options.anchoring = 0.5;
    options.loose_pull = 8;
    refine(pulled, options, positions);
    for (Point& p : positions) p = spacing.leave(p);
    fit_square(positions);
    known.assign(positions.begin(), positions.end());
  }
  return std::nullopt;
}

// As near to the hint as its mending, or failing that a fresh drawing turned and pulled towards
// it, can be.
std::vector<Point> draw_like(const Sketch& map, const Hint& hint) {
  std::vector<Point> known;
  for (const auto& p : hint) {
    if (p) known.push_back(*p);
  }
  const UnitSpacing spacing = unit_spacing(known);
  Sketch sketch = map;
  sketch.anchors.resize(hint.size());
  for (std::size_t v = 0; v < hint.size(); ++v) {
    if (hint[v]) sketch.anchors[v] = spacing.enter(*hint[v]);
  }

  RefineOptions options;
  std::vector<Point> positions;
  if (auto mended = mend(sketch, hint, spacing)) {
    positions = std::move(*mended);
    options.steps = 60;
    options.first_move = 0.2;
    options.anchoring = 6;
  } else {
    positions = start_near(map, sketch.anchors);
    options.steps = steps_for(map.count(), 200);
    options.anchoring = 1;
  }
  refine(sketch, options, positions);
  for (Point& p : positions) p = spacing.leave(p);
  fit_square(positions);
  if (auto points = rounded(positions, map.borders)) return *points;
  return draw_afresh(map, embedding_of(map));
}

std::vector<Point> draw(const Sketch& map, const Hint& known, bool placed) {
  const auto places = std::count_if(known.begin(), known.end(), [](const auto& p) { return !!p; });
  if (places == map.count()) {
    std::vector<Point> positions;
    for (const auto& p : known) positions.push_back(*p);
    if (is_clean(positions, map.borders) &&
        (placed || clearance(positions, map.borders) >= degenerate)) {
      return positions;
    }
  }
  if (placed && places >= 2) {
    const Repaired repaired = repair(map.borders, known);
    if (is_clean(repaired.positions, map.borders)) return repaired.positions;
  }
  if (map.count() == 2) return {{0.25, 0.5}, {0.75, 0.5}};
  // Fewer than half of the places say little about the whole.
  return places * 2 < map.count() ? draw_afresh(map, embedding_of(map)) : draw_like(map, known);
}

}  // namespace

std::vector<Point> layout(const Map& map, const Hint& hint) {
  Hint known = hint;
  if (std::none_of(hint.begin(), hint.end(), [](const auto& p) { return !!p; })) {
    known.clear();
    for (const Territory& territory : map.data().territories) known.push_back(territory.position);
  }
  // A planar map has one planar part, itself. Of others, the drawing with fewest crossings.
  std::vector<Point> best;
  std::size_t fewest = 0;
  for (const std::vector<bool>& part : planar_parts(map.territory_count(), map.borders())) {
    std::vector<Point> positions = draw(sketch_of(map, part), known, map.data().placed);
    const std::size_t crossings = clashing_borders(to_grid(positions), map.borders()).size();
    if (!best.empty() && crossings >= fewest) continue;
    best = std::move(positions);
    fewest = crossings;
  }
  return best;
}

std::vector<Point> layout_afresh(const Map& map, std::uint64_t variation) {
  if (map.territory_count() < 3) return layout(map);
  const Sketch sketch = sketch_of(map, planar_parts(map.territory_count(), map.borders()).front());
  return draw_afresh(sketch, embedding_of(sketch, variation));
}

}  // namespace evorisk::maps
