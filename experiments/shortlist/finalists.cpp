#include "experiments/shortlist/finalists.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "base/parallel.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/run/final.hpp"
#include "ga/run/history.hpp"
#include "ga/run/run_files.hpp"
#include "maps/layout/arrange.hpp"
#include "metrics/criteria/quantity.hpp"
#include "risk/rules/rules.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

std::vector<std::size_t> finalists_to_try(std::span<const MapFaults> faults) {
  constexpr double alike = 0.2;    // drawings within such a step are as good: the fitter first
  constexpr double printable = 1;  // readers refuse most boards with more
  const auto step = [&](std::size_t i) { return std::floor(faults[i].drawing / alike); };
  const auto rank = [&](std::size_t i) { return std::pair(faults[i].bounds, step(i)); };
  std::vector<std::size_t> order = ordered_numbers<std::size_t>(
      faults.size(), [&](std::size_t a, std::size_t b) { return rank(a) < rank(b); });
  const double least = faults[order.front()].bounds;  // a fair board of another size is no answer
  const double best = step(order.front());
  std::erase_if(order, [&](std::size_t i) {
    return faults[i].bounds > least || (faults[i].drawing >= printable && step(i) > best);
  });
  return order;
}

// By their full drawings, which take too long for the search: there what passes the screen is drawn
// on coarse cells. Maps are in the log.
std::vector<Finalist> finalists_of(const fs::path& run, const ga::Config& config, int threads) {
  const std::string source = (run / ga::result_file).string();
  const Json result = ga::read_result(run);
  const auto candidates = JsonView(result, source).at("candidates").items();
  if (candidates.empty()) throw InputError("{}: has no candidate", source);
  std::map<std::string, maps::MapPtr> boards;
  for (const JsonView& candidate : candidates) boards[candidate.at("id").text()];
  const std::string log = (run / ga::log_file).string();
  ga::read_whole_log(run / ga::log_file, [&](const Json& generation) {
    for (const JsonView& one : JsonView(generation, log).at("individuals").items()) {
      const auto board = boards.find(one.at("id").text());
      if (board == boards.end() || board->second) continue;
      if (const auto map = one.find("map")) {
        board->second = ga::map_from_reference(config.search_space, *map);
      }
    }
  });
  std::vector<Finalist> finalists;
  for (const JsonView& candidate : candidates) {
    const std::string id = candidate.at("id").text();
    const maps::MapPtr& board = boards.at(id);
    if (!board) candidate.fail("{} has no map of this individual", log);
    risk::Rules rules = config.base_rules;
    for (const auto& [key, value] : candidate.at("genes").members()) set_rule(rules, key, value);
    finalists.push_back({id, {config.name + ' ' + id, std::move(rules), board}});
  }
  std::vector<MapFaults> faults(finalists.size());
  parallel_for_dynamic(std::ssize(finalists), threads, [&](std::int64_t i) {
    risk::Variant& variant = finalists[at(i)].variant;
    variant = {variant.name(), variant.rules(),
               std::make_shared<const maps::Map>(ga::arranged_for(variant.map(), config))};
    faults[at(i)] = {metrics::map_violation(config.objective.constraints, variant.map()),
                     maps::drawing_faults(variant.map())};
  });
  std::vector<Finalist> tried;
  for (const std::size_t i : finalists_to_try(faults)) tried.push_back(std::move(finalists[i]));
  return tried;
}

}  // namespace evorisk::experiments
