#include "app/view/html.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "app/view/page_texts.hpp"
#include "metrics/estimates/totals.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app {

std::string escape_html(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  for (const char c : text) {
    switch (c) {
      case '&':
        out += "&amp;";
        break;
      case '<':
        out += "&lt;";
        break;
      case '>':
        out += "&gt;";
        break;
      case '"':
        out += "&quot;";
        break;
      case '\'':
        out += "&#39;";
        break;
      default:
        out += static_cast<unsigned char>(c) < 0x20 && c != '\n' && c != '\t' ? ' ' : c;
    }
  }
  return out;
}

std::string spaced(std::string name) {
  std::replace(name.begin(), name.end(), '_', ' ');
  return escape_html(name);
}

std::string rules_html(const risk::Rules& rules) {
  std::string html;
  std::string_view topic;
  for (const risk::RuleSentence& sentence : risk::rules_in_words(rules)) {
    if (sentence.topic != topic) {
      if (!topic.empty()) html += "</p>";
      topic = sentence.topic;
      html += "<p><b>" + escape_html(topic) + ".</b>";
    }
    html += ' ' + escape_html(sentence.text.text());
  }
  return html + "</p>";
}

std::string tile(std::string_view value, std::string_view label) {
  return fmt::format("<div class=\"tile\"><b>{}</b><span>{}</span></div>", escape_html(value),
                     escape_html(label));
}

std::string plus_minus(const metrics::Estimate& estimate, int decimals) {
  if (estimate.se == 0) return fmt::format("{:.{}f}", estimate.mean, decimals);
  const double unit = std::pow(10, decimals);
  return fmt::format("{:.{}f} ± {:.{}f}", estimate.mean, decimals,
                     std::ceil(estimate.se * unit - 1e-9) / unit, decimals);
}

std::string html_page(const std::string& title, const std::string& body) {
  std::string page = "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n";
  page += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n<title>";
  page += escape_html(title);
  page += "</title>\n<style>\n";
  page += page_style_text();
  page += chart_style_text();
  page += "</style>\n</head>\n<body>\n<main>\n";
  page += body;
  page += "</main>\n<script>\n";
  page += page_script_text();
  page += "</script>\n</body>\n</html>\n";
  return page;
}

}  // namespace evorisk::app
