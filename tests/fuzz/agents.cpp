// What an agent in a process of its own answers: here `cat`, which writes the lines of the input
// and reads nothing. Whatever it says, the match ends, and the offender is named.
#include <nlohmann/json.hpp>

#include "base/files.hpp"
#include "base/json.hpp"
#include "base/reading/remarks.hpp"
#include "risk/match.hpp"
#include "risk/rules/variant.hpp"
#include "tests/fuzz/targets.hpp"

namespace evorisk::fuzz {
namespace {

using Json = nlohmann::ordered_json;

// Lines without a request's number or a seat get those that are asked for, so that inputs may lose
// lines.
std::string answers(std::string_view text) {
  std::string lines;
  for (int id = 1; !text.empty(); ++id) {
    const bool ended = text.find('\n') != text.npos;
    const auto [line, rest] = first_line(text);
    text = rest;
    Json json = json_or_discarded(line);
    if (json.is_object()) {
      if (!json.contains("id")) json["id"] = id;
      if (!json.contains("seat")) json["seat"] = 0;
    }
    lines += json.is_object() ? json.dump(-1, ' ', false, Json::error_handler_t::replace)
                              : std::string(line);
    if (ended) lines += '\n';
  }
  return lines;
}

risk::Variant variant(const char* map, const std::vector<std::string>& settings) {
  const risk::Variant plain = risk::load_variant(map);
  risk::Rules rules = plain.rules();
  risk::set_rules(rules, settings);
  return {plain.name(), rules, plain.map_ptr()};
}

void play(const risk::Variant& variant, const std::string& text) {
  const std::string file = (work_directory() / "answers").string();
  write_file(file, answers(text), Flush::to_system);
  std::vector<std::string> agents(static_cast<std::size_t>(variant.players()), "random");
  const Json parameters = {
      {"command", {"cat", file}}, {"budget_ms", 10'000}, {"start_ms", 10'000}, {"grace_ms", 0}};
  agents.front() = "external:" + parameters.dump();
  const risk::MatchResult result =
      risk::MatchPlayer(variant, agents).play({.seed = 1, .purpose = Purpose::test});
  const auto failures = take_remarks();
  require(result.end == risk::EndReason::invalid || failures.empty(), "a failure that is no end");
  require(result.end != risk::EndReason::invalid || result.offender == 0, "another is blamed");
}

constexpr Reader matches[] = {
    {"plain",
     [](const std::string& text) {
       play(variant("cycle-4", {"turn_limit=20", "card_forced_at=3"}), text);
     }},
    {"pick",
     [](const std::string& text) {
       play(variant("star-6", {"turn_limit=20", "allocation=pick", "initial_troops=4",
                               "fortify=connected", "players=3"}),
            text);
     }},
    {"missions",
     [](const std::string& text) {
       play(variant("war", {"objective=missions", "turn_limit=20"}), text);
     }},
};

}  // namespace

void fuzz_agents(std::string_view input) {
  read_by_kind(matches, input);
}

}  // namespace evorisk::fuzz
