// Variants and rules that cannot be played, agents that do not exist, records that do not hold.
#include "tests/app/bad_input.hpp"

namespace evorisk::app {
namespace {

BadInput variant(const std::string& name, const std::string& text, const std::string& message) {
  return {name,
          {{"variant.json", text}},
          {"evaluate", "variant.json"},
          Exit::usage,
          "variant.json: " + message};
}

BadInput setting(const std::string& name, const std::string& change, const std::string& message) {
  return {name,
          {},
          {"evaluate", "--map", "thesis-9", "--set", change},
          Exit::usage,
          "--set: " + message};
}

}  // namespace

std::vector<BadInput> bad_variants() {
  return {
      variant("VariantIsAMap", R"({"format": 1, "territories": []})",
              "this is a map, not a variant; a variant is {\"format\": 1, \"name\": ..., "
              "\"rules\": {...}, \"map\": ...}"),
      variant("VariantWithoutMap", R"({"format": 1})", "member \"map\" is missing"),
      variant("VariantOfUnknownMap", R"({"format": 1, "map": "thesis-0"})", "?"),
      variant("VariantMapIsNumber", R"({"format": 1, "map": 9})", "?"),
      variant("UnknownPreset", R"({"format": 1, "rules": {"preset": "wra"}, "map": "two"})", "?"),
      variant("UnknownRule", R"({"format": 1, "rules": {"defense_dice": 2}, "map": "two"})", "?"),
      variant("RuleOutOfRange", R"({"format": 1, "rules": {"defence_dice": 0}, "map": "two"})",
              "?"),
      variant("RuleOfWrongType", R"({"format": 1, "rules": {"fortify": true}, "map": "two"})", "?"),
      variant("PlayersWithoutTerritories",
              R"({"format": 1, "rules": {"players": 3}, "map": "two"})", "?"),
      variant("TroopsBeyondCounting",
              R"({"format": 1, "rules": {"turn_limit": 10000, "card_schedule_step": 100,)"
              R"( "card_schedule": [1000]}, "map": "two"})",
              "?"),
      setting("UnknownRuleSet", "defense_dice=2", "?"),
      setting("ValueNotOfTheRule", "allocation=dealt", "?"),
      setting("NoSetting", "defence_dice", "?"),
      setting("FractionOfADie", "attack_dice=1.5", "?"),
      {"NoVariant", {}, {"evaluate"}, Exit::usage, "?"},
      {"UnknownVariant", {}, {"evaluate", "nowhere.json"}, Exit::usage, "?"},
      {"NoMatches", {}, {"evaluate", "two", "--matches", "0"}, Exit::usage, "?"},
      {"UnknownAgent", {}, {"simulate", "two", "--agents", "cautios"}, Exit::usage, "?"},
      {"AgentParameterUnknown",
       {},
       {"simulate", "two", "--agents", R"(cautious:{"a": 1})"},
       Exit::usage,
       "?"},
      {"MoreAgentsThanSeats",
       {},
       {"simulate", "two", "--agents", "cautious,random,random"},
       Exit::usage,
       "?"},
      {"RecordIsNoRecord", {{"match.jsonl", "{}\n"}}, {"replay", "match.jsonl"}, Exit::usage, "?"},
      {"RecordMissing", {}, {"replay", "match.jsonl"}, Exit::failure, "?"},
      {"RecordBrokenOff",
       {},
       {"replay", "match.jsonl"},
       Exit::usage,
       "?",
       "evorisk simulate thesis-9 --matches 1 --seed 1 --record whole.jsonl --quiet > out.txt && "
       "head -c 2000 whole.jsonl > match.jsonl"},
  };
}

}  // namespace evorisk::app
