// Every value of several samples side by side, as an SVG picture that stands alone.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

namespace evorisk::app {

// One panel: a strip of values per group, each with its own n. Infinite values are not drawn but
// counted above the strip.
struct StripPanel {
  std::string title;
  std::vector<std::vector<double>> groups;
};

struct StripFrame {
  std::string title;
  std::string subtitle;  // a second line, smaller; may be empty
  std::string y_label;
  std::vector<std::string> groups;  // named below every panel
  int columns = 4;                  // of panels
  std::optional<double> line;       // drawn across every panel
};

// Points, spread sideways so that none hides another, with the median and its 95 % interval
// (distribution-free) in black. Each panel has a scale of its own.
std::string strip_chart(const StripFrame& frame, std::span<const StripPanel> panels);

}  // namespace evorisk::app
