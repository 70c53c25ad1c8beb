// What is done to all territories of a small board at once, with vector instructions: the parts of
// a turn that would otherwise branch on every territory. The best instruction set that the
// processor has is chosen when the program runs.
//
// Arrays have an element per territory and then zeros up to a multiple of 16 (as those of State).
#pragma once

#include <bit>
#include <cstdint>

#include "risk/narrow/tables.hpp"

namespace evorisk::risk::narrow {

// The kernels for boards of so many blocks (1 ... 4); false where there are no vectors.
bool find_kernels(int blocks, Kernels& kernels);

// Hands out `amount` (at least 1) troops one at a time, each to the territory of `where` (not
// empty) that has the fewest, the lowest on equality. Returns how many got any; `arrived`, unless
// null, counts what they got. 0, and nothing done, where the troops of several do not fit into
// bytes.
inline int hand_out(const Tables& tables, std::int32_t* troops, Word where, int amount,
                    std::int32_t* arrived) {
  if ((where & (where - 1)) == 0) {  // one territory, as so often: nothing to compare
    const int only = std::countr_zero(where);
    troops[only] += amount;
    if (arrived != nullptr) arrived[only] += amount;
    return 1;
  }
  return tables.kernels().hand_out(troops, where, amount, arrived);
}

// Territories with at least two troops.
inline Word stacks(const Tables& tables, const std::int32_t* troops) {
  return tables.kernels().stacks(troops);
}

// Of every territory how many neighbours belong to somebody else; returns those that have any.
// Every territory is owned by one of the players.
inline Word borders(const Tables& tables, const Word* owned, int players, std::int32_t* enemies) {
  return tables.kernels().borders(tables, owned, players, enemies);
}

// Gives the territories to a seat.
inline void take(const Tables& tables, Word taken, int seat, std::int8_t* owners) {
  tables.kernels().take(taken, seat, owners);
}

// The sums of risk/legal.hpp over the territories of `own`, which have fewer than 2^24 troops in
// all.
inline std::int64_t attack_moves(const Tables& tables, Word own, const std::int32_t* troops,
                                 const std::int32_t* enemies, int dice) {
  return tables.kernels().attack_moves(own, troops, enemies, dice);
}
inline std::int64_t fortify_moves(const Tables& tables, Word own, const std::int32_t* troops,
                                  const std::int32_t* enemies) {
  return tables.kernels().fortify_moves(tables, own, troops, enemies);
}

}  // namespace evorisk::risk::narrow
