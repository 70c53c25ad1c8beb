#include "tests/metrics/agreement.hpp"

#include <algorithm>
#include <boost/math/special_functions/gamma.hpp>
#include <cmath>
#include <functional>
#include <map>

namespace evorisk::metrics {
namespace {

using Value = std::function<double(const MatchSummary&)>;

double normal_two_sided(double z) {
  return std::erfc(std::abs(z) / std::sqrt(2.0));
}

struct Moments {
  double mean = 0;
  double variance = 0;
};

Moments moments(const std::vector<double>& x) {
  Moments m;
  for (const double v : x) m.mean += v;
  m.mean /= static_cast<double>(x.size());
  for (const double v : x) m.variance += (v - m.mean) * (v - m.mean);
  m.variance /= static_cast<double>(x.size() - 1);
  return m;
}

double welch_p(const std::vector<double>& a, const std::vector<double>& b) {
  const Moments ma = moments(a);
  const Moments mb = moments(b);
  const double error = std::sqrt(ma.variance / static_cast<double>(a.size()) +
                                 mb.variance / static_cast<double>(b.size()));
  // Equal constants, but for the rounding of sums and of single-precision values.
  if (std::abs(ma.mean - mb.mean) < 1e-7) return 1;
  return error == 0 ? 0 : normal_two_sided((ma.mean - mb.mean) / error);
}

// Chi-square of two rows of counts; cells with fewer than 20 together are pooled.
double two_sample_p(const std::map<int, std::pair<double, double>>& cells, double size_a,
                    double size_b) {
  std::vector<std::pair<double, double>> pooled(1);
  for (const auto& [key, cell] : cells) {
    auto& last = pooled.back();
    last.first += cell.first;
    last.second += cell.second;
    if (last.first + last.second >= 20) pooled.emplace_back();
  }
  const auto rest = pooled.back();
  pooled.pop_back();
  if (pooled.empty()) return 1;
  pooled.back().first += rest.first;
  pooled.back().second += rest.second;
  if (pooled.size() < 2) return 1;
  double chi_square = 0;
  for (const auto& [a, b] : pooled) {
    const double expected_a = (a + b) * size_a / (size_a + size_b);
    const double expected_b = (a + b) - expected_a;
    chi_square += (a - expected_a) * (a - expected_a) / expected_a +
                  (b - expected_b) * (b - expected_b) / expected_b;
  }
  return chi_square_tail(chi_square, static_cast<int>(pooled.size()) - 1);
}

}  // namespace

double chi_square_tail(double chi_square, int degrees_of_freedom) {
  return degrees_of_freedom < 1 ? 1
                                : boost::math::gamma_q(degrees_of_freedom / 2.0, chi_square / 2);
}

double chi_square_p(std::span<const double> counts, std::span<const double> probabilities) {
  double size = 0;
  for (const double c : counts) size += c;
  double chi_square = 0;
  int cells = 0;
  double pooled_count = 0;
  double pooled_expected = 0;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = probabilities[i] * size;
    if (expected < 10) {
      pooled_count += counts[i];
      pooled_expected += expected;
      continue;
    }
    chi_square += (counts[i] - expected) * (counts[i] - expected) / expected;
    ++cells;
  }
  if (pooled_expected > 1) {
    chi_square +=
        (pooled_count - pooled_expected) * (pooled_count - pooled_expected) / pooled_expected;
    ++cells;
  } else if (pooled_count > 20) {
    return 0;
  }
  return chi_square_tail(chi_square, cells - 1);
}

std::vector<DistributionTest> compare_matches(std::span<const MatchSummary> a,
                                              std::span<const MatchSummary> b) {
  const std::pair<const char*, Value> values[] = {
      {"turns", [](const MatchSummary& m) { return double(m.turns); }},
      {"duration", [](const MatchSummary& m) { return m.duration; }},
      {"branching factor", [](const MatchSummary& m) { return m.branching_factor; }},
      {"drama", [](const MatchSummary& m) { return m.drama; }},
      {"killer moves", [](const MatchSummary& m) { return m.killer_moves; }},
      {"lead change", [](const MatchSummary& m) { return m.lead_change; }},
  };
  const auto size_a = static_cast<double>(a.size());
  const auto size_b = static_cast<double>(b.size());
  std::vector<DistributionTest> result;
  for (const auto& [name, value] : values) {
    std::vector<double> x;
    std::vector<double> y;
    for (const MatchSummary& m : a) x.push_back(value(m));
    for (const MatchSummary& m : b) y.push_back(value(m));
    const Moments mx = moments(x);
    const Moments my = moments(y);
    const double usual = [&] {
      std::vector<double> sorted = x;
      std::nth_element(sorted.begin(), sorted.begin() + sorted.size() / 2, sorted.end());
      return sorted[sorted.size() / 2];
    }();
    const auto unusual = [&](const std::vector<double>& v) {
      return std::count_if(v.begin(), v.end(),
                           [&](double d) { return std::abs(d - usual) > 1e-6; });
    };
    const auto ux = static_cast<double>(unusual(x));
    const auto uy = static_cast<double>(unusual(y));
    const std::string detail =
        std::to_string(mx.mean) + " +- " + std::to_string(std::sqrt(mx.variance)) + ", " +
        std::to_string(my.mean) + " +- " + std::to_string(std::sqrt(my.variance));
    if (ux + uy < few) {
      const double p =
          two_sample_p({{0, {size_a - ux, size_b - uy}}, {1, {ux, uy}}}, size_a, size_b);
      result.push_back({std::string(name) + ", unusual values", p, detail});
      continue;
    }
    result.push_back({std::string(name) + ", mean", welch_p(x, y), detail});
    const double centre = (mx.mean + my.mean) / 2;
    for (double& v : x) v = (v - centre) * (v - centre);
    for (double& v : y) v = (v - centre) * (v - centre);
    result.push_back({std::string(name) + ", variance", welch_p(x, y), detail});
  }
  std::map<int, std::pair<double, double>> lengths;
  std::map<int, std::pair<double, double>> winners;
  for (const MatchSummary& m : a) {
    ++lengths[m.turns].first;
    ++winners[m.winner].first;
  }
  for (const MatchSummary& m : b) {
    ++lengths[m.turns].second;
    ++winners[m.winner].second;
  }
  result.push_back({"distribution of the length", two_sample_p(lengths, size_a, size_b), ""});
  std::string shares;
  for (const auto& [seat, cell] : winners) {
    shares += " " + std::to_string(seat) + ": " + std::to_string(cell.first / size_a) + ", " +
              std::to_string(cell.second / size_b) + ";";
  }
  result.push_back({"winners", two_sample_p(winners, size_a, size_b), shares});
  return result;
}

std::vector<DistributionTest> holm_rejections(std::vector<DistributionTest> all, double alpha) {
  std::sort(all.begin(), all.end(),
            [](const DistributionTest& x, const DistributionTest& y) { return x.p < y.p; });
  std::size_t rejected = 0;
  while (rejected < all.size() &&
         all[rejected].p <= alpha / static_cast<double>(all.size() - rejected)) {
    ++rejected;
  }
  all.resize(rejected);
  return all;
}

}  // namespace evorisk::metrics
