#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/report/pages.hpp"
#include "app/text/gallery_words.hpp"
#include "app/text/minutes.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/message.hpp"
#include "experiments/gallery/choice.hpp"
#include "experiments/gallery/exhibit.hpp"
#include "ga/evaluation/record.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/criteria/minutes.hpp"

namespace evorisk::app {

namespace {

using experiments::Collection;
using experiments::Exhibit;
using Json = nlohmann::ordered_json;

std::string anchor(std::size_t i) {
  return fmt::format("v{}", i + 1);
}

metrics::Estimate per_cent(const metrics::Estimate& share) {
  return {100 * share.mean, 100 * share.se};
}

// A row for each seat: its chance under every agent.
std::string seats_table(const Collection& collection, const Exhibit& exhibit) {
  HtmlTable table({"% of wins ± standard error"}, "tight");
  for (const std::string& agent : collection.agents) table.head(agent);
  for (int seat = 0; seat < exhibit.variant.players(); ++seat) {
    table.row().add(fmt::format("seat {}", SeatNumber{seat}));
    for (const metrics::CriteriaTotals& totals : exhibit.tables) {
      table.add(plus_minus(per_cent(chance_of_seat(totals, seat)), 1));
    }
  }
  return table.html("scroll");
}

std::string unlike_risk_html(const risk::Rules& rules) {
  const std::vector<std::string> sentences = unlike_risk(rules);
  if (sentences.empty()) return std::string(page_text("gallery.same_rules"));
  std::string html;
  for (const std::string& sentence : sentences) html += "<li>" + escape_html(sentence) + "</li>";
  return html_told("gallery.rules", Html{html});
}

// What of the start was not bred.
std::string stays_html(const Exhibit& exhibit) {
  std::vector<std::string> parts;
  for (const std::string& part : exhibit.stays) {
    const std::size_t colon = part.find(':');
    parts.push_back(colon == part.npos ? "all of the " + part
                                       : part.substr(0, colon) + ' ' + part.substr(colon + 1));
  }
  return parts.empty() ? "" : html_told("gallery.stays", fmt::format("{}", fmt::join(parts, "; ")));
}

// What the variant does not keep of what was asked for.
std::string not_kept_html(const Collection& collection, const Exhibit& exhibit) {
  const std::vector<std::string> broken = not_kept(collection, exhibit);
  return broken.empty() ? ""
                        : html_told("gallery.not_kept", fmt::format("{}", fmt::join(broken, "; ")));
}

// The board, what it plays like, and what to do with it.
std::string board(const Collection& collection, std::size_t i, const std::string& text) {
  const Exhibit& exhibit = collection.exhibits[i];
  const DrawOptions options{.numbers = false, .style = i == 0, .id_prefix = anchor(i) + '-'};
  const risk::Variant& variant = exhibit.variant;
  return html_told("gallery.board", anchor(i), variant.name(), exhibit.title,
                   Html{html_told("board.zoom", anchor(i), Html{draw_map(variant.map(), options)})},
                   counted(variant.players(), "player"),
                   length_text(metrics::length_of(exhibit.tables), variant.territories(),
                               metrics::own_seconds(variant)),
                   counted(variant.territories(), "territory", "territories"),
                   counted(variant.continents(), "continent"), text,
                   Html{stays_html(exhibit) + not_kept_html(collection, exhibit)},
                   Html{seats_table(collection, exhibit)}, Html{unlike_risk_html(variant.rules())},
                   exhibit.file, std::filesystem::path(exhibit.file).stem().string());
}

std::string overview(const Collection& collection) {
  const std::string& first = collection.agents.front();
  HtmlTable table({"variant", "board", "players", "territories", "continents"}, "sortable");
  for (const char* by_agent : {"minutes", "advantage"}) table.head(by_agent);
  table.head("fitness, " + first);
  for (std::size_t i = 0; i < collection.exhibits.size(); ++i) {
    const Exhibit& e = collection.exhibits[i];
    const DrawOptions thumbnail{.names = false,
                                .numbers = false,
                                .style = false,
                                .width = 96,
                                .id_prefix = fmt::format("t{}-", i + 1)};
    table.row().add(
        Html{fmt::format("<a href=\"#{}\">{}</a>", anchor(i), escape_html(e.variant.name()))},
        HtmlCell(Html{draw_map(e.variant.map(), thumbnail)})
            .with("data-value", std::to_string(e.variant.territories())),
        e.variant.players(), e.variant.territories(), e.variant.continents());
    std::vector<std::string> minutes;
    std::vector<std::string> advantages;
    for (const metrics::CriteriaTotals& totals : e.tables) {
      minutes.push_back(fixed(metrics::minutes_of(totals.turns().mean, e.variant.territories(),
                                                  metrics::own_seconds(e.variant)),
                              0));
      advantages.push_back(plus_minus(totals.criterion(metrics::Criterion::advantage), 2));
    }
    for (const auto& by_agent : {minutes, advantages}) {
      table.add(HtmlCell(Html{fmt::format("{}", fmt::join(by_agent, "<br>"))})
                    .with("data-value", by_agent.front()));
    }
    table.add(plus_minus(score(e, e.tables.front()), 2));
  }
  const std::string agreement = agreement_of_ranks(collection);
  const std::string agree =
      agreement.empty() ? ""
                        : html_told("gallery.agreement",
                                    listed({first, collection.agents.back()}, " and "), agreement);
  return html_told("gallery.overview", listed(collection.agents, ", below that by "),
                   Html{table.html()}, Html{agree});
}

std::string criteria_table(const Collection& collection, const Exhibit& exhibit) {
  HtmlTable table({"criterion"}, "tight");
  for (const std::string& title : collection.agents) table.head(title);
  table.head("played by " + collection.agents.front(), "text");
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    table.row().add(info.title);
    for (const metrics::CriteriaTotals& totals : exhibit.tables) {
      table.add(plus_minus(totals.criterion(info.id)));
    }
    table.add(metrics::meaning(info.id, exhibit.tables.front(), exhibit.objective));
  }
  if (exhibit.agreements.empty()) return table.html();
  return table.html() + html_told("gallery.finalists", agreement_of_judges(exhibit.agreements));
}

std::vector<std::string> story(const Collection& collection, const Exhibit& exhibit) {
  return match_story(exhibit.variant, collection.agents.front(), exhibit.typical);
}

// Figures, rules and a match, folded.
std::string details(const Collection& collection, std::size_t i) {
  const Exhibit& exhibit = collection.exhibits[i];
  std::string match;
  for (const std::string& line : story(collection, exhibit)) {
    match += "<li>" + escape_html(line) + "</li>";
  }
  const std::string run =
      exhibit.run.empty() ? "" : html_told("gallery.run", exhibit.run + "/report.html");
  return html_told("gallery.details", exhibit.variant.name(),
                   Html{rules_html(exhibit.variant.rules())},
                   counted(exhibit.tables.front().matches(), "fresh match", "fresh matches"),
                   Html{criteria_table(collection, exhibit)}, Html{match}, exhibit.file,
                   exhibit.source, Html{run});
}

}  // namespace

std::string collection_page(const Collection& collection) {
  const auto lacking = std::ranges::count_if(collection.exhibits, [&](const Exhibit& exhibit) {
    return !not_kept(collection, exhibit).empty();
  });
  const std::string shown_anyway =
      lacking == 0   ? ""
      : lacking == 1 ? " Of the variants below, one does not keep all of it; its text says what."
                     : fmt::format(
                           " Of the variants below, {} do not keep all of it; their texts "
                           "say what.",
                           lacking);
  // Those of a shortlist were bred for it, each for what its entry asks.
  const bool bred = std::ranges::any_of(
      collection.exhibits, [](const Exhibit& exhibit) { return !exhibit.run.empty(); });
  std::string left_out;
  if (collection.left_out > 0) {
    left_out = fmt::format(
        " With {} in all seats, {} of these {} left out: a seat is favoured (its advantage is "
        "above {:.2f}){}.",
        listed(collection.agents, " and "), collection.left_out,
        collection.left_out == 1 ? "was" : "were", collection.fairness,
        bred ? ", matches do not end, or something else that was asked for is not kept" : "");
  }
  std::string html = html_told(
      "gallery.heading", collection.title, counted(std::ssize(collection.exhibits), "variant"),
      collection.exhibits.size() > 1 ? ", each different" : "",
      counted(collection.candidates, "candidate"),
      bred ? "how they are drawn and play" : "how well they play and how they differ", left_out,
      shown_anyway, listed(collection.agents, " and "));
  const std::vector<std::string> texts = plays_like(collection);
  html += "<div class=\"boards\">";
  for (std::size_t i = 0; i < collection.exhibits.size(); ++i) {
    html += board(collection, i, texts[i]);
  }
  html += "</div>";
  if (collection.exhibits.size() > 1) html += overview(collection);
  for (std::size_t i = 0; i < collection.exhibits.size(); ++i) html += details(collection, i);
  return html_page(collection.title, html);
}

std::filesystem::path write_collection_report(const std::filesystem::path& directory,
                                              const Collection& collection) {
  for (const Exhibit& exhibit : collection.exhibits) {
    if (!exhibit.run.empty()) write_run_report(directory / exhibit.run);
  }
  std::filesystem::path report = directory / "report.html";
  write_file(report, collection_page(collection));
  return report;
}

Json publish_collection(const std::filesystem::path& directory, const Collection& collection) {
  make_directory(directory / "variants");
  // Those of the collection that was there; whatever else is beside them is not its own.
  if (file_exists(directory / "gallery.json")) {
    const std::string source = (directory / "gallery.json").string();
    const Json former = read_json(source);
    for (const JsonView& variant : JsonView(former, source).at("variants").items()) {
      const std::filesystem::path file = variant.at("file").text();
      if (file.parent_path() == "variants") std::filesystem::remove(directory / file);
    }
  }
  for (const Exhibit& exhibit : collection.exhibits) {
    write_file(directory / exhibit.file, risk::variant_to_json(exhibit.variant).dump() + '\n');
  }
  Json json = collection_json(collection);
  write_file(directory / "gallery.json", json.dump() + '\n');
  write_file(directory / "index.html", collection_page(collection));
  return json;
}

Json collection_json(const Collection& collection) {
  Json json = {{"format", 3},
               {"title", collection.title},
               {"seed", collection.seed},
               {"fairness", collection.fairness},
               {"candidates", collection.candidates},
               {"left_out", collection.left_out},
               {"variants", Json::array()}};
  const std::vector<std::string> texts = plays_like(collection);
  for (std::size_t i = 0; i < collection.exhibits.size(); ++i) {
    const Exhibit& exhibit = collection.exhibits[i];
    const risk::Variant& variant = exhibit.variant;
    Json tables = Json::array();
    for (std::size_t a = 0; a < collection.agents.size(); ++a) {
      const metrics::CriteriaTotals& totals = exhibit.tables[a];
      const metrics::Estimate fitness = score(exhibit, totals);
      Json table = {{"agent", collection.agents[a]},
                    {"matches", totals.matches()},
                    {"fitness", ga::estimate_to_json(fitness)}};
      for (const metrics::CriterionInfo& info : metrics::criteria()) {
        table["criteria"][std::string(info.name)] = ga::estimate_to_json(totals.criterion(info.id));
      }
      table["turns"] = ga::estimate_to_json(totals.turns());
      table["minutes"] = metrics::minutes_to_json(totals.turns().mean, variant.territories(),
                                                  metrics::own_seconds(variant));
      for (int seat = 0; seat < totals.players(); ++seat) {
        table["seat_wins"].push_back(totals.wins(seat));
      }
      tables.push_back(std::move(table));
    }
    const auto size = experiments::size_class(variant.territories());
    json["variants"].push_back({{"name", variant.name()},
                                {"title", exhibit.title},
                                {"file", exhibit.file},
                                {"source", exhibit.source},
                                {"not_kept", not_kept(collection, exhibit)},
                                {"players", variant.players()},
                                {"territories", variant.territories()},
                                {"continents", variant.continents()},
                                {"size_class", experiments::size_class_name(size)},
                                {"plays_like", texts[i]},
                                {"unlike_risk", unlike_risk(variant.rules())},
                                {"tables", tables},
                                {"story", story(collection, exhibit)}});
    if (!exhibit.stays.empty()) json["variants"].back()["stays"] = exhibit.stays;
  }
  return json;
}

}  // namespace evorisk::app
