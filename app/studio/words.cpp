#include "app/studio/words.hpp"

#include <nlohmann/json.hpp>

#include "risk/rules/rules_text.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

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

}  // namespace evorisk::app
