#include "app/report/islands_section.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <vector>

#include "app/view/chart.hpp"
#include "app/view/html.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

std::string islands_section(const Json& result) {
  const Json& generations = result.at("generations");
  if (generations.empty() || !generations[0].contains("islands")) return {};
  constexpr int colours = 6;
  const std::size_t count = generations[0].at("islands").size();
  std::vector<Series> courses(count);
  std::vector<int> came(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    courses[i].label = fmt::format("island {}", i);
    courses[i].colour = static_cast<int>(i % colours) + 1;
    courses[i].dashed = i / colours % 2 == 1;
  }
  for (const Json& generation : generations) {
    for (std::size_t i = 0; i < count; ++i) {
      const Json& island = generation.at("islands")[i];
      courses[i].x.push_back(generation.at("generation"));
      courses[i].y.push_back(island.at("fitness"));
      came[i] += static_cast<int>(island.at("immigrants").size());
    }
  }
  std::string html =
      "<h2>Islands</h2><p>The fitness of each island's best, as the search sees it.</p><div "
      "class=\"card\">" +
      line_chart({"Best fitness of each island by generation", "generation", "fitness (0 is ideal)",
                  std::nullopt, std::nullopt},
                 courses) +
      "</div><div class=\"card scroll\"><table><thead><tr><th>island</th><th>its best in the "
      "end</th><th>fitness the search saw</th><th>immigrants in all</th></tr></thead><tbody>";
  const Json& last = generations.back().at("islands");
  for (std::size_t i = 0; i < count; ++i) {
    html += fmt::format("<tr><td>{}</td><td>{}</td><td>{:.4f}</td><td>{}</td></tr>", i,
                        escape_html(last[i].at("best").get<std::string>()),
                        last[i].at("fitness").get<double>(), came[i]);
  }
  return html + "</tbody></table></div>";
}

}  // namespace evorisk::app
