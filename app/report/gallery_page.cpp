#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/report/pages.hpp"
#include "app/text/gallery_words.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "experiments/gallery/gallery.hpp"
#include "ga/evaluation/record.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"

namespace evorisk::app {

namespace {

using experiments::Exhibit;
using experiments::Gallery;
using Json = nlohmann::ordered_json;

std::string anchor(std::size_t i) {
  return fmt::format("v{}", i + 1);
}

std::string overview(const Gallery& gallery) {
  const std::string& first = gallery.agents.front();
  HtmlTable table({"variant", "territories", "continents", "turns, " + first}, "sortable");
  for (const std::string& agent : gallery.agents) table.head("advantage, " + agent);
  table.head("fitness, " + first);
  table.head("novelty");
  for (std::size_t i = 0; i < gallery.exhibits.size(); ++i) {
    const Exhibit& e = gallery.exhibits[i];
    table.row().add(
        Html{fmt::format("<a href=\"#{}\">{}</a>", anchor(i), escape_html(e.variant.name()))},
        e.variant.territories(), e.variant.continents(), fixed(e.tables.front().turns().mean, 1));
    for (const metrics::CriteriaTotals& totals : e.tables) {
      table.add(plus_minus(totals.criterion(metrics::Criterion::advantage), 2));
    }
    table.add(plus_minus(metrics::fitness(e.tables.front(), gallery.objective), 2));
    table.add(fixed(e.novelty, 2));
  }
  return table.html();
}

std::string criteria_table(const Gallery& gallery, const Exhibit& exhibit) {
  HtmlTable table({"criterion"}, "tight");
  for (const std::string& title : gallery.agents) table.head(title);
  table.head("played by " + gallery.agents.front(), "text");
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    table.row().add(info.title);
    for (const metrics::CriteriaTotals& totals : exhibit.tables) {
      table.add(plus_minus(totals.criterion(info.id)));
    }
    table.add(metrics::meaning(info.id, exhibit.tables.front(), gallery.objective));
  }
  return table.html();
}

std::string different(const Gallery& gallery, std::size_t i) {
  std::vector<experiments::GalleryCandidate> all;
  for (const Exhibit& exhibit : gallery.exhibits) all.push_back(exhibit.candidate);
  return what_is_different(all, i);
}

std::vector<std::string> story(const Gallery& gallery, const Exhibit& exhibit) {
  return match_story(exhibit.variant, gallery.agents.front(), exhibit.typical);
}

std::string section(const Gallery& gallery, std::size_t i) {
  const Exhibit& exhibit = gallery.exhibits[i];
  const DrawOptions options{.style = i == 0, .id_prefix = anchor(i) + '-'};
  std::string match;
  for (const std::string& line : story(gallery, exhibit)) {
    match += "<li>" + escape_html(line) + "</li>";
  }
  return html_told(
      "gallery.variant", anchor(i), i + 1, exhibit.variant.name(), different(gallery, i),
      Html{draw_map(exhibit.variant.map(), options)}, Html{rules_html(exhibit.variant.rules())},
      counted(exhibit.tables.front().matches(), "fresh match", "fresh matches"),
      Html{criteria_table(gallery, exhibit)}, Html{match}, exhibit.file, exhibit.candidate.source);
}

}  // namespace

std::string gallery_page(const Gallery& gallery, const std::string& title) {
  std::string html =
      html_told("gallery.heading", title, counted(std::ssize(gallery.exhibits), "variant"),
                gallery.candidates, gallery.unfair, gallery.unfair == 1 ? "was" : "were",
                gallery.fairness, listed(gallery.agents, " and ")) +
      overview(gallery);
  for (std::size_t i = 0; i < gallery.exhibits.size(); ++i) html += section(gallery, i);
  return html_page(title, html);
}

Json gallery_json(const Gallery& gallery, const std::string& title) {
  Json json = {{"format", 1},
               {"title", title},
               {"fairness", gallery.fairness},
               {"candidates", gallery.candidates},
               {"unfair", gallery.unfair},
               {"variants", Json::array()}};
  for (std::size_t i = 0; i < gallery.exhibits.size(); ++i) {
    const Exhibit& exhibit = gallery.exhibits[i];
    const risk::Variant& variant = exhibit.variant;
    Json tables = Json::array();
    for (std::size_t a = 0; a < gallery.agents.size(); ++a) {
      const metrics::CriteriaTotals& totals = exhibit.tables[a];
      const metrics::Estimate fitness = metrics::fitness(totals, gallery.objective);
      Json table = {{"agent", gallery.agents[a]},
                    {"matches", totals.matches()},
                    {"fitness", ga::estimate_to_json(fitness)}};
      for (const metrics::CriterionInfo& info : metrics::criteria()) {
        table["criteria"][std::string(info.name)] = ga::estimate_to_json(totals.criterion(info.id));
      }
      table["turns"] = ga::estimate_to_json(totals.turns());
      for (int seat = 0; seat < totals.players(); ++seat) {
        table["seat_wins"].push_back(totals.wins(seat));
      }
      tables.push_back(std::move(table));
    }
    const auto size = experiments::size_class(variant.territories());
    json["variants"].push_back({{"name", variant.name()},
                                {"file", exhibit.file},
                                {"source", exhibit.candidate.source},
                                {"territories", variant.territories()},
                                {"continents", variant.continents()},
                                {"size_class", experiments::size_class_name(size)},
                                {"novelty", exhibit.novelty},
                                {"different", different(gallery, i)},
                                {"tables", tables},
                                {"story", story(gallery, exhibit)}});
  }
  return json;
}

}  // namespace evorisk::app
