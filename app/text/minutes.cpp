#include "app/text/minutes.hpp"

#include <fmt/format.h>

namespace evorisk::app {
namespace {

std::string with_range(double minutes, const char* what) {
  return fmt::format("{:.0f}{} ({:.0f} to {:.0f})", minutes, what, metrics::quick_table * minutes,
                     metrics::slow_table * minutes);
}

}  // namespace

std::string minutes_text(double turns, int territories, const metrics::TableSeconds& seconds) {
  return with_range(metrics::minutes_of(turns, territories, seconds), " minutes at the table");
}

std::string minutes_cell(double turns, int territories, const metrics::TableSeconds& seconds) {
  return with_range(metrics::minutes_of(turns, territories, seconds), "");
}

}  // namespace evorisk::app
