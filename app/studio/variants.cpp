// A variant as the page shows it: its map drawn, its rules in words, its file.
#include <nlohmann/json.hpp>

#include "app/studio/drawing.hpp"
#include "app/studio/parts.hpp"
#include "app/studio/words.hpp"
#include "base/files.hpp"
#include "maps/facts.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

Json described(const risk::Variant& variant, const Wording& wording) {
  const maps::MapFacts facts = maps::map_facts(variant.map().data());
  return {{"variant", risk::variant_to_json(variant)},
          {"words", words_json(variant, wording)},
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

void add_variants(StudioContext& context, Routes& routes) {
  // One of a run comes with what the run judged it by.
  routes.get("/api/variant", [&context](const Call& call) {
    const std::string name = call.query("name");
    Json json = described(context.variant(name), call.wording);
    if (const auto config = context.config_of(name)) {
      json["objective"] = metrics::objective_to_json(config->objective);
      json["judges"] = config->judges;
    }
    return json;
  });
  routes.post("/api/variant", [&context](const Call& call) {
    return described(context.variant(call), call.wording);
  });
  routes.post("/api/variant/save", [&context](const Call& call) {
    const risk::Variant variant = context.variant(call);
    const auto file = context.folder.fresh("variants", variant.name(), ".json");
    write_new_file(file, risk::variant_to_json(variant).dump(2) + "\n", false);
    return Json{{"id", context.folder.name(file)}};
  });
}

}  // namespace evorisk::app
