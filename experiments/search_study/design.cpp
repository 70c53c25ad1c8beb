#include "experiments/search_study/design.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/key_table.hpp"
#include "base/names.hpp"
#include "base/random.hpp"
#include "base/registry.hpp"
#include "ga/run/config_file.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;

namespace {

constexpr int most_study_seeds = 100'000;
constexpr int endless = 1'000'000;  // generations: the budget ends a search

std::uint32_t hash_of(const std::string& text) {
  std::uint32_t hash = 0x811c9dc5u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 0x01000193u;
  return hash;
}

std::vector<StudyDesign::SizeClass> classes_from_json(const JsonView& view) {
  std::vector<StudyDesign::SizeClass> classes;
  int least = 2;
  for (const JsonView& item : view.items()) {
    const std::vector<JsonView> ends = item.items();
    if (ends.size() != 2) item.fail("a class of sizes is [fewest, most] territories");
    const auto fewest = static_cast<int>(ends[0].integer(least, 1000));
    const auto largest = static_cast<int>(ends[1].integer(fewest, 1000));
    classes.push_back({fewest, largest});
    least = largest + 1;
  }
  if (classes.empty()) view.fail("a study needs at least one class of sizes");
  return classes;
}

std::vector<double> turns_from_json(const JsonView& view) {
  std::vector<double> ends;
  for (const JsonView& item : view.items()) {
    ends.push_back(item.number(ends.empty() ? 0 : ends.back(), 1e6));
  }
  if (ends.size() < 2) view.fail("bins of turns need two ends or more");
  return ends;
}

KeyTable<StudyDesign::Fresh> fresh_keys() {
  using Fresh = StudyDesign::Fresh;
  constexpr std::int64_t most = 1'000'000'000;
  return {
      integer_key("class", &Fresh::of_class, 2, most, "Of the best of each size class."),
      integer_key("niche", &Fresh::of_niche, 2, most, "Of the best of each niche."),
      integer_key("change", &Fresh::of_change, 2, most, "Of both sides of a change of the best."),
      integer_key("changes", &Fresh::changes, 2, 100'000, "Changes that are looked at, at most."),
  };
}

}  // namespace

StudyDesign::StudyDesign(const JsonView& view, const std::string& base_directory) {
  view.only({"format", "name", "seed", "budgets", "classes", "turns", "fresh", "playable", "base",
             "searches", "like"});
  view.format(1);
  name_ = view.at("name").text();
  if (const auto seed = view.find("seed")) seed_ = static_cast<std::uint64_t>(seed->count());
  const JsonView budgets = view.at("budgets");
  for (const JsonView& item : budgets.items()) {
    item.only({"matches", "seeds"});
    const std::int64_t least = budgets_.empty() ? 1 : budgets_.back().matches + 1;
    budgets_.push_back({item.at("matches").integer(least, most_study_matches),
                        static_cast<int>(item.at("seeds").integer(1, most_study_seeds))});
  }
  if (budgets_.empty()) budgets.fail("a study needs at least one budget");
  classes_ = classes_from_json(view.at("classes"));
  turns_ = turns_from_json(view.at("turns"));
  if (const auto fresh = view.find("fresh")) fresh_keys().read(*fresh, fresh_);
  const JsonView playable = view.at("playable");
  const Json objective = {{"criteria", {{"completeness", 1}}}, {"constraints", playable.raw()}};
  playable_ = metrics::objective_from_json(JsonView(objective, view.source()));
  if (!playable_.extended_criteria().empty()) {
    playable.fail("only what every match is measured by can be asked for here");
  }
  read_searches(view, base_directory);
  Json identity = view.raw();
  identity.erase("budgets");
  identity_ = identity.dump();
}

void StudyDesign::read_searches(const JsonView& view, const std::string& base_directory) {
  const JsonView searches = view.at("searches");
  for (const auto& [name, item] : searches.members()) {
    item.only({"title", "about", "set"});
    Json document = view.at("base").raw();
    if (!document.contains("generations")) document["generations"] = endless;
    const std::string source = fmt::format("{}: searches.{}", view.source(), name);
    const ga::Config plain = ga::config_from_json(view.at("base"), base_directory);
    for (const auto& [key, value] : item.at("set").members()) {
      if (key.starts_with("objective.")) {  // a part of an objective stands on the whole one
        if (!document.contains("objective") || document["objective"].is_string()) {
          document["objective"] = metrics::objective_to_json(plain.objective);
        }
      }
      ga::set_member(document, key, value.raw(), source);
    }
    ga::set_member(document, "budget.matches", budgets_.front().matches, source);
    ga::Config config = ga::config_from_json(JsonView(document, source), base_directory);
    ga::check(config, source);
    if (!config.judges.empty() || !config.playability.empty()) {
      item.fail("searches with judges or a filter are not compared");
    }
    searches_.push_back(
        {name, item.at("title").text(), item.at("about").text(), std::move(config)});
  }
  if (searches_.empty()) searches.fail("a study needs at least one search");
}

std::optional<std::size_t> StudyDesign::class_of(int territories) const {
  for (std::size_t c = 0; c < classes_.size(); ++c) {
    if (territories >= classes_[c].fewest && territories <= classes_[c].most) return c;
  }
  return std::nullopt;
}

std::optional<int> StudyDesign::niche_of(int territories, double turns) const {
  const std::optional<std::size_t> size = class_of(territories);
  if (!size) return std::nullopt;
  for (std::size_t t = 0; t + 1 < turns_.size(); ++t) {
    if (turns >= turns_[t] && turns < turns_[t + 1]) {
      return static_cast<int>(*size * (turns_.size() - 1) + t);
    }
  }
  return std::nullopt;
}

std::size_t StudyDesign::class_of_niche(int niche) const {
  return static_cast<std::size_t>(niche) / (turns_.size() - 1);
}

ga::Config StudyDesign::config(const StudyRun& run) const {
  ga::Config config = find_named(searches_, "search", run.search).config;
  config.budget.matches = run.budget;
  Random random({seed_, Purpose::sweep, hash_of(run.search),
                 static_cast<std::uint32_t>(run.repetition),
                 static_cast<std::uint64_t>(run.budget)});
  config.seed = random.next() >> 1;
  return config;
}

std::vector<StudyRun> StudyDesign::runs() const {
  std::vector<StudyRun> runs;
  for (const Budget& budget : budgets_) {
    for (int repetition = 1; repetition <= budget.seeds; ++repetition) {
      for (const Search& search : searches_) {
        runs.push_back({budget.matches, search.name, repetition});
      }
    }
  }
  return runs;
}

void StudyDesign::narrow(const std::vector<std::int64_t>& budgets,
                         const std::vector<std::string>& searches, std::optional<int> seeds) {
  const auto in = [](const auto& list, const auto& value) {
    return std::ranges::find(list, value) != list.end();
  };
  for (const std::int64_t wanted : budgets) {
    if (std::ranges::find(budgets_, wanted, &Budget::matches) != budgets_.end()) continue;
    std::string known;
    for (const Budget& b : budgets_) known += fmt::format(" {}", b.matches);
    throw InputError("--budgets: the study has no budget of {} matches; it has{}", wanted, known);
  }
  const std::vector<std::string_view> names = names_of(searches_);
  for (const std::string& wanted : searches) {
    if (!in(names, wanted)) {
      throw InputError("--searches: {}", unknown_name("search", wanted, names));
    }
  }
  if (!budgets.empty()) {
    std::erase_if(budgets_, [&](const Budget& b) { return !in(budgets, b.matches); });
  }
  if (!searches.empty()) {
    std::erase_if(searches_, [&](const Search& s) { return !in(searches, s.name); });
  }
  for (Budget& b : budgets_) b.seeds = seeds.value_or(b.seeds);
}

std::unique_ptr<StudyDesign> load_study_design(const std::string& file) {
  const Json document = read_json_like(file);
  const std::filesystem::path directory = std::filesystem::path(file).parent_path();
  return std::make_unique<StudyDesign>(JsonView(document, file), directory.string());
}

}  // namespace evorisk::experiments
