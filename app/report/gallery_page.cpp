#include "app/report/gallery_page.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "app/text/gallery_words.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/meaning.hpp"
#include "metrics/objective/judgement.hpp"

namespace evorisk::app {

namespace {

using experiments::Exhibit;
using experiments::Gallery;
using Json = nlohmann::ordered_json;

std::string anchor(std::size_t i) {
  return fmt::format("v{}", i + 1);
}

std::string overview(const Gallery& gallery) {
  std::string html =
      "<div class=\"card scroll\"><table class=\"sortable\"><thead><tr><th>variant</th>"
      "<th>territories</th><th>continents</th><th>turns, " +
      escape_html(gallery.agents.front()) + "</th>";
  for (const std::string& agent : gallery.agents) {
    html += "<th>advantage, " + escape_html(agent) + "</th>";
  }
  html += "<th>fitness, " + escape_html(gallery.agents.front()) +
          "</th><th>novelty</th></tr>"
          "</thead><tbody>";
  for (std::size_t i = 0; i < gallery.exhibits.size(); ++i) {
    const Exhibit& e = gallery.exhibits[i];
    html += fmt::format("<tr><td><a href=\"#{}\">{}</a></td><td>{}</td><td>{}</td><td>{:.1f}</td>",
                        anchor(i), escape_html(e.variant.name()), e.variant.territories(),
                        e.variant.continents(), e.tables.front().turns().mean);
    for (const metrics::CriteriaTotals& table : e.tables) {
      html += "<td>" + plus_minus(table.criterion(metrics::Criterion::advantage), 2) + "</td>";
    }
    html += fmt::format("<td>{}</td><td>{:.2f}</td></tr>",
                        plus_minus(metrics::fitness(e.tables.front(), gallery.objective), 2),
                        e.novelty);
  }
  return html + "</tbody></table></div>";
}

std::string criteria_table(const Gallery& gallery, const Exhibit& exhibit) {
  std::string html =
      "<div class=\"card scroll\"><table class=\"tight\"><thead><tr><th>criterion</th>";
  for (const std::string& agent : gallery.agents) html += "<th>" + escape_html(agent) + "</th>";
  html += "<th class=\"text\">played by " + escape_html(gallery.agents.front()) +
          "</th></tr></thead><tbody>";
  for (const metrics::CriterionInfo& info : metrics::criteria()) {
    html += "<tr><td>" + escape_html(info.title) + "</td>";
    for (const metrics::CriteriaTotals& table : exhibit.tables) {
      html += "<td>" + plus_minus(table.criterion(info.id), 3) + "</td>";
    }
    html +=
        "<td class=\"text\">" +
        escape_html(metrics::meaning(info.id, exhibit.tables.front(), gallery.objective).text()) +
        "</td></tr>";
  }
  return html + "</tbody></table></div>";
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
  DrawOptions options;
  options.id_prefix = anchor(i) + '-';
  options.style = i == 0;
  std::string html =
      fmt::format("<h2 id=\"{}\">{}. {}</h2><p>{}</p><div class=\"card\">{}</div>", anchor(i),
                  i + 1, escape_html(exhibit.variant.name()), escape_html(different(gallery, i)),
                  draw_map(exhibit.variant.map(), options));
  html += "<details><summary>The rules</summary><div class=\"card rules\">" +
          rules_html(exhibit.variant.rules()) + "</div>" +
          "</details><details><summary>What was measured: " +
          counted(exhibit.tables.front().matches(), "fresh match", "fresh matches").text() +
          " under each agent" + "</summary>" + criteria_table(gallery, exhibit) +
          "</details><details><summary>A typical match</summary><div class=\"card\"><ol>";
  for (const std::string& line : story(gallery, exhibit))
    html += "<li>" + escape_html(line) + "</li>";
  html += fmt::format(
      "</ol></div></details><p class=\"lead\">{} · from {} · <code>evorisk play {}</code></p>",
      fmt::format("<a href=\"{0}\">{0}</a>", escape_html(exhibit.file)),
      escape_html(exhibit.candidate.source), escape_html(exhibit.file));
  return html;
}

}  // namespace

std::string gallery_page(const Gallery& gallery, const std::string& title) {
  std::string agents;
  for (std::size_t a = 0; a < gallery.agents.size(); ++a) {
    agents += (a == 0 ? "" : a + 1 == gallery.agents.size() ? " and " : ", ") + gallery.agents[a];
  }
  std::string html = fmt::format(
      "<h1>{}</h1><p class=\"lead\">{}, good and unlike each other, chosen from {}: {} "
      "{} left out because some agent finds them unfair. In each of these no seat is favoured by "
      "more than {:.2f} (the difference of the seats' shares of wins), whether {} play, by fresh "
      "matches: who was unfair by these was left out, too.</p>",
      escape_html(title), counted(std::ssize(gallery.exhibits), "variant"), gallery.candidates,
      gallery.unfair, gallery.unfair == 1 ? "was" : "were", gallery.fairness, escape_html(agents));
  html += overview(gallery);
  for (std::size_t i = 0; i < gallery.exhibits.size(); ++i) html += section(gallery, i);
  return html_page(title, html);
}

Json gallery_json(const Gallery& gallery, const std::string& title) {
  const auto estimate = [](const metrics::Estimate& e) {
    return Json{{"mean", e.mean}, {"se", e.se}};
  };
  Json exhibits = Json::array();
  for (std::size_t i = 0; i < gallery.exhibits.size(); ++i) {
    const Exhibit& exhibit = gallery.exhibits[i];
    Json tables = Json::array();
    for (std::size_t a = 0; a < gallery.agents.size(); ++a) {
      const metrics::CriteriaTotals& table = exhibit.tables[a];
      Json criteria = Json::object();
      for (const metrics::CriterionInfo& info : metrics::criteria()) {
        criteria[std::string(info.name)] = estimate(table.criterion(info.id));
      }
      Json wins = Json::array();
      for (int seat = 0; seat < table.players(); ++seat) wins.push_back(table.wins(seat));
      tables.push_back({{"agent", gallery.agents[a]},
                        {"matches", table.matches()},
                        {"fitness", estimate(metrics::fitness(table, gallery.objective))},
                        {"criteria", criteria},
                        {"turns", estimate(table.turns())},
                        {"seat_wins", wins}});
    }
    exhibits.push_back({{"name", exhibit.variant.name()},
                        {"file", exhibit.file},
                        {"source", exhibit.candidate.source},
                        {"territories", exhibit.variant.territories()},
                        {"continents", exhibit.variant.continents()},
                        {"size_class", experiments::size_class_name(
                                           experiments::size_class(exhibit.variant.territories()))},
                        {"novelty", exhibit.novelty},
                        {"different", different(gallery, i)},
                        {"tables", tables},
                        {"story", story(gallery, exhibit)}});
  }
  return {{"format", 1},
          {"title", title},
          {"fairness", gallery.fairness},
          {"candidates", gallery.candidates},
          {"unfair", gallery.unfair},
          {"variants", exhibits}};
}

}  // namespace evorisk::app
