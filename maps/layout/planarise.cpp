#include <algorithm>
#include <map>
#include <optional>

#include "base/index.hpp"
#include "base/random.hpp"
#include "maps/components.hpp"
#include "maps/layout/steps.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::maps {
namespace {

// A maximal planar part that prefers borders earlier in `order`: first a spanning tree, so that the
// part is connected; then the rest in runs that halve where a run would break planarity.
std::vector<bool> greedy_part(int vertices, std::span<const Border> borders,
                              const std::vector<std::size_t>& order) {
  Components connected(vertices);
  std::vector<bool> belongs(borders.size(), false);
  std::vector<Border> kept;
  std::vector<std::size_t> open;
  for (const std::size_t i : order) {
    if (!connected.join(borders[i].a, borders[i].b)) {
      open.push_back(i);
      continue;
    }
    belongs[i] = true;
    kept.push_back(borders[i]);
  }
  std::size_t next = 0;
  std::size_t run = open.size();
  while (next < open.size()) {
    run = std::min(run, open.size() - next);
    const std::size_t size = kept.size();
    for (std::size_t i = next; i < next + run; ++i) kept.push_back(borders[open[i]]);
    if (is_planar(vertices, kept)) {
      for (std::size_t i = next; i < next + run; ++i) belongs[open[i]] = true;
      next += run;
      run *= 2;
    } else {
      kept.resize(size);
      if (run == 1) ++next;
      run = std::max<std::size_t>(1, run / 2);
    }
  }
  return belongs;
}

// How many borders the ones left out would cross, each drawn by itself from face to face of an
// embedding of the part.
int crossings_left(int vertices, std::span<const Border> borders,
                   const std::vector<bool>& belongs) {
  std::vector<Border> part;
  for (std::size_t i = 0; i < borders.size(); ++i) {
    if (belongs[i]) part.push_back(borders[i]);
  }
  const auto embedding = embed(vertices, part, false);
  const auto& faces = embedding->faces;
  std::map<std::pair<int, int>, int> left_of;  // the face along each directed border
  for (std::size_t f = 0; f < faces.size(); ++f) {
    for (std::size_t i = 0; i < faces[f].size(); ++i) {
      left_of[{faces[f][i], faces[f][(i + 1) % faces[f].size()]}] = static_cast<int>(f);
    }
  }
  int total = 0;
  for (std::size_t i = 0; i < borders.size(); ++i) {
    if (belongs[i]) continue;
    std::vector<int> distance(faces.size(), -1);
    std::vector<int> queue;
    for (std::size_t f = 0; f < faces.size(); ++f) {
      if (std::count(faces[f].begin(), faces[f].end(), borders[i].a) == 0) continue;
      distance[f] = 0;
      queue.push_back(static_cast<int>(f));
    }
    for (std::size_t next = 0; next < queue.size(); ++next) {
      const auto f = static_cast<std::size_t>(queue[next]);
      if (std::count(faces[f].begin(), faces[f].end(), borders[i].b) > 0) {
        total += distance[f];
        break;
      }
      for (std::size_t k = 0; k < faces[f].size(); ++k) {
        const int g = left_of[{faces[f][(k + 1) % faces[f].size()], faces[f][k]}];
        if (distance[at(g)] >= 0) continue;
        distance[at(g)] = distance[f] + 1;
        queue.push_back(g);
      }
    }
  }
  return total;
}

}  // namespace

std::vector<std::vector<bool>> planar_parts(int vertices, std::span<const Border> borders) {
  if (is_planar(vertices, borders)) return {std::vector<bool>(borders.size(), true)};
  std::vector<std::size_t> order = numbers<std::size_t>(borders.size());
  std::vector<bool> first = greedy_part(vertices, borders, order);
  constexpr int searchable = 300;
  if (vertices > searchable) return {std::move(first)};

  struct Candidate {
    std::ptrdiff_t left_out;
    int crossings;
    std::vector<bool> part;
  };
  std::vector<Candidate> candidates;
  const auto consider = [&](std::vector<bool> part) {
    const auto left_out = std::count(part.begin(), part.end(), false);
    if (!candidates.empty() && left_out > candidates.front().left_out) return;
    if (!candidates.empty() && left_out < candidates.front().left_out) candidates.clear();
    const int crossings = crossings_left(vertices, borders, part);
    candidates.push_back({left_out, crossings, std::move(part)});
  };
  consider(std::move(first));
  // Every single border whose absence is enough; it cannot cut the map, as a bridge is part of no
  // obstruction.
  for (std::size_t i = 0; i < borders.size(); ++i) {
    std::vector<Border> rest(borders.begin(), borders.end());
    rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
    if (!is_planar(vertices, rest)) continue;
    std::vector<bool> part(borders.size(), true);
    part[i] = false;
    consider(std::move(part));
  }
  Random random({.seed = 0, .purpose = Purpose::layout});
  constexpr int attempts = 20;
  for (int attempt = 0; attempt < attempts && candidates.front().left_out > 1; ++attempt) {
    random.shuffle(order.begin(), order.end());
    consider(greedy_part(vertices, borders, order));
  }
  std::stable_sort(
      candidates.begin(), candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.crossings < b.crossings; });
  std::vector<std::vector<bool>> parts;
  constexpr std::size_t most = 6;
  for (Candidate& candidate : candidates) {
    if (parts.size() == most) break;
    if (std::find(parts.begin(), parts.end(), candidate.part) == parts.end()) {
      parts.push_back(std::move(candidate.part));
    }
  }
  return parts;
}

}  // namespace evorisk::maps
