#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "app/report/playtest.hpp"
#include "app/text/text_table.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "base/utf8.hpp"

namespace evorisk::app {
namespace {

using experiments::questions;
using Json = nlohmann::ordered_json;

constexpr std::string_view level_names[] = {"matches", "variants"};

std::string title_of(std::string_view level) {
  return level == "matches" ? "Matches of one variant with each other, by the criteria of the very "
                              "match"
                            : "Variants with each other, by the criteria of agents' matches";
}

// The pairs of a level, by criterion: of each the questions in order.
std::vector<std::vector<const Json*>> rows_of(const Json& json, std::string_view level) {
  std::vector<std::vector<const Json*>> rows;
  for (const Json& pair : json["pairs"]) {
    if (pair["of"] != level) continue;
    if (rows.empty() || (*rows.back().front())["criterion"] != pair["criterion"])
      rows.emplace_back();
    rows.back().push_back(&pair);
  }
  return rows;
}

std::string correlation_text(const Json& pair) {
  if (pair["correlation"].is_null()) return "-";
  return fmt::format("{:+.2f} ({:+.2f} to {:+.2f}){}", pair["correlation"].get<double>(),
                     pair["interval"][0].get<double>(), pair["interval"][1].get<double>(),
                     pair["verdict"] == "went with" ? " *" : "");
}

// "3.2e+05" says nothing to people.
std::string many(const Json& count) {
  const double value = count.get<double>();
  return value > 9999 ? "more than 9999" : fmt::format("{:.0f}", value);
}

// What can be told of a question, in sentences.
std::vector<std::string> findings(const Json& json, std::string_view level,
                                  std::string_view question) {
  std::vector<std::string> with;
  std::vector<std::string> without;
  std::vector<std::string> open;
  for (const Json& pair : json["pairs"]) {
    if (pair["of"] != level || pair["question"] != question) continue;
    const std::string name = spaced(pair["criterion"].get<std::string>());
    if (pair["verdict"] == "went with") {
      with.push_back(
          fmt::format("{} ({})", name,
                      pair["correlation"].get<double>() > 0 ? "more with more" : "less with more"));
    } else if (pair["verdict"] == "did not") {
      without.push_back(name);
    } else if (pair["verdict"] == "not yet") {
      open.push_back(pair["more"].is_null() ? name
                                            : fmt::format("{} ({})", name, many(pair["more"])));
    }
  }
  std::vector<std::string> lines;
  const std::string word = spaced(std::string(question));
  if (!with.empty())
    lines.push_back(fmt::format("\"{}\" went with {}.", word, fmt::join(with, ", ")));
  if (!without.empty())
    lines.push_back(fmt::format("\"{}\" did not go with {}: less than {:g} either way.", word,
                                fmt::join(without, ", "), json["smallest"].get<double>()));
  if (!open.empty())
    lines.push_back(
        fmt::format("\"{}\" and these cannot be told yet; so many more {} would tell, if it is as "
                    "it seems: {}.",
                    word, level, fmt::join(open, ", ")));
  return lines;
}

// All sentences of a level; where nothing can be told of it, one.
std::vector<std::string> findings(const Json& json, std::string_view level) {
  std::vector<std::string> lines;
  for (const experiments::Question& question : questions()) {
    for (std::string& line : findings(json, level, question.name)) lines.push_back(std::move(line));
  }
  if (!lines.empty()) return lines;
  const std::string one = level == "matches" ? "match" : "variant";
  double most = 0;
  std::int64_t answers = 0;
  Json more;
  for (const Json& pair : json["pairs"]) {
    if (pair["of"] != level || pair["independent"].get<double>() < most) continue;
    most = pair["independent"].get<double>();
    answers = pair["answers"].get<std::int64_t>();
    more = pair["more_for_smallest"];
  }
  return {fmt::format(
      "Too little to tell anything: {} of {}, of {} at least. {} more would "
      "tell a correlation of {:g} in 80 % of cases.",
      counted(answers, "answer"),
      counted(std::llround(most), "independent " + one, "independent " + std::string(level)),
      experiments::least_units, many(more), json["smallest"].get<double>())};
}

std::string method(const Json& json) {
  const auto all = json["correlations"].get<std::int64_t>();
  return fmt::format(
      "Spearman's correlations with 95 % intervals. A match or a variant counts once, however many "
      "answered; whoever answered about several loses their own mean, and matches that of their "
      "variant. {}How many more would tell: with 80 % power at that level. Duration is the "
      "distance from the ideal length.",
      all == 0
          ? ""
          : fmt::format("*: beyond chance, over {} by Holm at 5 %. ", counted(all, "correlation")));
}

std::string pace_line(const Json& pace) {
  const std::string who = pace["players"].is_string()
                              ? std::string("all numbers of players")
                              : fmt::format("{} players", pace["players"].get<int>());
  const std::string of =
      fmt::format("{}, {}: {} of {}", pace["on"] == "paper" ? "on paper" : "on screens", who,
                  counted(pace["matches"].get<std::int64_t>(), "match", "matches"),
                  counted(pace["tables"].get<std::int64_t>(), "table"));
  if (pace["factor"].is_null())
    return fmt::format("{}; from {} tables on the factor is told", of, experiments::least_tables);
  return fmt::format("{} took {:.2f} times as long ({:.2f} to {:.2f})", of,
                     pace["factor"].get<double>(), pace["interval"][0].get<double>(),
                     pace["interval"][1].get<double>());
}

std::string answer_text(const Json& answer) {
  return answer["mean"].is_null() ? "–" : plus_minus(answer, 1);
}

std::string variants_text(const Json& list) {
  std::vector<std::string> titles = {"variant", "matches", "people"};
  for (const auto& [name, answer] : list[0]["answers"].items()) titles.push_back(name);
  titles.emplace_back("fitness");
  for (const auto& [name, criterion] : list[0]["criteria"].items()) titles.push_back(name);
  TextTable table(titles, TextTable::Align::right);
  for (const Json& row : list) {
    std::vector<std::string> cells = {row["variant"].get<std::string>(), row["matches"].dump(),
                                      row["people"].dump()};
    for (const Json& answer : row["answers"]) cells.push_back(answer_text(answer));
    cells.push_back(plus_minus(row["fitness"]));
    for (const Json& criterion : row["criteria"]) cells.push_back(plus_minus(criterion));
    table.add(std::move(cells));
  }
  std::string text = table.text();
  for (const Json& row : list) {
    for (const Json& comment : row["comments"])
      text += fmt::format("{}: \"{}\"\n", row["variant"].get<std::string>(),
                          printable(comment.get<std::string>()));
  }
  return text;
}

std::string level_html(const Json& json, std::string_view level) {
  HtmlTable table({"criterion"}, "sortable");
  for (const experiments::Question& question : questions())
    table.head(spaced(std::string(question.name)));
  for (const auto& row : rows_of(json, level)) {
    table.row().add(spaced((*row.front())["criterion"].get<std::string>()));
    for (const Json* pair : row) {
      const bool told = (*pair)["verdict"] == "went with" || (*pair)["verdict"] == "did not";
      if ((*pair)["correlation"].is_null()) {
        table.add(HtmlCell("–").with("class", "quiet").with("data-value", "-9"));
        continue;
      }
      const double r = (*pair)["correlation"].get<double>();
      table.add(
          HtmlCell(Html{html_told("playtest.correlation", r, (*pair)["interval"][0].get<double>(),
                                  (*pair)["interval"][1].get<double>())})
              .with("class", told ? "effect" : "quiet")
              .with("data-value", fixed(r, 5))
              .with("title",
                    fmt::format("{}; p {:.2g}; {} answers about {} {}",
                                (*pair)["verdict"].get<std::string>(), (*pair)["p"].get<double>(),
                                (*pair)["answers"].get<std::int64_t>(),
                                (*pair)["units"].get<std::int64_t>(), level))
              .shaded(r >= 0 ? "c1" : "c2", 45 * std::abs(r)));
    }
  }
  std::string sentences;
  for (const std::string& line : findings(json, level))
    sentences += fmt::format("<li>{}</li>", escape_html(line));
  return fmt::format("<h2>{}</h2><ul>{}</ul>", escape_html(title_of(level)), sentences) +
         table.html();
}

std::string variants_html(const Json& list) {
  HtmlTable table({"variant", "matches", "people"}, "sortable");
  for (const experiments::Question& question : questions())
    table.head(spaced(std::string(question.name)));
  table.head("fitness");
  for (const metrics::CriterionInfo& info : metrics::criteria()) table.head(info.title);
  std::string comments;
  for (const Json& row : list) {
    table.row().add(row["variant"], row["matches"].get<std::int64_t>(),
                    row["people"].get<std::int64_t>());
    for (const Json& answer : row["answers"]) table.add(answer_text(answer));
    table.add(plus_minus(row["fitness"]));
    for (const auto& [name, criterion] : row["criteria"].items()) table.add(plus_minus(criterion));
    for (const Json& comment : row["comments"])
      comments += html_told("playtest.comment", row["variant"], comment);
  }
  return html_told("playtest.variants", Html{table.html()}, Html{comments});
}

}  // namespace

std::string pace_text(const Json& minutes) {
  std::string text;
  for (const Json& pace : minutes) text += pace_line(pace) + '\n';
  return text;
}

std::string playtest_text(const Json& json) {
  if (json["variants"].empty()) return "Nobody has answered yet: the studio asks after a match.\n";
  std::string text = variants_text(json["variants"]);
  for (const std::string_view level : level_names) {
    text += fmt::format("\n{}\n", title_of(level));
    const auto rows = rows_of(json, level);
    const bool found = std::ranges::any_of(rows, [](const auto& row) {
      return std::ranges::any_of(row, [](const Json* pair) { return !(*pair)["p"].is_null(); });
    });
    if (found) {
      std::vector<std::string> titles = {"criterion"};
      for (const experiments::Question& question : questions()) titles.emplace_back(question.name);
      TextTable table(titles, TextTable::Align::left);
      for (const auto& row : rows) {
        std::vector<std::string> cells = {(*row.front())["criterion"].get<std::string>()};
        for (const Json* pair : row) cells.push_back(correlation_text(*pair));
        table.add(std::move(cells));
      }
      text += table.text();
    }
    for (const std::string& line : findings(json, level)) text += line + '\n';
  }
  text += '\n' + method(json) + '\n';
  if (!json["minutes"].empty())
    text += "\nTime, against the model of minutes at the table:\n" + pace_text(json["minutes"]);
  return text;
}

std::string playtest_page(const Json& json, const std::string& command) {
  std::int64_t matches = 0;
  std::int64_t people = 0;
  for (const Json& variant : json["variants"]) {
    matches += variant["matches"].get<std::int64_t>();
    people += variant["people"].get<std::int64_t>();
  }
  const auto claims = std::ranges::count_if(
      json["pairs"], [](const Json& pair) { return pair["verdict"] == "went with"; });
  std::string html = page_text("playtest.heading") +
                     tiles({{std::to_string(json["variants"].size()),
                             json["variants"].size() == 1 ? "variant" : "variants"},
                            {std::to_string(matches), "matches"},
                            {std::to_string(people), "people's answers"},
                            {std::to_string(claims), "beyond chance"}});
  for (const std::string_view level : level_names) html += level_html(json, level);
  std::string lines;
  for (const Json& pace : json["minutes"])
    lines += fmt::format("<li>{}</li>", escape_html(pace_line(pace)));
  if (!lines.empty()) html += html_told("playtest.minutes", Html{lines});
  if (!json["variants"].empty()) html += variants_html(json["variants"]);
  return html_page("Playtests", html + html_told("playtest.method", method(json), command));
}

}  // namespace evorisk::app
