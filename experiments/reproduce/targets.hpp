// What can be reproduced: a registry of the thesis' tables, figures and counts.
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "experiments/reproduce/finding.hpp"
#include "experiments/reproduce/laboratory.hpp"

namespace evorisk::experiments::reproduce {

// Where the figures of a target come from.
enum class Source {
  play,    // matches or runs of its own, under --profile
  sweep,   // a sample of the thesis' grid under --profile, or a stored sweep
  itself,  // it sets both profiles against each other, or needs neither
};

// A row of targets.json.
struct Target {
  std::string name;
  std::string title;
  std::string where;         // in the thesis
  std::string scale_one;     // what is played at scale 1, per profile
  double default_scale = 1;  // about a minute's work or less
  Source source = Source::itself;
  int full = 1;  // how many runs or batches at scale 1, and at least
  int least = 1;
  std::string runs;  // which configurations are played, a word of needed_runs(); empty: none
  std::string of;    // what those runs are of; empty: as the function says, or a sample of the grid
  std::string judged_by;
  std::string why;        // as in Report
  Section section;        // title and text of its first section
  std::string parameter;  // what tells targets of one function apart
  std::string label;
  // Adds what it found to a report that has everything else. `count`: `full`, scaled.
  void (*run)(Laboratory& laboratory, const Target& target, int count, Report& report) = nullptr;
};

// In the order of the thesis.
std::span<const Target> targets();
// Throws InputError for an unknown name, with the nearest as suggestion.
const Target& target(std::string_view name);

// Plays, or finds stored, all runs that these targets need (Laboratory::prepare).
void prepare(std::span<const Target* const> targets, Laboratory& laboratory);

// Whether reproduce() with LaboratoryOptions::stored_only finds the runs that the target needs;
// true of a target that needs none.
bool has_runs(const Target& target, const Laboratory& laboratory);

// Whether the target plays as many matches and generations as LaboratoryOptions say. `from_sweep`:
// there is a stored sweep.
bool plays_as_asked(const Target& target, bool from_sweep);

// Runs a target and judges its figures. Those of the thesis come from `thesis().matches` matches
// per individual and generation and from whole runs: beside others they are shown, not judged.
Report reproduce(const Target& target, Laboratory& laboratory);

}  // namespace evorisk::experiments::reproduce
