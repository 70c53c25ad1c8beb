// What pagmo2 (package libpagmo-dev) makes of sets of points: the golden file that our own Pareto
// ranks, crowding distances and hypervolumes are held against. Usage: pagmo_fronts > fronts.txt
//
// A case is a line "case POINTS LOSSES", then a line per point: its losses, its rank, and its
// crowding distance in its front (inf at the ends); then a line "hypervolume V", the reference
// being 1.1 in every loss. Points are multiples of 1/1024, so that they are the same in decimals.
#include <cstdint>
#include <cstdio>
#include <pagmo/utils/hypervolume.hpp>
#include <pagmo/utils/multi_objective.hpp>
#include <vector>

namespace {

std::uint64_t state = 20021;

// Of its own, so that the file does not change when the program's streams do (splitmix64).
std::uint64_t draw() {
  std::uint64_t z = (state += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

void write_case(std::size_t count, std::size_t losses, std::uint64_t grid) {
  std::vector<pagmo::vector_double> points;
  for (std::size_t i = 0; i < count; ++i) {
    pagmo::vector_double point;
    for (std::size_t l = 0; l < losses; ++l) {
      point.push_back(static_cast<double>(draw() % grid) / static_cast<double>(grid));
    }
    points.push_back(point);
  }
  const auto sorted = pagmo::fast_non_dominated_sorting(points);
  const auto& fronts = std::get<0>(sorted);
  const auto& ranks = std::get<3>(sorted);
  std::vector<double> crowding(count, HUGE_VAL);
  for (const auto& front : fronts) {
    if (front.size() < 3) continue;
    std::vector<pagmo::vector_double> members;
    for (const auto i : front) members.push_back(points[i]);
    const auto distances = pagmo::crowding_distance(members);
    for (std::size_t m = 0; m < front.size(); ++m) crowding[front[m]] = distances[m];
  }
  std::printf("case %zu %zu\n", count, losses);
  for (std::size_t i = 0; i < count; ++i) {
    for (const double x : points[i]) std::printf("%.10f ", x);
    std::printf("%d %.12g\n", static_cast<int>(ranks[i]), crowding[i]);
  }
  const pagmo::vector_double reference(losses, 1.1);
  std::printf("hypervolume %.15g\n", pagmo::hypervolume(points).compute(reference));
}

}  // namespace

int main() {
  for (const std::size_t losses : {2, 3}) {
    for (const std::size_t count : {3, 10, 40}) {
      write_case(count, losses, 1024);
      write_case(count, losses, 8);  // ties in single losses, and equal points
    }
  }
  write_case(20, 4, 1024);
}
