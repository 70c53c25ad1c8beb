#include "ga/algorithms/pareto.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <utility>

#include "base/index.hpp"

namespace evorisk::ga {
namespace {

// Of points that all lie below the reference in each of the first `losses` coordinates.
double volume(std::vector<Losses> points, const Losses& reference, std::size_t losses) {
  if (points.empty()) return 0;
  const std::size_t last = losses - 1;
  std::sort(points.begin(), points.end(), [&](const Losses& a, const Losses& b) {
    return std::pair(a[last], a[0]) < std::pair(b[last], b[0]);
  });
  if (losses == 1) return reference[0] - points.front()[0];
  double sum = 0;
  if (losses == 2) {
    double edge = reference[0];  // the least first coordinate so far
    for (const Losses& point : points) {
      if (point[0] >= edge) continue;
      sum += (edge - point[0]) * (reference[1] - point[1]);
      edge = point[0];
    }
    return sum;
  }
  // Between two values of the last loss the points before count with their other losses.
  std::vector<Losses> slice;
  for (std::size_t i = 0; i < points.size(); ++i) {
    slice.push_back(points[i]);
    const double top = i + 1 < points.size() ? points[i + 1][last] : reference[last];
    if (top > points[i][last]) {
      sum += (top - points[i][last]) * volume(slice, reference, losses - 1);
    }
  }
  return sum;
}

}  // namespace

bool dominates(const Losses& a, const Losses& b) {
  return std::ranges::equal(a, b, std::ranges::less_equal()) && a != b;
}

std::vector<int> pareto_ranks(std::span<const Losses> points, std::span<const double> violations) {
  const std::size_t count = points.size();
  const auto before = [&](std::size_t a, std::size_t b) {
    if (!violations.empty() && violations[a] != violations[b]) {
      return violations[a] < violations[b];
    }
    return (violations.empty() || violations[a] == 0) && dominates(points[a], points[b]);
  };
  std::vector<std::vector<std::size_t>> dominated(count);
  std::vector<int> above(count);  // how many dominate it, of those not ranked yet
  for (std::size_t a = 0; a < count; ++a) {
    for (std::size_t b = a + 1; b < count; ++b) {
      if (before(a, b)) {
        dominated[a].push_back(b);
        ++above[b];
      } else if (before(b, a)) {
        dominated[b].push_back(a);
        ++above[a];
      }
    }
  }
  std::vector<int> ranks(count, -1);
  std::vector<std::size_t> front;
  for (std::size_t i = 0; i < count; ++i) {
    if (above[i] == 0) front.push_back(i);
  }
  for (int rank = 0; !front.empty(); ++rank) {
    std::vector<std::size_t> next;
    for (const std::size_t i : front) ranks[i] = rank;
    for (const std::size_t i : front) {
      for (const std::size_t j : dominated[i]) {
        if (--above[j] == 0) next.push_back(j);
      }
    }
    front = std::move(next);
  }
  return ranks;
}

std::vector<double> crowding_distances(std::span<const Losses> front) {
  constexpr double infinite = std::numeric_limits<double>::infinity();
  std::vector<double> distances(front.size());
  if (front.size() <= 2) return std::vector<double>(front.size(), infinite);
  for (std::size_t loss = 0; loss < front.front().size(); ++loss) {
    const auto order = ordered_numbers<std::size_t>(
        front.size(),
        [&](std::size_t a, std::size_t b) { return front[a][loss] < front[b][loss]; });
    const double range = front[order.back()][loss] - front[order.front()][loss];
    distances[order.front()] = infinite;
    distances[order.back()] = infinite;
    if (range == 0) continue;
    for (std::size_t i = 1; i + 1 < order.size(); ++i) {
      distances[order[i]] += (front[order[i + 1]][loss] - front[order[i - 1]][loss]) / range;
    }
  }
  return distances;
}

double hypervolume(std::vector<Losses> points, const Losses& reference) {
  std::erase_if(points, [&](const Losses& point) {
    return !std::ranges::equal(point, reference, std::ranges::less());
  });
  return volume(std::move(points), reference, reference.size());
}

std::vector<Losses> losses_of(std::span<const Individual> population) {
  std::vector<Losses> points;
  for (const Individual& individual : population) {
    Losses& point = points.emplace_back();
    for (const metrics::Estimate& loss : individual.losses) point.push_back(loss.mean);
  }
  return points;
}

std::vector<double> violations_of(std::span<const Individual> population) {
  std::vector<double> violations;
  for (const Individual& individual : population) violations.push_back(individual.violation);
  return violations;
}

Losses reference_of(const metrics::Objective& objective) {
  Losses reference;
  for (const metrics::Objective::Group& group : objective.groups) {
    reference.push_back(group.reference);
  }
  return reference;
}

std::vector<int> front_of(std::span<const Individual> population) {
  const std::vector<int> ranks = pareto_ranks(losses_of(population), violations_of(population));
  std::vector<int> front;
  for (std::size_t i = 0; i < ranks.size(); ++i) {
    if (ranks[i] == 0 && population[i].violation == 0) front.push_back(static_cast<int>(i));
  }
  return front;
}

}  // namespace evorisk::ga
