#include "app/text/minutes.hpp"

#include <fmt/format.h>

#include <cmath>
#include <string_view>

namespace evorisk::app {
namespace {

// "10 to 17", or "10".
std::string range(double low, double high) {
  const long first = std::lround(low);
  const long last = std::lround(high);
  return first == last ? fmt::format("{}", first) : fmt::format("{} to {}", first, last);
}

// "62 to 71 minutes (37 to 121; 41 to 47 turns)", where `what` and `more` are " minutes" and the
// turns.
std::string with_tables(const metrics::MatchLength& length, int territories,
                        const metrics::TableSeconds& seconds, std::string_view what,
                        std::string_view more = "") {
  const double least = metrics::minutes_of(length.fewest, territories, seconds);
  const double most = metrics::minutes_of(length.most, territories, seconds);
  return fmt::format("{}{} ({:.0f} to {:.0f}{})", range(least, most), what,
                     metrics::quick_table * least, metrics::slow_table * most, more);
}

}  // namespace

std::string turns_cell(const metrics::MatchLength& length) {
  return range(length.fewest, length.most);
}

std::string turns_text(const metrics::MatchLength& length) {
  return turns_cell(length) + " turns";
}

std::string length_text(const metrics::MatchLength& length, int territories,
                        const metrics::TableSeconds& seconds) {
  return with_tables(length, territories, seconds, " minutes", "; " + turns_text(length));
}

std::string minutes_text(const metrics::MatchLength& length, int territories,
                         const metrics::TableSeconds& seconds) {
  return with_tables(length, territories, seconds, " minutes at the table");
}

std::string minutes_cell(const metrics::MatchLength& length, int territories,
                         const metrics::TableSeconds& seconds) {
  return with_tables(length, territories, seconds, "");
}

}  // namespace evorisk::app
