#include "app/words/mission_words.hpp"

#include <fmt/format.h>

#include <array>
#include <vector>

namespace evorisk::app {
namespace {

constexpr std::array<std::array<const char*, 2>, risk::max_players> troop_colours = {
    {{"blue", "azuis"},
     {"orange", "laranja"},
     {"green", "verdes"},
     {"yellow", "amarelos"},
     {"purple", "roxos"},
     {"black", "pretos"}}};

// "os continentes Ásia e África e mais um à sua escolha": names alone would want articles.
std::string continents_in_portuguese(const risk::Mission& mission, const maps::Map& map) {
  const std::size_t named = mission.continents.size();
  std::string text = named == 1 ? "o continente " : "os continentes ";
  for (std::size_t i = 0; i < named; ++i)
    text += fmt::format("{}{}",
                        i == 0           ? ""
                        : i + 1 == named ? " e "
                                         : ", ",
                        map.continent(mission.continents[i]).name);
  if (mission.more == 1) text += " e mais um à sua escolha";
  if (mission.more > 1) text += fmt::format(" e mais {} à sua escolha", mission.more);
  return text;
}

// Without a capital or a full stop.
std::string mission_in_portuguese(const risk::Mission& mission, const maps::Map& map) {
  switch (mission.kind) {
    case risk::Mission::Kind::continents:
      return "conquistar " + continents_in_portuguese(mission, map);
    case risk::Mission::Kind::territories:
      return fmt::format("conquistar {} {}{}", mission.territories,
                         mission.territories == 1 ? "território" : "territórios",
                         mission.troops > 1
                             ? fmt::format(", com pelo menos {} exércitos em cada", mission.troops)
                             : std::string());
    case risk::Mission::Kind::destroy:
      return fmt::format("destruir os exércitos {}: tomar você mesmo o último território deles",
                         troop_colours[static_cast<std::size_t>(mission.seat)][1]);
  }
  return {};
}

std::string mission_in(const risk::Mission& mission, const maps::Map& map, Language language) {
  if (language == Language::portuguese) return mission_in_portuguese(mission, map);
  if (mission.kind != risk::Mission::Kind::destroy) return risk::mission_text(mission, map);
  return fmt::format("destroy the {} troops: take their last territory yourself",
                     troop_colours[static_cast<std::size_t>(mission.seat)][0]);
}

}  // namespace

std::string mission_card_words(const risk::Mission& mission, const maps::Map& map,
                               Language language) {
  std::string text = mission_in(mission, map, language) + ".";
  text[0] = static_cast<char>(text[0] - 'a' + 'A');  // a verb in either language
  return text;
}

std::string mission_otherwise_words(const risk::Mission& otherwise, const maps::Map& map,
                                    Language language) {
  return fmt::format(
      fmt::runtime(
          language == Language::english
              ? "If these are your own, nobody plays them, or somebody else destroys "
                "them: {}."
              : "Se são os seus, se ninguém joga com eles ou se outro jogador os destruir: "
                "{}."),
      mission_in(otherwise, map, language));
}

}  // namespace evorisk::app
