// The whole proof that the bulk engine and the plain one play the same game: every map of the
// library under 32 rule combinations, and every quantity that a match is measured by. A person runs
// it (build/release/prove_bulk_agreement); ctest runs a sample
// (tests/metrics/bulk_agreement_test.cpp).
#include <omp.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <map>
#include <string>
#include <vector>

#include "maps/io.hpp"
#include "metrics/engine.hpp"
#include "risk/rules/rules.hpp"
#include "tests/metrics/agreement.hpp"

namespace evorisk::metrics {
namespace {

constexpr double family_error = 0.001;  // of finding any difference where there is none

constexpr const char* usage =
    "prove_bulk_agreement [MATCHES] [MAP ...]\n"
    "Plays MATCHES (20000) matches with each engine on each map (all of the library) under each "
    "of\n"
    "32 rule combinations, and compares. Ends with 3 when the engines differ.\n";

struct Combination {
  std::string name;
  risk::Rules rules;
};

std::vector<Combination> combinations() {
  std::vector<Combination> all;
  for (const char* allocation : {"random", "pick"}) {
    for (const char* move : {"min", "max"}) {
      for (const int dice : {2, 3}) {
        for (int divisor = 1; divisor <= 4; ++divisor) {
          risk::Rules rules = risk::preset_rules("thesis");
          risk::set_rule(rules, "allocation", std::string(allocation));
          risk::set_rule(rules, "conquest_move", std::string(move));
          rules.defence_dice = dice;
          rules.reinforcement_divisor = divisor;
          all.push_back({std::string(allocation) + ", " + std::to_string(dice) + ", " + move +
                             ", " + std::to_string(divisor),
                         rules});
        }
      }
    }
  }
  return all;
}

std::vector<MatchSummary> play(const char* engine, const risk::Variant& variant,
                               const StreamKey& key, std::size_t matches) {
  EngineOptions options;
  options.engine = engine;
  options.threads = omp_get_max_threads();
  std::vector<MatchSummary> out(matches);
  std::vector<MatchJob> jobs;
  for (std::size_t first = 0; first < matches; first += 500) {
    StreamKey part = key;
    part.match = first;
    jobs.push_back({&variant, part,
                    std::span(out).subspan(first, std::min<std::size_t>(500, matches - first))});
  }
  make_engine(options)->play(jobs);
  return out;
}

int prove(std::size_t matches, const std::vector<std::string>& maps) {
  const std::vector<Combination> rules = combinations();
  std::vector<DistributionTest> all;
  std::map<std::string, std::array<double, 2>> kinds;  // of comparison: how many, least p
  std::array<double, 2> seconds{};
  std::uint32_t number = 0;
  for (const std::string& name : maps) {
    const maps::MapPtr map = maps::library_map(name);
    double least = 1;
    for (const Combination& combination : rules) {
      const risk::Variant variant(name, combination.rules, map);
      std::array<std::vector<MatchSummary>, 2> played;
      for (std::size_t engine = 0; engine < 2; ++engine) {
        const auto start = std::chrono::steady_clock::now();
        const std::uint64_t seed = 1 + engine;
        played[engine] = play(engine == 0 ? "bulk" : "plain", variant,
                              {seed, Purpose::match, 0, number, 0, 0}, matches);
        const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
        seconds[engine] += took.count();
      }
      ++number;
      for (DistributionTest c : compare_matches(played[0], played[1])) {
        auto& [count, least_of_kind] =
            kinds.try_emplace(c.what, std::array{0.0, 1.0}).first->second;
        ++count;
        least_of_kind = std::min(least_of_kind, c.p);
        least = std::min(least, c.p);
        c.what = name + " (" + combination.name + "), " + c.what;
        all.push_back(std::move(c));
      }
    }
    std::printf("%-12s least p of %zu rule combinations: %.2g\n", name.c_str(), rules.size(),
                least);
    std::fflush(stdout);
  }
  std::printf("\n%-36s %11s %9s\n", "compared", "comparisons", "least p");
  for (const auto& [what, kind] : kinds) {
    std::printf("%-36s %11.0f %9.2g\n", what.c_str(), kind[0], kind[1]);
  }
  std::printf("\nshare of comparisons with p below");
  for (const double level : {0.5, 0.1, 0.01, 0.001}) {
    const auto below =
        std::ranges::count_if(all, [&](const DistributionTest& c) { return c.p < level; });
    std::printf("  %g: %.5f", level, static_cast<double>(below) / static_cast<double>(all.size()));
  }
  const double played = static_cast<double>(number) * static_cast<double>(matches);
  std::printf("\n%.0f matches by each engine: bulk in %.0f s, plain in %.0f s, %d threads\n",
              played, seconds[0], seconds[1], omp_get_max_threads());
  const std::size_t comparisons = all.size();
  const auto rejected = holm_rejections(std::move(all), family_error);
  std::printf("%zu comparisons; different by Holm's procedure at %g: %zu\n", comparisons,
              family_error, rejected.size());
  for (const DistributionTest& c : rejected) {
    std::printf("  p = %.2g  %s  %s\n", c.p, c.what.c_str(), c.detail.c_str());
  }
  return rejected.empty() ? 0 : 3;
}

}  // namespace
}  // namespace evorisk::metrics

int main(int count, char** arguments) {
  using namespace evorisk;
  std::size_t matches = 20'000;
  std::vector<std::string> maps;
  if (count > 1) {
    char* end = nullptr;
    matches = std::strtoul(arguments[1], &end, 10);
    if (*end != '\0' || matches < 1000 || matches > 10'000'000) {
      std::fputs(metrics::usage, stderr);
      return 2;
    }
  }
  for (int i = 2; i < count; ++i) maps.emplace_back(arguments[i]);
  if (maps.empty()) {
    for (const std::string_view name : maps::library_names()) maps.emplace_back(name);
  }
  try {
    return metrics::prove(matches, maps);
  } catch (const std::exception& e) {
    std::fprintf(stderr, "%s\n", e.what());
    return 2;
  }
}
