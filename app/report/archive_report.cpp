#include "app/report/archive_report.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/view/draw_map.hpp"
#include "app/view/heat_map.hpp"
#include "app/view/html.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/run.hpp"
#include "metrics/estimates/totals.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string heading(const ga::Config& config, const Json& archive) {
  const auto seeds = archive.at("shards").get<std::vector<std::uint64_t>>();
  const Json& summary = archive.at("summary");
  std::string html = fmt::format(
      "<h1>{}</h1><p class=\"lead\">An archive merged of {} (seeds {}). Evidence of a game that "
      "several came upon was added up; the figures below come from fresh matches, {} of each "
      "occupant{}.</p><div class=\"tiles\">",
      escape_html(config.name), counted(std::ssize(seeds), "run"), fmt::join(seeds, ", "),
      config.map_elites.fresh_matches,
      config.tables() > 1 ? fmt::format(" under each of {} judges", config.tables()) : "");
  const Json& fresh = summary.at("fresh");
  html += tile(
      fmt::format("{} of {}", fresh.at("occupied").get<int>(), summary.at("niches").get<int>()),
      "niches occupied, by fresh matches");
  html +=
      tile(fmt::format("{:.2f}", fresh.at("qd_score").get<double>()), "QD score, by fresh matches");
  return html + "</div>";
}

// What the table tells of every occupant besides its niche's descriptors.
bool told_anyway(std::string_view quantity) {
  return quantity == "territories" || quantity == "continents" || quantity == "turns";
}

std::string occupants(const Json& archive, const std::vector<risk::Variant>& variants) {
  std::string html =
      "<h2>The occupants</h2><p>In the order of their niches; a click on a column's head sorts. "
      "The first of a sorted column is there by luck too: <code>evorisk gallery</code> chooses, "
      "and measures its choice anew.</p><div class=\"card scroll\"><table class=\"sortable\">"
      "<thead><tr><th>id</th><th>map</th><th>territories</th><th>continents</th><th>turns</th>"
      "<th>fitness</th><th>± error</th>";
  for (const Json& descriptor : archive.at("descriptors")) {
    const auto quantity = descriptor.at("quantity").get<std::string>();
    if (!told_anyway(quantity)) html += fmt::format("<th>{}</th>", escape_html(quantity));
  }
  html += "</tr></thead><tbody>";
  const Json& entries = archive.at("entries");
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const Json& entry = entries[i];
    const Json& fresh = entry.at("fresh");
    const maps::Map& map = variants[i].map();
    const DrawOptions small{.names = false,
                            .numbers = false,
                            .style = i == 0,
                            .width = 130,
                            .id_prefix = fmt::format("m{}-", i)};
    html += fmt::format(
        "<tr><td>{}</td><td>{}</td><td>{}</td><td>{}</td><td>{:.1f}</td><td>{:.3f}</td>"
        "<td>{:.3f}</td>",
        escape_html(entry.at("id").get<std::string>()), draw_map(map, small), map.territory_count(),
        map.continent_count(), fresh.at("turns").at("mean").get<double>(),
        fresh.at("fitness").at("mean").get<double>(), fresh.at("fitness").at("se").get<double>());
    for (const auto& [quantity, value] : entry.at("values").items()) {
      if (told_anyway(quantity)) continue;
      html += value.is_null() ? "<td></td>" : fmt::format("<td>{:.3g}</td>", value.get<double>());
    }
    html += "</tr>";
  }
  return html + "</tbody></table></div>";
}

std::string next_steps(const fs::path& directory) {
  return fmt::format("<h2>Go on</h2><pre>evorisk gallery {} --count 30 --out gallery</pre>",
                     escape_html(directory.string()));
}

}  // namespace

fs::path write_archive_report(const fs::path& directory) {
  const ga::Config config = ga::run_config(directory);
  const std::string source = (directory / ga::archive_file).string();
  const Json archive = read_json(source);
  if (!archive.contains("shards")) {
    throw InputError("{}: no archive that was merged of several runs", source);
  }
  std::vector<risk::Variant> variants;
  const JsonView view(archive, source);
  for (const JsonView& entry : view.at("entries").items()) {
    variants.push_back(risk::variant_from_json(entry.at("variant"), directory.string()));
  }
  const fs::path report = directory / "report.html";
  write_file(report,
             html_page(config.name, heading(config, archive) + archive_section(archive) +
                                        occupants(archive, variants) + next_steps(directory)));
  return report;
}

}  // namespace evorisk::app
