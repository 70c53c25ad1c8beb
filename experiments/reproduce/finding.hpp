// What a target found: neutral data that the command prints and the report draws.
#pragma once

#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "maps/map.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::experiments::reproduce {

enum class Verdict {
  agree,       // no more apart than chance allows
  differ,      // further apart than chance allows
  undecided,   // too few runs to tell
  not_judged,  // shown for comparison only; nothing to test
};
std::string_view verdict_name(Verdict verdict);

// One of our figures, beside the thesis' one.
struct Cell {
  metrics::Estimate ours;  // a standard error of 0: none is known
  // The probability of so large a difference by chance; NaN: the figure is not tested, or its
  // verdict was given otherwise.
  double p = std::numeric_limits<double>::quiet_NaN();
  Verdict verdict = Verdict::not_judged;  // set by judge() where there is a p
  std::string note = {};
  // The thesis' value would lie within `ours` ± this in 95 of 100 cases, if it came from where ours
  // come from; 0: the error of ours is all that is known.
  double chance = 0;
};

// A figure of the thesis and ours, one cell per column of the report.
struct Row {
  std::string name;
  std::optional<double> thesis = {};
  std::string thesis_text = {};  // instead of a number: "falls"
  int decimals = 3;
  std::vector<Cell> cells = {};
};

// Anything that is not a comparison of single figures.
struct Listing {
  std::string title;
  std::vector<std::string> columns;
  std::vector<std::vector<std::string>> rows;
};

// Effects: rows by columns. `verdict` differ: an effect beyond chance.
struct Matrix {
  std::string title;
  std::string corner;  // what the rows are
  std::vector<std::string> columns;
  std::vector<std::string> rows;
  std::vector<std::vector<Cell>> cells;  // by row
};

struct Line {
  std::string label;
  std::vector<double> x = {};
  std::vector<double> y = {};
  std::vector<double> low = {};  // a band; empty, or one value per x
  std::vector<double> high = {};
  bool dashed = false;
  bool points = false;

  void add(double at, double value) {
    x.push_back(at);
    y.push_back(value);
  }
  // With a band of this width to both sides.
  void add(double at, double value, double width) {
    add(at, value);
    low.push_back(value - width);
    high.push_back(value + width);
  }
};

struct Chart {
  std::string title;
  std::string x_label;
  std::string y_label;
  std::vector<Line> lines;
};

struct Picture {
  std::string caption;
  maps::MapPtr map;
};

struct Section {
  std::string title;
  std::string text = {};
  std::vector<Row> rows = {};
  std::vector<Chart> charts = {};
  std::vector<Matrix> matrices = {};
  std::vector<Listing> listings = {};
  std::vector<Picture> pictures = {};
};

struct Report {
  std::string target;
  std::string title;
  std::string where;                 // in the thesis
  std::vector<std::string> columns;  // "text", "original", or the name of a stored sweep
  std::string effort;                // what was played
  std::string judged_by;             // how agreement is decided
  std::string why;                   // a sentence: why ours agree with the thesis, or do not
  std::vector<Section> sections;
};

// A figure that judge() decides on by `p`; where that is NaN, because too few values stand behind
// the figure, it stays undecided. `chance` as in Cell.
Cell judged(const metrics::Estimate& ours, double p, double chance = 0, std::string note = {});
// A figure with this verdict.
Cell shown(double ours, std::string note = {}, Verdict verdict = Verdict::not_judged);

// The level at which a difference counts.
inline constexpr double level = 0.05;

// Turns every p into a verdict: the p-values are adjusted after Holm (1979), so that one false
// "differ" among the cells has a probability of at most `level`. Returns the adjusted ones.
std::vector<double> judge(const std::vector<Cell*>& cells);
// The same within each column; of several reports, within the columns of the same name together.
void judge(Report& report);
void judge(std::span<Report> reports);

struct Tally {
  int agree = 0;
  int differ = 0;
  int undecided = 0;
};
Tally tally(const Report& report, std::size_t column);

// "0.063 ± 0.004"; the error is rounded up, and left out where none is known.
std::string to_text(const Cell& cell, int decimals);

nlohmann::ordered_json to_json(const Report& report);

}  // namespace evorisk::experiments::reproduce
