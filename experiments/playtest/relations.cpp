#include "experiments/playtest/relations.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include "base/statistics.hpp"
#include "metrics/criteria/criteria.hpp"

namespace evorisk::experiments {
namespace {

using Pairs = std::vector<std::pair<double, double>>;

// A measure of one match; of its length in turns, not as a distance from an ideal.
struct MatchMeasure {
  std::string_view name;
  double (*value)(const metrics::MatchSummary& match);
};
constexpr MatchMeasure match_measures[] = {
    {"turns", [](const metrics::MatchSummary& m) { return static_cast<double>(m.turns); }},
    {"drama", [](const metrics::MatchSummary& m) { return m.drama; }},
    {"killer_moves", [](const metrics::MatchSummary& m) { return m.killer_moves; }},
    {"lead_change", [](const metrics::MatchSummary& m) { return m.lead_change; }},
    {"decided", [](const metrics::MatchSummary& m) { return m.winner >= 0 ? 1.0 : 0.0; }},
};

// How many observations tell a correlation from 0 in four of five cases, at 5 %.
int needed(double correlation) {
  constexpr double distance = z95 + 0.8416;
  return static_cast<int>(std::ceil(std::pow(distance / std::atanh(correlation), 2) + 3));
}

// The mean answer of a match's people to a question; nothing without one.
std::optional<double> mean_answer(const PlayedMatch& match, std::size_t question) {
  double sum = 0;
  int count = 0;
  for (const Answers& one : match.people) {
    if (one.values[question] == 0) continue;
    sum += one.values[question];
    ++count;
  }
  return count == 0 ? std::nullopt : std::optional(sum / count);
}

}  // namespace

Relation relate(const std::vector<Pairs>& groups) {
  double xx = 0;
  double yy = 0;
  double xy = 0;
  Relation result{};
  result.count = 1;
  for (const Pairs& group : groups) {
    if (group.empty()) continue;
    double x = 0;
    double y = 0;
    for (const auto& [a, b] : group) {
      x += a;
      y += b;
    }
    x /= static_cast<double>(group.size());
    y /= static_cast<double>(group.size());
    for (const auto& [a, b] : group) {
      xx += (a - x) * (a - x);
      yy += (b - y) * (b - y);
      xy += (a - x) * (b - y);
    }
    result.count += static_cast<int>(group.size()) - 1;
  }
  constexpr double rounding = 1e-12;
  if (!(xx > rounding) || !(yy > rounding)) return result;  // one of them is always the same
  result.correlation = std::clamp(xy / std::sqrt(xx * yy), -1.0, 1.0);
  const double r = result.correlation;
  if (result.count > 3) {
    const double z = std::atanh(std::clamp(r, -0.999999, 0.999999));
    const double reach = z95 / std::sqrt(result.count - 3.0);
    result.low = std::tanh(z - reach);
    result.high = std::tanh(z + reach);
    const double freedom = result.count - 2.0;
    result.p_adjusted =
        std::abs(r) == 1 ? 0 : student_p(r * std::sqrt(freedom / (1 - r * r)), freedom);
  }
  return result;
}

std::vector<Relation> relations(const std::vector<Opinions>& variants) {
  std::vector<Relation> all;
  const auto add = [&](RelationLevel level, std::size_t question, std::string_view quantity,
                       const std::vector<Pairs>& groups) {
    Relation found = relate(groups);
    if (found.count < least_related) return;
    found.level = level;
    found.question = questions()[question].name;
    found.quantity = quantity;
    all.push_back(found);
  };
  for (std::size_t q = 0; q < questions().size(); ++q) {
    std::vector<Pairs> tables;
    std::map<std::string_view, std::vector<Pairs>> of_matches;
    std::map<std::string_view, Pairs> of_variants;
    for (const Opinions& variant : variants) {
      for (const MatchMeasure& measure : match_measures) of_matches[measure.name].emplace_back();
      for (const PlayedMatch& match : variant.matches) {
        const auto said = mean_answer(match, q);
        if (said && match.measured) {
          for (const MatchMeasure& measure : match_measures) {
            of_matches[measure.name].back().emplace_back(measure.value(*match.measured), *said);
          }
        }
        Pairs& table = tables.emplace_back();
        for (const Answers& one : match.people) {
          if (one.values[q] == 0 || !match.winner) continue;
          table.emplace_back(one.seat == *match.winner ? 1 : 0, one.values[q]);
        }
      }
      if (const auto said = variant.mean(q)) {
        for (const metrics::CriterionInfo& info : metrics::criteria()) {
          of_variants[info.name].emplace_back(variant.totals.criterion(info.id).mean, *said);
        }
      }
    }
    add(RelationLevel::person, q, "won", tables);
    for (const MatchMeasure& measure : match_measures) {
      add(RelationLevel::match, q, measure.name, of_matches[measure.name]);
    }
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      add(RelationLevel::variant, q, info.name, {of_variants[info.name]});
    }
  }
  std::vector<double> p;
  for (const Relation& one : all) p.push_back(one.p_adjusted);
  const std::vector<double> adjusted = holm(p);
  for (std::size_t i = 0; i < all.size(); ++i) {
    Relation& one = all[i];
    one.p_adjusted = adjusted[i];
    if (one.p_adjusted < 0.05) {
      one.verdict = one.correlation > 0 ? RelationVerdict::together : RelationVerdict::against;
    } else if (-weak_correlation < one.low && one.high < weak_correlation) {
      one.verdict = RelationVerdict::weak;
    } else {
      const double size = std::clamp(std::abs(one.correlation), weak_correlation, 0.999);
      one.more_needed = std::max(1, needed(size) - one.count);
    }
  }
  std::ranges::stable_sort(all, {}, &Relation::level);
  return all;
}

}  // namespace evorisk::experiments
