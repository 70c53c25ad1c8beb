#include "app/text/words/language.hpp"

#include <nlohmann/json.hpp>

#include "base/json.hpp"

namespace evorisk::app {
namespace {

auto portuguese_texts() {
  const auto catalogue = parse_json(portuguese_text());
  decltype(Wording::texts) texts;
  for (const auto& [topic, entries] : catalogue.items()) {
    for (const auto& [english, portuguese] : entries.items()) texts.emplace(english, portuguese);
  }
  return texts;
}

// Troops are told apart by colour at a table.
Message mission_words(const risk::Mission& mission, const maps::Map& map) {
  constexpr const char* colours[risk::max_players] = {"blue",   "orange", "green",
                                                      "yellow", "purple", "black"};
  if (mission.kind != risk::Mission::Kind::destroy) return risk::mission_text(mission, map);
  return Message("destroy the {} troops: take their last territory yourself",
                 Message(colours[mission.seat]));
}

}  // namespace

const Wording& wording(Language language) {
  static const Wording wordings[2] = {{}, {portuguese_texts()}};
  return wordings[static_cast<int>(language)];
}

maps::Map translated(const maps::Map& map, Language language) {
  if (language == Language::english) return map;
  static const nlohmann::ordered_json names = parse_json(portuguese_names_text());
  maps::MapData data = map.data();
  bool all = true;
  const auto translate = [&](auto& named) {
    const auto found = names.find(named.name);
    all = all && found != names.end();
    if (all) named.name = found->template get<std::string>();
  };
  for (maps::Territory& territory : data.territories) translate(territory);
  for (maps::Continent& continent : data.continents) translate(continent);
  return all ? maps::Map(std::move(data)) : map;
}

Message seat_name(int seat) {
  constexpr const char* names[risk::max_players] = {"Blue",   "Orange", "Green",
                                                    "Yellow", "Purple", "Black"};
  return names[seat];
}

std::string mission_card_words(const risk::Mission& mission, const maps::Map& map,
                               Language language) {
  std::string text = mission_words(mission, map).text(wording(language)) + ".";
  text[0] = static_cast<char>(text[0] - 'a' + 'A');  // a verb in either language
  return text;
}

std::string mission_otherwise_words(const risk::Mission& otherwise, const maps::Map& map,
                                    Language language) {
  return Message("If these are your own, nobody plays them, or somebody else destroys them: {}.",
                 mission_words(otherwise, map))
      .text(wording(language));
}

}  // namespace evorisk::app
