// What people said of matches against what was measured of these matches and of their variants:
// what went together beyond chance, what did not, and what cannot be told yet.
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "experiments/playtest/answers.hpp"

namespace evorisk::experiments {

// What stands beside an answer.
enum class RelationLevel : std::uint8_t {
  person,   // whether a person won, by comparison with the others at the table
  match,    // a measure of the match, by comparison with other matches of the variant
  variant,  // a criterion of the variant, measured by many matches of agents
};

enum class RelationVerdict : std::uint8_t {
  together,  // a positive correlation, beyond chance
  against,   // a negative one
  weak,      // the whole interval is nearer to 0 than weak_correlation
  open,      // cannot be told yet
};

struct Relation {
  RelationLevel level;
  std::string_view question;  // "fun"
  std::string_view quantity;  // "turns", "drama", "won"
  // Persons, matches or variants; less one for each table or variant within which they are
  // compared, beyond the first.
  int count = 0;
  double correlation = 0;
  double low = -1;  // 95 % interval, of this relation alone
  double high = 1;
  double p_adjusted = 1;  // after Holm (1979), over all relations of the list
  RelationVerdict verdict = RelationVerdict::open;
  // About how many more would tell it from 0 (5 %, in four of five playtests), if it is as large
  // as seen, or as weak_correlation where that is larger. 0 where it is told.
  int more_needed = 0;
};

inline constexpr double weak_correlation = 0.3;
inline constexpr int least_related = 10;  // of fewer no relation is shown

// Of all questions with all that stands beside them, as far as there are `least_related` of both.
// Correlations of persons are those of differences from the mean of their table, of matches from
// the mean of their variant, so that neither the variant nor the table counts twice; a match is one
// observation however many people answered. Intervals by Fisher's z (1921), tests by Student's t.
// Who a person is, is not known: whoever played several matches counts as several people.
std::vector<Relation> relations(const std::vector<Opinions>& variants);

// The correlation of pairs, each compared within its group.
Relation relate(const std::vector<std::vector<std::pair<double, double>>>& groups);

}  // namespace evorisk::experiments
