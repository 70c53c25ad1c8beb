// A variant: its map drawn, its rules in words, its file, its kit to print.
#include <fmt/format.h>

#include <boost/archive/iterators/base64_from_binary.hpp>
#include <boost/archive/iterators/transform_width.hpp>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/print/kit.hpp"
#include "app/studio/context.hpp"
#include "app/studio/variant_json.hpp"
#include "app/view/draw_map.hpp"
#include "maps/io.hpp"
#include "maps/planar/planarity.hpp"
#include "metrics/objective/length.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/rules/rules_text.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

Json described(const risk::Variant& variant, const Wording& wording) {
  const auto objective = metrics::own_objective(variant);
  Json json = {{"variant", risk::variant_to_json(variant)},
               {"words", words_json(variant, wording)},
               {"svg", map_picture(variant.map())},
               {"facts",
                {{"territories", variant.territories()},
                 {"borders", variant.map().border_count()},
                 {"continents", variant.continents()},
                 {"planar", maps::is_planar(variant.map())}}}};
  add_own_length(variant, json["facts"]);
  if (objective) json["objective"] = metrics::objective_to_json(*objective);
  return json;
}

// Base64 (RFC 4648), because answers are JSON.
std::string base64(const std::string& bytes) {
  using namespace boost::archive::iterators;
  using Digits = base64_from_binary<transform_width<std::string::const_iterator, 6, 8>>;
  std::string text(Digits(bytes.begin()), Digits(bytes.end()));
  return text.append((4 - text.size() % 4) % 4, '=');
}

}  // namespace

std::string map_picture(const maps::Map& map) {
  return map_picture(maps::make_board(map));
}

std::string map_picture(const maps::Board& board) {
  DrawOptions options{.areas = true, .style = false};
  options.id_prefix = fmt::format("m{:x}-", std::hash<std::string>{}(maps::map_text(board.map)));
  return draw_map(board, options);
}

void add_own_length(const risk::Variant& variant, Json& facts) {
  const auto length = metrics::own_length(variant);
  if (!length) return;
  facts["turns"] = {length->fewest, length->most};
  facts["minutes"] =
      metrics::minutes_to_json(*length, variant.territories(), metrics::own_seconds(variant));
}

Json words_json(const risk::Variant& variant, const Wording& wording) {
  Json words = {{"rules", Json::array()}};
  for (const risk::RuleSentence& sentence : risk::rules_in_words(variant.rules()))
    words["rules"].push_back({{"topic", sentence.topic},
                              {"keys", sentence.keys},
                              {"text", sentence.text.text(wording)}});
  if (variant.missions() == 0) return words;
  words["missions"] = missions_json(variant, wording);
  words["otherwise"] = risk::mission_text(variant.deck().otherwise, variant.map()).text(wording);
  return words;
}

Json missions_json(const risk::Variant& variant, const Wording& wording) {
  Json missions = Json::array();
  for (int i = 0; i < variant.missions(); ++i)
    missions.push_back(risk::mission_text(variant.mission(i), variant.map()).text(wording));
  return missions;
}

void add_variants(StudioContext& context, Routes& routes) {
  // With what it was bred for; of a run, also by which judges.
  routes.get("/api/variant", [&context](const Call& call) {
    const std::string name = call.query("name");
    Json json = described(context.variant(name), call.wording);
    if (const auto config = context.config_of(name)) json["judges"] = config->judges;
    return json;
  });
  routes.post("/api/variant", [&context](const Call& call) {
    return described(context.variant(call), call.wording);
  });
  routes.post("/api/variant/save", [&context](const Call& call) {
    return Json{{"id", context.save(context.variant(call))}};
  });
  routes.post("/api/print", [&context](const Call& call) {
    const risk::Variant variant = context.variant(call);
    KitOptions options;
    if (const auto language = call.body.find("language"))
      options.language = static_cast<Language>(language->one_of(language_names));
    Json notes = Json::array();
    for (const Message& note : notes_on_letters(variant)) notes.push_back(note.text(call.wording));
    return Json{{"pdf", base64(kit_pdf(variant, options))}, {"notes", notes}};
  });
}

}  // namespace evorisk::app
