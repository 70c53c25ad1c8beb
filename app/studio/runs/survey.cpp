#include "app/studio/runs/survey.hpp"

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/sweep/directory.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int deepest = 6;
constexpr std::size_t most_entries = 20000;
constexpr std::uintmax_t largest_file = 4u << 20;

std::string name_in(const Json& json, const fs::path& path) {
  const auto name = json.find("name");
  return name != json.end() && name->is_string() && !name->get<std::string>().empty()
             ? name->get<std::string>()
             : path.stem().string();
}

}  // namespace

Survey::Known Survey::read(const fs::directory_entry& entry) {
  std::error_code error;
  const auto changed = entry.last_write_time(error);
  Known& known = known_[entry.path().string()];
  if (known.changed == changed && !known.file.path.empty()) return known;
  known = {.changed = changed, .file = {.path = entry.path(), .name = {}, .facts = {}}};
  std::ifstream in(entry.path());
  if (entry.path().extension() == ".jsonl") {
    std::string line;
    std::getline(in, line);
    const Json header = Json::parse(line, nullptr, false);
    if (!header.is_object() || header.value("record", "") != "match") return known;
    known.kind = Kind::record;
    known.file.name = header.contains("variant") && header["variant"].is_object()
                          ? name_in(header["variant"], entry.path())
                          : entry.path().stem().string();
    std::string agents;
    if (header.contains("agents") && header["agents"].is_array()) {
      for (const Json& agent : header["agents"])
        agents +=
            (agents.empty() ? "" : ", ") + (agent.is_string() ? agent.get<std::string>() : "");
    }
    known.file.facts = {{"agents", agents}};
    return known;
  }
  if (entry.file_size(error) > largest_file || error) return known;
  const Json json = Json::parse(in, nullptr, false);
  if (!json.is_object()) return known;
  if (json.contains("rules") && json.contains("map")) known.kind = Kind::variant;
  if (json.contains("territories") && json.contains("borders")) known.kind = Kind::map;
  known.file.name = name_in(json, entry.path());
  return known;
}

Survey::Found Survey::look() {
  const std::lock_guard lock(mutex_);
  Found found;
  std::size_t entries = 0;
  std::vector<std::pair<fs::path, int>> unvisited{{root_, 0}};
  while (!unvisited.empty()) {
    const auto [directory, depth] = unvisited.back();
    unvisited.pop_back();
    if (fs::exists(directory / ga::config_file) &&
        (fs::exists(directory / ga::log_file) || fs::exists(directory / ga::checkpoint_file))) {
      found.runs.push_back(directory);
      continue;
    }
    if (fs::exists(directory / "sweep.json")) {
      found.sweeps.push_back(directory);
      continue;
    }
    std::error_code error;
    for (fs::directory_iterator it(directory, error), end; !error && it != end;
         it.increment(error)) {
      if (++entries > most_entries) {
        found.complete = false;
        break;
      }
      const fs::directory_entry& entry = *it;
      std::error_code ignored;
      if (entry.path().filename().string().starts_with('.') || entry.is_symlink(ignored)) continue;
      if (entry.is_directory(ignored)) {
        if (depth < deepest) unvisited.emplace_back(entry.path(), depth + 1);
        continue;
      }
      const fs::path extension = entry.path().extension();
      if (extension != ".json" && extension != ".jsonl") continue;
      const Known known = read(entry);
      if (known.kind == Kind::variant) found.variants.push_back(known.file);
      if (known.kind == Kind::map) found.maps.push_back(known.file);
      if (known.kind == Kind::record) found.records.push_back(known.file);
    }
  }
  std::ranges::sort(found.runs);
  std::ranges::sort(found.sweeps);
  for (auto* files : {&found.variants, &found.maps, &found.records})
    std::ranges::sort(*files, {}, &File::path);
  return found;
}

SweepState sweep_state(const fs::path& directory) {
  SweepState state{.name = directory.filename().string(), .problem = {}};
  try {
    const experiments::SweepDirectory sweep(directory);
    state.name = sweep.sweep().name();
    state.runs = sweep.sweep().runs();
    const auto states = sweep.states();
    using State = experiments::SweepDirectory::State;
    for (int run = 0; run < state.runs; ++run) {
      const State of_run = states[static_cast<std::size_t>(run)];
      state.done += of_run == State::done;
      state.failed += of_run == State::failed;
      if (of_run == State::missing && fs::exists(sweep.work_file(run)))
        state.at_work += sweep.claimed_elsewhere(run) ? 1 : 0;
    }
  } catch (const MessageError& error) {
    state.problem = error.message();
  } catch (const std::exception& error) {
    state.problem = error.what();
  }
  return state;
}

}  // namespace evorisk::app
