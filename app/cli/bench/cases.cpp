#include <fmt/format.h>

#include <cmath>
#include <memory>

#include "app/cli/bench/measure.hpp"
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

// FNV-1a over 64-bit words.
class Hash {
 public:
  void add(std::uint64_t word) {
    for (int byte = 0; byte < 8; ++byte) {
      state_ ^= (word >> (8 * byte)) & 0xFFu;
      state_ *= 0x100000001b3u;
    }
  }
  // To nine decimals: the logarithm of one mathematical library may differ in the last bit from
  // another's.
  void add(double value) { add(static_cast<std::uint64_t>(std::llround(value * 1e9))); }
  std::uint64_t value() const { return state_; }

 private:
  std::uint64_t state_ = 0xcbf29ce484222325u;
};

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
  std::vector<Signature> signatures = {{"plain", 1028310026335180852u},
                                       {"bulk", 273002001809665214u}};
  for (Signature& signature : signatures) {
    metrics::EngineOptions options;
    options.engine = signature.engine;
    metrics::make_engine(options)->play(jobs);
    Hash hash;
    for (const metrics::MatchSummary& match : summaries) {
      hash.add(static_cast<std::uint64_t>(match.turns));
      hash.add(static_cast<std::uint64_t>(match.winner + 1));
      hash.add(static_cast<std::uint64_t>(match.end));
      for (const double value : {match.duration, match.branching_factor, match.drama,
                                 match.killer_moves, match.lead_change}) {
        hash.add(value);
      }
    }
    signature.found = hash.value();
  }
  return signatures;
}

}  // namespace evorisk::app
