// The search that breeds what wishes ask for.
#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/operators/keep.hpp"
#include "ga/run/config_file.hpp"
#include "maps/facts.hpp"
#include "maps/formats/registry.hpp"
#include "maps/generate/naming.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/quantity.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

constexpr int least_of_continent = 2;  // territories
constexpr int fewest_generated = 8;
constexpr double profile_within = 0.25;
constexpr int most_generated = 42;
// Children that the first agent looks at for each that all agents judge (docs/search.md).
constexpr int children_of_one = 2;
constexpr std::int64_t screening_matches = 60;
constexpr int most_of_start = 200;  // territories; larger boards take hours a generation

// Turns of a match, of all players together, under preset risk and cautious agents: fitted to the
// same boards and tables as metrics::seconds_of_turn; relative error 35 %.
double usual_turns(int territories, int players) {
  return 0.27 * territories * players;
}

// The start as it is named; neither checked nor complete.
risk::Variant load_start(const std::string& name) {
  const auto library = maps::library_names();
  std::error_code none;
  if (std::ranges::count(library, name) == 0 && std::filesystem::is_directory(name, none)) {
    throw InputError(
        "wishes: start: {} is a directory; name a variant file (of a run, its best.json), a map "
        "file or a board of the library",
        name);
  }
  const bool file = names_file(name);
  bool variant = !file;  // a library board with its rules, or an error that names the nearest
  if (file) {
    const Json document = json_or_discarded(read_file(name));
    variant = document.is_object() && document.contains("rules");
  }
  if (variant) return risk::load_variant(name);
  const maps::MapPtr map = maps::resolve_map(name);
  return {map->name(), risk::preset_rules("risk"), map};
}

bool keeps(const Wishes& wishes, std::string_view part) {
  return std::ranges::count(wishes.keep, part) > 0;
}

bool outside(const WishedRange& range, int value) {
  return (range.least && value < *range.least) || (range.most && value > *range.most);
}

std::string in_words(const WishedRange& range) {
  const auto end = [](const std::optional<int>& value) {
    return value ? std::to_string(*value) : std::string();
  };
  return range.least == range.most ? end(range.least) : end(range.least) + ".." + end(range.most);
}

// How wishes and the start make up what the search may breed.
class Plan {
 public:
  Plan(const Wishes& wishes, std::int64_t matches) : wishes_(wishes) {
    if (const auto start = start_of(wishes)) start_ = {start->rules(), start->map_ptr()};
    players_ = wishes.players.value_or(start_.map ? start_.rules.players : 2);
    if (!start_.map && !wishes.keep.empty()) {
      throw InputError("wishes: keep: there is no start of which \"{}\" could be kept",
                       wishes.keep.front());
    }
    if ((keeps(wishes, "rules") || keeps(wishes, "rule:players")) &&
        players_ != start_.rules.players) {
      throw InputError("wishes: players: {} asked for, but the rules that are kept have {}",
                       players_, start_.rules.players);
    }
    if (keeps(wishes, "rules") && wishes.rules != Wishes().rules) {
      throw InputError("wishes: rules: {} asked for, but all rules are kept", wishes.rules);
    }
    choose_territories();
    choose_turns();
    check_kept();
    matches_ = matches;
  }

  ga::Config config(std::uint64_t seed, const std::vector<std::string>& judges) const {
    Json json = {{"format", 1},           {"name", "wishes"},
                 {"mutation_rate", 0.15}, {"mutation_tries", 5},
                 {"crossover", "coasts"}, {"crossover_rate", start_.map ? 0.0 : 0.3},
                 {"monitor_matches", 0}};
    json["map_mutations"] = {"join_near",        "remove_border",   "move_territory",
                             "change_bonus",     "split_territory", "merge_territories",
                             "add_territory",    "isthmus",         "split_continent",
                             "merge_continents", "add_sea_route",   "regrow_continents",
                             "deal_bonuses"};
    if (keeps_split_) json["split_continents"] = "keep";
    share_out(json);
    json["objective"] = objective();
    json["search_space"] = search_space();
    if (map_is_kept() && json["search_space"]["rules"].empty()) {
      throw InputError(
          "wishes: keep: the map and every rule are kept, so there is nothing to breed; keep less");
    }
    Json rules = risk::rules_to_json(start_.rules);
    rules["players"] = players_;
    if (!keeps(wishes_, "rules") && !keeps(wishes_, "rule:turn_limit")) {
      rules["turn_limit"] = std::clamp(static_cast<int>(3 * turns_[1]), 48, 10'000);
    }
    json["base_rules"] = std::move(rules);
    json["keep"] = wishes_.keep;
    json["playability"] = {{{"matches", 40}, {"limits", {{"completeness", {{"at_least", 0.3}}}}}}};
    ga::Config config = ga::config_from_json(JsonView(json, "wishes"), ".");
    config.seed = seed;
    config.objective.seconds = wishes_.seconds;
    if (std::ssize(judges) > 1) judge_by(judges, config);
    ga::check(config, "wishes");
    return config;
  }

 private:
  bool map_is_kept() const { return start_.map && keeps(wishes_, "map"); }
  // Smaller boards have no room for what people's boards have; wished continents may be others.
  bool has_profile() const {
    return !start_.map && wishes_.continents.open() && territories_[0] >= 11;
  }
  int middle() const { return (territories_[0] + territories_[1]) / 2; }

  void choose_territories() {
    const WishedRange& wished = wishes_.territories;
    const int fewest = std::max(fewest_generated, 2 * players_);
    if (start_.map) {
      const int own = start_.map->territory_count();
      territories_ = map_is_kept() ? std::array{own, own}
                                   : std::array{std::max(players_, own - own / 4), own + own / 4};
    } else if (wishes_.minutes.open()) {
      territories_ = {std::max(12, fewest), 24};
    } else {
      // The board on which a usual match takes as long.
      const double wished_minutes = wishes_.minutes.least && wishes_.minutes.most
                                        ? 0.5 * (*wishes_.minutes.least + *wishes_.minutes.most)
                                        : (wishes_.minutes.least ? 1.3 * *wishes_.minutes.least
                                                                 : 0.8 * *wishes_.minutes.most);
      int fitting = fewest;
      while (fitting < most_generated &&
             metrics::minutes_of(usual_turns(fitting + 1, players_), fitting + 1,
                                 wishes_.seconds) <= wished_minutes) {
        ++fitting;
      }
      territories_ = {std::max(fewest, fitting - fitting / 4),
                      std::min(most_generated, fitting + fitting / 4)};
    }
    if (map_is_kept()) return;  // check_kept() compares
    if (wished.most) territories_[1] = *wished.most;
    if (wished.least) territories_[0] = *wished.least;
    if (!wished.least && territories_[0] > territories_[1]) {
      territories_[0] = std::max({2, players_, territories_[1] * 2 / 3});
    }
    territories_[1] = std::max(territories_[1], wished.most ? 0 : territories_[0]);
    if (territories_[1] < players_) {
      throw InputError(
          "wishes: territories: {} are too few for {} players, each of whom starts "
          "with one at least",
          in_words(wished), players_);
    }
    territories_[0] =
        std::clamp(territories_[0], std::min(players_, territories_[1]), territories_[1]);
    const int continents = wishes_.continents.least.value_or(1);
    if (!wished.most && !start_.map && continents * least_of_continent > territories_[1]) {
      territories_[1] = std::min(most_generated, continents * least_of_continent * 3 / 2);
    }
    if (continents > 1 && continents * least_of_continent > territories_[1]) {
      throw InputError(
          "wishes: continents: {} do not fit into {} territories: a continent has {} "
          "at least",
          in_words(wishes_.continents), territories_[1], least_of_continent);
    }
    territories_[0] =
        std::max(territories_[0], std::min(territories_[1], continents * least_of_continent));
  }

  void choose_turns() {
    const WishedRange& minutes = wishes_.minutes;
    const auto turns = [&](int of) { return metrics::turns_of(of, middle(), wishes_.seconds); };
    const double usual = usual_turns(middle(), players_);
    turns_ = {minutes.least  ? turns(*minutes.least)
              : minutes.most ? turns(*minutes.most) / 2
                             : 0.75 * usual,
              minutes.most    ? turns(*minutes.most)
              : minutes.least ? 2 * turns(*minutes.least)
                              : 1.5 * usual};
    const int smallest = territories_[0];
    if (minutes.most && metrics::turns_of(*minutes.most, smallest, wishes_.seconds) < players_) {
      throw InputError(
          "wishes: minutes: {} is too short: the setup of {} territories and one turn of each of "
          "{} players take {:.0f}; ask for more minutes or fewer territories",
          in_words(minutes), smallest, players_,
          metrics::minutes_of(players_, smallest, wishes_.seconds));
    }
    const int largest = territories_[1];
    const double longest = 8 * usual_turns(largest, players_);
    if (minutes.least && metrics::turns_of(*minutes.least, largest, wishes_.seconds) > longest) {
      throw InputError(
          "wishes: minutes: {} is too long for {} territories and {} players: matches of eight "
          "times the usual length take {:.0f}; ask for fewer minutes or more territories",
          in_words(minutes), largest, players_,
          metrics::minutes_of(longest, largest, wishes_.seconds));
    }
    for (double& end : turns_) end = std::clamp(end, 1.0 * players_, 3000.0);
  }

  // Wishes for the board against what is kept of it.
  void check_kept() {
    if (!start_.map) return;
    const maps::MapFacts facts = maps::map_facts(start_.map->data());
    int kept_whole = 0;  // continents
    int within = 0;      // their territories
    std::set<std::string> kept_territories;
    std::set<std::string> kept_continents;
    for (const std::string& part : wishes_.keep) {
      const std::size_t colon = part.find(':');
      const std::string kind = part.substr(0, colon);
      const std::string name = colon == part.npos ? "" : part.substr(colon + 1);
      if (kind == "territory") kept_territories.insert(name);
      if (kind == "continent" || kind == "bonus") kept_continents.insert(name);
      if (kind != "continent") continue;
      for (int c = 0; c < start_.map->continent_count(); ++c) {
        const maps::Continent& continent = start_.map->continent(c);
        if (continent.name != name) continue;
        ++kept_whole;
        const int size = static_cast<int>(continent.territories.size());
        within += size;
        least_kept_ = std::min(least_kept_, size);
        keeps_split_ = keeps_split_ || facts.continents[static_cast<std::size_t>(c)].parts > 1;
        for (const int t : continent.territories) kept_territories.insert(start_.map->label(t));
      }
    }
    int territories = static_cast<int>(kept_territories.size());
    int continents = static_cast<int>(kept_continents.size());
    const auto refuse = [](const char* what, const WishedRange& wished, int kept) {
      throw InputError("wishes: {}: {} asked for, but what is kept has {}", what, in_words(wished),
                       kept);
    };
    if (map_is_kept()) {
      territories = start_.map->territory_count();
      continents = start_.map->continent_count();
      if (outside(wishes_.territories, territories)) {
        refuse("territories", wishes_.territories, territories);
      }
      if (outside(wishes_.continents, continents)) {
        refuse("continents", wishes_.continents, continents);
      }
    } else {
      if (territories > wishes_.territories.most.value_or(territories)) {
        refuse("territories", wishes_.territories, territories);
      }
      if (continents > wishes_.continents.most.value_or(continents)) {
        refuse("continents", wishes_.continents, continents);
      }
      if (kept_whole == wishes_.continents.most && within < territories_[0]) {
        throw InputError(
            "wishes: continents: {} asked for, and those that are kept whole have {} territories "
            "together, not {}",
            in_words(wishes_.continents), within, territories_[0]);
      }
    }
  }

  // Populations and generations for the matches: a fifth is left for the final evaluation.
  void share_out(Json& json) const {
    const std::int64_t population = std::clamp<std::int64_t>(matches_ / 3000, 6, 60);
    const std::int64_t generations = std::clamp<std::int64_t>(matches_ / 10'000, 1, 60);
    json["population"] = population;
    json["tournament"] = std::clamp<std::int64_t>(population / 10, 2, 6);
    json["generations"] = generations;
    json["matches"] =
        std::max<std::int64_t>(2, matches_ * 4 / 5 / (population * (generations + 1)));
    // Racing: before or level with every other search of docs/search.md at 0.3 million matches.
    json["budget"] = {{"policy", "ocba"}};
    json["evidence"] = {{"pool", "genotype"}};
    json["ranking"] = {{"by", "shrunk"}};
    json["final"] = {{"matches", std::max<std::int64_t>(2, matches_ / 30)}, {"candidates", 5}};
  }

  // About half of the bound in metrics::demands_of_drawing(): boards that hardly wind are worth
  // what that costs in fitness (docs/search.md).
  static ga::PlayabilityStage fit_for_print() {
    ga::PlayabilityStage stage;
    stage.limits.push_back({"sprawl", {}, 0.12});
    return stage;
  }

  // The same matches under several judges.
  static void judge_by(const std::vector<std::string>& judges, ga::Config& config) {
    const std::int64_t count = std::ssize(judges);
    config.judges = judges;
    config.aggregation = metrics::PanelAggregation::worst;
    config.matches = std::max<std::int64_t>(2, config.matches / count);
    config.final.matches = std::max<std::int64_t>(2, config.final.matches / count);
    // The weak judge is the fast one: it looks at more children, of which the fittest go on.
    config.population *= children_of_one;
    config.tournament *= children_of_one;
    ga::PlayabilityStage& screen = config.playability.front();
    screen.matches = screening_matches;
    screen.agent = judges.front();
    screen.best = 1.0 / children_of_one;
    // What would not be printed is left out before the slow judges look at it.
    if (config.search_space.map_evolves) config.playability.push_back(fit_for_print());
  }

  // The usual criteria or the wished ones, and what the other wishes demand.
  Json objective() const {
    Json usual = usual_objective();
    if (!wishes_.objective) return usual;
    const metrics::Objective& wished = *wishes_.objective;
    Json own = metrics::objective_to_json(wished);
    if (wished.parameters == metrics::CriteriaParameters()) own["parameters"] = usual["parameters"];
    const auto add = [&](const char* list, const std::string& name) {
      if (!usual[list].contains(name) || own[list].contains(name)) return;
      own[list][name] = usual[list][name];
    };
    const std::pair<const char*, const WishedRange&> ranges[] = {
        {"minutes", wishes_.minutes},
        {"territories", wishes_.territories},
        {"continents", wishes_.continents}};
    for (const auto& [quantity, range] : ranges) {
      if (range.open() || !own["constraints"].contains(quantity)) continue;
      own["constraints"][quantity] = both(wished, quantity, range);
    }
    for (const auto& [quantity, bound] : usual["constraints"].items()) add("constraints", quantity);
    if (wished.groups.empty()) add("quantities", "human_distance");
    if (wishes_.luck != "any") own["criteria"].erase("luck_share");
    add("criteria", "luck_share");
    return own;
  }

  // What the objective demands of a quantity and what is wished of it.
  static Json both(const metrics::Objective& objective, std::string_view quantity,
                   const WishedRange& range) {
    const auto bound = std::ranges::find(objective.constraints, quantity,
                                         &metrics::Objective::Constraint::quantity);
    constexpr double unlimited = std::numeric_limits<double>::infinity();
    const double least = std::max(bound->at_least.value_or(0), 1.0 * range.least.value_or(0));
    const double most =
        std::min(bound->at_most.value_or(unlimited), range.most ? *range.most : unlimited);
    if (least > most) {
      throw InputError("wishes: {}: {} asked for, which the objective's constraint excludes",
                       quantity, in_words(range));
    }
    Json json = Json::object();
    if (bound->at_least || range.least) json["at_least"] = least;
    if (bound->at_most || range.most) json["at_most"] = most;
    return json;
  }

  Json usual_objective() const {
    Json criteria = {{"completeness", 1},
                     {"duration", 0},
                     // 0.2 where a seat of two wins 55 %.
                     {"unbiased_advantage", {{"loss", "one_sided"}, {"weight", 20}}},
                     {"drama", {{"ideal", {0.3, 0.5}}}},
                     {"lead_change", {{"ideal", 0.4}, {"weight", 0.5}}}};
    if (wishes_.luck == "luck") criteria["luck_share"] = {{"ideal", {0.7, 1}}};
    if (wishes_.luck == "balanced") criteria["luck_share"] = {{"ideal", {0.4, 0.6}}};
    if (wishes_.luck == "skill") criteria["luck_share"] = {{"ideal", {0, 0.3}}};
    Json constraints = {{"completeness", {{"at_least", 0.8}}}};
    if (!map_is_kept()) {
      constraints["territories"] = territories_;
      if (!wishes_.continents.open()) {
        constraints["continents"] = wished_range_json(wishes_.continents);
      } else if (territories_[1] >= fewest_generated) {
        constraints["continents"] = {{"at_least", 2}};
      }
      constraints["smallest_continent_territories"] = {
          {"at_least", std::min(least_of_continent, least_kept_)}};
      if (!keeps_split_) constraints["split_continents"] = 0;
      // Readers miss the contest where one continent is half of the board.
      if (has_profile()) constraints["largest_continent"] = {{"at_most", 0.42}};
    }
    if (!wishes_.minutes.open()) {
      constraints["minutes"] = wished_range_json(wishes_.minutes);
    }
    Json quantities = Json::object();
    // A board as people design them, where no profile sees to it.
    if (!map_is_kept() && !has_profile())
      quantities["human_distance"] = {{"ideal", 0}, {"weight", 0.3}};
    return {{"name", "wishes"},
            {"criteria", std::move(criteria)},
            {"parameters", {{"ideal_turns", turns_}}},
            {"quantities", std::move(quantities)},
            {"constraints", std::move(constraints)}};
  }

  Json search_space() const {
    const Json levels = parse_json(rules_text());
    Json genes = Json::object();
    for (const auto& [key, values] : levels.at(wishes_.rules).at("rules").items()) {
      if (keeps(wishes_, "rules") || keeps(wishes_, "rule:" + key)) continue;
      genes[key] = values;
      const Json own = risk::get_rule(start_.rules, key);  // the start can be bred, too
      if (values.is_array() && std::ranges::count(values, own) == 0) genes[key].push_back(own);
    }
    Json space = {{"rules", std::move(genes)}};
    if (start_.map) {
      space["map"] = !map_is_kept();
      space["initial_maps"] = Json::array({maps::map_to_json(*start_.map)});
      return space;
    }
    Json made = {{"territories", territories_}};
    space["bonuses"] = "mended";
    if (has_profile()) space["profile"] = profile_within;
    const WishedRange& continents = wishes_.continents;
    if (!continents.open()) {
      const int most =
          continents.most.value_or(std::max(continents.least.value_or(1), territories_[1] / 4));
      const int least = continents.least.value_or(std::max(1, most / 2));
      made["continents"] = {std::min(least, territories_[0]), most};
    } else if (!has_profile()) {  // where the generator would make maps of one continent
      made["continents"] = {std::min(2, territories_[0] / least_of_continent),
                            std::max(2, territories_[1] / 4)};
    }
    space["initial_maps"] = std::move(made);
    return space;
  }

  const Wishes& wishes_;
  struct {
    risk::Rules rules = risk::preset_rules("risk");
    maps::MapPtr map;  // null: generated boards
  } start_;
  int players_ = 2;
  std::array<int, 2> territories_ = {};
  std::array<double, 2> turns_ = {};
  // Of the continents that are kept: the fewest territories, and whether one lies in pieces.
  int least_kept_ = least_of_continent;
  bool keeps_split_ = false;
  std::int64_t matches_ = 0;
};

}  // namespace

std::optional<risk::Variant> start_of(const Wishes& wishes) {
  if (wishes.start.empty() && !wishes.given) return std::nullopt;
  const risk::Variant found = wishes.given ? *wishes.given : load_start(wishes.start);
  if (found.own_deck()) {
    throw InputError("wishes: start: {} has missions of its own, which cannot be bred on",
                     found.name());
  }
  if (found.territories() > most_of_start) {
    throw InputError("wishes: start: {} has {} territories; boards of at most {} can be bred on",
                     wishes.given ? found.name() : wishes.start, found.territories(),
                     most_of_start);
  }
  // Only what has a name can be kept; the names are those of print.
  return risk::Variant(found.name(), found.rules(),
                       std::make_shared<const maps::Map>(maps::with_names(found.map(), 1)));
}

ga::Config config_for(const Wishes& wishes, std::int64_t matches, std::uint64_t seed,
                      const std::vector<std::string>& judges) {
  Wishes own = wishes;
  if (own.objective && own.seconds == metrics::TableSeconds()) own.seconds = own.objective->seconds;
  return Plan(own, matches).config(seed, judges);
}

}  // namespace evorisk::experiments
