// One match of the simplified game, written out plainly: two seats, the rule-based agent, and a
// switch for each point in which the thesis' program differs from its text. Speed is no aim here.
#pragma once

#include <array>
#include <span>
#include <string>
#include <vector>

#include "base/random.hpp"
#include "experiments/original/behaviour.hpp"
#include "maps/map.hpp"

namespace evorisk::experiments::original {

// The four rule genes of the thesis (table 4.1).
struct Genes {
  bool pick = false;      // allocation
  int defence_dice = 2;   // 2 or 3
  bool move_max = false;  // conquest move
  int divisor = 3;        // 1 to 4
  friend bool operator==(const Genes&, const Genes&) = default;
};

// A board with the neighbours in the order in which the program meets them, which decides ties: for
// a border that its map file had in one direction only (a to b), a stands last among b's.
struct Board {
  explicit Board(const maps::MapData& map, const std::vector<maps::Border>& one_way = {});

  int territories = 0;
  std::vector<int> all;  // 0, 1, ...
  std::vector<std::vector<int>> neighbours;
  std::vector<std::vector<int>> continents;
  std::vector<int> bonus;
  std::vector<int> continent_of;
};

// The one-way borders of the thesis' map files, by library name; empty for any other map.
std::vector<maps::Border> one_way_borders(const std::string& library_name);

// What is known at the end of a turn.
struct TurnRecord {
  int mover = 0;
  double evaluation[2] = {0, 0};  // H of both seats (eq. 4.1, weights 0.8 and 0.2)
  double moves = 0;               // M, counted at the start of each phase
  double moves_every_action = 0;  // M as the program counts it
};

struct Trace {
  int winner = -1;
  std::vector<TurnRecord> turns;  // every turn begun, the winning one included
};

Trace play(const Board& board, const Genes& genes, const Behaviours& behaviours, Random& random);

// --- the seven criteria, as the thesis' text or its program computes them ---

// In the order of the thesis (4.3.5): completeness, duration, advantage, branching factor, drama,
// killer moves, lead change.
using Criteria = std::array<double, 7>;

// Each of the last six behaviours switches one criterion. `batch` must not be empty.
Criteria measure(std::span<const Trace> batch, const Behaviours& behaviours);

// Sum of the distances to the thesis' ideals (eq. 4.12).
double fitness(const Criteria& criteria);

}  // namespace evorisk::experiments::original
