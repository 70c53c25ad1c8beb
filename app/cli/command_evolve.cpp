// evorisk evolve: breed variants, in a run directory.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/report/pages.hpp"
#include "app/text/evaluation.hpp"
#include "app/text/gallery_words.hpp"
#include "app/text/minutes.hpp"
#include "app/text/words/taste.hpp"
#include "base/communicator.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/registry.hpp"
#include "base/seal.hpp"
#include "base/statistics.hpp"
#include "experiments/shortlist/breeding.hpp"
#include "experiments/shortlist/likes.hpp"
#include "experiments/wishes/configurations.hpp"
#include "experiments/wishes/wishes.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/final.hpp"
#include "ga/run/history.hpp"
#include "ga/run/likes_file.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr std::int64_t most_wished_matches = 1'000'000'000'000;

std::string continuing(const std::string& directory) {
  return "interrupted; continue with: evorisk evolve --resume --out " + shell_word(directory);
}

// A directory may have the name of a configuration: that of its run.
bool is_file(const fs::path& name) {
  return fs::exists(name) && !fs::is_directory(name);
}

class EvolveCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (resume_ && force_) {
      throw InputError("--resume and --force: one continues the run there, the other replaces it");
    }
    if (resume_ && !likes_file_.empty()) {
      throw InputError("--resume and --likes: a run that is there hears what is added to its {}",
                       ga::likes_file);
    }
    if (const auto shortlist = shortlist_to_breed()) return breed(*shortlist, context);
    const ga::Config config = configuration();
    if (directory_.empty()) directory_ = fmt::format("results/{}-{}", config.name, config.seed);

    ga::RunOptions options;
    options.directory = directory_;
    options.start = start();
    options.stop = &context.interruption();
    options.communicator = context.communicator;
    if (!likes_file_.empty()) options.likes = ga::load_likes(likes_file_, config);
    options.on_problem = [&](const Message& problem) { context.note(problem.text()); };
    warn_of_size(config, context);
    const bool first = context.communicator == nullptr || context.communicator->rank() == 0;
    if (first && force_ && experiments::holds_shortlist(directory_)) {
      experiments::remove_shortlist(directory_);
    }
    if (play(config, options, context) == ga::RunOutcome::interrupted) {
      return context.interrupted(continuing(directory_));
    }
    return first ? report(context) : Exit::done;
  }

  // Before it begins: of a run whose log will be larger than a gigabyte, or than the disk has room.
  void warn_of_size(const ga::Config& config, const Context& context) const {
    constexpr double gigabyte = 1e9;
    const double bytes = ga::expected_log_bytes(config);
    std::error_code error;
    fs::path there = fs::absolute(directory_, error);
    while (!fs::exists(there, error) && there.has_parent_path()) there = there.parent_path();
    const fs::space_info space = fs::space(there, error);
    if (error || space.capacity == 0) return;  // no file system to write on, as the run will tell
    const auto room = static_cast<double>(space.available);
    if (bytes <= gigabyte && bytes <= room) return;
    const auto size = [](double of) {
      return of < gigabyte ? fmt::format("{:.1f} MB", of / 1e6)
                           : fmt::format("{:.1f} GB", of / gigabyte);
    };
    context.note(fmt::format("evolve: this run will write some {} into {}; there is room for {}{}",
                             size(bytes), directory_, size(room),
                             config.whole_log ? "; without whole_log it is less" : ""));
  }

  ga::RunOptions::Start start() const {
    return resume_  ? ga::RunOptions::Start::resume
           : force_ ? ga::RunOptions::Start::force
                    : ga::RunOptions::Start::fresh;
  }

  // Nothing where a run of a configuration is asked for. What wishes breed is a shortlist; of one,
  // where a start or a named configuration says which.
  std::optional<experiments::Shortlist> shortlist_to_breed() const {
    if (resume_ && file_.empty() && !directory_.empty()) {
      if (!experiments::holds_shortlist(directory_)) return std::nullopt;
      return as_wished(experiments::read_shortlist(directory_));
    }
    if (const auto start = name_of_start(); start && file_.empty()) {
      return as_wished(experiments::shortlist_of_one(fmt::format("Bred on from {}", *start)));
    }
    const std::string name = file_.empty() ? "shortlist" : file_;
    const auto* row = is_file(file_) ? nullptr : experiments::find_configuration(name);
    if (row != nullptr && !row->wishes.empty()) {
      return as_wished(experiments::shortlist_of_one(row->title, row->wishes));
    }
    if (row == nullptr && !is_file(name)) return std::nullopt;
    const Json document = row != nullptr ? parse_json(row->config, name) : read_json(name);
    if (!experiments::is_shortlist(document)) return std::nullopt;
    return as_wished(experiments::shortlist_from_json(JsonView(document, name)));
  }

  // Nothing where the wishes have none.
  std::optional<std::string> name_of_start() const {
    const Json all = wished(Json::object());
    const auto start =
        experiments::start_of(experiments::wishes_from_json(JsonView(all, "wishes")));
    if (!start) return std::nullopt;
    return start->name().empty() ? "an own board" : start->name();
  }

  // The wishes of the file, of --set and of the options; later ones in the place of earlier ones.
  Json wished(const Json& set) const {
    Json wishes = Json::object();
    if (!wishes_file_.empty()) {
      const Json document = read_json(wishes_file_);
      const JsonView view(document, wishes_file_);
      view.format(1);
      experiments::add_wishes(wishes, view, fs::path(wishes_file_).parent_path().string());
    }
    experiments::add_wishes(wishes, JsonView(set, "--set"));
    const Json options = wishes_.json();
    experiments::add_wishes(wishes, JsonView(options, "wishes"));
    return wishes;
  }

  experiments::Shortlist as_wished(experiments::Shortlist shortlist) const {
    const Json wishes = wished(experiments::set_members(shortlist, settings_));
    if (!wishes.empty()) experiments::narrow(shortlist, JsonView(wishes, "wishes"));
    if (matches_) shortlist.matches = *matches_;
    if (!seed_) return shortlist;
    if (*seed_ > experiments::most_seed)
      throw InputError("--seed: of a shortlist it is at most {}", experiments::most_seed);
    shortlist.seed = *seed_;
    return shortlist;
  }

  std::string name_of_directory() const {
    if (!file_.empty()) return fs::path(file_).stem().string();
    const auto from = name_of_start();
    return from ? slug("from " + *from) : "shortlist";
  }

  Exit breed(const experiments::Shortlist& shortlist, Context& context) const {
    if (is_shared(context.communicator)) {
      throw InputError(
          "a shortlist is bred by one process; its runs are configurations of their own");
    }
    const fs::path directory =
        directory_.empty()
            ? fs::path(fmt::format("results/{}-{}", name_of_directory(), shortlist.seed))
            : fs::path(directory_);
    constexpr double steps = 1000;
    auto progress = context.progress("breeding", static_cast<std::int64_t>(steps), "steps");
    experiments::BreedingOptions options;
    options.directory = directory;
    options.start = start();
    options.threads = threads_;
    options.stop = &context.interruption();
    options.on_problem = [&](const Message& problem) { context.note(problem.text()); };
    options.on_progress = [&](const std::string& stage, double done) {
      progress.update(static_cast<std::int64_t>(steps * done), stage);
    };
    if (!likes_file_.empty()) options.likes = experiments::load_likes(likes_file_, shortlist);
    const auto collection = experiments::breed(shortlist, options);
    progress.finish();
    if (!collection) {
      return context.interrupted(continuing(directory.string()));
    }
    const std::string report = write_collection_report(directory, *collection).string();
    std::string text;
    std::int64_t forfeits = 0;
    for (const experiments::Exhibit& exhibit : collection->exhibits) {
      forfeits += ga::forfeits_in(exhibit.tables);
      text +=
          fmt::format("{:11} {}, {}, {}: {}\n", exhibit.variant.name(),
                      counted(exhibit.variant.players(), "player"),
                      counted(exhibit.variant.territories(), "territory", "territories"),
                      length_text(metrics::length_of(exhibit.tables), exhibit.variant.territories(),
                                  metrics::own_seconds(exhibit.variant)),
                      (directory / exhibit.file).string());
      for (const std::string& broken : not_kept(*collection, exhibit)) {
        text += fmt::format("broken     {}\n", broken);
      }
      text += likes_line(directory / exhibit.run, ga::run_config(directory / exhibit.run));
    }
    Json json = collection_json(*collection);
    json["directory"] = directory.string();
    json["report"] = report;
    context.result(json, text + report + '\n');
    return context.forfeited(forfeits);
  }

  ga::Config configuration() const {
    std::vector<std::string> settings = settings_;
    if (seed_) settings.push_back(fmt::format("seed={}", *seed_));
    Json wishes = wishes_.json();
    const auto* named = is_file(file_) ? nullptr : experiments::find_configuration(file_);
    if (named == nullptr && !file_.empty() && !fs::exists(file_) &&
        file_.find_first_of("./") == std::string::npos) {
      throw InputError(
          "no such file, and {}",
          unknown_name("configuration", file_, names_of(experiments::named_configurations())));
    }
    // A configuration has a place for an objective, also where it takes no wishes.
    if (!file_.empty() && wishes.contains("objective")) {
      settings.insert(settings.begin(), "objective=" + wishes["objective"].dump());
      wishes.erase("objective");
    }
    if (!wishes.empty() || !wishes_file_.empty() || matches_) {
      throw InputError(
          "wishes make a configuration of their own: they do not go with {}; leave out one of them",
          file_.empty() ? "--resume" : file_);
    }
    if (named != nullptr) {
      ga::Config config = experiments::configuration_of(*named);
      ga::apply_settings(config, settings);
      ga::check(config, named->name);
      return config;
    }
    if (!resume_ || !file_.empty() || directory_.empty()) return ga::load_config(file_, settings);
    // The run's own configuration; settings that change it will be refused by name.
    ga::Config config = ga::run_config(directory_);
    ga::apply_settings(config, settings);
    ga::check(config, "configuration");
    return config;
  }

  ga::RunOutcome play(const ga::Config& config, ga::RunOptions& options, Context& context) const {
    std::optional<Progress> progress;  // starts when it is known how much there is to do
    options.on_progress = [&](const ga::RunStatus& status) {
      if (!progress) {
        progress.emplace("evolving", status.matches_expected, "matches", context.progress_style());
      }
      progress->update(status.matches, note(status, config));
    };
    const auto engine = ga::engine_of(config, threads_);
    return ga::run_evolution(config, *engine, options);
  }

  static std::string note(const ga::RunStatus& status, const ga::Config& config) {
    const std::string stage =
        status.generation > config.generations
            ? "final evaluation"
            : fmt::format("generation {}/{}", status.generation, config.generations);
    if (status.best.empty()) return stage;
    return fmt::format("{}, best {} {:.3f}{}", stage, status.best,
                       config.monitor_matches > 0 ? status.monitored_fitness : status.best_fitness,
                       status.judged > 0 ? fmt::format(", {} judged", status.judged) : "");
  }

  // What a run has heard; empty where that is nothing.
  static std::string likes_line(const fs::path& run, const ga::Config& config) {
    const ga::Likes likes = ga::likes_of_run(run, config);
    if (likes.empty()) return "";
    return fmt::format("likes      {} liked, {} dropped{}: {}\n", likes.count(ga::Verdict::like),
                       likes.count(ga::Verdict::drop), likes.on() ? "" : ", switched off",
                       joined(understood(likes, config), "; "));
  }

  Exit report(Context& context) const {
    const fs::path directory(directory_);
    const std::string result_path = (directory / ga::result_file).string();
    const std::string best_path = (directory / ga::best_file).string();
    const std::string report_path = write_run_report(directory).string();
    const Json result = ga::read_result(directory);
    Json best = result["best"];
    best.erase("totals");
    best.erase("tables");
    const auto count = [&](const char* what) { return best[what].get<std::int64_t>(); };
    std::string text = fmt::format("best       {} of generation {}: {}\n",
                                   best["id"].get<std::string>(), count("born"), best_path);
    text += fmt::format(
        "map        {}, {}, {}\n", counted(count("territories"), "territory", "territories"),
        counted(count("borders"), "border"), counted(count("continents"), "continent"));
    std::vector<std::string> genes;
    for (const auto& [key, value] : best["genes"].items()) {
      genes.push_back(key + " " + (value.is_string() ? value.get<std::string>() : value.dump()));
    }
    if (!genes.empty()) text += fmt::format("rules      {}\n", fmt::join(genes, ", "));
    text += fmt::format("fitness    {:.4f} ± {:.4f} from {} (0 is ideal)\n",
                        best["fitness"]["mean"].get<double>(), rounded_up(best["fitness"]["se"], 4),
                        counted(count("matches"), "fresh match", "fresh matches"));
    if (best.contains("filtered")) {
      text += fmt::format("unplayable the filter took out every candidate, this one too: {}\n",
                          best["filtered"].get<std::string>());
    }
    const ga::Config config = ga::run_config(directory);
    const ga::Evidence tables = ga::tables_of_best(directory);
    const risk::Variant variant = risk::load_variant(best_path);
    text += fmt::format(
        "length     {}\n",
        length_text(metrics::length_of(tables), variant.territories(), config.objective.seconds));
    text += likes_line(directory, config);
    for (const Demand& demand : demands(config.objective, variant.map(), tables)) {
      if (demand.violation == 0) continue;
      text += fmt::format("broken     {} {:g}, asked for: {}\n", demand.quantity->name,
                          demand.value.mean, demand.bounds);
    }
    context.result({{"directory", directory_},
                    {"result", result_path},
                    {"variant", best_path},
                    {"report", report_path},
                    {"seed", config.seed},
                    {"best", best}},
                   text + report_path + '\n');
    return context.forfeited(ga::forfeits_in(tables));
  }

  const std::string& file_ = optional_argument("CONFIG");
  const std::string& wishes_file_ = option("--wishes", "FILE");
  const WishOptions wishes_{*this};
  const std::string& likes_file_ = option("--likes", "FILE|RUN");
  const std::optional<std::int64_t>& matches_ =
      optional_integer("--matches", 100, most_wished_matches);
  const std::vector<std::string>& settings_ = repeatable("--set", "KEY=VALUE");
  std::string& directory_ = option("--out", "DIR");
  const bool& resume_ = flag("--resume");
  const std::optional<std::uint64_t>& seed_ = given_seed();
  const int& threads_ = threads();
  const bool& force_ = force();
};

}  // namespace

const CommandRow evolve_command{"evolve", make<EvolveCommand>};

}  // namespace evorisk::app
