#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "app/report/pages.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "experiments/playtest/relations.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

std::string answers_section(const Json& variants) {
  HtmlTable table({"variant", "matches", "people"}, "sortable");
  for (const experiments::Question& question : experiments::questions())
    table.head(spaced(std::string(question.name)));
  table.head("fitness");
  for (const Json& variant : variants) {
    table.row().add(variant.at("variant"), variant.at("matches"), variant.at("people"));
    for (const Json& answer : variant.at("answers")) {
      const Json& mean = answer.at("mean");
      table.add(mean.is_null()
                    ? HtmlCell("–")
                    : HtmlCell(fixed(mean, 1))
                          .with("title",
                                counted(answer.at("count").get<std::int64_t>(), "answer").text()));
    }
    table.add(plus_minus(variant.at("fitness")));
  }
  return html_told("playtest.answers") + table.html();
}

// What went with the answers, of one level; below this heading.
std::string relations_section(const Json& relations, std::string_view level, std::string heading) {
  HtmlTable table({"answer", "with", "verdict", "correlation", "95 % interval", "over"},
                  "sortable");
  bool any = false;
  for (const Json& one : relations) {
    if (one.at("of") != level) continue;
    any = true;
    const double correlation = one.at("correlation");
    const bool told = one.at("p_adjusted") < 0.05;
    table.row()
        .add(spaced(one.at("question")), spaced(one.at("quantity")), one.at("verdict"))
        .add(HtmlCell(fmt::format("{:+.2f}", correlation))
                 .with("data-value", fixed(correlation, 4))
                 .with("class", told ? "effect" : "quiet")
                 .shaded(correlation >= 0 ? "c1" : "c2", told ? 45 * std::abs(correlation) : 0))
        .add(fmt::format("{:+.2f} to {:+.2f}", one.at("low").get<double>(),
                         one.at("high").get<double>()),
             one.at("count"));
  }
  return any ? std::move(heading) + table.html() : "";
}

std::string comments_section(const Json& variants) {
  std::string list;
  for (const Json& variant : variants) {
    for (const Json& comment : variant.at("comments")) {
      list += html_told("playtest.comment", variant.at("variant"), comment);
    }
  }
  return list.empty() ? "" : html_told("playtest.comments") + "<ul>" + list + "</ul>";
}

}  // namespace

std::string playtest_page(const Json& report, const std::string& command) {
  const Json& variants = report.at("variants");
  const Json& relations = report.at("relations");
  std::int64_t people = 0;
  std::int64_t matches = 0;
  for (const Json& variant : variants) {
    people += variant.at("people").get<std::int64_t>();
    matches += variant.at("matches").get<std::int64_t>();
  }
  std::string body = html_told("playtest.heading") +
                     tiles({{std::to_string(variants.size()), "variants"},
                            {std::to_string(matches), "matches"},
                            {std::to_string(people), "people"}}) +
                     answers_section(variants);
  body += relations.empty() ? html_told("playtest.too_little", experiments::least_related)
                            : html_told("playtest.relations");
  body += relations_section(relations, "person", html_told("playtest.person"));
  body += relations_section(relations, "match", html_told("playtest.match"));
  body += relations_section(relations, "variant", html_told("playtest.variant"));
  if (const Json& pace = report.at("minutes"); !pace.is_null()) {
    body +=
        html_told("playtest.minutes", pace.at("factor").get<double>(), pace.at("low").get<double>(),
                  pace.at("high").get<double>(), pace.at("matches").get<int>());
  }
  return html_page("Playtests",
                   body + comments_section(variants) + html_told("playtest.again", command));
}

}  // namespace evorisk::app
