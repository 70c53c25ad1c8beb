#include "app/studio/context.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/print/kit.hpp"
#include "app/view/draw_map.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/utf8.hpp"
#include "ga/genome/genome.hpp"
#include "ga/genome/search_space.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "metrics/objective/objective.hpp"
#include "risk/agent.hpp"
#include "risk/record/open_match.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

risk::Variant variant_in_file(const fs::path& file) {
  const std::string text = read_file(file);
  const Json json = json_or_discarded(text);
  if (json.is_object() && json.contains("map"))
    return risk::variant_from_json(JsonView(json, file.filename().string()),
                                   file.parent_path().string());
  const maps::MapReading reading = maps::read_map(text, file.filename().string());
  const std::string name = reading.map.name().empty() ? file.stem().string() : reading.map.name();
  return risk::Variant(name, {}, std::make_shared<const maps::Map>(reading.map));
}

// Whether an agent's parameters, or those of one inside them, name a file of weights.
bool mentions_file(const Json& parameters) {
  if (parameters.is_string()) {
    const auto& text = parameters.get_ref<const std::string&>();
    const std::size_t colon = text.find(':');
    if (colon == text.npos) return false;
    try {
      return mentions_file(parse_json(text.substr(colon + 1)));
    } catch (const InputError&) {
      return false;  // nor can it be made
    }
  }
  if (!parameters.is_structured()) return false;
  for (const auto& [key, value] : parameters.items()) {
    if ((key == "weights" && value.is_string()) || mentions_file(value)) return true;
  }
  return false;
}

}  // namespace

void Queue::lock() {
  if (mutex_.try_lock()) return;
  if (waiting_.fetch_add(1) >= most_) {
    --waiting_;
    throw BusyError("the studio is busy with what others asked for; try again in a moment");
  }
  mutex_.lock();
  --waiting_;
}

std::shared_ptr<RunLog> StudioContext::log(const fs::path& run) {
  std::shared_ptr<RunLog> log;
  {
    const std::lock_guard lock(mutex_);
    auto& kept = logs_[run.string()];
    if (!kept) kept = std::make_shared<RunLog>(run);
    log = kept;
  }
  log->refresh();
  return log;
}

risk::Variant StudioContext::variant(const std::string& name) {
  return with_all_names(found(name));
}

std::string StudioContext::thumbnail(const std::string& name) {
  const maps::MapPtr map = variant(name).map_ptr();
  const std::string text = maps::map_text(*map);
  constexpr std::size_t most_kept = 500;
  {
    const std::lock_guard lock(mutex_);
    if (const auto kept = thumbnails_.find(text); kept != thumbnails_.end()) return kept->second;
    if (thumbnails_.size() >= most_kept) thumbnails_.clear();
  }
  std::string svg = draw_map(*map, {.names = false, .numbers = false});
  const std::lock_guard lock(mutex_);
  return thumbnails_[text] = std::move(svg);
}

risk::Variant StudioContext::found(const std::string& name) {
  const std::size_t colon = name.find(':');
  const std::string kind = name.substr(0, colon);
  const std::string rest = colon == std::string::npos ? "" : name.substr(colon + 1);
  if (kind == "library") return risk::library_variant(rest);
  if (kind == "file") return variant_in_file(folder.file(rest));
  if (kind != "run")
    throw InputError("\"{}\" names no variant; it starts with library:, file: or run:",
                     shortened(name));
  const std::size_t hash = rest.rfind('#');
  std::string id = hash == std::string::npos ? "best" : rest.substr(hash + 1);
  const fs::path run = folder.existing(rest.substr(0, hash));
  const ga::Config config = ga::run_config(run);
  const auto is_best = [&] {
    return id == "best" ||
           (fs::exists(run / ga::result_file) && ga::read_result(run).at("best").at("id") == id);
  };
  if (fs::exists(run / ga::best_file) && is_best()) {
    risk::Variant best = variant_in_file(run / ga::best_file);
    // Those of earlier versions do not say what they were bred for.
    return best.bred_for().empty() ? metrics::bred_for(best, config.objective) : best;
  }
  const auto kept = log(run);
  if (id == "best") {
    if (kept->generations() == 0) throw InputError("no generation of this run is written yet");
    id = kept->generation(kept->generations() - 1).at("best");
  }
  const Json individual = kept->individual(id);
  const JsonView view(individual, id);
  risk::Rules rules = config.base_rules;
  for (const auto& [key, value] : view.at("genes").members()) risk::set_rule(rules, key, value);
  return metrics::bred_for({fmt::format("{} {}", config.name, id), rules,
                            ga::map_from_reference(config.search_space, view.at("map"))},
                           config.objective);
}

std::optional<ga::Config> StudioContext::config_of(const std::string& name) const {
  if (!name.starts_with("run:")) return std::nullopt;
  const std::size_t begin = std::string_view("run:").size();
  return ga::run_config(folder.existing(name.substr(begin, name.rfind('#') - begin)));
}

risk::Variant StudioContext::variant(const JsonView& view) {
  if (view.is_string()) return variant(view.text());
  const JsonView map = view.at("map");
  if (map.is_string()) maps::library_map(map.text());
  return with_all_names(risk::variant_from_json(view, folder.root().string()));
}

risk::Variant StudioContext::variant(const Call& call, std::string_view member) {
  return variant(call.body.at(member));
}

std::string StudioContext::save(const risk::Variant& variant) {
  return folder.save("variants", variant.name(), ".json",
                     risk::variant_to_json(variant).dump(2) + "\n");
}

void refuse_outside_agents(const std::vector<std::string>& agents) {
  for (const std::string& agent : agents) {
    if (agent != risk::person_agent) refuse_outside_agent(agent);
  }
}

void refuse_outside_agent(const std::string& agent) {
  if (mentions_file(agent))
    throw InputError(
        "the studio reads no files for agents: \"{}\" can be used on the command line only",
        shortened(agent));
  if (!risk::make_agent(agent)->reproducible())
    throw InputError(
        "the studio starts no programs: the agent \"{}\" can be used on the command line only",
        shortened(agent));
}

std::vector<std::string> agents_of(const Call& call, int seats, const std::string& otherwise) {
  std::vector<std::string> agents;
  if (const auto list = call.body.find("agents")) agents = list->texts();
  if (agents.empty()) agents.push_back(otherwise);
  agents = risk::agents_for_seats(std::move(agents), seats, "agents");
  refuse_outside_agents(agents);
  return agents;
}

}  // namespace evorisk::app
