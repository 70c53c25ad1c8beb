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

// Greedy placement: each label takes the first of its candidate places with the least overlap with
// what is there already, and is then there itself.
class Placement {
 public:
  // Everything is to stay inside the frame; leaving it costs most.
  explicit Placement(Box frame) : frame_(frame) {}

  void add(const Disc& disc) { discs_.push_back(disc); }
  void add(const Segment& segment) { segments_.push_back(segment); }
  void add(const Box& box) { boxes_.push_back(box); }

  // `candidates` in order of preference, at least one. The box chosen is added.
  Box place(const std::vector<Box>& candidates);

 private:
  double cost(const Box& box) const;

  Box frame_;
  std::vector<Disc> discs_;
  std::vector<Segment> segments_;
  std::vector<Box> boxes_;
};

}  // namespace evorisk::app
