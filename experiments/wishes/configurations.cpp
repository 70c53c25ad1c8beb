#include "experiments/wishes/configurations.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/registry.hpp"
#include "experiments/shortlist/shortlist.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/run/config_file.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

const std::vector<NamedConfiguration>& named_configurations() {
  static const std::vector<NamedConfiguration> all = [] {
    std::vector<NamedConfiguration> rows;
    const Json document = parse_json(configurations_text(), "configurations.json");
    for (const auto& [name, row] : document.items()) {
      NamedConfiguration& own = rows.emplace_back();
      own.name = name;
      own.summary = row.at("summary").get<std::string>();
      if (row.contains("wishes")) {
        own.wishes = row["wishes"].dump();
        own.title = row.at("title").get<std::string>();
      } else {
        const std::string config = row.at("configuration").get<std::string>();
        own.config = config.empty()
                         ? R"({"format": 1})"
                         : std::string(find_named(configuration_files(), "file", config).text);
      }
    }
    return rows;
  }();
  return all;
}

const NamedConfiguration* find_configuration(std::string_view name) {
  const auto& all = named_configurations();
  const auto found = std::ranges::find(all, name, &NamedConfiguration::name);
  return found == all.end() ? nullptr : &*found;
}

ga::Config configuration_of(const NamedConfiguration& row) {
  const Json document = parse_json(row.config.empty() ? row.wishes : row.config, row.name);
  if (is_shortlist(document)) {
    throw InputError("{} is a shortlist of several searches; name one search", row.name);
  }
  const JsonView view(document, row.name);
  ga::Config config = row.config.empty() ? config_for(wishes_from_json(view), usual_matches, 1)
                                         : ga::config_from_json(view, ".");
  config.name = row.name;
  return config;
}

}  // namespace evorisk::experiments
