#include "metrics/estimates/group_sequential.hpp"

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"

namespace evorisk::metrics {
namespace {

constexpr double widest = 37;  // beyond it the normal distribution underflows

double upper_tail(double z) {
  return 0.5 * std::erfc(z / std::sqrt(2.0));
}

// The density of a sum that has not crossed a bound so far, on a grid for Simpson's rule.
struct Density {
  std::vector<double> at;
  std::vector<double> mass;  // density times weight

  // The probability that a normal step of this deviation from here ends beyond +-edge.
  double beyond(double edge, double step) const {
    double sum = 0;
    for (std::size_t i = 0; i < at.size(); ++i) {
      sum += mass[i] * (upper_tail((edge - at[i]) / step) + upper_tail((edge + at[i]) / step));
    }
    return sum;
  }

  // After such a step, within +-edge.
  Density after(double edge, double step) const {
    // Where the density is nothing, grid points would be wasted.
    const double reach = std::min(edge, at.back() + 8 * step);
    constexpr int intervals = 400;
    const double width = 2 * reach / intervals;
    Density next;
    for (int i = 0; i <= intervals; ++i) {
      const double y = -reach + i * width;
      double density = 0;
      for (std::size_t k = 0; k < at.size(); ++k) {
        const double z = (y - at[k]) / step;
        density += mass[k] * std::exp(-z * z / 2);
      }
      constexpr double root_of_two_pi = 2.506628274631000502;
      density /= step * root_of_two_pi;
      const double weight = i == 0 || i == intervals ? 1 : i % 2 == 1 ? 4 : 2;
      next.at.push_back(y);
      next.mass.push_back(density * weight * width / 3);
    }
    return next;
  }
};

}  // namespace

double spent(double information, double alpha) {
  return 4 * upper_tail(normal_quantile(alpha / 4) / std::sqrt(information));
}

std::vector<double> sequential_bounds(std::span<const double> information, double alpha) {
  std::vector<double> bounds;
  Density density{{0}, {1}};
  double before = 0;
  double used = 0;
  for (const double t : information) {
    const double step = std::sqrt(t - before);
    const double allowed = spent(t, alpha);
    // The bound at which what is left to spend is spent, in z.
    double low = 0;
    double high = widest;
    for (int i = 0; i < 60; ++i) {
      const double z = (low + high) / 2;
      (density.beyond(z * std::sqrt(t), step) > allowed - used ? low : high) = z;
    }
    bounds.push_back(high);
    density = density.after(high * std::sqrt(t), step);
    used = allowed;
    before = t;
  }
  return bounds;
}

}  // namespace evorisk::metrics
