#include "experiments/playtest/study.hpp"

#include <algorithm>
#include <cmath>

namespace evorisk::experiments {
namespace {

using metrics::Criterion;

double of_match(const metrics::MatchSummary& match, Criterion criterion) {
  switch (criterion) {
    case Criterion::completeness:
      return match.winner >= 0 ? 1 : 0;
    case Criterion::duration:
      return match.duration;
    case Criterion::branching_factor:
      return match.branching_factor;
    case Criterion::drama:
      return match.drama;
    case Criterion::killer_moves:
      return match.killer_moves;
    case Criterion::lead_change:
      return match.lead_change;
    default:
      return 0;
  }
}

// What there is of a criterion, by unit.
std::vector<double> measured(const Playtests& playtests, Level level, Criterion criterion) {
  std::vector<double> values;
  if (level == Level::variants) {
    for (const PlayedVariant& variant : playtests.variants)
      values.push_back(variant.totals.criterion(criterion).mean);
    return values;
  }
  for (const PlayedMatch& match : playtests.matches)
    values.push_back(match.summary ? of_match(*match.summary, criterion) : 0);
  return values;
}

std::vector<Opinion> opinions(const Playtests& playtests, Level level, std::size_t question) {
  std::vector<Opinion> all;
  for (std::size_t m = 0; m < playtests.matches.size(); ++m) {
    const PlayedMatch& match = playtests.matches[m];
    if (level == Level::matches && !match.summary) continue;
    for (const PersonsAnswers& person : match.playtest.answers) {
      if (person.given[question] == 0) continue;
      all.push_back({.unit = level == Level::matches ? m : match.variant,
                     .group = level == Level::matches ? match.variant : 0,
                     .who = person.who,
                     .answer = static_cast<double>(person.given[question])});
    }
  }
  return all;
}

}  // namespace

PlaytestStudy study_playtests(const Playtests& playtests, double smallest) {
  PlaytestStudy study;
  study.smallest = smallest;
  study.paces = paces(timed_matches(playtests));
  for (const Level level : {Level::matches, Level::variants}) {
    std::vector<Criterion> criteria;
    std::vector<std::vector<double>> values;
    for (const metrics::CriterionInfo& info : metrics::criteria()) {
      if (level == Level::matches && info.id == Criterion::advantage) continue;
      criteria.push_back(info.id);
      values.push_back(measured(playtests, level, info.id));
    }
    for (std::size_t question = 0; question < questions().size(); ++question) {
      const auto found = associate(opinions(playtests, level, question), values);
      for (std::size_t c = 0; c < found.size(); ++c)
        study.pairings.push_back({.level = level,
                                  .criterion = criteria[c],
                                  .question = question,
                                  .association = found[c]});
    }
  }
  std::ranges::stable_sort(study.pairings, {}, [](const Pairing& pairing) {
    return std::tuple(pairing.level, pairing.criterion, pairing.question);
  });
  std::vector<Association> all;
  for (const Pairing& pairing : study.pairings) all.push_back(pairing.association);
  const std::vector<Relation> told = verdicts(all, smallest);
  study.looks = static_cast<std::size_t>(
      std::ranges::count_if(all, [](const Association& one) { return one.found.has_value(); }));
  const std::size_t looks = study.looks > 0 ? study.looks : all.size();
  for (std::size_t i = 0; i < all.size(); ++i) {
    Pairing& pairing = study.pairings[i];
    pairing.verdict = told[i];
    if (told[i] == Relation::related || told[i] == Relation::unrelated) continue;
    const auto more = [&](double correlation) {
      return std::max(1.0, std::ceil(units_needed(correlation, looks) - all[i].effective_units));
    };
    constexpr double no_correlation = 0.01;  // takes more than anybody plays
    if (all[i].found && std::abs(all[i].found->correlation) > no_correlation)
      pairing.more = more(all[i].found->correlation);
    pairing.more_for_smallest = more(smallest);
  }
  return study;
}

}  // namespace evorisk::experiments
