// The decks that come with the program, and cards in words.
#include "risk/rules/missions.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <string_view>

#include "base/counted.hpp"
#include "risk/rules/data.hpp"

namespace evorisk::risk {
namespace {

// The board of War (Grow), by the names of its continents.
bool is_war(const maps::Map& map) {
  constexpr std::string_view names[] = {"América do Norte", "América do Sul", "África",
                                        "Europa",           "Oceania",        "Ásia"};
  return map.territory_count() == 42 &&
         std::ranges::is_permutation(names, map.continents(), {}, {}, &maps::Continent::name);
}

// One or two continents, with as many others of choice as bring it to its share of the board.
struct Candidate {
  std::vector<int> continents;
  int more = 0;
  double off = 0;  // from the wanted share
};

std::vector<Mission> continent_cards(const maps::Map& map) {
  constexpr double least = 0.3;
  constexpr double wanted = 0.375;
  constexpr double most = 4.0 / 7;
  constexpr std::size_t cards = 6;
  const int continents = map.continent_count();
  const double n = map.territory_count();
  const auto size = [&](int c) { return static_cast<double>(map.continent(c).territories.size()); };
  std::vector<Candidate> candidates;
  const auto offer = [&](std::vector<int> named) {
    std::vector<double> others;
    double sum = 0;
    for (int c = 0; c < continents; ++c) {
      if (std::ranges::find(named, c) != named.end()) {
        sum += size(c);
      } else {
        others.push_back(size(c));
      }
    }
    std::ranges::sort(others);
    std::size_t more = 0;
    while (named.size() == 2 && sum < least * n && more < others.size()) sum += others[more++];
    if (sum < least * n || sum > most * n) return;
    candidates.push_back({std::move(named), static_cast<int>(more), std::abs(sum / n - wanted)});
  };
  for (int a = 0; a < continents; ++a) {
    for (int b = a + 1; b < continents; ++b) offer({a, b});
  }
  for (int a = 0; a < continents; ++a) offer({a});
  std::ranges::stable_sort(candidates, {}, &Candidate::off);
  std::vector<Mission> chosen;
  // Every continent on two cards at most, as in War.
  std::vector<int> used(static_cast<std::size_t>(continents), 0);
  for (Candidate& candidate : candidates) {
    if (chosen.size() == cards) break;
    const auto full = [&](int c) { return used[static_cast<std::size_t>(c)] == 2; };
    if (std::ranges::any_of(candidate.continents, full)) continue;
    for (const int c : candidate.continents) ++used[static_cast<std::size_t>(c)];
    chosen.push_back({.kind = Mission::Kind::continents,
                      .continents = std::move(candidate.continents),
                      .more = candidate.more});
  }
  return chosen;
}

// The continents that a player chooses, besides so many that are named.
Message others_text(int more, std::size_t named) {
  constexpr const char* texts[] = {"a third continent", "a fourth continent", "a fifth continent"};
  if (more == 1 && named < 2 + std::size(texts)) return texts[named - 2];
  if (more == 1) return "1 other continent";
  return Message("{} other continents", more);
}

Message continents_text(const Mission& mission, const maps::Map& map) {
  std::vector<Message> names;
  for (const int c : mission.continents) {
    const std::string& name = map.continent(c).name;
    names.push_back(name.empty() ? Message("continent {}", c) : Message(name));
  }
  const std::size_t named = names.size();
  const Message last = names.back();
  if (named == 1 && mission.more == 0) return Message("conquer {}", last);
  if (named == 1 && mission.more == 1) return Message("conquer {} and a second continent", last);
  if (named == 1) return Message("conquer {} and {} other continents", last, mission.more);
  names.pop_back();
  const Message first = joined(names, ", ");
  if (mission.more == 0) return Message("conquer {} and {}", first, last);
  return Message("conquer {}, {} and {}", first, last, others_text(mission.more, named));
}

}  // namespace

MissionDeck built_in_missions(const maps::Map& map, int players) {
  if (is_war(map)) {
    const JsonView cards(rules_data().at("war_missions"), "war_missions");
    return missions_from_json(cards, map, max_players);
  }
  const int n = map.territory_count();
  MissionDeck deck;
  if (players > 2) {
    for (int seat = 0; seat < players; ++seat)
      deck.cards.push_back({.kind = Mission::Kind::destroy, .seat = seat});
  }
  // More than are dealt, as far as there are more.
  const int many = std::min(n, std::max((4 * n + 6) / 7, (n + players - 1) / players + 1));
  deck.otherwise.territories = many;
  deck.cards.push_back(deck.otherwise);
  deck.cards.push_back({.territories = (3 * n + 6) / 7, .troops = 2});
  for (Mission& mission : continent_cards(map)) deck.cards.push_back(std::move(mission));
  return deck;
}

Message mission_text(const Mission& mission, const maps::Map& map) {
  switch (mission.kind) {
    case Mission::Kind::continents:
      return continents_text(mission, map);
    case Mission::Kind::territories: {
      const Message what = noun(mission.territories, "territory", "territories");
      if (mission.troops == 1) return Message("conquer {} {}", mission.territories, what);
      return Message("conquer {} {} with at least {} troops each", mission.territories, what,
                     mission.troops);
    }
    case Mission::Kind::destroy:
      return Message("destroy seat {}", SeatNumber{mission.seat});
  }
  return {};
}

}  // namespace evorisk::risk
