// Pages that stand alone: one file, no other resource, light and dark, narrow and wide.
#pragma once

#include <string>
#include <string_view>

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

// "some_name" as HTML that reads "some name".
std::string spaced(std::string name);

// The rules of a game in sentences, a paragraph (HTML) for each topic.
std::string rules_html(const risk::Rules& rules);

// A figure and what it is, for a row of them in a `<div class="tiles">`.
std::string tile(std::string_view value, std::string_view label);

// "1.234 ± 0.006", the error rounded up; without an error (0) the figure alone.
std::string plus_minus(const metrics::Estimate& estimate, int decimals = 3);

// A whole page around `body` (HTML), with the style for charts, tables, tiles and maps, and the
// script that sorts tables of class "sortable" by a click (or Enter) on a column's head.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace evorisk::app
