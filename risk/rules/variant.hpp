// A playable game: rules and a map, with everything that play needs looked up beforehand.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "maps/map.hpp"
#include "risk/bits.hpp"
#include "risk/dice.hpp"
#include "risk/rules/missions.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::risk {

// Immutable; built once and shared by all threads. Territory sets are bit sets of words() 64-bit
// words, territory t being bit t % 64 of word t / 64.
class Variant {
 public:
  // Throws InputError when the rules are broken or do not fit the map (broken_rule), or the
  // missions (broken_missions). Missions are kept only where the rules ask for them; without any,
  // those are the map's built-in ones.
  Variant(std::string name, Rules rules, maps::MapPtr map,
          std::optional<MissionDeck> missions = std::nullopt, std::string bred_for = {});

  const std::string& name() const { return name_; }
  const Rules& rules() const { return rules_; }
  const maps::Map& map() const { return *map_; }
  const maps::MapPtr& map_ptr() const { return map_; }

  int players() const { return rules_.players; }
  int territories() const { return territories_; }
  int continents() const { return static_cast<int>(bonuses_.size()); }
  int words() const { return words_; }

  // The neighbours of t in ascending order.
  std::span<const int> neighbours(int t) const {
    const auto i = static_cast<std::size_t>(t);
    return {neighbours_.data() + neighbour_start_[i], neighbours_.data() + neighbour_start_[i + 1]};
  }
  int degree(int t) const {
    const auto i = static_cast<std::size_t>(t);
    return neighbour_start_[i + 1] - neighbour_start_[i];
  }
  std::span<const std::uint64_t> neighbour_set(int t) const { return row(neighbour_sets_, t); }
  bool adjacent(int a, int b) const { return bits::has(neighbour_set(a).data(), b); }
  std::span<const std::uint64_t> all_territories() const { return all_; }

  int bonus(int c) const { return bonuses_[static_cast<std::size_t>(c)]; }
  std::span<const std::uint64_t> continent_set(int c) const { return row(continent_sets_, c); }
  // The territories of c with a neighbour outside it (empty only when c is the whole map).
  std::span<const std::uint64_t> continent_gates(int c) const { return row(continent_gates_, c); }

  // Troops for the k-th exchange of a match, k from 0 (rules: card_schedule, then its step); at
  // least 0.
  int exchange_troops(int k) const;
  // Troops for owning this many territories at the start of the reinforcement.
  int reinforcement(int territories) const {
    return reinforcements_[static_cast<std::size_t>(territories)];
  }
  // The cards of the deck of missions; 0 without the objective `missions`.
  int missions() const { return static_cast<int>(deck_.cards.size()); }
  const MissionDeck& deck() const { return deck_; }
  // The deck that was given, not built in.
  const std::optional<MissionDeck>& own_deck() const { return own_deck_; }
  // What a search bred it for: a JSON object that play does not depend on, read by
  // metrics::own_objective. Empty where no search did.
  const std::string& bred_for() const { return bred_for_; }
  // Of a card, or the deck's `otherwise` (i == missions()).
  const Mission& mission(int i) const {
    return i == missions() ? deck_.otherwise : deck_.cards[static_cast<std::size_t>(i)];
  }
  // All territories of the continents it names.
  std::span<const std::uint64_t> mission_set(int i) const { return row(mission_sets_, i); }

  // 1 ... the rules' number of dice on each side.
  const DiceTable& dice(int attack, int defence) const {
    return dice_[static_cast<std::size_t>((attack - 1) * max_dice + defence - 1)];
  }

 private:
  std::span<const std::uint64_t> row(const std::vector<std::uint64_t>& sets, int i) const {
    const auto words = static_cast<std::size_t>(words_);
    return {sets.data() + static_cast<std::size_t>(i) * words, words};
  }

  std::string name_;
  Rules rules_;
  maps::MapPtr map_;
  int territories_ = 0;
  int words_ = 1;
  std::vector<std::uint64_t> all_;
  std::vector<std::uint64_t> neighbour_sets_;
  std::vector<std::uint64_t> continent_sets_;
  std::vector<std::uint64_t> continent_gates_;
  std::vector<int> bonuses_;
  std::vector<int> neighbour_start_;
  std::vector<int> neighbours_;
  std::vector<int> reinforcements_;  // by territories owned
  std::vector<DiceTable> dice_;
  std::optional<MissionDeck> own_deck_;
  std::string bred_for_;
  MissionDeck deck_;
  std::vector<std::uint64_t> mission_sets_;
};

// {"format": 1, "name", "rules": {...}, "map": name | path | object, "missions": {...}, "bred_for":
// {...}}; missions only with the objective `missions`, and optional (risk/rules/missions.hpp).
// Paths are relative to `base_directory`. Throws InputError.
Variant variant_from_json(const JsonView& view, const std::string& base_directory);
// The map in place, and the missions, built-in ones too.
nlohmann::ordered_json variant_to_json(const Variant& variant);
// A game by its published rules: a preset with the map it is printed on.
struct PublishedGame {
  std::string_view name;  // of the preset, too
  std::string_view map;
};
std::span<const PublishedGame> published_games();
// A published game; or a library map with its preset ("risk" -> rules risk, "war" and "thesis-war"
// -> war, "thesis-1" -> risk, else thesis). Throws InputError for another name.
Variant library_variant(const std::string& name);
// Likewise, or a variant file.
Variant load_variant(const std::string& name_or_file);

}  // namespace evorisk::risk
