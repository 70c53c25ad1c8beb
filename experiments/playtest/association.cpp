#include "experiments/playtest/association.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>

#include "base/statistics.hpp"
#include "metrics/estimates/compare.hpp"

namespace evorisk::experiments {
namespace {

constexpr double power_z = 0.8416212335729143;  // of 80 %
constexpr double largest_correlation = 0.999;
constexpr int centrings = 40;

// Takes the means of groups and of persons away from one value an answer, and averages what is left
// by unit.
class Adjusted {
 public:
  explicit Adjusted(std::span<const Opinion> opinions) {
    std::map<std::size_t, std::size_t> units;
    std::map<std::size_t, std::size_t> groups;
    std::map<std::string, std::set<std::size_t>> of_person;
    for (const Opinion& opinion : opinions) {
      if (!opinion.who.empty()) of_person[opinion.who].insert(opinion.unit);
    }
    std::map<std::string, std::size_t> persons;
    for (const Opinion& opinion : opinions) {
      unit_.push_back(units.try_emplace(opinion.unit, units.size()).first->second);
      group_.push_back(groups.try_emplace(opinion.group, groups.size()).first->second);
      const bool several = !opinion.who.empty() && of_person[opinion.who].size() > 1;
      person_.push_back(several ? persons.try_emplace(opinion.who, persons.size()).first->second + 1
                                : 0);
    }
    units_ = units.size();
    groups_ = groups.size();
    persons_ = persons.size() + 1;
    std::vector<double> answers(units_);
    for (const std::size_t u : unit_) ++answers[u];
    for (const std::size_t u : unit_) weight_.push_back(1 / answers[u]);
  }

  std::size_t units() const { return units_; }

  std::vector<double> left(std::vector<double> values) const {
    for (int i = 0; i < (persons_ > 1 ? centrings : 1); ++i) {
      if (persons_ > 1) centre(values, person_, persons_, true);
      centre(values, group_, groups_, false);
    }
    return means(values);
  }

  // The trace of what left() does to a value of each unit.
  double freedom() const {
    double trace = 0;
    for (std::size_t u = 0; u < units_; ++u) {
      std::vector<double> values;
      for (const std::size_t of : unit_) values.push_back(of == u ? 1 : 0);
      trace += left(std::move(values))[u];
    }
    return trace;
  }

 private:
  std::vector<double> means(const std::vector<double>& values) const {
    std::vector<double> mean(units_);
    for (std::size_t i = 0; i < values.size(); ++i) mean[unit_[i]] += weight_[i] * values[i];
    return mean;
  }

  // Every unit has the same weight, whatever its number of answers.
  void centre(std::vector<double>& values, const std::vector<std::size_t>& class_of,
              std::size_t classes, bool skips_first) const {
    std::vector<double> sum(classes);
    std::vector<double> weight(classes);
    for (std::size_t i = 0; i < values.size(); ++i) {
      sum[class_of[i]] += weight_[i] * values[i];
      weight[class_of[i]] += weight_[i];
    }
    for (std::size_t i = 0; i < values.size(); ++i) {
      const std::size_t of = class_of[i];
      if (!skips_first || of > 0) values[i] -= sum[of] / weight[of];
    }
  }

  std::vector<std::size_t> unit_, group_, person_;  // of each answer; person 0: only once
  std::vector<double> weight_;                      // of each answer: one over those about its unit
  std::size_t units_ = 0;
  std::size_t groups_ = 0;
  std::size_t persons_ = 0;
};

// What is left by rounding alone is the same.
bool constant(std::vector<double>& values) {
  for (double& value : values) value = std::round(value * 1e9) / 1e9;
  return std::ranges::minmax(values).min == std::ranges::minmax(values).max;
}

// Standard error of Fisher's z of Spearman's correlation (Bonett and Wright 2000).
double error_of(double correlation, double units) {
  return std::sqrt((1 + correlation * correlation / 2) / (units - 3));
}

}  // namespace

std::vector<Association> associate(std::span<const Opinion> opinions,
                                   std::span<const std::vector<double>> measured) {
  Association common;
  common.answers = opinions.size();
  std::vector<Association> all(measured.size(), common);
  if (opinions.empty()) return all;
  const Adjusted adjusted(opinions);
  // As many as independent units would leave, whose common mean is taken away.
  const double n = adjusted.freedom() + 1;
  std::vector<double> answers;
  for (const Opinion& opinion : opinions) answers.push_back(opinion.answer);
  answers = adjusted.left(std::move(answers));
  const bool same_answers = constant(answers);
  for (std::size_t i = 0; i < all.size(); ++i) {
    all[i].units = adjusted.units();
    all[i].effective_units = n;
    if (n < least_units || same_answers) continue;
    std::vector<double> values;
    for (const Opinion& opinion : opinions) values.push_back(measured[i][opinion.unit]);
    values = adjusted.left(std::move(values));
    if (constant(values)) continue;
    const double r =
        std::clamp(spearman(answers, values), -largest_correlation, largest_correlation);
    const double reach = z95 * error_of(r, n);
    all[i].found = {.correlation = r,
                    .low = std::tanh(std::atanh(r) - reach),
                    .high = std::tanh(std::atanh(r) + reach),
                    .p = student_p(r * std::sqrt((n - 2) / (1 - r * r)), n - 2)};
  }
  return all;
}

std::vector<Relation> verdicts(std::span<const Association> all, double smallest) {
  std::vector<double> differ;
  std::vector<double> small;  // one-sided: as far inside as this, were it `smallest` in truth
  for (const Association& association : all) {
    if (!association.found) continue;
    const double r = association.found->correlation;
    differ.push_back(association.found->p);
    const double inside = (std::atanh(smallest) - std::abs(std::atanh(r))) /
                          error_of(smallest, association.effective_units);
    small.push_back(inside > 0 ? normal_p(inside) / 2 : 1);
  }
  differ = holm(differ);
  small = holm(small);
  std::vector<Relation> told;
  std::size_t at = 0;
  for (const Association& association : all) {
    if (!association.found) {
      told.push_back(Relation::too_few);
      continue;
    }
    told.push_back(differ[at] < metrics::test_level  ? Relation::related
                   : small[at] < metrics::test_level ? Relation::unrelated
                                                     : Relation::undecided);
    ++at;
  }
  return told;
}

double units_needed(double correlation, std::size_t looks) {
  const double r = std::min(std::abs(correlation), largest_correlation);
  const double z = normal_quantile(metrics::test_level /
                                   (2 * static_cast<double>(std::max<std::size_t>(looks, 1))));
  return 3 + (1 + r * r / 2) * std::pow((z + power_z) / std::atanh(r), 2);
}

}  // namespace evorisk::experiments
