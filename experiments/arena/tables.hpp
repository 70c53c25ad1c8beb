// Which agents meet at the tables of an arena, and in which seats.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "risk/rules/rules.hpp"

namespace evorisk::experiments {

// The agents of one table, by their numbers in ascending order, as many as there are seats. An
// agent is there more than once only when there are fewer agents than seats.
using ArenaTable = std::vector<int>;

inline constexpr std::int64_t most_tables = 20000;

// With at least as many agents as seats: every group of `players` different agents. With fewer:
// every agent in equally many seats, and for the seats left over every choice of agents that have
// one more. `drawn`: only so many of the groups, dealt from shuffled agents so that all sit at as
// many tables, or one more (a few more when nearly all groups are drawn). Throws InputError for
// fewer than two agents, for more than most_tables tables, and when `drawn` is given for fewer
// agents than seats.
std::vector<ArenaTable> arena_tables(int agents, int players, std::optional<std::int64_t> drawn,
                                     std::uint64_t seed);

// The agent of every seat in one match of a table. A deal is played once for each `rotation` (0 ...
// players - 1), so that every agent sits in every seat once with the same dice and deck. The order
// of turns changes from deal to deal through all (players - 1)! circles.
std::array<int, risk::max_players> arena_seating(const ArenaTable& table, std::int64_t deal,
                                                 int rotation);

}  // namespace evorisk::experiments
