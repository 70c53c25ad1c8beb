#include "app/report/arena_report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/text/progress.hpp"
#include "app/view/chart.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "base/utf8.hpp"

namespace evorisk::app {
namespace {

using experiments::Arena;
using experiments::ArenaEntry;
using experiments::ArenaPair;
using experiments::ArenaVariant;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

std::string agent_name(const Arena& arena, int agent) {
  return escape_html(arena.config().agents[index(agent)]);
}

std::string heading(const ArenaView& view, const std::vector<int>& order) {
  const Arena& arena = view.arena;
  std::int64_t forfeits = 0;
  for (int v = 0; v < arena.variants(); ++v) {
    forfeits += arena.result(v).counts.ends[static_cast<int>(risk::EndReason::invalid)];
  }
  std::string html = "<h1>Arena</h1><p class=\"lead\">" + escape_html(arena_names(arena)) +
                     ". Everybody in every seat, with the same dice.</p><div class=\"tiles\">";
  html += tile(shortened(arena.config().agents[index(order.front())], 24), "the strongest");
  html += tile(std::to_string(arena.agents()), "agents");
  html += tile(std::to_string(arena_matches(arena)), "matches");
  html += tile(std::to_string(forfeits), "forfeited");
  html +=
      tile(duration_text(view.effort.seconds), fmt::format("on {} threads", view.effort.threads));
  return html + "</div>";
}

std::string rating_chart(const metrics::Ratings& ratings, const Arena& arena,
                         const std::vector<int>& order, const std::string& title) {
  constexpr double unit = metrics::Ratings::elo_per_unit;
  std::vector<IntervalRow> rows;
  double low = 0;
  double high = 0;
  for (const int agent : order) {
    if (!ratings.rated(agent)) continue;
    const double elo = unit * ratings.rating(agent);
    const double se = unit * ratings.error(agent);
    rows.push_back(
        {shortened(arena.config().agents[index(agent)], 22), elo, se, 0, elo_text(ratings, agent)});
    low = std::min(low, elo - 2 * se);
    high = std::max(high, elo + 2 * se);
  }
  const double margin = std::max(10.0, (high - low) / 40);
  return "<div class=\"card\">" + interval_chart(title, rows, low - margin, high + margin) +
         "</div>";
}

std::string ladder(const ArenaView& view, const std::vector<int>& order) {
  const Arena& arena = view.arena;
  std::string html =
      "<h2>Ratings</h2>" + rating_chart(arena.ratings(), arena, order, "Ratings on Elo's scale") +
      "<div class=\"card scroll\"><table class=\"sortable\"><thead><tr><th>agent</th><th>Elo</th>"
      "<th>above the next</th>";
  if (arena.variants() > 1) {
    for (int v = 0; v < arena.variants(); ++v) {
      html += "<th>" + escape_html(arena.variant(v).name()) + "</th>";
    }
  }
  html += "</tr></thead><tbody>";
  const auto cell = [](const metrics::Ratings& ratings, int agent) {
    return fmt::format("<td data-value=\"{:.3f}\">{}</td>",
                       ratings.rated(agent) ? ratings.rating(agent) : -1e9,
                       elo_text(ratings, agent));
  };
  for (std::size_t i = 0; i < order.size(); ++i) {
    html += fmt::format("<tr><td>{}</td>", agent_name(arena, order[i]));
    html += cell(arena.ratings(), order[i]) + "<td>" +
            (i + 1 < order.size() ? gap_text(arena.ratings(), order[i], order[i + 1]) : "") +
            "</td>";
    if (arena.variants() > 1) {
      for (int v = 0; v < arena.variants(); ++v) html += cell(*arena.result(v).ratings, order[i]);
    }
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
}

std::string share_cell(double share, double low, double high, bool sure, const std::string& title) {
  // Above one half in one colour, below in another; the further the stronger.
  const double depth = 45 * std::min(1.0, 2 * std::abs(share - 0.5));
  return fmt::format(
      "<td class=\"{}\" style=\"background:color-mix(in srgb, var(--{}) {:.0f}%, transparent)\" "
      "data-value=\"{:.5f}\" title=\"{}\">{:.1f}<br><small "
      "style=\"color:inherit;white-space:nowrap\">{:.1f} to "
      "{:.1f}</small></td>",
      sure ? "effect" : "quiet", share >= 0.5 ? "c1" : "c2", depth, share, escape_html(title),
      100 * share, 100 * low, 100 * high);
}

std::string matrix(const Arena& arena, int v, const std::vector<int>& order) {
  std::string html =
      "<div class=\"card scroll\"><table class=\"tight\"><thead><tr><th>won of, in %</th>";
  for (const int agent : order) {
    html += "<th>" + escape_html(shortened(arena.config().agents[index(agent)], 22)) + "</th>";
  }
  html += "</tr></thead><tbody>";
  for (const int row : order) {
    html += "<tr><td>" + agent_name(arena, row) + "</td>";
    for (const int column : order) {
      std::string cell = "<td class=\"quiet\">–</td>";
      for (const ArenaPair& pair : arena.result(v).pairs) {
        const bool first = pair.a == row && pair.b == column;
        if ((!first && (pair.b != row || pair.a != column)) || pair.matches == 0) continue;
        const std::string title = fmt::format(
            "{}: {} won, {} lost, {} unfinished, {} forfeited; {:.1f} turns; p {:.2g}",
            counted(pair.matches, "match", "matches"), first ? pair.wins_a : pair.wins_b,
            first ? pair.wins_b : pair.wins_a, pair.unfinished, pair.forfeits_a + pair.forfeits_b,
            static_cast<double>(pair.turns) / static_cast<double>(pair.matches), pair.p_adjusted);
        const risk::Share& s = pair.share;
        cell = first ? share_cell(s.share, s.low, s.high, pair.significant, title)
                     : share_cell(1 - s.share, 1 - s.high, 1 - s.low, pair.significant, title);
      }
      html += cell;
    }
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
}

std::string agents_table(const Arena& arena, int v, const std::vector<int>& order) {
  const ArenaVariant& result = arena.result(v);
  const std::size_t players = result.counts.wins.size();
  std::string html =
      "<div class=\"card scroll\"><table class=\"sortable\"><thead><tr><th>agent</th><th>matches"
      "</th><th>wins</th><th>points, %</th>";
  for (std::size_t s = 0; s < players; ++s) html += fmt::format("<th>in seat {}, %</th>", s);
  html += "<th>forfeits</th></tr></thead><tbody>";
  const auto share = [](std::int64_t points, std::int64_t matches) {
    if (matches == 0) return std::string("<td>–</td>");
    const risk::Share s = experiments::arena_share(points, matches);
    return fmt::format("<td data-value=\"{:.5f}\" title=\"{:.1f} to {:.1f}\">{:.1f}</td>", s.share,
                       100 * s.low, 100 * s.high, 100 * s.share);
  };
  for (const int agent : order) {
    const ArenaEntry& entry = result.entries[index(agent)];
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{}</td>", agent_name(arena, agent),
                        entry.matches, entry.wins) +
            share(entry.points, entry.matches);
    for (std::size_t s = 0; s < players; ++s) {
      html += share(entry.seat_points[s], entry.seat_matches[s]);
    }
    std::string faults;
    for (int fault = 1; fault < risk::fault_count; ++fault) {
      const std::int64_t count = entry.faults[index(fault)];
      if (count > 0) {
        faults += fmt::format(" {} {}", count, risk::fault_name(static_cast<risk::Fault>(fault)));
      }
    }
    html += "<td>" + (faults.empty() ? "0" : escape_html(faults)) + "</td></tr>";
  }
  html += fmt::format("<tr><td>all</td><td>{}</td><td></td><td></td>", result.counts.matches);
  for (std::size_t s = 0; s < players; ++s) {
    html += share(result.seat_points[s], result.counts.matches);
  }
  return html + "<td></td></tr></tbody></table></div>";
}

std::string variant_section(const Arena& arena, int v, const std::vector<int>& order) {
  const risk::SimulationCounts& counts = arena.result(v).counts;
  const risk::Variant& variant = arena.variant(v);
  std::string html = fmt::format("<h2>{}</h2>", escape_html(variant.name()));
  if (counts.matches == 0) return html + "<p>Nothing was played.</p>";
  html += fmt::format(
      "<p>{} players, {} territories, {}, {}; {:.1f} turns on average (5 % to 95 %: "
      "{} to {}). Ends: {}.</p>",
      variant.players(), variant.territories(), counted(std::ssize(arena.tables(v)), "table"),
      counted(counts.matches, "match", "matches"), counts.mean_turns(), counts.quantile_turns(0.05),
      counts.quantile_turns(0.95), arena_ends(arena, v));
  html += "<h3>Who beats whom</h3>" + matrix(arena, v, order);
  html += "<h3>Points by seat</h3>" + agents_table(arena, v, order);
  return html;
}

std::string effort_table(const ArenaView& view, const std::vector<int>& order) {
  std::string html =
      "<h2>Speed</h2><div class=\"card scroll\"><table class=\"sortable\"><thead><tr><th>agent</th>"
      "<th>decisions timed</th><th>µs, mean</th><th>99 %</th><th>longest</th><th>kB in a seat</th>"
      "</tr></thead><tbody>";
  for (const int agent : order) {
    const auto& times = view.effort.decisions[index(agent)];
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1f}</td></tr>",
        agent_name(view.arena, agent), times.count(), microseconds_text(times.mean()),
        microseconds_text(times.quantile(0.99)), microseconds_text(times.longest()),
        static_cast<double>(view.memory[index(agent)]) / 1000);
  }
  return html +
         "</tbody></table></div><p class=\"lead\">Real time, so it contains what else the machine "
         "was doing; above all the longest. Memory is what an agent holds when a match begins, of "
         "a "
         "program of your own only what stands for it here.</p>";
}

}  // namespace

std::string arena_page(const ArenaView& view, const std::string& command) {
  const std::vector<int> order = view.arena.ranking();
  std::string html = heading(view, order) + ladder(view, order);
  for (int v = 0; v < view.arena.variants(); ++v) html += variant_section(view.arena, v, order);
  html += effort_table(view, order);
  html += "<h2>How it is reckoned</h2><p>" + escape_html(arena_method(view.arena)) +
          " The winner of a match has its point; an unfinished one is shared; who forfeits loses. "
          "Errors of ratings take matches with the same dice as one. Faint figures may be chance."
          "</p><h2>Again</h2><pre>" +
          escape_html(command) + "</pre>";
  return html_page("Arena", html);
}

}  // namespace evorisk::app
