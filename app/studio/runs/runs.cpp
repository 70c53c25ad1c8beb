// Runs, sweeps and files below the root.
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <chrono>
#include <fstream>
#include <map>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>
#include <utility>

#include "app/studio/parts.hpp"
#include "app/studio/runs/children.hpp"
#include "app/studio/runs/survey.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "maps/io.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// Whether another process holds the lock of a run's directory, asked without taking it.
bool at_work(const fs::path& run) {
  struct stat lock {};
  if (::stat((run / ".lock").c_str(), &lock) != 0) return false;
  const std::string inode =
      fmt::format("{:02x}:{:02x}:{} ", major(lock.st_dev), minor(lock.st_dev), lock.st_ino);
  std::ifstream locks("/proc/locks");
  for (std::string line; std::getline(locks, line);) {
    if (line.find(" FLOCK ") != std::string::npos && line.find(inode) != std::string::npos)
      return true;
  }
  return false;
}

double seconds_so_far(const fs::path& run) {
  std::ifstream in(run / ga::timing_file);
  double seconds = 0;
  for (std::string line; std::getline(in, line);) {
    const Json effort = Json::parse(line, nullptr, false);
    if (!effort.is_object()) continue;
    for (const char* key : {"breeding_seconds", "playing_seconds", "writing_seconds"})
      seconds += effort.contains(key) && effort[key].is_number() ? effort[key].get<double>() : 0;
  }
  return seconds;
}

// A page names no files of its own choice: maps and objectives stand in the configuration.
void refuse_files(const Json& config) {
  if (config.contains("objective") && config["objective"].is_string() &&
      config["objective"] != "thesis")
    throw InputError("request: config: objective: an object or \"thesis\" is needed");
  if (config.contains("search_space") && config["search_space"].is_object() &&
      config["search_space"].contains("initial_maps")) {
    for (const Json& map : config["search_space"]["initial_maps"]) {
      if (map.is_string()) maps::library_map(map.get<std::string>());
    }
  }
}

}  // namespace

struct RunsPart::Impl {
  StudioContext& context;
  Survey survey;
  Children children;
  std::mutex mutex;  // of `bests`
  std::map<std::string, std::pair<fs::file_time_type, Json>> bests;

  explicit Impl(StudioContext& the_context)
      : context(the_context), survey(the_context.folder.root()) {}

  // "done", "running", "paused", "interrupted", "failed" or "starting".
  std::string state(const fs::path& run, std::string* failure = nullptr) {
    const auto child = children.find(run);
    if (child && child->state == Children::State::paused) return "paused";
    if (child && child->state == Children::State::running)
      return fs::exists(run / ga::config_file) ? "running" : "starting";
    if (at_work(run)) return fs::exists(run / ga::pause_request) ? "paused" : "running";
    if (fs::exists(run / ga::result_file)) return "done";
    if (child && !child->last_words.empty()) {
      if (failure != nullptr) *failure = child->last_words;
      return "failed";
    }
    return "interrupted";
  }

  // The best of a finished run, from its result, which is read once.
  Json best_of(const fs::path& run) {
    const fs::path file = run / ga::result_file;
    const auto written = fs::last_write_time(file);
    const std::lock_guard lock(mutex);
    auto& [when, best] = bests[file.string()];
    if (best.is_null() || when != written) {
      best = read_json(file.string()).at("best");
      best.erase("totals");
      best.erase("map");
      when = written;
    }
    return best;
  }

  // What a list says of a run, from its small files.
  Json card(const fs::path& run, const Wording& wording) {
    const std::string name = context.folder.name(run);
    Json json = {{"id", name}, {"state", state(run)}, {"steerable", false}};
    const auto child = children.find(run);
    json["steerable"] = (child && child->state != Children::State::ended) || at_work(run);
    json["stopping"] = at_work(run) && fs::exists(run / ga::stop_request);
    try {
      const ga::Config config = ga::run_config(run);
      json["name"] = config.name;
      json["seed"] = config.seed;
      json["generations"] = config.generations;
      json["population"] = config.population;
      json["matches"] = config.matches;
      const auto log = context.log(run);
      json["written"] = log->generations();
      const Json last = log->summaries(log->generations() - 1, 1);
      if (!last.empty()) json["last"] = last.front();
      if (json["state"] == "done") json["best"] = {{"fitness", best_of(run).at("fitness")}};
    } catch (const MessageError& error) {
      json["problem"] = error.message().text(wording);
    } catch (const std::exception& error) {
      json["problem"] = error.what();
    }
    return json;
  }

  Json list(const Wording& wording) {
    const Survey::Found found = survey.look();
    Json json = {{"runs", Json::array()}, {"sweeps", Json::array()},  {"variants", Json::array()},
                 {"maps", Json::array()}, {"records", Json::array()}, {"complete", found.complete}};
    for (const fs::path& run : found.runs) json["runs"].push_back(card(run, wording));
    for (const fs::path& sweep : found.sweeps) json["sweeps"].push_back(sweep_card(sweep, wording));
    const auto files = [&](const char* key, const std::vector<Survey::File>& list) {
      for (const Survey::File& file : list) {
        Json entry = {{"id", context.folder.name(file.path)}, {"name", file.name}};
        for (const auto& [name, value] : file.facts) entry[name] = value;
        json[key].push_back(std::move(entry));
      }
    };
    files("variants", found.variants);
    files("maps", found.maps);
    files("records", found.records);
    return json;
  }

  Json sweep_card(const fs::path& sweep, const Wording& wording) const {
    const SweepState state = sweep_state(sweep);
    return {{"id", context.folder.name(sweep)},
            {"name", state.name},
            {"runs", state.runs},
            {"done", state.done},
            {"failed", state.failed},
            {"at_work", state.at_work},
            {"problem", state.problem.text(wording)}};
  }

  // One run: its configuration, where it stands, and its generations from `from` on.
  Json run(const Call& call) {
    const fs::path directory = context.folder.existing(call.query("id"));
    constexpr int most = 500;
    const auto from = static_cast<int>(call.query_number("from", 0, 1'000'000'000, 0));
    Json json = card(directory, call.wording);
    std::string failure;
    json["state"] = state(directory, &failure);
    if (!failure.empty()) json["failure"] = failure;
    json["seconds"] = seconds_so_far(directory);
    json["report"] = fs::exists(directory / "report.html");
    if (from == 0 && fs::exists(directory / ga::config_file))
      json["config"] = read_json((directory / ga::config_file).string());
    if (json["state"] == "done") json["best"] = best_of(directory);
    json["summaries"] = context.log(directory)->summaries(from, most);
    return json;
  }

  Json start(const Call& call) {
    const JsonView given = call.body.at("config");
    refuse_files(given.raw());
    const ga::Config config = ga::config_from_json(given, context.folder.root().string());
    ga::check(config, "configuration");
    for (const std::string& agent : config.agents) refuse_outside_agent(agent);
    for (const std::string& agent : config.judges) refuse_outside_agent(agent);
    const fs::path file = context.folder.fresh("configurations", config.name, ".json");
    write_new_file(file, given.raw().dump(2) + "\n", false);
    fs::path directory = context.folder.root() / fmt::format("{}-{}", config.name, config.seed);
    for (int copy = 2; fs::exists(directory); ++copy)
      directory = context.folder.root() / fmt::format("{}-{}-{}", config.name, config.seed, copy);
    launch(directory, {"evolve", file.string(), "--out", directory.string()});
    return {{"id", context.folder.name(directory)}, {"config", context.folder.name(file)}};
  }

  void launch(const fs::path& directory, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), context.program);
    for (const std::string& option :
         {std::string("--quiet"), std::string("--threads"), std::to_string(context.threads)})
      arguments.push_back(option);
    const fs::path logs = context.folder.root() / "configurations";
    make_directory(logs);
    children.start(directory, arguments, logs / (directory.filename().string() + ".log"));
    // The page asks for the run at once: it is there when this returns, or has failed.
    constexpr int patience = 300;
    for (int i = 0; i < patience && !fs::exists(directory / ga::config_file); ++i) {
      const auto child = children.find(directory);
      if (child && child->state == Children::State::ended && child->exit_code != 0)
        throw InputError(child->last_words);
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  Json steer(const Call& call) {
    const std::string name = call.body.at("id").text();
    const fs::path directory = context.folder.existing(name);
    constexpr std::string_view orders[] = {"pause", "continue", "stop"};
    const auto child = children.find(directory);
    const bool own = child && child->state != Children::State::ended;
    const auto refuse_idle = [&] {
      if (!at_work(directory)) throw InputError("no process is at work there");
    };
    switch (call.body.at("order").one_of(orders)) {
      case 0:
        if (own) {
          children.pause(directory);
        } else {
          refuse_idle();
          write_file(directory / ga::pause_request, "", Flush::to_system);
        }
        break;
      case 1:
        if (state(directory) == "paused") {
          if (own) children.go_on(directory);
          fs::remove(directory / ga::pause_request);
        } else if (state(directory) == "interrupted" || state(directory) == "failed") {
          ga::run_config(directory);  // refuses what is no run
          launch(directory, {"evolve", "--resume", "--out", directory.string()});
        }
        break;
      default:
        if (own) {
          children.stop(directory);
        } else {
          refuse_idle();
          write_file(directory / ga::stop_request, "", Flush::to_system);
        }
    }
    return {{"state", state(directory)}};
  }
};

RunsPart::RunsPart(StudioContext& context, Routes& routes)
    : impl_(std::make_unique<Impl>(context)) {
  Impl& impl = *impl_;
  routes.get("/api/list", [&impl](const Call& call) { return impl.list(call.wording); });
  routes.get("/api/run", [&impl](const Call& call) { return impl.run(call); });
  routes.post("/api/run/start", [&impl](const Call& call) { return impl.start(call); });
  routes.post("/api/run/steer", [&impl](const Call& call) { return impl.steer(call); });
  routes.get("/api/run/generation", [&impl](const Call& call) {
    const auto log = impl.context.log(impl.context.folder.existing(call.query("id")));
    const int last = log->generations() - 1;
    Json line = log->generation(static_cast<int>(call.query_number("n", 0, 1'000'000'000, last)));
    for (Json& individual : line["individuals"]) individual.erase("map");
    return line;
  });
  routes.get("/api/run/ancestry", [&impl](const Call& call) {
    const auto log = impl.context.log(impl.context.folder.existing(call.query("id")));
    return log->ancestry(call.query("individual"),
                         static_cast<int>(call.query_number("depth", 1, 1000, 12)));
  });
}

RunsPart::~RunsPart() = default;

}  // namespace evorisk::app
