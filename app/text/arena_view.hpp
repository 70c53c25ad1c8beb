// The results of an arena as text and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "experiments/arena/arena.hpp"
#include "experiments/arena/play.hpp"

namespace evorisk::app {

// A finished arena and its costs.
struct ArenaView {
  const experiments::Arena& arena;
  const experiments::ArenaEffort& effort;
  const std::vector<std::int64_t>& memory;  // by agent, as agents_memory gives it
};

// For the terminal.
std::string arena_text(const ArenaView& view);
// The results; figures that depend on the machine are under "effort".
nlohmann::ordered_json arena_json(const ArenaView& view);

// Parts that texts and pages share.
std::string elo_text(const metrics::Ratings& ratings, int agent);  // "+412 ± 12", "–" if unrated
// The rating difference of two agents: "35 ± 12".
std::string gap_text(const metrics::Ratings& ratings, int stronger, int weaker);
// "0.42", "13", "1,250": microseconds.
std::string microseconds_text(double microseconds);
// The results of the row's agent (`a`) against the column's agent (`b`). Nothing if they never met.
std::optional<experiments::ArenaPair> arena_pair(const experiments::Arena& arena, int variant,
                                                 int row, int column);
// The agents of `order` that have a row, or a column, in the table of pairs: all; but in matches of
// two, these against those, these have rows and those columns.
enum class Side { rows, columns };
std::vector<int> arena_side(const experiments::Arena& arena, int variant,
                            const std::vector<int>& order, Side side);
// The names of the variants, and the matches of all of them.
std::string arena_names(const experiments::Arena& arena);
std::int64_t arena_matches(const experiments::Arena& arena);
// "conquest 98.0 %, turn limit 2.0 %, forfeit 0.0 %" of a variant that was played.
std::string arena_ends(const experiments::Arena& arena, int variant);
// Sentences that explain the figures, and say what short names stand for.
std::string arena_method(const experiments::Arena& arena);

}  // namespace evorisk::app
