#include "app/text/arena_view.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/text/minutes.hpp"
#include "app/text/progress.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/statistics.hpp"
#include "base/utf8.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::app {
namespace {

using experiments::Arena;
using experiments::ArenaPair;
using experiments::ArenaVariant;
using Json = nlohmann::ordered_json;
using Column = TextTable::Column;
constexpr auto flush_right = TextTable::Align::right;
constexpr double elo = metrics::Ratings::elo_per_unit;

std::string short_name(const Arena& arena, int agent) {
  return shortened(arena.config().agents[at(agent)]);
}

// " ± 12": how far 95 % reach; nothing where all is of one deal.
std::string reach_text(const metrics::Ratings& ratings, double error) {
  const std::optional<double> errors = ratings.errors95();
  return errors ? fmt::format(" ± {:.0f}", rounded_up(elo * *errors * error, 0)) : "";
}

std::string ladder(const ArenaView& view, const std::vector<int>& order) {
  const Arena& arena = view.arena;
  const int variants = arena.variants() > 1 ? arena.variants() : 0;  // with columns of their own
  std::vector<Column> columns{
      {"", flush_right}, {"agent"}, {"Elo", flush_right}, {"above next", flush_right}};
  for (int v = 0; v < variants; ++v) {
    columns.push_back({shortened(arena.variant(v).name(), 24), flush_right});
  }
  for (const char* title : {"µs/decision", "p99", "max", "kB"}) {
    columns.push_back({title, flush_right});
  }
  TextTable table(columns);
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int agent = order[i];
    const auto& times = view.effort.decisions[at(agent)];
    std::vector<std::string> row{
        std::to_string(i + 1), short_name(arena, agent), elo_text(arena.ratings(), agent),
        i + 1 < order.size() ? gap_text(arena.ratings(), agent, order[i + 1]) : ""};
    for (int v = 0; v < variants; ++v) row.push_back(elo_text(*arena.result(v).ratings, agent));
    row.insert(row.end(),
               {microseconds_text(times.mean()), microseconds_text(times.quantile(0.99)),
                microseconds_text(times.longest()),
                fmt::format("{:.1f}", static_cast<double>(view.memory[at(agent)]) / 1000)});
    table.add(std::move(row));
  }
  return table.text();
}

std::string matrix(const Arena& arena, int v, const std::vector<int>& order) {
  const auto place = [&](int agent) {
    return std::to_string(std::ranges::find(order, agent) - order.begin() + 1);
  };
  const std::vector<int> others = arena_side(arena, v, order, Side::columns);
  std::vector<Column> columns{{"", flush_right}, {"agent"}};
  for (const int other : others) columns.push_back({place(other), flush_right});
  TextTable table(columns);
  for (const int agent : arena_side(arena, v, order, Side::rows)) {
    std::vector<std::string> row{place(agent), short_name(arena, agent)};
    for (const int other : others) {
      const std::optional<ArenaPair> pair = arena_pair(arena, v, agent, other);
      row.push_back(!pair || !pair->scored()
                        ? "–"
                        : fmt::format("{:.1f} ±{:.1f}{}", 100 * pair->share.share,
                                      rounded_up(100 * pair->share.reach(), 1),
                                      pair->significant || !pair->tested() ? "" : "="));
    }
    table.add(std::move(row));
  }
  return table.text();
}

std::string variant_text(const Arena& arena, int v, const std::vector<int>& order) {
  const ArenaVariant& result = arena.result(v);
  const risk::Variant& variant = arena.variant(v);
  const risk::SimulationCounts& counts = result.counts;
  std::string text = fmt::format("\n{}: {} players, {}, {}\n", variant.name(), variant.players(),
                                 counted(std::ssize(arena.tables(v)), "table"),
                                 counted(counts.matches, "match", "matches"));
  if (counts.matches == 0) return text;
  text += matrix(arena, v, order);
  std::vector<std::string> seats;
  for (std::size_t s = 0; s < counts.wins.size(); ++s) {
    const auto& [share, interval] = result.seat_shares[s];
    seats.push_back(fmt::format("seat {} {:.1f} %", s + 1, 100 * share));
    if (interval)
      seats.back() += fmt::format(" ({:.1f} to {:.1f})", 100 * interval->low, 100 * interval->high);
  }
  text += fmt::format(
      "seats: {}\nends: {}\nturns: mean {:.1f}, sd {:.1f}, 5 % to 95 %: {} to {}\nlength: {}\n",
      fmt::join(seats, ", "), arena_ends(arena, v), counts.mean_turns(), counts.sd_turns(),
      counts.quantile_turns(0.05), counts.quantile_turns(0.95),
      minutes_text(counts.mean_turns(), variant.territories(), metrics::own_seconds(variant)));
  for (std::size_t a = 0; a < result.entries.size(); ++a) {
    const experiments::ArenaEntry& entry = result.entries[a];
    for (int fault = 1; fault < risk::fault_count; ++fault) {
      const std::int64_t count = entry.faults[at(fault)];
      if (count == 0) continue;
      text += fmt::format("{} forfeited {} of {} by {}: {}\n", shortened(arena.config().agents[a]),
                          count, counted(entry.matches, "match", "matches"),
                          risk::fault_name(static_cast<risk::Fault>(fault)),
                          risk::fault_text(static_cast<risk::Fault>(fault)));
    }
  }
  return text;
}

}  // namespace

std::string elo_text(const metrics::Ratings& ratings, int agent) {
  if (!ratings.rated(agent)) return "–";
  if (ratings.error(agent) == 0) return "0";
  const double rounded = std::round(elo * ratings.rating(agent)) + 0.0;  // no "-0"
  return fmt::format("{:+.0f}{}", rounded, reach_text(ratings, ratings.error(agent)));
}

std::string gap_text(const metrics::Ratings& ratings, int stronger, int weaker) {
  if (!ratings.rated(stronger) || !ratings.rated(weaker)) return "";
  return fmt::format("{:.0f}{}", elo * (ratings.rating(stronger) - ratings.rating(weaker)),
                     reach_text(ratings, ratings.error_of_difference(stronger, weaker)));
}

std::string microseconds_text(double microseconds) {
  if (microseconds < 10) return fmt::format("{:.2f}", microseconds);
  if (microseconds < 100) return fmt::format("{:.1f}", microseconds);
  return fmt::format("{:.0f}", microseconds);
}

std::optional<ArenaPair> arena_pair(const Arena& arena, int variant, int row, int column) {
  for (ArenaPair pair : arena.result(variant).pairs) {
    const bool met = pair.a == std::min(row, column) && pair.b == std::max(row, column);
    if (!met || pair.matches == 0) continue;
    if (pair.a == row) return pair;
    std::swap(pair.a, pair.b);
    std::swap(pair.wins_a, pair.wins_b);
    std::swap(pair.points_a, pair.points_b);
    std::swap(pair.forfeits_a, pair.forfeits_b);
    const auto [share, low, high] = pair.share;
    pair.share = {1 - share, 1 - high, 1 - low};
    return pair;
  }
  return std::nullopt;
}

std::vector<int> arena_side(const Arena& arena, int v, const std::vector<int>& order, Side side) {
  std::vector<int> agents;
  std::ranges::copy_if(order, std::back_inserter(agents), [&](int agent) {
    return arena.config().first == 0 || arena.variant(v).players() > 2 ||
           (agent < arena.config().first) == (side == Side::rows);
  });
  return agents;
}

std::string arena_names(const Arena& arena) {
  std::vector<std::string> names;
  for (int v = 0; v < arena.variants(); ++v) names.push_back(arena.variant(v).name());
  return fmt::format("{}", fmt::join(names, ", "));
}

std::int64_t arena_matches(const Arena& arena) {
  std::int64_t matches = 0;
  for (int v = 0; v < arena.variants(); ++v) matches += arena.result(v).counts.matches;
  return matches;
}

std::string arena_ends(const Arena& arena, int variant) {
  const risk::SimulationCounts& counts = arena.result(variant).counts;
  const auto part = [&](const char* what, risk::EndReason end) {
    const auto count = static_cast<double>(counts.ends[static_cast<int>(end)]);
    return fmt::format("{} {:.1f} %", what, 100 * count / static_cast<double>(counts.matches));
  };
  std::string text = part("conquest", risk::EndReason::conquest);
  if (arena.variant(variant).missions() > 0) text += part(", mission", risk::EndReason::mission);
  return text + part(", turn limit", risk::EndReason::turn_limit) +
         part(", forfeit", risk::EndReason::invalid);
}

std::string arena_method(const Arena& arena) {
  std::string text = fmt::format(
      "Elo: ratings by Bradley and Terry, {} = 0, ± 95 %. Rates: what the row took of the matches "
      "that either of the two took, in %, all seats together, with Wilson's 95 % interval (±: its "
      "longer side).",
      short_name(arena, arena.config().anchor));
  if (arena.config().until) {
    text += fmt::format(
        " A pair plays until its difference is significant (group-sequential test, {} looks, level "
        "{:g} for all pairs together); =: none was found.",
        experiments::arena_looks, *arena.config().until);
  } else {
    text += " =: no significant difference (level 0.05, adjusted after Holm for all pairs).";
  }
  for (int v = 0; v < arena.variants(); ++v) {
    if (std::ranges::all_of(arena.result(v).pairs, &ArenaPair::tested)) continue;
    text += fmt::format(" Of some pairs there are too few deals to test ({} at least).",
                        metrics::fewest_for_a_test);
    break;
  }
  for (const auto& [name, agent] : arena.config().names)
    text += fmt::format(" {}: {}.", name, agent);
  return text;
}

std::string arena_text(const ArenaView& view) {
  const Arena& arena = view.arena;
  const std::vector<int> order = arena.ranking();
  std::string text = fmt::format(
      "{} agents, {} on {}, seed {}; {} on {}\n\n", arena.agents(),
      counted(arena_matches(arena), "match", "matches"), arena_names(arena), arena.config().seed,
      duration_text(view.effort.seconds), counted(view.effort.threads, "thread"));
  text += ladder(view, order);
  for (int v = 0; v < arena.variants(); ++v) text += variant_text(arena, v, order);
  return text + "\n" + arena_method(arena) + "\n";
}

Json arena_json(const ArenaView& view) {
  Json json = view.arena.result_json();
  json["effort"] = {{"seconds", view.effort.seconds}, {"threads", view.effort.threads}};
  for (int a = 0; a < view.arena.agents(); ++a) {
    const auto& times = view.effort.decisions[at(a)];
    json["effort"]["agents"].push_back(
        {{"agent", view.arena.config().agents[at(a)]},
         {"decisions_timed", times.count()},
         {"microseconds",
          {{"mean", times.mean()}, {"p99", times.quantile(0.99)}, {"max", times.longest()}}},
         {"bytes", view.memory[at(a)]}});
  }
  return json;
}

}  // namespace evorisk::app
