#include "app/cli/bench/cases.hpp"

#include <fmt/format.h>

#include <array>
#include <cmath>
#include <memory>
#include <utility>

#include "maps/generate/generator.hpp"
#include "maps/io.hpp"
#include "metrics/engine.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::app {

namespace {

risk::Rules rules_of(const char* allocation, int dice, const char* move, int divisor) {
  risk::Rules rules = risk::preset_rules("thesis");
  risk::set_rule(rules, "allocation", std::string(allocation));
  risk::set_rule(rules, "conquest_move", std::string(move));
  rules.defence_dice = dice;
  rules.reinforcement_divisor = divisor;
  return rules;
}

BenchCase library_case(const char* map, const char* allocation, int dice, const char* move,
                       int divisor) {
  const std::string name = fmt::format("{} ({}, {}, {}, {})", map, allocation, dice, move, divisor);
  return {name, {name, rules_of(allocation, dice, move, divisor), maps::library_map(map)}};
}

BenchCase generated_case(int territories) {
  Random random({1, Purpose::map_generation, 0, 0, static_cast<std::uint64_t>(territories), 0});
  const std::string name = fmt::format("generated-{} (random, 3, min, 3)", territories);
  maps::GeneratorOptions options;
  options.territories = territories;
  options.continents = territories / 7;
  return {name,
          {name, rules_of("random", 3, "min", 3),
           std::make_shared<const maps::Map>(maps::generate_map(options, random))}};
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

std::uint64_t bench_signature(std::string_view engine) {
  constexpr std::size_t matches = 200;
  const std::vector<BenchCase> cases = bench_cases();
  std::vector<metrics::MatchSummary> summaries(matches * cases.size());
  std::vector<metrics::MatchJob> jobs;
  for (std::size_t i = 0; i < cases.size(); ++i) {
    jobs.push_back({&cases[i].variant,
                    {2026, Purpose::match, 0, static_cast<std::uint32_t>(i), 0, 0},
                    std::span(summaries).subspan(i * matches, matches)});
  }
  metrics::EngineOptions options;
  options.engine = engine;
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
  return hash.value();
}

std::span<const RecordedSignature> recorded_signatures() {
  static constexpr std::array recorded = {
      RecordedSignature{"plain", 12049856134529891485u},
      RecordedSignature{"bulk", 16381955870613233867u},
  };
  return recorded;
}

}  // namespace evorisk::app
