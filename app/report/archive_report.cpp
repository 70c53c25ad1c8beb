#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "app/report/pages.hpp"
#include "app/text/minutes.hpp"
#include "app/view/draw_map.hpp"
#include "app/view/html.hpp"
#include "app/view/sections.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/seal.hpp"
#include "base/statistics.hpp"
#include "ga/run/archive.hpp"
#include "ga/run/run.hpp"
#include "metrics/estimates/totals.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::string heading(const ga::Config& config, const Json& archive) {
  const auto seeds = archive.at("shards").get<std::vector<std::uint64_t>>();
  const Json& summary = archive.at("summary");
  const Json& fresh = summary.at("fresh");
  return html_told(
             "archive.heading", config.name, counted(std::ssize(seeds), "run"),
             fmt::format("{}", fmt::join(seeds, ", ")), config.map_elites.fresh_matches,
             config.tables() > 1 ? fmt::format(" under each of {} judges", config.tables()) : "") +
         tiles({{fmt::format("{} of {}", fresh.at("occupied").dump(), summary.at("niches").dump()),
                 "niches occupied, by fresh matches"},
                {fixed(fresh.at("qd_score"), 2), "QD score, by fresh matches"}});
}

// What the table tells of every occupant besides its niche's descriptors.
bool told_anyway(std::string_view quantity) {
  return quantity == "territories" || quantity == "continents" || quantity == "turns" ||
         quantity == "minutes";
}

std::string occupants(const Json& archive, const std::vector<risk::Variant>& variants,
                      const metrics::TableSeconds& seconds) {
  HtmlTable table({"id", "map", "players", "territories", "continents", "turns", "minutes",
                   "fitness", "± error"},
                  "sortable");
  for (const Json& descriptor : archive.at("descriptors")) {
    const std::string quantity = descriptor.at("quantity");
    if (!told_anyway(quantity)) table.head(quantity);
  }
  for (std::size_t i = 0; i < variants.size(); ++i) {
    const Json& entry = archive.at("entries")[i];
    const Json& fresh = entry.at("fresh");
    const metrics::Estimate fitness = estimate_of(fresh.at("fitness"));
    const metrics::MatchLength length = ga::length_in(fresh);
    const maps::Map& map = variants[i].map();
    const DrawOptions small{.names = false,
                            .numbers = false,
                            .style = i == 0,
                            .width = 130,
                            .id_prefix = fmt::format("m{}-", i)};
    table.row().add(entry.at("id"), Html{draw_map(map, small)}, variants[i].players(),
                    map.territory_count(), map.continent_count(), turns_cell(length),
                    minutes_cell(length, map.territory_count(), seconds), fixed(fitness.mean, 3),
                    fixed(rounded_up(fitness.se, 3), 3));
    for (const auto& [quantity, value] : entry.at("values").items()) {
      if (told_anyway(quantity)) continue;
      table.add(value.is_null() ? "" : fmt::format("{:.3g}", value.get<double>()));
    }
  }
  return html_told("archive.occupants") + table.html();
}

}  // namespace

fs::path write_archive_report(const fs::path& directory) {
  const ga::Config config = ga::run_config(directory);
  const std::string source = (directory / ga::archive_file).string();
  const Json archive = read_sealed(source, largest_log);
  if (!archive.contains("shards")) {
    throw InputError("{}: no archive that was merged of several runs", source);
  }
  std::vector<risk::Variant> variants;
  const JsonView view(archive, source);
  for (const JsonView& entry : view.at("entries").items()) {
    variants.push_back(risk::variant_from_json(entry.at("variant"), directory.string()));
  }
  const fs::path report = directory / "report.html";
  std::string body;
  read_as_written(source, [&] {
    body = heading(config, archive) + archive_section(archive) +
           occupants(archive, variants, config.objective.seconds) +
           html_told("archive.next", directory.string());
  });
  write_file(report, html_page(config.name, body));
  return report;
}

}  // namespace evorisk::app
