// Pages that stand alone: one file, no other resource, light and dark, narrow and wide.
#pragma once

#include <fmt/format.h>

#include <concepts>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/message.hpp"

namespace evorisk::metrics {
struct Estimate;
}  // namespace evorisk::metrics
namespace evorisk::risk {
struct Rules;
}  // namespace evorisk::risk

namespace evorisk::app {

// Text as HTML or XML content or attribute value. Control characters that XML forbids become
// spaces.
std::string escape_html(std::string_view text);

// Text that is HTML already and is not escaped.
struct Html {
  std::string text;
};

template <class T>
concept Text = std::convertible_to<const T&, std::string_view>;

// A value between the tags of a page: texts are escaped, Html and numbers are not.
inline std::string html_value(const Text auto& text) {
  return escape_html(text);
}
inline std::string html_value(const Message& message) {
  return escape_html(message.text());
}
inline std::string html_value(Html html) {
  return std::move(html.text);
}
template <class Number>
requires std::integral<Number> || std::floating_point<Number> Number html_value(Number number) {
  return number;
}
std::string html_value(const nlohmann::ordered_json& json);  // a text without quotes; null: nothing

// A format text of app/view/pages.json. Throws std::out_of_range for an unknown name.
const std::string& page_text(std::string_view name);

// A text of app/view/pages.json with these values inserted.
template <class... Values>
std::string told(std::string_view name, const Values&... values) {
  return fmt::format(fmt::runtime(page_text(name)), values...);
}

// The same for an HTML text: the values are escaped.
template <class... Values>
std::string html_told(std::string_view name, const Values&... values) {
  return told(name, html_value(values)...);
}

// "some_name" as "some name".
std::string spaced(std::string name);

// A JSON value as text without quotes.
std::string plain_text(const nlohmann::ordered_json& json);

// A number with this number of decimals.
std::string fixed(double number, int decimals);

// "1.234 ± 0.006", the error rounded up. With error 0, the value alone.
std::string plus_minus(const metrics::Estimate& estimate, int decimals = 3);
// The same of {"mean": 1.234, "se": 0.0055}; null is error 0.
metrics::Estimate estimate_of(const nlohmann::ordered_json& json);
std::string plus_minus(const nlohmann::ordered_json& estimate, int decimals = 3);

// The rules of a game in sentences, a paragraph (HTML) for each topic.
std::string rules_html(const risk::Rules& rules);

// A cell of a table: a value as above.
struct HtmlCell {
  template <class Value>
  requires requires(const Value& value) { html_value(value); }
  HtmlCell(const Value& value) : html(fmt::format("{}", html_value(value))) {}

  // With an attribute: "title" is a tooltip, "data-value" the sort key, "class" a class in addition
  // to the column's.
  HtmlCell with(std::string_view attribute, std::string_view value) const;
  // With this percentage of a colour, such as "c1", as background.
  HtmlCell shaded(std::string_view colour, double percent) const;

  std::string html;
  std::string kind = {};
  std::string attributes = {};
};

// A table in a card that scrolls: first its columns, then row by row.
class HtmlTable {
 public:
  // `kind`: classes of the table, "sortable" or "tight".
  explicit HtmlTable(std::initializer_list<std::string_view> titles, std::string_view kind = {});

  // Adds a column; class "text" is flush left and wraps.
  void head(std::string_view title, std::string_view kind = {});

  // Begins a row, of class "best" or of none.
  HtmlTable& row(std::string_view kind = {});
  // The next cells of the row.
  template <class... Values>
  HtmlTable& add(const Values&... values) {
    (add_cell(values), ...);
    return *this;
  }

  std::string html(std::string_view classes = "card scroll") const;

 private:
  void add_cell(const HtmlCell& cell);

  std::vector<std::string> kinds_;  // of the columns
  std::size_t column_ = 0;          // of the next cell
  std::string head_;
  std::string body_;
};

std::string card(std::string_view html);

// A row of figures, each with its label.
using Tile = std::pair<std::string, std::string>;
std::string tiles(const std::vector<Tile>& all);

// A whole page around `body` (HTML), with the style for charts, tables, tiles and maps, and the
// script that sorts tables of class "sortable" by a click (or Enter) on a column's head.
std::string html_page(const std::string& title, const std::string& body);

// Texts, style sheets and scripts of pages and pictures, which are compiled in.
std::string_view pages_text();        // app/view/pages.json
std::string_view page_style_text();   // app/view/page_style.css
std::string_view page_script_text();  // app/view/page_script.js
std::string_view chart_style_text();  // app/view/chart_style.css
std::string_view map_style_text();    // app/view/map_style.css

}  // namespace evorisk::app
