#include "app/view/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "base/statistics.hpp"
#include "metrics/estimates/totals.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

std::string class_attribute(std::string_view classes) {
  return classes.empty() ? std::string() : fmt::format(" class=\"{}\"", classes);
}

}  // namespace

std::string escape_html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    const std::size_t special = std::string_view("&<>\"'").find(c);
    if (special != std::string_view::npos) {
      constexpr const char* entities[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&#39;"};
      out += entities[special];
    } else {
      out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string html_value(const Json& json) {
  return escape_html(plain_text(json));
}

const std::string& page_text(std::string_view name) {
  static const auto texts = parse_json(pages_text()).get<std::map<std::string, std::string>>();
  return texts.at(std::string(name));
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

std::string plain_text(const Json& json) {
  if (json.is_null()) return {};
  return json.is_string() ? json.get<std::string>() : json.dump();
}

std::string fixed(double number, int decimals) {
  return fmt::format("{:.{}f}", number, decimals);
}

std::string plus_minus(const metrics::Estimate& estimate, int decimals) {
  if (estimate.se == 0) return fixed(estimate.mean, decimals);
  return fixed(estimate.mean, decimals) + " ± " +
         fixed(rounded_up(estimate.se, decimals), decimals);
}

metrics::Estimate estimate_of(const Json& json) {
  return {json.at("mean"), json.at("se").is_null() ? 0 : json.at("se").get<double>()};
}

std::string plus_minus(const Json& estimate, int decimals) {
  return plus_minus(estimate_of(estimate), decimals);
}

std::string rules_html(const risk::Rules& rules) {
  std::string html;
  std::string_view topic;
  for (const risk::RuleSentence& sentence : risk::rules_in_words(rules)) {
    if (sentence.topic != topic) {
      html += fmt::format("{}<p><b>{}.</b>", html.empty() ? "" : "</p>", sentence.topic);
      topic = sentence.topic;
    }
    html += ' ' + escape_html(sentence.text.text());
  }
  return html + "</p>";
}

HtmlCell HtmlCell::with(std::string_view attribute, std::string_view value) const {
  HtmlCell cell = *this;
  if (attribute == "class") {
    cell.kind = value;
  } else {
    cell.attributes += fmt::format(" {}=\"{}\"", attribute, escape_html(value));
  }
  return cell;
}

HtmlCell HtmlCell::shaded(std::string_view colour, double percent) const {
  return with("style", fmt::format("background:color-mix(in srgb, var(--{}) {:.0f}%, transparent)",
                                   colour, percent));
}

HtmlTable::HtmlTable(std::initializer_list<std::string_view> titles, std::string_view kind)
    : head_(fmt::format("<table{}><thead><tr>", class_attribute(kind))) {
  for (const std::string_view title : titles) head(title);
}

void HtmlTable::head(std::string_view title, std::string_view kind) {
  kinds_.emplace_back(kind);
  head_ += title.empty() ? fmt::format("<td{}></td>", class_attribute(kind))
                         : fmt::format("<th{}>{}</th>", class_attribute(kind), escape_html(title));
}

HtmlTable& HtmlTable::row(std::string_view kind) {
  body_ += fmt::format("{}<tr{}>", body_.empty() ? "" : "</tr>", class_attribute(kind));
  column_ = 0;
  return *this;
}

void HtmlTable::add_cell(const HtmlCell& cell) {
  std::string classes = kinds_.at(column_++);
  if (!classes.empty() && !cell.kind.empty()) classes += ' ';
  body_ += fmt::format("<td{}{}>{}</td>", class_attribute(classes + cell.kind), cell.attributes,
                       cell.html);
}

std::string HtmlTable::html(std::string_view classes) const {
  return fmt::format("<div class=\"{}\">{}</tr></thead><tbody>{}{}</tbody></table></div>", classes,
                     head_, body_, body_.empty() ? "" : "</tr>");
}

std::string card(std::string_view html) {
  return fmt::format("<div class=\"card\">{}</div>", html);
}

std::string tiles(const std::vector<Tile>& all) {
  std::string html = "<div class=\"tiles\">";
  for (const auto& [value, label] : all) {
    html += fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>", escape_html(value),
                        escape_html(label));
  }
  return html + "</div>";
}

std::string html_page(const std::string& title, const std::string& body) {
  constexpr const char* page = R"(<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{}</title>
<style>
{}{}</style>
</head>
<body>
<main>
{}</main>
<script>
{}</script>
</body>
</html>
)";
  return fmt::format(fmt::runtime(page), escape_html(title), page_style_text(), chart_style_text(),
                     body, page_script_text());
}

}  // namespace evorisk::app
