// The children of a run beside their parents, and which of them err together.
#pragma once

#include <vector>

#include "experiments/explain/archive.hpp"

namespace evorisk::experiments {

// A child whose parents are all in the archive. Numbers are from 0 over all families.
struct Family {
  const ArchiveIndividual* child;
  std::vector<const ArchiveIndividual*> parents;
  std::vector<int> games;  // by number, the child's and its parents': each once, ascending
  int game;                // the child's, by number
  int child_game;          // the same, by number among those of children
  int first_game;          // the first parent's, by number among those of first parents
};

// Two families err together when a game of one is a game of the other: the figures of a game rest
// on the same matches whenever evidence is pooled, and an individual's are its own both as a child
// and as a parent.
struct Families {
  std::vector<Family> all;
  // Of how many games the children are, and the first parents.
  int child_games = 0;
  int first_games = 0;
  // The smaller of the two: there is no more to learn from than that.
  int independent() const { return child_games < first_games ? child_games : first_games; }
};

// Migrants are copies, not children. The families point into `archive`.
Families families_of(const Archive& archive);

// `value` of the child less the mean of its parents'.
template <class Value>
double change(const Family& family, const Value& value) {
  double before = 0;
  for (const ArchiveIndividual* parent : family.parents) before += value(*parent);
  return value(*family.child) - before / static_cast<double>(family.parents.size());
}

// With fewer independent games nothing is judged.
inline constexpr int fewest_games = 8;

}  // namespace evorisk::experiments
