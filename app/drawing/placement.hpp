// Finding room for labels: boxes that avoid discs, lines and one another as far as possible.
#pragma once

#include <vector>

#include "maps/map.hpp"

namespace evorisk::app {

struct Box {
  double x = 0;  // left
  double y = 0;  // top
  double width = 0;
  double height = 0;
};

struct Disc {
  maps::Point centre;
  double radius = 0;
};

struct Segment {
  maps::Point a;
  maps::Point b;
};

// A place a label could have; `cost` is how much less welcome it is than others, in square units
// of overlap.
struct LabelPlace {
  Box box;
  double cost = 0;
};

// Places labels one after the other where they overlap least with what is there already, then
// moves single ones as long as that helps.
class Placement {
 public:
  // Everything is to stay inside the frame; leaving it costs most.
  explicit Placement(Box frame) : frame_(frame) {}

  void add(const Disc& disc) { discs_.push_back(disc); }
  void add(const Segment& segment) { segments_.push_back(segment); }

  // A label with its possible places, at least one. Labels added first choose first.
  void add_label(std::vector<LabelPlace> places) { labels_.push_back(std::move(places)); }

  // The box of every label, in the order they were added.
  std::vector<Box> solve();

 private:
  double obstacles(const Box& box) const;

  Box frame_;
  std::vector<Disc> discs_;
  std::vector<Segment> segments_;
  std::vector<std::vector<LabelPlace>> labels_;
};

}  // namespace evorisk::app
