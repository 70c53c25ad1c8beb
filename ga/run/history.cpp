#include "ga/run/history.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>
#include <span>
#include <string_view>
#include <utility>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "base/parallel.hpp"
#include "base/reading/remarks.hpp"
#include "base/seal.hpp"
#include "ga/algorithms/evolution.hpp"
#include "ga/algorithms/pareto.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

Json front_to_json(std::span<const Individual> population, const Config& config) {
  const std::vector<Losses> points = losses_of(population);
  std::vector<Losses> front;
  Json members = Json::array();
  for (const int i : front_of(population)) {
    front.push_back(points[at(i)]);
    members.push_back(population[at(i)].id());
  }
  const std::size_t size = front.size();
  return {{"size", size},
          {"hypervolume", hypervolume(std::move(front), reference_of(config.objective))},
          {"members", std::move(members)}};
}

// The line without "breeding" and "individuals".
Json summary_of(const Evolution& evolution, const Config& config) {
  const std::span<const Individual> population = evolution.population();
  const Individual& best = evolution.best();
  const PopulationFigures figures = figures_of(population);
  Json summary = {{"generation", evolution.generation()},
                  {"best", best.id()},
                  {"fitness",
                   {{"best", best.fitness.mean},
                    {"mean", figures.mean_fitness},
                    {"worst", figures.worst_fitness}}},
                  {"monitor", parse_json(evolution.monitor().record)},
                  {"territories",
                   {{"least", figures.fewest_territories},
                    {"mean", figures.mean_territories},
                    {"most", figures.most_territories}}}};
  if (!(config.budget == Budget())) {
    summary["spent"] = {{"generation", evolution.spent_last()}, {"search", evolution.spent()}};
  }
  if (!config.objective.groups.empty()) summary["front"] = front_to_json(population, config);
  evolution.add_notes(summary);
  return summary;
}

// `since`: the generation of the last line with all individuals.
Json logged(const Individual& individual, int since, const Config& config) {
  Json json;
  add_identity(individual, config.search_space, json);
  if (!individual.filtered.empty()) json["filtered"] = individual.filtered;
  if (individual.generation > since) {
    json["map"] = map_reference(config.search_space, individual.genome.map);
  }
  if (individual.stream) {
    json["stream"] = id_of(individual.stream->generation, individual.stream->index);
  }
  add_evidence(individual.evidence, individual, config, json);
  add_assessment(individual, config.objective, json);
  return json;
}

// The generation of the last line before this one that holds all individuals; -1: none.
int last_with_all(int generation, const Config& config) {
  do {
    --generation;
  } while (generation >= 0 && !logs_all(generation, config));
  return generation;
}

// What "ancestry" says of an individual, as the log has it where it has its map.
Json birth_of(const Json& individual) {
  Json birth = Json::object();
  for (const auto& [key, value] : individual.items()) {
    if (key == "map") break;  // the identity (and why it was filtered) ends here
    birth[key] = value;
  }
  birth["fitness"] = individual.at("fitness");
  birth["matches"] = individual.at("matches");
  return birth;
}

}  // namespace

bool logs_all(int generation, const Config& config) {
  constexpr int all_below = 1000;
  constexpr int every = 100;
  constexpr int of_the_last = 200;
  return config.whole_log || generation < all_below || generation % every == 0 ||
         generation > config.generations - of_the_last;
}

double expected_log_bytes(const Config& config) {
  constexpr double of_individual = 1500;
  constexpr double of_line = 1000;
  constexpr int thinned = 6;  // individuals of a thinned line, about
  const int all = config.population * std::max(1, config.islands.count);
  double bytes = 0;
  for (int g = 0; g <= config.generations; ++g) {
    bytes += of_line + of_individual * (logs_all(g, config) ? all : std::min(all, thinned));
  }
  return bytes;
}

std::string History::add(const Evolution& evolution, const Config& config, int threads) {
  const int generation = evolution.generation();
  const int since = last_with_all(generation, config);
  std::vector<const Individual*> told = pointers_to(evolution.measured());
  if (!logs_all(generation, config)) {
    std::set<std::string> chosen = {evolution.best().id()};
    for (const Individual& candidate : evolution.candidates()) chosen.insert(candidate.id());
    std::erase_if(told, [&](const Individual* one) { return !chosen.contains(one->id()); });
  }
  // An archive's best may have been measured before.
  const auto is_best = [&](const Individual* one) { return one->id() == evolution.best().id(); };
  if (std::ranges::none_of(told, is_best)) told.push_back(&evolution.best());
  std::vector<std::string> texts(told.size());
  parallel_for_dynamic(std::ssize(told), threads, [&](std::int64_t i) {
    texts[at(i)] = logged(*told[at(i)], since, config).dump();
  });
  breeding_.add(evolution.tally());
  const Json kept = summary_of(evolution, config);
  keep(generation, kept);
  const std::string summary = kept.dump();
  return sealed(fmt::format("{},\"breeding\":{},\"individuals\":[{}]}}",
                            std::string_view(summary).substr(0, summary.size() - 1),
                            evolution.tally().to_json().dump(), fmt::join(texts, ","))) +
         '\n';
}

void History::keep(int generation, const Json& summary) {
  if (const auto tally = summary.find("playability"); tally != summary.end()) {
    if (!playability_) playability_.emplace();
    playability_->add(PlayabilityTally::from_json(JsonView(*tally, "a generation")));
  }
  if (const auto islands = summary.find("islands"); islands != summary.end()) {
    immigrants_.resize(islands->size());
    for (std::size_t i = 0; i < islands->size(); ++i) {
      immigrants_[i] += std::ssize((*islands)[i].at("immigrants"));
    }
  }

  constexpr std::size_t most = 2000;
  const auto left_out = [&](const auto& kept) { return kept.first % step_ != 0; };
  std::erase_if(generations_, left_out);  // the last one until now
  if (generations_.size() >= most) {
    step_ *= 2;
    std::erase_if(generations_, left_out);
  }
  generations_.emplace_back(generation, summary.dump());
}

void read_log(const std::filesystem::path& log, const std::function<void(const Json&)>& take) {
  LineReader in(log);
  for (int number = 0; const auto text = in.next(); ++number) {
    const std::string source = fmt::format("{}, line {}", log.string(), number + 1);
    Json line = parse_json(*text, source);
    unseal(line, source);
    const JsonView generation = JsonView(line, source).at("generation");
    if (generation.raw() != number) generation.fail("expected {}, which comes next", number);
    take(line);
  }
  if (in.torn()) remark_torn(log);
}

int last_generation_of(const JsonView& result) {
  const auto generations = result.at("generations").items();
  if (generations.empty()) result.fail("has no generation");
  return generations.back().at("generation").any_int();
}

void refuse_unfinished_log(const std::filesystem::path& log, int last) {
  throw InputError("{}: does not end with generation {}, though the run is finished", log.string(),
                   last);
}

void read_whole_log(const std::filesystem::path& log,
                    const std::function<void(const Json&)>& take) {
  int last = -1;
  read_log(log, [&](const Json& generation) {
    ++last;
    take(generation);
  });
  const std::filesystem::path result = log.parent_path() / result_file;
  if (!file_exists(result)) return;
  const Json document = read_result(log.parent_path());
  const int expected = last_generation_of(JsonView(document, result.string()));
  if (last != expected) refuse_unfinished_log(log, expected);
}

// Calls `take` for each line of a log from the last to the first, until it returns false.
void read_log_backwards(const std::filesystem::path& log,
                        const std::function<bool(const Json& generation)>& take) {
  std::vector<std::int64_t> begins;
  LineReader all(log);
  for (std::int64_t begin = 0; all.next(); begin = all.place()) begins.push_back(begin);
  for (std::size_t i = begins.size(); i-- > 0;) {
    const std::string source = fmt::format("{}, line {}", log.string(), i + 1);
    Json line = parse_json(LineReader(log, begins[i]).next().value_or(""), source);
    unseal(line, source);
    if (!take(line)) return;
  }
}

void History::read(const std::filesystem::path& log) {
  read_log(log, [&](const Json& generation) {
    breeding_.add(BreedingTally::from_json(JsonView(generation, log.string()).at("breeding")));
    Json summary = generation;
    summary.erase("breeding");
    summary.erase("individuals");
    keep(generation.at("generation"), summary);
  });
}

namespace {

// Individual `id` and its ancestors, from the end of the log. Parents are born before their
// children, so that one pass finds all.
std::vector<Json> ancestry_of(const std::string& id, const std::filesystem::path& log,
                              const Config& config) {
  constexpr int generations = 200;
  std::set<std::string> wanted = {id};
  std::map<std::string, std::vector<Json>::size_type> places;
  std::vector<Json> ancestry;
  std::optional<int> oldest;
  read_log_backwards(log, [&](const Json& line) {
    const int generation = line.at("generation");
    if (oldest && generation < *oldest) return false;
    const int since = last_with_all(generation, config);
    const Json& individuals = line.at("individuals");
    for (auto one = individuals.rbegin(); one != individuals.rend(); ++one) {
      if (!wanted.contains(one->at("id")) || one->at("born") <= since) continue;
      for (const Json& parent : one->at("parents")) wanted.insert(parent);
      if (one->at("id") == id) oldest = one->at("born").get<int>() - generations;
      // One that was the best before a line had all individuals stands in several lines: the first
      // counts.
      if (const auto [place, is_new] = places.emplace(one->at("id"), ancestry.size()); !is_new) {
        ancestry[place->second] = Json();
        place->second = ancestry.size();
      }
      ancestry.push_back(birth_of(*one));
    }
    return true;
  });
  std::erase(ancestry, Json());
  std::ranges::reverse(ancestry);
  return ancestry;
}

}  // namespace

void History::write(const std::string& id, const std::filesystem::path& log, const Config& config,
                    Json& object) const {
  object["breeding"] = breeding_.to_json();
  if (playability_) object["playability"] = playability_->to_json();
  if (!immigrants_.empty()) object["immigrants"] = immigrants_;
  Json& generations = object["generations"] = Json::array();
  for (const auto& [number, summary] : generations_)
    generations.push_back(parse_json(summary, "a generation"));
  object["ancestry"] = ancestry_of(id, log, config);
}

}  // namespace evorisk::ga
