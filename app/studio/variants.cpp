// A variant as the page shows it: its map drawn, its rules in words, its file.
#include <nlohmann/json.hpp>

#include "app/studio/drawing.hpp"
#include "app/studio/parts.hpp"
#include "app/studio/words.hpp"
#include "maps/base/files.hpp"
#include "maps/facts.hpp"
#include "metrics/objective.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

Json described(const risk::Variant& variant) {
  const maps::MapFacts facts = maps::map_facts(variant.map().data());
  return {{"variant", risk::variant_to_json(variant)},
          {"words", words_json(variant)},
          {"svg", map_picture(variant.map())},
          {"facts",
           {{"territories", variant.territories()},
            {"borders", variant.map().border_count()},
            {"continents", variant.continents()},
            {"planar", facts.planar},
            {"diameter", facts.diameter},
            {"mean_degree", facts.mean_degree},
            {"cut_territories", facts.cut_territories}}}};
}

}  // namespace

void add_variants(Workshop& workshop, Routes& routes) {
  // One of a run comes with what the run judged it by.
  routes.get("/api/variant", [&workshop](const Call& call) {
    const std::string name = call.query("name");
    Json json = described(workshop.variant(name));
    if (const auto config = workshop.config_of(name)) {
      json["objective"] = metrics::objective_to_json(config->objective);
      json["judges"] = config->judges;
    }
    return json;
  });
  routes.post("/api/variant",
              [&workshop](const Call& call) { return described(workshop.variant(call)); });
  routes.post("/api/variant/save", [&workshop](const Call& call) {
    const risk::Variant variant = workshop.variant(call);
    const auto file = workshop.folder.fresh("variants", variant.name(), ".json");
    write_new_file(file, risk::variant_to_json(variant).dump(2) + "\n", false);
    return Json{{"id", workshop.folder.name(file)}};
  });
}

}  // namespace evorisk::app
