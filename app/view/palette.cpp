#include "app/view/palette.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <set>

#include "app/view/page_texts.hpp"

namespace evorisk::app {
namespace {

struct Colour {
  int red, green, blue;
};

constexpr Colour white{255, 255, 255};
constexpr Colour black{0, 0, 0};
constexpr Colour night{16, 22, 30};

constexpr std::array<Colour, livery_colours> palette = {{{119, 170, 221},
                                                         {238, 136, 102},
                                                         {238, 221, 136},
                                                         {68, 187, 153},
                                                         {255, 170, 187},
                                                         {187, 204, 51},
                                                         {153, 221, 255},
                                                         {170, 170, 0},
                                                         {205, 205, 205}}};

std::string mix(Colour a, Colour b, int percent_b) {
  const auto part = [&](int x, int y) {
    return (x * (100 - percent_b) + y * percent_b + 50) / 100;
  };
  return fmt::format("#{:02x}{:02x}{:02x}", part(a.red, b.red), part(a.green, b.green),
                     part(a.blue, b.blue));
}

// Rules for land (k), ink (the same colour dark, or bright at night) as line and as text.
std::string colour_rules(bool dark) {
  std::string rules;
  for (int c = 0; c < livery_colours; ++c) {
    const Colour base = palette[static_cast<std::size_t>(c)];
    const std::string land = dark ? mix(base, night, 62) : mix(base, white, 34);
    const std::string ink = dark ? mix(base, white, 18) : mix(base, black, 58);
    rules += fmt::format(
        ".evm .k{0}{{fill:{1};stroke:{2}}}.evm .i{0}{{stroke:{2}}}.evm .t{0}{{fill:{2}}}", c, land,
        ink);
  }
  return rules;
}

}  // namespace

std::array<int, 3> livery_colour(int colour) {
  const Colour& base = palette[static_cast<std::size_t>(colour)];
  return {base.red, base.green, base.blue};
}

std::vector<Livery> liveries(const maps::Map& map) {
  std::vector<std::set<int>> neighbours(static_cast<std::size_t>(map.continent_count()));
  for (const maps::Border& border : map.borders()) {
    const int a = map.continent_of(border.a);
    const int b = map.continent_of(border.b);
    if (a == b) continue;
    neighbours[static_cast<std::size_t>(a)].insert(b);
    neighbours[static_cast<std::size_t>(b)].insert(a);
  }
  std::vector<Livery> result;
  for (int c = 0; c < map.continent_count(); ++c) {
    // From c on in turn, the first one that no neighbour wears yet.
    const auto choose = [&](int count, int Livery::*part) {
      for (int step = 0; step < count; ++step) {
        const auto& around = neighbours[static_cast<std::size_t>(c)];
        const bool taken = std::any_of(around.begin(), around.end(), [&](int other) {
          return other < c && result[static_cast<std::size_t>(other)].*part == (c + step) % count;
        });
        if (!taken) return (c + step) % count;
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
  const char* mark = marks[static_cast<std::size_t>(pattern)];
  if (*mark == '\0') return {};
  return fmt::format(
      "<pattern id=\"{}\" width=\"10\" height=\"10\" patternUnits=\"userSpaceOnUse\">{}</pattern>",
      id, mark);
}

}  // namespace evorisk::app
