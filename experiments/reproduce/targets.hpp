// What can be reproduced: a registry of the thesis' tables, figures and counts.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiments/reproduce/finding.hpp"
#include "experiments/reproduce/laboratory.hpp"

namespace evorisk::experiments::reproduce {

// Where the figures of a target come from.
enum class Source {
  play,    // matches or runs of its own, under --profile
  sweep,   // a sample of the thesis' grid under --profile, or a stored sweep
  itself,  // it sets both profiles against each other, or needs neither
};

struct Target {
  std::string_view name;
  std::string_view title;
  std::string_view where;      // in the thesis
  std::string_view scale_one;  // what is played at scale 1, per profile
  double default_scale;        // about a minute's work or less
  Source source;
  Report (*run)(Laboratory& laboratory);
};

// In the order of the thesis.
std::span<const Target> targets();
// Throws InputError for an unknown name, with the nearest as suggestion.
const Target& target(std::string_view name);

// Runs a target and judges its figures.
Report reproduce(const Target& target, Laboratory& laboratory);

// The targets' functions; each says what it found, target and title are filled in by reproduce().
Report table_5_1(Laboratory& laboratory);
Report figure_5_2(Laboratory& laboratory);
Report table_5_2(Laboratory& laboratory);
Report figure_5_3(Laboratory& laboratory);
Report figure_5_4(Laboratory& laboratory);
Report figure_5_5(Laboratory& laboratory);
Report figure_5_6(Laboratory& laboratory);
Report isomorphism(Laboratory& laboratory);
Report figure_5_7(Laboratory& laboratory);
Report territories(Laboratory& laboratory);
Report figure_5_8(Laboratory& laboratory);
Report figure_5_9(Laboratory& laboratory);
Report table_5_4(Laboratory& laboratory);
Report rule_counts(Laboratory& laboratory);
Report table_5_5(Laboratory& laboratory);
Report table_5_6(Laboratory& laboratory);
Report risk_to_war(Laboratory& laboratory);
Report differences(Laboratory& laboratory);
Report check_program(Laboratory& laboratory);

}  // namespace evorisk::experiments::reproduce
