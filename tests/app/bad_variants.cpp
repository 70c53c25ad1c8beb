// Variants and rules that cannot be played, agents that do not exist, records that do not hold.
#include "tests/app/bad_input.hpp"
#include "tests/app/bad_input_names.hpp"

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
      variant("VariantOfUnknownMap", R"({"format": 1, "map": "thesis-0"})",
              "map: unknown map \"thesis-0\"; did you mean \"thesis-1\"? Valid: " + map_names() +
                  "; or the path of a map file"),
      variant("VariantMapIsNumber", R"({"format": 1, "map": 9})",
              "map: expected a library name, a path or a map object"),
      variant(
          "UnknownPreset", R"({"format": 1, "rules": {"preset": "wra"}, "map": "two"})",
          "rules.preset: unknown value \"wra\"; did you mean \"war\"? Valid: " + preset_names()),
      variant(
          "UnknownRule", R"({"format": 1, "rules": {"defense_dice": 2}, "map": "two"})",
          "rules: unknown member \"defense_dice\"; did you mean \"defence_dice\"? Valid: preset, " +
              rule_names()),
      variant("RuleOutOfRange", R"({"format": 1, "rules": {"defence_dice": 0}, "map": "two"})",
              "rules.defence_dice: expected an integer from 1 to 6, found 0"),
      variant("RuleOfWrongType", R"({"format": 1, "rules": {"fortify": true}, "map": "two"})",
              "rules.fortify: expected one of adjacent, single, connected, none, found true"),
      variant("PlayersWithoutTerritories",
              R"({"format": 1, "rules": {"players": 3}, "map": "two"})",
              "players is 3, but the map has only 2 territories; each player needs at least one"),
      setting(
          "UnknownRuleSet", "defense_dice=2",
          "unknown rule \"defense_dice\"; did you mean \"defence_dice\"? Valid: " + rule_names()),
      setting("ValueNotOfTheRule", "allocation=dealt",
              "allocation: unknown value \"dealt\"; valid: random, pick"),
      setting("NoSetting", "defence_dice",
              "\"defence_dice\" is no setting; write key=value, e.g. defence_dice=2"),
      setting("FractionOfADie", "attack_dice=1.5",
              "attack_dice: expected an integer from 1 to 6, found 1.5"),
      {"NoVariant",
       {},
       {"evaluate"},
       Exit::usage,
       "name a variant (a file or a library map) or give --map NAME"},
      {"UnknownVariant",
       {},
       {"evaluate", "nowhere.json"},
       Exit::usage,
       "no such file, and unknown variant \"nowhere.json\"; valid: " + map_names() +
           ", risk-classic, war-classic"},
      {"NoMatches",
       {},
       {"evaluate", "two", "--matches", "0"},
       Exit::usage,
       "--matches: expected an integer from 1 to 1000000000000, found \"0\""},
      {"UnknownAgent",
       {},
       {"simulate", "two", "--agents", "cautios"},
       Exit::usage,
       "unknown agent \"cautios\"; did you mean \"cautious\"? Valid: " + agent_names()},
      {"AgentParameterUnknown",
       {},
       {"simulate", "two", "--agents", R"(cautious:{"a": 1})"},
       Exit::usage,
       "agent \"cautious:{\"a\": 1}\": unknown member \"a\"; none is valid here"},
      {"AgentWithoutCommand",
       {},
       {"simulate", "two", "--agents", "external"},
       Exit::usage,
       "agent \"external\": member \"command\" is missing"},
      {"AgentInsideAnotherUnknown",
       {},
       {"simulate", "two", "--agents", R"(blunder:{"agent":"cautios"})"},
       Exit::usage,
       "unknown agent \"cautios\"; did you mean \"cautious\"? Valid: " + agent_names()},
      {"AgentInsideAnotherOfNoForm",
       {},
       {"simulate", "two", "--agents", R"(council:{"members":[3]})"},
       Exit::usage,
       R"(agent "council:{"members":[3]}": members[0]: an agent is a text, as "cautious", or an )"
       R"(object with one member, as {"strategist": {"caution": 0.3}})"},
      {"MixOfMoreWeightsThanAgents",
       {},
       {"simulate", "two", "--agents", R"(mix:{"agents":["random"],"weights":[1,2]})"},
       Exit::usage,
       R"(agent "mix:{"agents":["random"],"weights":[1,2]}": weights: found 2 weights for 1 )"
       "agents"},
      {"MoreAgentsThanSeats",
       {},
       {"simulate", "two", "--agents", "cautious,random,random"},
       Exit::usage,
       "--agents: found 3 agents for 2 players; name one for each, or one for all"},
      {"RecordIsNoRecord",
       {{"match.jsonl", "{}\n"}},
       {"replay", "match.jsonl"},
       Exit::usage,
       "match.jsonl, line 1: this is no match record; its first line is {\"format\": 1, "
       "\"record\": \"match\", ...}"},
      {"RecordMissing",
       {},
       {"replay", "match.jsonl"},
       Exit::failure,
       "cannot read match.jsonl: No such file or directory"},
      {"RecordWithoutThatTurn",
       {},
       {"replay", "match.jsonl", "--turn", "999"},
       Exit::usage,
       "--turn: the record has turns 0 (the set-up) to 1, not 999",
       "evorisk simulate two --matches 1 --seed 1 --record match.jsonl --quiet > out.txt"},
      {"TwoWaysToReplay",
       {{"match.jsonl", ""}},
       {"replay", "match.jsonl", "--step", "--verify"},
       Exit::usage,
       "--verify, --step and --turn exclude each other; give one of them"},
      {"RecordIsADirectory",
       {},
       {"simulate", "two", "--matches", "1", "--record", "."},
       Exit::usage,
       "--record: \".\" is a directory; name a file, or say with --record-matches how many"},
  };
}

}  // namespace evorisk::app
