#include "experiments/shortlist/breeding.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/seal.hpp"
#include "experiments/shortlist/finalists.hpp"
#include "experiments/shortlist/likes.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/evaluation/record.hpp"
#include "ga/run/config_file.hpp"
#include "ga/run/final.hpp"
#include "ga/run/history.hpp"
#include "ga/run/likes_file.hpp"
#include "ga/run/run_files.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/objective/length.hpp"

namespace evorisk::experiments {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

namespace {

std::string text_of(const Shortlist& shortlist) {
  return shortlist_to_json(shortlist).dump(2) + '\n';
}

std::string hash_of(const Shortlist& shortlist) {
  return fmt::format("{:016x}", text_hash(text_of(shortlist)));
}

// What is known of an entry's winner, as its file has it.
struct Winner {
  std::string source;
  risk::Variant variant;
  int candidates = 0;
  int left_out = 0;
  TotalsByAgent tables;
};

Json winner_to_json(const Winner& winner, const Shortlist& shortlist) {
  return {{"format", 1},
          {"shortlist", hash_of(shortlist)},
          {"source", winner.source},
          {"candidates", winner.candidates},
          {"left_out", winner.left_out},
          {"variant", risk::variant_to_json(winner.variant)},
          {"tables", ga::evidence_to_json(winner.tables)}};
}

Winner read_winner(const fs::path& file, const Shortlist& shortlist) {
  const Json document = read_sealed(file.string());
  const JsonView view(document, file.string());
  view.only({"format", "shortlist", "source", "candidates", "left_out", "variant", "tables"});
  view.format(1);
  // Those of earlier versions name none.
  const auto bred_for = view.find("shortlist");
  if (bred_for && bred_for->text() != hash_of(shortlist)) {
    bred_for->fail("the winner of another shortlist than {} says", shortlist_file);
  }
  Winner winner{view.at("source").text(),
                risk::variant_from_json(view.at("variant"), file.parent_path().string()),
                static_cast<int>(view.at("candidates").integer(1, 1 << 20)),
                static_cast<int>(view.at("left_out").integer(0, 1 << 20)),
                ga::evidence_from_json(view.at("tables"))};
  if (winner.tables.size() != shortlist.agents.size()) {
    view.at("tables").fail("expected one for each of {} agents, found {}", shortlist.agents.size(),
                           winner.tables.size());
  }
  return winner;
}

// What an entry's winner is chosen by, and its page says. In the few matches of a candidate of the
// search, chance alone breaks the bound of the advantage; there, fairness counts by its unbiased
// estimate in the fitness.
metrics::Objective asked_for(const Shortlist& shortlist, metrics::Objective objective) {
  objective.constraints.push_back({"advantage", std::nullopt, shortlist.fairness});
  return objective;
}

// Of the finalists of an entry's run; none where the run itself is gone. Not by read_result(): see
// ga::restate_best.
std::vector<ga::RankAgreement> agreements_of(const fs::path& run) {
  const std::string file = (run / ga::result_file).string();
  if (!fs::exists(file)) return {};
  const Json result = read_sealed(file, largest_log);
  return ga::judged_finalists(JsonView(result, file)).agreements;
}

bool holds_all_winners(const Shortlist& shortlist, const fs::path& directory) {
  for (std::size_t i = 0; i < shortlist.entries.size(); ++i) {
    if (!fs::exists(directory / entry_directory(shortlist, i) / winner_file)) return false;
  }
  return true;
}

// Of a finished shortlist: names and places, which are functions of what the winners' files hold.
Collection collection_of(const Shortlist& shortlist, const fs::path& directory) {
  Collection all{shortlist.title, shortlist.agents, shortlist.fairness, 0, 0, {}, shortlist.seed};
  std::vector<std::string> names;
  for (std::size_t i = 0; i < shortlist.entries.size(); ++i) {
    const std::string run = entry_directory(shortlist, i);
    Winner winner = read_winner(directory / run / winner_file, shortlist);
    const auto& [title, wishes] = shortlist.entries[i];
    const ga::Config config = entry_config(shortlist, i);
    const auto& starts = config.search_space.initial_maps;
    const risk::Variant bare =
        starts.size() == 1 ? without_false_names(winner.variant, *starts.front().map, config.keep)
                           : winner.variant;
    const metrics::Objective asked = asked_for(shortlist, config.objective);
    risk::Variant variant = named_and_placed(
        bare, shortlist.seed + i, shortlist.title + title + wishes, names, !config.keep.empty());
    variant =
        metrics::with_length(metrics::bred_for(variant, asked), shortlist.agents, winner.tables);
    const StreamKey typical = typical_match(variant, shortlist.agents.front(), shortlist.seed, i);
    all.candidates += winner.candidates;
    all.left_out += winner.left_out;
    std::string file = exhibit_file(i, shortlist.entries.size(), variant.name());
    all.exhibits.push_back({shortlist.entries[i].title, std::move(file), std::move(winner.source),
                            run, std::move(variant), asked, typical, std::move(winner.tables),
                            agreements_of(directory / run), config.keep});
  }
  return all;
}

// Its runs, its variants and its page. Whatever else is in these directories is not its own.
void remove_files_of_shortlist(const fs::path& directory) {
  const Shortlist former = read_shortlist(directory);
  try {
    if (holds_all_winners(former, directory)) {
      for (const Exhibit& exhibit : collection_of(former, directory).exhibits)
        fs::remove(directory / exhibit.file);
    }
  } catch (const InputError&) {
    // A winner's file is damaged: which variants are its own is not known, and they stay.
  }
  std::error_code not_empty;
  fs::remove(directory / "variants", not_empty);
  for (std::size_t i = 0; i < former.entries.size(); ++i) {
    const fs::path there = directory / entry_directory(former, i);
    if (fs::exists(there / ga::config_file) || fs::exists(there / ga::likes_file)) {
      fs::remove_all(there);
    }
  }
  fs::remove(directory / shortlist_file);
  fs::remove(directory / ga::report_file);
}

class Breeding {
 public:
  Breeding(const Shortlist& shortlist, const BreedingOptions& options)
      : shortlist_(shortlist), options_(options), directory_(options.directory) {}

  std::optional<Collection> execute() {
    // Wishes that cannot be bred are found before anything is written.
    for (std::size_t i = 0; i < shortlist_.entries.size(); ++i) {
      configs_.push_back(entry_config(shortlist_, i));
    }
    enter();
    const ga::DirectoryLock lock(directory_);
    ga::remove_temporary_files(directory_);
    remove_requests();
    if (options_.start != ga::RunOptions::Start::resume) begin();
    for (entry_ = 0; entry_ < configs_.size(); ++entry_) {
      if (fs::exists(run() / winner_file)) continue;
      again_ = begun_again();
      if (!evolve() || !judge()) return std::nullopt;
    }
    hand_on();
    remove_requests();
    Collection collection = collection_of(shortlist_, directory_);
    write_variants(collection);
    restate_runs(collection);
    return collection;
  }

 private:
  fs::path run() const { return directory_ / entry_directory(shortlist_, entry_); }

  // Those that are still there were for another process, or came too late.
  void remove_requests() const {
    for (const std::string_view name : {ga::stop_request, ga::pause_request}) {
      fs::remove(directory_ / name);
    }
  }

  // Makes or finds the directory.
  void enter() const {
    ga::enter_directory(directory_, options_.start);
    if (options_.start == ga::RunOptions::Start::resume &&
        text_of(read_shortlist(directory_)) != text_of(shortlist_)) {
      throw InputError("{}: cannot resume with another shortlist",
                       (directory_ / shortlist_file).string());
    }
  }

  void begin() const {
    if (holds_shortlist(directory_)) remove_files_of_shortlist(directory_);
    ga::remove_run_files(directory_);  // of a run that had the directory for itself
    // What can be resumed, because it says what is bred, has its likes.
    fs::remove(directory_ / ga::likes_file);
    for (std::size_t i = 0; i < configs_.size(); ++i) {
      const fs::path run = directory_ / entry_directory(shortlist_, i);
      fs::remove(run / ga::likes_file);
      if (options_.likes.empty() || options_.likes[i].empty()) continue;
      make_directory(run);
      write_file(run / ga::likes_file, ga::likes_text(options_.likes[i]));
    }
    write_file(directory_ / shortlist_file, text_of(shortlist_));
  }

  void show(double done_of_entry) const {
    if (!options_.on_progress) return;
    options_.on_progress(
        shortlist_.entries[entry_].title,
        (static_cast<double>(entry_) + done_of_entry) / static_cast<double>(configs_.size()));
  }

  // What likes.txt of the whole shortlist says of the entry at work.
  void hand_on() const {
    hand_on_likes(directory_, shortlist_, entry_, [&](const Message& problem) {
      if (options_.on_problem) options_.on_problem(problem);
    });
  }

  // Of the entry at work. A run none of whose finalists keeps what is asked for is replaced by one
  // with another seed: many a pattern of boards has no fair one. A third run would cost more than
  // it mends.
  ga::Config config() const {
    ga::Config config = configs_[entry_];
    if (again_) config.seed ^= std::uint64_t{1} << 40;  // far from those of other entries
    return config;
  }

  // Whether the run in the directory is the second one. A run begins by writing its configuration;
  // an entry that was interrupted before is bred from its first run on.
  bool begun_again() const {
    const fs::path file = run() / ga::config_file;
    if (!fs::exists(file)) return false;
    constexpr std::int64_t largest = std::numeric_limits<std::int64_t>::max();
    const Json document = read_json(file.string());
    return JsonView(document, file.string()).at("seed").integer(0, largest) !=
           static_cast<std::int64_t>(configs_[entry_].seed);
  }

  // A designer who has liked candidates wants these.
  bool may_breed_again() const { return !again_ && !fs::exists(run() / ga::likes_file); }

  bool breed_again() {
    again_ = true;
    fs::remove(run() / ga::config_file);
    return evolve() && judge();
  }

  bool evolve() {
    const ga::Config config = this->config();
    ga::RunOptions run_options;
    run_options.directory = run();
    const bool begun = fs::exists(run() / ga::config_file);
    run_options.start = begun ? ga::RunOptions::Start::resume : ga::RunOptions::Start::force;
    if (!begun && fs::exists(run() / ga::likes_file)) {
      run_options.likes = ga::load_likes(run() / ga::likes_file, config);
    }
    run_options.on_problem = options_.on_problem;
    run_options.before_likes = [&] { hand_on(); };
    run_options.stop = options_.stop;
    run_options.requests = directory_;
    run_options.on_progress = [&](const ga::RunStatus& status) {
      const auto all = static_cast<double>(std::max<std::int64_t>(status.matches_expected, 1));
      const double share = std::min(1.0, static_cast<double>(status.matches) / all);
      show(again_ ? 0.8 + 0.15 * share : 0.8 * share);
    };
    const auto engine = ga::engine_of(config, options_.threads);
    return ga::run_evolution(config, *engine, run_options) == ga::RunOutcome::finished;
  }

  // Chooses and measures the winner of the entry's run; false when stopped.
  bool judge() {
    const ga::Config config = this->config();
    metrics::EngineOptions engine_options;
    engine_options.parameters = config.objective.parameters;
    engine_options.extended = config.objective.extended_criteria();
    engine_options.threads = options_.threads;
    const auto engine = metrics::make_engine(engine_options);
    const std::vector<Finalist> finalists = finalists_of(run(), config, options_.threads);
    const auto measured = [&](std::size_t i, MatchUse use, std::int64_t matches) {
      const risk::Variant* variant = &finalists[i].variant;
      return measure_tables(*engine,
                            {{&variant, 1},
                             shortlist_.agents,
                             shortlist_.seed + entry_,
                             use,
                             0,
                             static_cast<std::uint32_t>(i),
                             matches,
                             engine_options.extended},
                            {options_.stop, nullptr});
    };
    const metrics::Objective asked = asked_for(shortlist_, config.objective);
    // How far a finalist is from what the entry asks of its matches; all are as far by their maps.
    const auto broken = [&](std::size_t i, const TotalsByAgent& tables,
                            std::optional<metrics::Coverage> coverage) {
      double sum = 0;
      for (const BrokenBound& bound :
           broken_bounds(asked, finalists[i].variant.map(), tables, coverage)) {
        if (!bound.quantity->of_map) sum += bound.violation;
      }
      return sum;
    };
    std::vector<double> screened;
    std::optional<std::size_t> winner;
    std::optional<std::vector<TotalsByAgent>> tables;
    for (std::size_t i = 0; i < finalists.size() && !winner; ++i) {
      // Most that fail do so clearly: a part of the matches shows it.
      bool fails = false;
      double distance = 0;
      for (const std::int64_t part : {4, 1}) {
        const auto own =
            measured(i, MatchUse::screening, std::max<std::int64_t>(2, shortlist_.screen / part));
        if (!own) return false;
        distance = broken(i, own->front(), {});
        fails = broken(i, own->front(), metrics::Coverage::one_error) > 0;
        if (fails) break;
      }
      screened.push_back(distance);
      if (fails) continue;
      tables = measured(i, MatchUse::reporting, shortlist_.fresh_matches);
      if (!tables) return false;
      if (broken(i, tables->front(), {}) == 0) winner = i;
    }
    if (!winner && may_breed_again()) return breed_again();
    const int left_out = static_cast<int>(screened.size()) - 1;  // the nearest stays
    if (!winner) {
      winner = static_cast<std::size_t>(std::ranges::min_element(screened) - screened.begin());
      tables = measured(*winner, MatchUse::reporting, shortlist_.fresh_matches);
      if (!tables) return false;
    }
    const risk::Variant& best = finalists[*winner].variant;
    const auto board = std::make_shared<const maps::Map>(ga::polished_for(best.map(), config));
    const Winner result{config.name + ' ' + finalists[*winner].id,
                        {best.name(), best.rules(), board},
                        static_cast<int>(finalists.size()),
                        left_out,
                        std::move(tables->front())};
    Json json = winner_to_json(result, shortlist_);
    seal(json);
    write_file(run() / winner_file, json.dump(1) + '\n');
    show(1);
    return true;
  }

  void write_variants(const Collection& collection) const {
    make_directory(directory_ / "variants");
    for (const Exhibit& exhibit : collection.exhibits) {
      write_file(directory_ / exhibit.file, risk::variant_to_json(exhibit.variant).dump() + '\n');
    }
  }

  // A run whose best is the winner calls it by the shortlist's name, and says of it what the
  // shortlist's matches do.
  void restate_runs(const Collection& collection) {
    for (entry_ = 0; entry_ < configs_.size(); ++entry_) {
      again_ = begun_again();
      const std::string file = (run() / ga::result_file).string();
      if (!fs::exists(file)) continue;
      const Exhibit& exhibit = collection.exhibits[entry_];
      const Json result = read_sealed(file, largest_log);
      const std::string best = JsonView(result, file).at("best").at("id").text();
      if (exhibit.source != configs_[entry_].name + ' ' + best) continue;
      const Winner winner = read_winner(run() / winner_file, shortlist_);
      ga::restate_best(run(), config(), exhibit.variant, winner.variant.map_ptr(), winner.tables);
    }
  }

  const Shortlist& shortlist_;
  const BreedingOptions& options_;
  const fs::path directory_;
  std::vector<ga::Config> configs_;
  std::size_t entry_ = 0;
  bool again_ = false;  // whether it is bred for the second time
};

}  // namespace

std::optional<Collection> breed(const Shortlist& shortlist, const BreedingOptions& options) {
  return Breeding(shortlist, options).execute();
}

void remove_shortlist(const fs::path& directory) {
  const ga::DirectoryLock lock(directory);
  if (holds_shortlist(directory)) remove_files_of_shortlist(directory);
}

bool holds_shortlist(const fs::path& directory) {
  std::error_code unreadable;
  return fs::exists(directory / shortlist_file, unreadable);
}

Shortlist read_shortlist(const fs::path& directory) {
  const std::string file = (directory / shortlist_file).string();
  if (!holds_shortlist(directory)) {
    throw InputError("{}: holds no shortlist (there is no {})", directory.string(), shortlist_file);
  }
  const Json document = read_json(file);
  return shortlist_from_json(JsonView(document, file));
}

Collection read_collection(const fs::path& directory) {
  const Shortlist shortlist = read_shortlist(directory);
  if (!holds_all_winners(shortlist, directory)) {
    throw InputError(
        "{}: the shortlist there is not finished; evorisk evolve --out {} --resume "
        "continues it",
        directory.string(), shell_word(directory.string()));
  }
  return collection_of(shortlist, directory);
}

}  // namespace evorisk::experiments
