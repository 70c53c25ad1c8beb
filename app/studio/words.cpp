#include "app/studio/words.hpp"

#include <nlohmann/json.hpp>

#include "app/words/rule_words.hpp"

namespace evorisk::app {

using Json = nlohmann::ordered_json;

Json words_json(const risk::Variant& variant) {
  Json words;
  for (const Language language : {Language::english, Language::portuguese}) {
    Json& list = words[std::string(language_names[static_cast<std::size_t>(language)])];
    for (const risk::RuleSentence& sentence : rule_words(variant.rules(), language))
      list.push_back({{"topic", sentence.topic}, {"keys", sentence.keys}, {"text", sentence.text}});
  }
  for (int i = 0; i < variant.missions(); ++i)
    words["missions"].push_back(risk::mission_text(variant.mission(i), variant.map()));
  if (variant.missions() > 0)
    words["otherwise"] = risk::mission_text(variant.deck().otherwise, variant.map());
  return words;
}

}  // namespace evorisk::app
