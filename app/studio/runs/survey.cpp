#include "app/studio/runs/survey.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "app/studio/variant_json.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "ga/run/run_files.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int deepest = 6;
constexpr std::size_t most_entries = 20000;
constexpr std::int64_t largest_file = 4 << 20;

std::string name_in(const Json& json, const fs::path& path) {
  if (json.is_object() && json.contains("name") && json["name"].is_string() && json["name"] != "")
    return json["name"];
  return path.stem().string();
}

// Nothing of a file that cannot be read: opening it says why.
Json board_of(const Json& json, const fs::path& path) {
  try {
    if (!json.contains("rules"))
      return {{"territories", json.at("territories").size()},
              {"continents", json.at("continents").size()}};
    const risk::Variant variant = risk::variant_from_json(JsonView(json, path.filename().string()),
                                                          path.parent_path().string());
    Json board = {{"players", variant.players()},
                  {"territories", variant.territories()},
                  {"continents", variant.continents()}};
    add_own_length(variant, board);
    return board;
  } catch (const std::exception&) {
    return Json::object();
  }
}

}  // namespace

Survey::Found Survey::look() {
  const std::lock_guard lock(mutex_);
  Found found;
  std::map<std::string, std::map<fs::path, Json>> files;
  std::size_t entries = 0;
  std::vector<std::pair<fs::path, int>> unvisited{{root_, 0}};
  while (!unvisited.empty()) {
    const auto [directory, depth] = unvisited.back();
    unvisited.pop_back();
    const auto has = [&directory = directory](std::string_view name) {
      std::error_code unreadable;
      return fs::exists(directory / name, unreadable);
    };
    if (has(ga::config_file) && (has(ga::log_file) || has(ga::checkpoint_file))) {
      found.runs.push_back(directory);
      continue;
    }
    if (has("sweep.json")) {
      found.sweeps.push_back(directory);
      continue;
    }
    if (experiments::holds_shortlist(directory)) found.shortlists.push_back(directory);
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end;
         it.increment(error)) {
      if (++entries > most_entries) break;
      const fs::directory_entry& entry = *it;
      std::error_code ignored;
      if (entry.path().filename().string().starts_with('.') || entry.is_symlink(ignored)) continue;
      if (entry.is_directory(ignored)) {
        if (depth < deepest) unvisited.emplace_back(entry.path(), depth + 1);
        continue;
      }
      const fs::path extension = entry.path().extension();
      if (extension != ".json" && extension != ".jsonl") continue;
      const Known& known = read(entry);
      if (known.kind.empty()) continue;
      Json& file = files[known.kind][entry.path()];
      file = {{"id", entry.path().lexically_relative(root_).generic_string()},
              {"name", known.name}};
      if (known.kind == "records") file["agents"] = known.agents;
      file.update(known.board);
    }
  }
  std::ranges::sort(found.shortlists);
  std::ranges::sort(found.runs);
  std::ranges::sort(found.sweeps);
  for (const char* kind : {"variants", "maps", "records"}) {
    found.files[kind] = Json::array();
    for (auto& [path, file] : files[kind]) found.files[kind].push_back(std::move(file));
  }
  found.files["complete"] = entries <= most_entries;
  return found;
}

// Throws for what is no such file.
void Survey::tell(const fs::path& path, Known& known) {
  if (path.extension() == ".jsonl") {
    const Json header = json_or_discarded(LineReader(path).next().value_or(""));
    if (!header.is_object() || header.value("record", "") != "match") return;
    const Json agents = header.at("agents");
    known.agents = fmt::format("{}", fmt::join(agents.get<std::vector<std::string>>(), ", "));
    known.name = name_in(header.at("variant"), path);
    known.kind = "records";
    return;
  }
  const Json json = json_or_discarded(read_file(path, largest_file));
  if (!json.is_object()) return;
  if (json.contains("rules") && json.contains("map")) known.kind = "variants";
  if (json.contains("territories") && json.contains("borders")) known.kind = "maps";
  known.name = name_in(json, path);
  if (!known.kind.empty()) known.board = board_of(json, path);
}

const Survey::Known& Survey::read(const fs::directory_entry& entry) {
  const fs::path& path = entry.path();
  std::error_code error;
  const auto changed = entry.last_write_time(error);
  const auto [at, fresh] = known_.try_emplace(path.string());
  Known& known = at->second;
  if (!fresh && known.changed == changed) return known;
  known = {.changed = changed, .kind = {}, .name = {}, .agents = {}, .board = Json::object()};
  try {
    tell(path, known);
  } catch (const std::exception&) {
    known.kind.clear();
  }
  return known;
}

}  // namespace evorisk::app
