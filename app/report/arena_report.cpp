#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/report/pages.hpp"
#include "app/text/arena_view.hpp"
#include "app/text/minutes.hpp"
#include "app/text/progress.hpp"
#include "app/view/chart.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/utf8.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::app {
namespace {

using experiments::Arena;
using experiments::ArenaEntry;
using experiments::ArenaPair;
using experiments::ArenaVariant;

const std::string& agent_name(const Arena& arena, int agent) {
  return arena.config().agents[at(agent)];
}

std::string heading(const ArenaView& view, int strongest) {
  const Arena& arena = view.arena;
  constexpr int forfeit = static_cast<int>(risk::EndReason::invalid);
  std::int64_t forfeits = 0;
  for (int v = 0; v < arena.variants(); ++v) forfeits += arena.result(v).counts.ends[forfeit];
  return html_told("arena.heading", arena_names(arena)) +
         tiles({{shortened(agent_name(arena, strongest), 24), "the strongest"},
                {std::to_string(arena.agents()), "agents"},
                {std::to_string(arena_matches(arena)), "matches"},
                {std::to_string(forfeits), "forfeited"},
                {duration_text(view.effort.seconds),
                 fmt::format("on {} threads", view.effort.threads)}});
}

std::string rating_chart(const Arena& arena, const std::vector<int>& order) {
  constexpr double unit = metrics::Ratings::elo_per_unit;
  const metrics::Ratings& ratings = arena.ratings();
  std::vector<IntervalRow> rows;
  double low = 0;
  double high = 0;
  for (const int agent : order) {
    if (!ratings.rated(agent)) continue;
    const double elo = unit * ratings.rating(agent);
    const double reach = unit * ratings.errors95().value_or(0) * ratings.error(agent);
    rows.push_back({shortened(agent_name(arena, agent), 22), elo, elo - reach, elo + reach, 0,
                    elo_text(ratings, agent)});
    low = std::min(low, elo - reach);
    high = std::max(high, elo + reach);
  }
  const double margin = std::max(10.0, (high - low) / 40);
  return card(interval_chart("Ratings on Elo's scale", rows, low - margin, high + margin));
}

std::string ladder(const Arena& arena, const std::vector<int>& order) {
  const int variants = arena.variants() > 1 ? arena.variants() : 0;  // with columns of their own
  HtmlTable table({"agent", "Elo", "above the next"}, "sortable");
  for (int v = 0; v < variants; ++v) table.head(arena.variant(v).name());
  const auto cell = [](const metrics::Ratings& ratings, int agent) {
    return HtmlCell(elo_text(ratings, agent))
        .with("data-value", fixed(ratings.rated(agent) ? ratings.rating(agent) : -1e9, 3));
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    const int agent = order[i];
    table.row().add(agent_name(arena, agent), cell(arena.ratings(), agent),
                    i + 1 < order.size() ? gap_text(arena.ratings(), agent, order[i + 1]) : "");
    for (int v = 0; v < variants; ++v) table.add(cell(*arena.result(v).ratings, agent));
  }
  return "<h2>Ratings</h2>" + rating_chart(arena, order) + table.html();
}

// Above one half in one colour, below in another; the further the stronger.
HtmlCell pair_cell(const ArenaPair& pair) {
  const auto& [share, low, high] = pair.share;
  const std::string tooltip = fmt::format(
      "{}: {} won, {} lost, {} unfinished, {} forfeited; {:.1f} turns; {}",
      counted(pair.matches, "match", "matches"), pair.wins_a, pair.wins_b, pair.unfinished,
      pair.forfeits_a + pair.forfeits_b,
      static_cast<double>(pair.turns) / static_cast<double>(pair.matches),
      pair.tested() ? fmt::format("p {:.2g}", pair.p_adjusted) : "too few deals to test");
  return HtmlCell(Html{html_told("arena.share", 100 * share, 100 * low, 100 * high)})
      .with("class", pair.significant ? "effect" : "quiet")
      .with("data-value", fixed(share, 5))
      .with("title", tooltip)
      .shaded(share >= 0.5 ? "c1" : "c2", 45 * std::min(1.0, 2 * std::abs(share - 0.5)));
}

std::string matrix(const Arena& arena, int v, const std::vector<int>& order) {
  HtmlTable table({"won of, in %"}, "tight");
  const std::vector<int> others = arena_side(arena, v, order, Side::columns);
  for (const int agent : others) table.head(shortened(agent_name(arena, agent), 22));
  for (const int row : arena_side(arena, v, order, Side::rows)) {
    table.row().add(agent_name(arena, row));
    for (const int column : others) {
      const std::optional<ArenaPair> pair = arena_pair(arena, v, row, column);
      table.add(pair && pair->scored() ? pair_cell(*pair) : HtmlCell("–").with("class", "quiet"));
    }
  }
  return table.html();
}

std::string share_title(double low, double high) {
  return fmt::format("{:.1f} to {:.1f}", 100 * low, 100 * high);
}

HtmlCell points_cell(std::int64_t points, std::int64_t matches) {
  if (matches == 0) return "–";
  const auto [share, low, high] = experiments::arena_share(points, matches);
  return HtmlCell(fixed(100 * share, 1))
      .with("data-value", fixed(share, 5))
      .with("title", share_title(low, high));
}

std::string agents_table(const Arena& arena, int v, const std::vector<int>& order) {
  const ArenaVariant& result = arena.result(v);
  const std::size_t players = result.counts.wins.size();
  HtmlTable table({"agent", "matches", "wins", "points, %"}, "sortable");
  for (std::size_t s = 0; s < players; ++s) table.head(fmt::format("in seat {}, %", s + 1));
  table.head("forfeits");
  for (const int agent : order) {
    const ArenaEntry& entry = result.entries[at(agent)];
    table.row().add(agent_name(arena, agent), entry.matches, entry.wins,
                    points_cell(entry.points, entry.matches));
    for (std::size_t s = 0; s < players; ++s) {
      table.add(points_cell(entry.seat_points[s], entry.seat_matches[s]));
    }
    std::vector<std::string> faults;
    for (int fault = 1; fault < risk::fault_count; ++fault) {
      const std::int64_t count = entry.faults[at(fault)];
      if (count == 0) continue;
      faults.push_back(
          fmt::format("{} {}", count, risk::fault_name(static_cast<risk::Fault>(fault))));
    }
    table.add(faults.empty() ? "0" : fmt::format("{}", fmt::join(faults, " ")));
  }
  table.row().add("all", result.counts.matches, "", "");
  for (std::size_t s = 0; s < players; ++s) {
    const auto& [share, interval] = result.seat_shares[s];
    table.add(HtmlCell(fixed(100 * share, 1))
                  .with("data-value", fixed(share, 5))
                  .with("title", interval ? share_title(interval->low, interval->high) : ""));
  }
  table.add("");
  return table.html();
}

std::string variant_section(const Arena& arena, int v, const std::vector<int>& order) {
  const risk::SimulationCounts& counts = arena.result(v).counts;
  const risk::Variant& variant = arena.variant(v);
  const std::string title = fmt::format("<h2>{}</h2>", escape_html(variant.name()));
  if (counts.matches == 0) return title + "<p>Nothing was played.</p>";
  return title +
         html_told("arena.variant", variant.players(), variant.territories(),
                   counted(std::ssize(arena.tables(v)), "table"),
                   counted(counts.matches, "match", "matches"), counts.mean_turns(),
                   counts.quantile_turns(0.05), counts.quantile_turns(0.95),
                   minutes_text(counts.mean_turns(), variant.territories(),
                                metrics::own_seconds(variant)),
                   arena_ends(arena, v)) +
         "<h3>Who beats whom</h3>" + matrix(arena, v, order) + "<h3>Points by seat</h3>" +
         agents_table(arena, v, order);
}

std::string effort_table(const ArenaView& view, const std::vector<int>& order) {
  HtmlTable table({"agent", "decisions timed", "µs, mean", "99 %", "longest", "kB in a seat"},
                  "sortable");
  for (const int agent : order) {
    const auto& times = view.effort.decisions[at(agent)];
    table.row().add(agent_name(view.arena, agent), times.count(), microseconds_text(times.mean()),
                    microseconds_text(times.quantile(0.99)), microseconds_text(times.longest()),
                    fixed(static_cast<double>(view.memory[at(agent)]) / 1000, 1));
  }
  return "<h2>Speed</h2>" + table.html() + html_told("arena.speed");
}

}  // namespace

std::string arena_page(const ArenaView& view, const std::string& command) {
  const std::vector<int> order = view.arena.ranking();
  std::string html = heading(view, order.front()) + ladder(view.arena, order);
  for (int v = 0; v < view.arena.variants(); ++v) html += variant_section(view.arena, v, order);
  return html_page("Arena", html + effort_table(view, order) +
                                html_told("arena.method", arena_method(view.arena), command));
}

}  // namespace evorisk::app
