#include <fmt/format.h>

#include <memory>

#include "app/cli/bench/measure.hpp"
#include "base/seal.hpp"
#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "metrics/engine.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {

namespace {

BenchCase bench_case(std::string_view map_name, const maps::MapPtr& map,
                     const std::string& allocation, int dice, const std::string& move,
                     int divisor) {
  risk::Rules rules = risk::preset_rules("thesis");
  risk::set_rule(rules, "allocation", allocation);
  risk::set_rule(rules, "conquest_move", move);
  rules.defence_dice = dice;
  rules.reinforcement_divisor = divisor;
  const std::string name =
      fmt::format("{} ({}, {}, {}, {})", map_name, allocation, dice, move, divisor);
  return {name, {name, rules, map}};
}

BenchCase library_case(std::string_view map, const std::string& allocation, int dice,
                       const std::string& move, int divisor) {
  return bench_case(map, maps::library_map(map), allocation, dice, move, divisor);
}

BenchCase generated_case(int territories) {
  Random random({1, Purpose::map_generation, 0, 0, static_cast<std::uint64_t>(territories), 0});
  maps::GeneratorOptions options;
  options.territories = territories;
  options.continents = territories / 7;
  options.density = 0.45;
  options.style = "classic";
  return bench_case(fmt::format("generated-{}", territories),
                    std::make_shared<const maps::Map>(maps::generate_map(options, random)),
                    "random", 3, "min", 3);
}

}  // namespace

std::vector<BenchCase> bench_cases() {
  return {library_case("two", "random", 3, "min", 3),
          library_case("cycle-4", "random", 3, "min", 3),
          library_case("thesis-9", "random", 3, "min", 3),
          library_case("thesis-9", "pick", 2, "max", 3),
          library_case("thesis-1", "pick", 2, "max", 3),
          library_case("thesis-war", "random", 3, "min", 2),
          generated_case(64),
          generated_case(128),
          generated_case(250)};
}

std::vector<Signature> bench_signatures() {
  constexpr std::size_t matches = 200;
  const std::vector<BenchCase> cases = bench_cases();
  std::vector<metrics::MatchSummary> summaries(matches * cases.size());
  std::vector<metrics::MatchJob> jobs;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    jobs.push_back({&cases[i].variant,
                    {2026, Purpose::match, 0, static_cast<std::uint32_t>(i), 0, 0},
                    std::span(summaries).subspan(i * matches, matches)});
  }
  std::vector<Signature> signatures = {{"plain", 8377879789758665556u},
                                       {"bulk", 4974593775862179156u}};
  for (Signature& signature : signatures) {
    metrics::EngineOptions options;
    options.engine = signature.engine;
    metrics::make_engine(options)->play(jobs);
    // To nine decimals: the logarithm of one mathematical library may differ in the last bit from
    // another's.
    for (const metrics::MatchSummary& match : summaries) {
      const std::string text =
          fmt::format("{} {} {} {:.9f} {:.9f} {:.9f} {:.9f} {:.9f}", match.turns, match.winner,
                      static_cast<int>(match.end), match.duration, match.branching_factor,
                      match.drama, match.killer_moves, match.lead_change);
      signature.found = text_hash(text, signature.found);
    }
  }
  return signatures;
}

}  // namespace evorisk::app
