// Pages that stand alone: one file, no other resource, light and dark, narrow and wide.
#pragma once

#include <string>
#include <string_view>

namespace evorisk::app {

// Text as HTML or XML content or attribute value. Control characters that XML forbids become
// spaces.
std::string escape_html(std::string_view text);

// A whole page around `body` (HTML), with the style for charts, tables, tiles and maps, and the
// script that sorts tables of class "sortable" by a click (or Enter) on a column's head.
std::string html_page(const std::string& title, const std::string& body);

}  // namespace evorisk::app
