// What is aimed at: which criteria, their ideals and weights, and how they are measured. Data.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/json.hpp"
#include "metrics/criteria/minutes.hpp"
#include "metrics/criteria/summary.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::risk {
class Variant;  // risk/rules/variant.hpp
}

namespace evorisk::metrics {

struct Target;          // metrics/objective/target.hpp
struct TargetDistance;  // the same

// How what a criterion loses follows from its estimate x and its ideal.
enum class Loss : std::uint8_t {
  // |x - ideal| (eq. 4.12). Never below 0, so noise makes it read too high near the ideal.
  absolute,
  // (x - ideal)^2 less the variance of x: no bias where x has none, whatever the noise; below 0 as
  // often as noise has it. Bienayme's identity: E[(x - i)^2] = (E x - i)^2 + Var x.
  squared,
  // x - ideal where the ideal is 0, ideal - x where it is the criterion's highest: without bias
  // where x is, which matters for unbiased_advantage; of others the same as absolute.
  one_sided,
};

// How the groups of an objective decide which variant is better.
enum class Combination : std::uint8_t {
  weighted,       // the sum of all that is lost
  lexicographic,  // the first group; where it is the same within its tolerance, the next; the sum
};

struct ChoiceInfo {
  std::string_view name;
  std::string_view summary;  // one line
  std::string_view source;
};
// In the order of Loss, and of Combination.
std::span<const ChoiceInfo> losses();
std::span<const ChoiceInfo> combinations();

// The thesis' objective has all seven criteria with weight 1 and the ideals of table 4.2.
struct Objective {
  struct Term {
    Criterion criterion;
    double ideal = 0;
    double weight = 1;
    // The end of a band that begins at `ideal`: all of it is as good as the ideal (Loss::absolute).
    std::optional<double> band_end = {};
    Loss loss = Loss::absolute;
    double ideal_se = 0;  // of an ideal that was measured: its standard error
    friend bool operator==(const Term&, const Term&) = default;
  };
  // Criteria that are one aim of several.
  struct Group {
    std::string name;
    std::vector<Criterion> criteria;  // in the order of Criterion
    double tolerance = 0;  // of a lexicographic comparison: losses are told apart in steps
    double reference = 0;  // the loss from which hypervolume counts, above 0
    std::vector<std::string> quantities = {};  // of the terms of quantities
    bool rules = false;  // whether the distances from the target are of this group
    bool map = false;
    friend bool operator==(const Group&, const Group&) = default;
  };
  // A quantity that is no criterion (metrics/criteria/quantity.hpp) and counts like one.
  struct QuantityTerm {
    std::string quantity;
    double ideal = 0;
    double weight = 1;
    std::optional<double> band_end = {};
    Loss loss = Loss::absolute;  // or squared; only of the map's quantities, which have no error
    friend bool operator==(const QuantityTerm&, const QuantityTerm&) = default;
  };
  // What must hold (metrics/criteria/quantity.hpp): a variant for which it does not is worse than
  // any other.
  struct Constraint {
    std::string quantity;
    std::optional<double> at_least;
    std::optional<double> at_most;
    friend bool operator==(const Constraint&, const Constraint&) = default;
  };

  std::string name = "thesis";
  std::vector<Term> terms;               // in the order of Criterion, each at most once
  std::vector<QuantityTerm> quantities;  // in the order of quantities()
  CriteriaParameters parameters;
  std::vector<Group> groups;  // none, or each criterion and quantity in one of them
  Combination combination = Combination::weighted;
  std::vector<Constraint> constraints;
  std::shared_ptr<const Target> target;  // to be like a given variant; may be null
  TableSeconds seconds;                  // of the people at the table, for the quantity minutes

  // The criteria beyond the thesis among its terms and constraints: what its matches must be
  // measured by.
  CriteriaSet extended_criteria() const;
  friend bool operator==(const Objective& a, const Objective& b);
};

Objective thesis_objective();

// {"name": "...", "criteria": {"drama": {"ideal": 0.5, "weight": 1}, ...}, "parameters": {...},
// "groups": {"tension": {"criteria": ["drama", ...], "tolerance": 0.02, "reference": 1}, ...},
// "combination": "weighted", "constraints": {"territories": [20, 30], ...}}: criteria that are not
// named do not count; a missing ideal is the thesis', a missing weight 1, a missing parameter its
// default. An ideal may be a band, [low, high]. The criterion may also be a bare number, its ideal;
// a group a bare list, its criteria; a missing reference is the sum of its weights. A constraint is
// [low, high], {"at_least": low} or {"at_most": high}, or a number. "target": {"variant": "war",
// "matches": 100000, "rules": {"weight": 1, "tolerance": 0, "keys": {"ties": 1, ...}}, "map": 1}:
// to be like a variant (a library map's name, a file, or the variant in place), by the distance of
// rules and map; their groups are named "rules" and "map", as if they were criteria. "quantities":
// {"longest_route": {"ideal": [0, 2], "weight": 0.5}, ...}: terms of quantities that are no
// criteria, in groups under their names; the ideal must be given. "seconds": {"roll": 9, ...}:
// those of minutes.hpp. "format": 1 may stand there, and must in a file of its own
// (load_objective). Paths are relative to `base_directory`. Throws InputError.
Objective objective_from_json(const JsonView& view, const std::string& base_directory = ".");
nlohmann::ordered_json objective_to_json(const Objective& objective);
// metrics/schema/objective.schema.json
nlohmann::ordered_json objective_schema();
// The file, or "thesis".
Objective load_objective(const std::string& name_or_file);

// The same without a file: a target stands in place.
Objective objective_in_place(const JsonView& view);

// The objective that a search bred the variant for, as its file says; nothing where it says none.
// Throws InputError where that is no objective in place.
std::optional<Objective> own_objective(const risk::Variant& variant);
// The seconds of that objective; the usual ones where there is none.
TableSeconds own_seconds(const risk::Variant& variant);
// The variant with such an objective.
risk::Variant bred_for(const risk::Variant& variant, const Objective& objective);

// Sum over the terms of weight * loss (eq. 4.12), minimised; its standard error by the delta method
// with the covariances of the criteria. A criterion that equals its ideal exactly counts with the
// slope that makes the error larger, never as free of error; one inside a band with twice the
// chance, by its own error, that the truth lies beyond the nearer end. Errors of ideals count as
// well. A term of turns or best_seat adds its own error as if it were wholly correlated: never too
// small an error. Without what the target and the map's quantities lose: see judge() of
// metrics/objective/panel.hpp.
Estimate fitness(const CriteriaTotals& totals, const Objective& objective);
// What covers the true fitness. Each term's loss has an interval: a distance from an ideal that may
// be on either side reads too high near it, as advantage does (distance_interval()). They are put
// together by the method of variance estimates recovery (Zou and Donner 2008) with the correlations
// of the criteria. The middle is without the bias of the distances; where the fitness is
// beside the interval, that is widened to it. A term of turns or best_seat adds its own error as if
// it were wholly correlated.
Interval fitness_interval(const CriteriaTotals& totals, const Objective& objective,
                          Coverage coverage);
// Adds what a term of a quantity of matches loses at x to a fitness.
void add_loss(const Objective::QuantityTerm& term, const Estimate& x, Estimate& fitness);
// The terms of one group.
Objective part_of(const Objective& objective, const Objective::Group& group);
// What one term loses, without its weight: how far x is from its ideal or its band (absolute).
double loss(const Objective::Term& term, const Estimate& x);

// The fitness' slopes by the per-match vector (CriteriaTotals::slopes); empty without terms.
CriteriaTotals::Slopes fitness_slopes(const CriteriaTotals& totals, const Objective& objective);

}  // namespace evorisk::metrics
