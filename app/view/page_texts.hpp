// Style sheets and scripts of pages and pictures, which are compiled in.
#pragma once

#include <string_view>

namespace evorisk::app {

std::string_view page_style_text();   // app/view/page_style.css
std::string_view page_script_text();  // app/view/page_script.js
std::string_view chart_style_text();  // app/view/chart_style.css
std::string_view map_style_text();    // app/view/map_style.css

}  // namespace evorisk::app
