#include "app/view/palette.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/view/html.hpp"
#include "base/index.hpp"

namespace evorisk::app {
namespace {

constexpr int white = 0xFFFFFF;
constexpr int black = 0x000000;
constexpr int night = 0x10161E;
constexpr std::array<int, livery_colours> palette = {0x77AADD, 0xEE8866, 0xEEDD88, 0x44BB99,
                                                     0xFFAABB, 0xBBCC33, 0x99DDFF, 0xAAAA00,
                                                     0xCDCDCD, 0xBB99BB, 0xBB9933, 0x99CC99};

constexpr std::array<int, 3> parts(int colour) {
  return {colour >> 16, colour >> 8 & 0xFF, colour & 0xFF};
}

std::string mix(int colour, int other, int percent_other) {
  std::array<int, 3> mixed = parts(colour);
  for (std::size_t i = 0; i < mixed.size(); ++i) {
    mixed[i] = (mixed[i] * (100 - percent_other) + parts(other)[i] * percent_other + 50) / 100;
  }
  return fmt::format("#{:02x}", fmt::join(mixed, ""));
}

// Rules for land (k), ink (the same colour dark, or bright at night) as line and as text.
std::string colour_rules(bool dark) {
  std::string rules;
  for (int c = 0; c < livery_colours; ++c) {
    const int base = palette[at(c)];
    const std::string land = dark ? mix(base, night, 62) : mix(base, white, 34);
    const std::string ink = dark ? mix(base, white, 28) : mix(base, black, 58);
    rules += fmt::format(
        ".evm .k{0}{{fill:{1};stroke:{2}}}.evm .i{0}{{stroke:{2}}}.evm .t{0}{{fill:{2}}}", c, land,
        ink);
  }
  return rules;
}

}  // namespace

std::array<int, 3> livery_colour(int colour) {
  return parts(palette[at(colour)]);
}

std::vector<Livery> liveries(const maps::Map& map) {
  std::vector<std::set<int>> neighbours(at(map.continent_count()));  // with smaller numbers
  for (const maps::Border& border : map.borders()) {
    const auto [a, b] = std::minmax({map.continent_of(border.a), map.continent_of(border.b)});
    if (a != b) neighbours[at(b)].insert(a);
  }
  std::vector<Livery> result;
  for (int c = 0; c < map.continent_count(); ++c) {
    // From c on in turn, the first one that no neighbour wears yet.
    const auto choose = [&](int count, int Livery::*part) {
      for (int step = 0; step < count; ++step) {
        const int choice = (c + step) % count;
        const auto worn = [&](int other) { return result[at(other)].*part == choice; };
        if (std::ranges::none_of(neighbours[at(c)], worn)) return choice;
      }
      return c % count;
    };
    result.push_back(
        {choose(livery_colours, &Livery::colour), choose(livery_patterns, &Livery::pattern)});
  }
  return result;
}

std::string continent_letter(int continent) {
  std::string result;
  for (int n = continent; n >= 0; n = n / 26 - 1) {
    result.insert(result.begin(), static_cast<char>('A' + n % 26));
  }
  return result;
}

std::string map_style_sheet() {
  return std::string(map_style_text()) + colour_rules(false) +
         "@media(prefers-color-scheme:dark){" + colour_rules(true) + "}";
}

std::string pattern_definition(int pattern, const std::string& id) {
  static constexpr std::array<const char*, livery_patterns> marks = {
      "",
      "<path d=\"M-2 2l4-4M0 10L10 0M8 12l4-4\" stroke-width=\"1.6\"/>",
      "<path d=\"M2.5 2.5h.01M7.5 7.5h.01\" stroke-width=\"2.6\" stroke-linecap=\"round\"/>",
      "<path d=\"M0 2.5h10M0 7.5h10\" stroke-width=\"1.3\"/>",
      "<path d=\"M0 0l10 10M10 0L0 10\" stroke-width=\"1.1\"/>",
      "<path d=\"M2.5 0v10M7.5 0v10\" stroke-width=\"1.3\"/>",
      "<path d=\"M5 2.6v4.8M2.6 5h4.8\" stroke-width=\"1.4\"/>"};
  const char* mark = marks[at(pattern)];
  if (*mark == '\0') return {};
  return fmt::format(
      "<pattern id=\"{}\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">{}</pattern>",
      id, mark);
}

}  // namespace evorisk::app
