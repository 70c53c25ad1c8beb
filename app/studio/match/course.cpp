#include "app/studio/match/course.hpp"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "metrics/evaluation.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

void CourseCurve::begin_match() {
  criteria_.begin_match();
  h_.clear();
  movers_.clear();
}

void CourseCurve::on_turn_end(const risk::TurnEnd& end) {
  criteria_.on_turn_end(end);
  h_.push_back(metrics::evaluation(end.territories, end.troops));
  movers_.push_back(end.mover);
}

Json CourseCurve::json() const {
  constexpr double equal = 1e-12;
  int leader = -1;
  int killer = 0;
  double largest = 0;
  std::vector<int> changes;
  std::vector<double> before;
  for (std::size_t n = 0; n < h_.size(); ++n) {
    const std::vector<double>& h = h_[n];
    const double most = *std::ranges::max_element(h);
    const auto leaders =
        std::ranges::count_if(h, [&](double value) { return value > most - equal; });
    if (leaders == 1) {
      const auto ahead = static_cast<int>(std::ranges::max_element(h) - h.begin());
      if (leader >= 0 && ahead != leader) changes.push_back(static_cast<int>(n) + 1);
      leader = ahead;
    }
    std::vector<double> margin;
    for (std::size_t p = 0; p < h.size(); ++p) {
      double other = 0;
      for (std::size_t q = 0; q < h.size(); ++q) other = q == p ? other : std::max(other, h[q]);
      margin.push_back(h[p] - other);
    }
    for (std::size_t p = 0; p < h.size() && n > 0; ++p) {
      if (static_cast<int>(p) == movers_[n] && margin[p] - before[p] > largest + equal) {
        largest = margin[p] - before[p];
        killer = static_cast<int>(n) + 1;
      }
    }
    before = std::move(margin);
  }
  return {{"H", h_}, {"movers", movers_}, {"killer", killer}, {"lead_changes", changes}};
}

}  // namespace evorisk::app
