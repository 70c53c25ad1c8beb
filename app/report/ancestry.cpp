#include "app/report/ancestry.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <vector>

#include "app/view/html.hpp"
#include "app/view/svg.hpp"

namespace evorisk::app {

namespace {

using Json = nlohmann::ordered_json;

double fitness_at_birth(const Json& individual) {
  return individual.at("fitness").at("mean");
}

// The individual itself, then the fitter parent of each: the latest first.
std::vector<const Json*> descent(const Json& ancestry) {
  std::map<std::string, const Json*> by_id;
  for (const Json& individual : ancestry)
    by_id[individual.at("id").get<std::string>()] = &individual;
  std::vector<const Json*> line;
  if (ancestry.empty()) return line;
  for (const Json* at = &ancestry.back(); at != nullptr;) {
    line.push_back(at);
    const Json* fitter = nullptr;
    for (const Json& parent : (*at).at("parents")) {
      const auto found = by_id.find(parent.get<std::string>());
      if (found == by_id.end()) continue;
      if (!fitter || fitness_at_birth(*found->second) < fitness_at_birth(*fitter)) {
        fitter = found->second;
      }
    }
    at = fitter;
  }
  return line;
}

std::string describe(const Json& individual) {
  std::string genes;
  for (const auto& [key, value] : individual.at("genes").items()) {
    genes += (genes.empty() ? "" : ", ") + key + " " +
             (value.is_string() ? value.get<std::string>() : value.dump());
  }
  return genes;
}

std::string mutations_of(const Json& individual) {
  std::string text;
  for (const Json& mutation : individual.at("mutations")) {
    text += (text.empty() ? "" : ", ") + mutation.get<std::string>();
  }
  return text.empty() ? "none" : text;
}

}  // namespace

std::string ancestry_chart(const Json& ancestry, int generations) {
  std::set<int> births;
  for (const Json& individual : ancestry) births.insert(individual.at("born").get<int>());
  while (static_cast<int>(births.size()) > generations) births.erase(births.begin());
  if (births.empty()) return {};
  std::map<int, std::vector<const Json*>> columns;
  for (const Json& individual : ancestry) {
    if (births.contains(individual.at("born").get<int>())) {
      columns[individual.at("born").get<int>()].push_back(&individual);
    }
  }
  std::size_t tallest = 1;
  for (auto& [born, column] : columns) {
    std::stable_sort(column.begin(), column.end(), [](const Json* a, const Json* b) {
      return fitness_at_birth(*a) < fitness_at_birth(*b);
    });
    tallest = std::max(tallest, column.size());
  }

  constexpr int width = 720;
  const double row = std::clamp(300.0 / static_cast<double>(tallest), 11.0, 26.0);
  const double height = row * static_cast<double>(tallest) + 50;
  const double step =
      columns.size() > 1 ? (width - 80.0) / static_cast<double>(columns.size() - 1) : 0;
  Svg svg("Ancestry of the best individual", width, height);
  std::map<std::string, std::pair<double, double>> places;
  double x = 40;
  for (const auto& [born, column] : columns) {
    double y = 14;
    for (const Json* individual : column) {
      places[(*individual).at("id").get<std::string>()] = {x, y};
      y += row;
    }
    svg.text("tick", x, height - 24, fmt::format("{}", born), Anchor::middle);
    x += step;
  }
  svg.text("axis", width / 2, height - 6, "generation of birth", Anchor::middle);

  std::set<std::string> strong;
  for (const Json* individual : descent(ancestry)) {
    strong.insert((*individual).at("id").get<std::string>());
  }
  // Weak lines lie below strong ones.
  for (const bool main_line : {false, true}) {
    for (const auto& [born, column] : columns) {
      for (const Json* individual : column) {
        const auto id = (*individual).at("id").get<std::string>();
        const auto& [at_x, at_y] = places[id];
        std::set<std::string> parents;  // a parent may be both
        for (const Json& parent : (*individual).at("parents")) {
          parents.insert(parent.get<std::string>());
        }
        for (const std::string& parent : parents) {
          const auto from = places.find(parent);
          if (from == places.end()) continue;
          if ((strong.contains(id) && strong.contains(parent)) != main_line) continue;
          const auto& [from_x, from_y] = from->second;
          const double bend = (at_x - from_x) / 2;
          svg.path(main_line ? "descent" : "kin",
                   fmt::format("M{:.1f} {:.1f} C{:.1f} {:.1f} {:.1f} {:.1f} {:.1f} {:.1f}", from_x,
                               from_y, from_x + bend, from_y, at_x - bend, at_y, at_x, at_y));
        }
      }
    }
  }
  for (const auto& [born, column] : columns) {
    for (const Json* individual : column) {
      const auto id = (*individual).at("id").get<std::string>();
      const int territories = (*individual).at("territories");
      svg.circle(strong.contains(id) ? "dot c2" : "dot c6", places[id].first, places[id].second,
                 std::min(row / 2 - 0.5, 1.5 + 0.9 * std::sqrt(territories)),
                 fmt::format("{}: fitness {:.3f}, {} territories; {}", id,
                             fitness_at_birth(*individual), territories, describe(*individual)));
    }
  }
  return svg.finish();
}

std::string descent_table(const Json& ancestry, int rows) {
  std::vector<const Json*> line = descent(ancestry);
  if (static_cast<int>(line.size()) > rows) line.resize(static_cast<std::size_t>(rows));
  std::string html =
      "<div class=\"scroll\"><table><thead><tr><th>individual</th><th>territories</th>"
      "<th>fitness</th><th class=\"text\">rules</th><th class=\"text\">mutations at birth</th>"
      "</tr></thead><tbody>";
  for (auto at = line.rbegin(); at != line.rend(); ++at) {
    const Json& individual = **at;
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{:.3f} ± {:.3f}</td><td class=\"text\">{}"
        "</td><td class=\"text\">{}</td></tr>",
        escape_html(individual.at("id").get<std::string>()),
        individual.at("territories").get<int>(), fitness_at_birth(individual),
        individual.at("fitness").at("se").get<double>(), escape_html(describe(individual)),
        escape_html(mutations_of(individual)));
  }
  return html + "</tbody></table></div>";
}

}  // namespace evorisk::app
