// Runs, sweeps and files below the root.
#include <fmt/format.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>

#include <chrono>
#include <fstream>
#include <mutex>
#include <nlohmann/json.hpp>
#include <thread>

#include "app/studio/context.hpp"
#include "app/studio/runs/children.hpp"
#include "app/studio/runs/survey.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "experiments/shortlist/shortlist.hpp"
#include "experiments/sweep/directory.hpp"
#include "experiments/wishes/configurations.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/finalists.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "maps/io.hpp"
#include "metrics/criteria/minutes.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

// {"id", "runs", "done", "failed", "broken", "at_work", "problem": why it cannot be read}
Json sweep_json(const fs::path& sweep, experiments::RecordFaults& faults, const Folder& folder,
                const Wording& wording) {
  Json json = {{"id", folder.name(sweep)},
               {"runs", 0},
               {"done", 0},
               {"failed", 0},
               {"broken", 0},
               {"at_work", 0},
               {"problem", ""}};
  try {
    const experiments::SweepDirectory directory(sweep);
    const experiments::SweepState state = experiments::state_of(directory, &faults);
    json.update({{"runs", directory.sweep().runs()},
                 {"done", state.done},
                 {"failed", state.failed.size()},
                 {"broken", state.broken.size()},
                 {"at_work", state.at_work}});
  } catch (const std::exception& error) {
    json["problem"] = folder.without_root(error_text(error, wording));
  }
  return json;
}

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
  if (!file_exists(run / ga::timing_file)) return 0;
  LineReader in(run / ga::timing_file);
  double seconds = 0;
  while (const auto line = in.next()) {
    const Json effort = json_or_discarded(*line);
    if (!effort.is_object()) continue;
    for (const char* key : {"breeding_seconds", "playing_seconds", "writing_seconds"})
      seconds += effort.contains(key) && effort[key].is_number() ? effort[key].get<double>() : 0;
  }
  return seconds;
}

// A variant that is an objective's target: one of the library, or in place with such a map.
void refuse_file_of_variant(const Json& variant) {
  const Json* map = &variant;
  if (variant.is_object() && variant.contains("map")) map = &variant["map"];
  if (map->is_string()) maps::library_map(map->get<std::string>());
}

// A page names no files of its own choice: maps and objectives stand in the configuration.
void refuse_files(const Json& config) {
  if (config.contains("objective") && config["objective"].is_object() &&
      config["objective"].contains("target") && config["objective"]["target"].is_object() &&
      config["objective"]["target"].contains("variant"))
    refuse_file_of_variant(config["objective"]["target"]["variant"]);
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

// The best of a finished run, from its result.
Json best_of(const Json& result) {
  Json best = result.at("best");
  for (const char* long_one : {"totals", "tables", "map"}) best.erase(long_one);
  return best;
}

class Runs {
 public:
  explicit Runs(StudioContext& context) : context_(context), survey_(context.folder.root()) {}

  Json list(const Wording& wording) {
    Survey::Found found = survey_.look();
    Json json = {{"shortlists", Json::array()}, {"runs", Json::array()}, {"sweeps", Json::array()}};
    for (const fs::path& shortlist : found.shortlists)
      json["shortlists"].push_back(shortlist_card(shortlist, wording));
    for (const fs::path& run : found.runs) json["runs"].push_back(card(run, wording));
    const std::lock_guard lock(faults_mutex_);
    for (const fs::path& sweep : found.sweeps)
      json["sweeps"].push_back(sweep_json(sweep, faults_, context_.folder, wording));
    json.update(found.files);
    return json;
  }

  // One run: its configuration, where it stands, and its generations from `from` on.
  Json run(const Call& call) {
    const fs::path directory = context_.folder.existing(call.query("id"));
    constexpr int most = 500;
    const auto from = static_cast<int>(call.query_number("from", 0, 1'000'000'000, 0));
    Json json = card(directory, call.wording);
    if (json["state"] == "failed") json["failure"] = children_.find(directory)->last_words;
    json["seconds"] = seconds_so_far(directory);
    if (from == 0 && fs::exists(directory / ga::config_file))
      json["config"] = read_json((directory / ga::config_file).string());
    if (json["state"] == "done") {
      const std::string file = (directory / ga::result_file).string();
      const Json result = ga::read_result(directory);
      json["best"] = best_of(result);
      json["panel"] = ga::judged_finalists_to_json(ga::judged_finalists(JsonView(result, file)));
      add_chosen(directory, json);
    }
    json["summaries"] = context_.log(directory)->summaries(from, most);
    return json;
  }

  // Of a run of a shortlist that is done: the variant that the shortlist chose, which need not be
  // the run's best.
  void add_chosen(const fs::path& run, Json& json) {
    const fs::path shortlist = run.parent_path();
    if (!experiments::holds_shortlist(shortlist) || state(shortlist) != "done") return;
    for (const experiments::Exhibit& one : experiments::read_collection(shortlist).exhibits) {
      if (shortlist / one.run != run) continue;
      json["chosen"] = {{"name", one.variant.name()},
                        {"file", context_.folder.name(shortlist / one.file)}};
    }
  }

  Json start(const Call& call) {
    const JsonView given = call.body.at("config");
    refuse_files(given.raw());
    const ga::Config config = ga::config_from_json(given, context_.folder.root().string());
    // Before check(), which makes them.
    for (const std::string& agent : config.agents) refuse_outside_agent(agent);
    for (const std::string& agent : config.judges) refuse_outside_agent(agent);
    for (const ga::PlayabilityStage& stage : config.playability) {
      if (!stage.agent.empty()) refuse_outside_agent(stage.agent);
    }
    ga::check(config, "configuration");
    return begin(config.name, config.seed, given.raw());
  }

  // What a designer wishes: a shortlist, for each entry of which the matches are; of one, from a
  // variant that the page names. Without `matches` nothing begins: the wishes are only looked at.
  Json wish(const Call& call) {
    Json wishes = call.body.at("wishes").raw();
    if (!wishes.is_object()) throw InputError("request: wishes: an object is needed");
    wishes.erase("start");
    wishes.erase("format");
    refuse_files(wishes);
    constexpr std::int64_t fewest = 100;
    constexpr std::int64_t most = 1'000'000'000;
    const bool begins = call.body.find("matches").has_value();
    const std::int64_t matches = begins ? call.number("matches", fewest, most, fewest) : fewest;
    const std::uint64_t seed = call.natural("seed", 1);
    const std::string name = call.text("start", "");
    experiments::Shortlist shortlist;
    if (name.empty()) {
      const auto& six = *experiments::find_configuration("shortlist");
      shortlist =
          experiments::shortlist_from_json(JsonView(parse_json(six.config, six.name), six.name));
    } else {
      const risk::Variant start = context_.variant(name);
      wishes["start"] = risk::variant_to_json(start);
      shortlist = experiments::shortlist_of_one("Bred on from " + start.name());
    }
    experiments::narrow(shortlist, JsonView(wishes, "wishes"));
    shortlist.matches = matches;
    shortlist.seed = seed;
    for (std::size_t i = 0; i < shortlist.entries.size(); ++i) {
      experiments::entry_config(shortlist, i);  // throws for wishes that cannot be bred
    }
    if (!begins) return Json::object();
    return begin(name.empty() ? "six" : "from", seed, experiments::shortlist_to_json(shortlist));
  }

  Json steer(const Call& call) {
    const fs::path named = context_.folder.existing(call.body.at("id").text());
    const fs::path directory = steered_from(named);
    constexpr std::string_view orders[] = {"pause", "continue", "stop"};
    const std::size_t order = call.body.at("order").one_of(orders);
    const bool own = works(children_.find(directory));
    if (order == 1) {
      go_on(directory, own);
    } else if (own) {
      order == 0 ? children_.pause(directory) : children_.stop(directory);
    } else {
      if (!at_work(directory)) throw InputError("no process is at work there");
      write_file(directory / (order == 0 ? ga::pause_request : ga::stop_request), "",
                 Flush::to_system);
    }
    return {{"state", state(named)}};
  }

 private:
  static bool works(const std::optional<Children::Child>& child) {
    return child && child->state != Children::State::ended;
  }

  // A run of a shortlist is bred by the shortlist's process, and judged by it afterwards.
  static fs::path steered_from(const fs::path& run) {
    return experiments::holds_shortlist(run.parent_path()) ? run.parent_path() : run;
  }

  static bool begun(const fs::path& directory) {
    return fs::exists(directory / ga::config_file) || experiments::holds_shortlist(directory);
  }

  // Of a run or a shortlist: "done", "running", "paused", "interrupted", "failed" or "starting".
  std::string state(const fs::path& run) {
    const auto paused = [](const std::optional<Children::Child>& process) {
      return process && process->state == Children::State::paused;
    };
    const auto child = children_.find(run);
    if (paused(child) || (paused(children_.find(run.parent_path())) && at_work(run))) {
      return "paused";
    }
    if (child && child->state == Children::State::running)
      return begun(run) ? "running" : "starting";
    if (at_work(run)) {
      const bool waits =
          fs::exists(run / ga::pause_request) || fs::exists(steered_from(run) / ga::pause_request);
      return waits ? "paused" : "running";
    }
    // Of a shortlist the page is written last, and nothing else of it is its alone.
    if (fs::exists(run / ga::result_file) ||
        (experiments::holds_shortlist(run) && fs::exists(run / ga::report_file))) {
      return "done";
    }
    return child && !child->last_words.empty() ? "failed" : "interrupted";
  }

  // What a list says of a shortlist: where it stands, and its entries in order; an entry's run is
  // in the list of runs once it has begun.
  Json shortlist_card(const fs::path& directory, const Wording& wording) {
    Json json = {{"id", context_.folder.name(directory)},
                 {"state", state(directory)},
                 {"steerable", at_work(directory) || works(children_.find(directory))}};
    try {
      const experiments::Shortlist shortlist = experiments::read_shortlist(directory);
      json["title"] = shortlist.title;
      for (std::size_t i = 0; i < shortlist.entries.size(); ++i) {
        const fs::path run = directory / experiments::entry_directory(shortlist, i);
        json["entries"].push_back({{"title", shortlist.entries[i].title},
                                   {"run", context_.folder.name(run)},
                                   {"done", fs::exists(run / experiments::winner_file)}});
      }
      if (json["state"] == "done") add_not_kept(experiments::read_collection(directory), json);
    } catch (const std::exception& error) {
      json["problem"] = context_.folder.without_root(error_text(error, wording));
    }
    return json;
  }

  // By entry: what its variant does not keep of what it was bred for, by names of quantities.
  static void add_not_kept(const experiments::Collection& collection, Json& json) {
    for (std::size_t i = 0; i < collection.exhibits.size(); ++i) {
      const experiments::Exhibit& exhibit = collection.exhibits[i];
      for (const experiments::BrokenBound& bound :
           experiments::broken_bounds(exhibit.objective, exhibit.variant.map(), exhibit.tables)) {
        json["entries"][i]["not_kept"].push_back(bound.quantity->name);
      }
    }
  }

  // What is said below the picture of a run's best.
  static Json board_of(const Json& best, int territories, const ga::Config& config) {
    const metrics::MatchLength length = ga::length_in(best);
    return {{"players", best.at("genes").value("players", config.base_rules.players)},
            {"territories", territories},
            {"continents", best.at("continents")},
            {"turns", Json::array({length.fewest, length.most})},
            {"minutes", metrics::minutes_to_json(length, territories, config.objective.seconds)}};
  }

  // What a list says of a run, from its small files.
  Json card(const fs::path& run, const Wording& wording) {
    const bool working = at_work(run);
    Json json = {{"id", context_.folder.name(run)},
                 {"state", state(run)},
                 {"steerable", working || works(children_.find(run))},
                 {"stopping", working && fs::exists(run / ga::stop_request)}};
    try {
      const ga::Config config = ga::run_config(run);
      const auto log = context_.log(run);
      json.update({{"generations", config.generations},
                   {"population", config.population},
                   {"written", log->generations()}});
      const Json last = log->summaries(log->generations() - 1, 1);
      if (!last.empty()) json["last"] = last.front();
      if (json["state"] == "done") {
        const Json best = ga::read_result(run).at("best");
        json["best"] = {{"fitness", best.at("fitness")}};
        json["board"] = board_of(best, best.at("territories"), config);
      } else if (!last.empty()) {
        json["board"] = board_of(last.front(), last.front().at("size"), config);
      }
    } catch (const std::exception& error) {
      json["problem"] = context_.folder.without_root(error_text(error, wording));
    }
    return json;
  }

  // Writes the configuration, of a run or of a shortlist, and starts what it says.
  Json begin(const std::string& name, std::uint64_t seed, const Json& json) {
    const std::lock_guard lock(begins_);
    const std::string file =
        context_.folder.save("configurations", name, ".json", json.dump(2) + "\n");
    fs::path directory = context_.folder.root() / fmt::format("{}-{}", name, seed);
    for (int copy = 2; fs::exists(directory); ++copy)
      directory = context_.folder.root() / fmt::format("{}-{}-{}", name, seed, copy);
    make_directory(directory);  // there is something to show from now on
    launch(directory,
           {"evolve", (context_.folder.root() / file).string(), "--out", directory.string()});
    return {{"id", context_.folder.name(directory)}, {"config", file}};
  }

  void go_on(const fs::path& directory, bool own) {
    const std::lock_guard lock(begins_);
    const std::string now = state(directory);
    if (now == "paused") {
      if (own) children_.go_on(directory);
      fs::remove(directory / ga::pause_request);
    } else if (now == "interrupted" || now == "failed") {
      if (!experiments::holds_shortlist(directory)) ga::run_config(directory);  // or it throws
      launch(directory, {"evolve", "--resume", "--out", directory.string()});
    }
  }

  void launch(const fs::path& directory, std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), context_.program);
    arguments.insert(arguments.end(), {"--quiet", "--threads", std::to_string(context_.threads)});
    // Runs of the same name may lie in different directories.
    fs::path log = context_.folder.root() / "configurations" / context_.folder.name(directory);
    log += ".log";
    make_directory(log.parent_path());
    children_.start(directory, arguments, log);
    // The page asks for the run at once: it is there when this returns, or has failed.
    constexpr int patience = 300;
    for (int i = 0; i < patience && !begun(directory); ++i) {
      const auto child = children_.find(directory);
      if (child && child->state == Children::State::ended) {
        if (child->exit_code != 0) throw InputError(child->last_words);
        return;
      }
      std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
  }

  StudioContext& context_;
  Survey survey_;
  Children children_;
  std::mutex begins_;  // two at once would choose the same directory
  std::mutex faults_mutex_;
  experiments::RecordFaults faults_;
};

}  // namespace

void add_runs(StudioContext& context, Routes& routes) {
  const auto runs = std::make_shared<Runs>(context);
  routes.get("/api/list", [runs](const Call& call) { return runs->list(call.wording); });
  routes.get("/api/run", [runs](const Call& call) { return runs->run(call); });
  routes.post("/api/run/start", [runs](const Call& call) { return runs->start(call); });
  routes.post("/api/run/wish", [runs](const Call& call) { return runs->wish(call); });
  routes.post("/api/run/steer", [runs](const Call& call) { return runs->steer(call); });
  routes.get("/api/run/generation", [&context](const Call& call) {
    const fs::path run = context.folder.existing(call.query("id"));
    const auto log = context.log(run);
    const metrics::TableSeconds seconds = ga::run_config(run).objective.seconds;
    const int last = log->generations() - 1;
    Json line = log->generation(static_cast<int>(call.query_number("n", 0, 1'000'000'000, last)));
    for (Json& individual : line["individuals"]) {
      individual.erase("map");
      if (!individual.contains("turns")) continue;
      const metrics::MatchLength length = ga::length_in(individual);
      individual["length"] = {length.fewest, length.most};
      individual["minutes"] =
          metrics::minutes_to_json(length, individual.at("territories"), seconds);
    }
    return line;
  });
  routes.get("/api/run/ancestry", [&context](const Call& call) {
    const auto log = context.log(context.folder.existing(call.query("id")));
    return log->ancestry(call.query("individual"),
                         static_cast<int>(call.query_number("depth", 1, 1000, 12)));
  });
}

}  // namespace evorisk::app
