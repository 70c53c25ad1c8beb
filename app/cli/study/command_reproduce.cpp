// evorisk reproduce: the thesis' tables and figures beside ours.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "app/text/findings.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/names.hpp"
#include "experiments/reproduce/finding.hpp"
#include "experiments/reproduce/targets.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;
using experiments::reproduce::Laboratory;
using experiments::reproduce::LaboratoryOptions;
using experiments::reproduce::Profile;
using experiments::reproduce::Report;
using experiments::reproduce::Source;
using experiments::reproduce::Target;

constexpr std::string_view profile_names[] = {"both", "text", "original"};

class ReproduceCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (list_) {
      if (!names_.empty()) throw InputError("--list takes no target");
      return list(context);
    }
    if (markdown_ && context.json) throw InputError("--markdown and --json: only one of them");
    const std::vector<const Target*> chosen = chosen_targets();
    check(chosen);
    std::vector<fs::path> made;  // directories, the deepest of a path first
    for (fs::path path : {fs::path(directory_), fs::path(page_).parent_path()}) {
      for (; !path.empty() && !fs::exists(path); path = path.parent_path()) made.push_back(path);
    }
    try {
      check_files(chosen);
      reproduce(chosen, context);
    } catch (const experiments::reproduce::Stopped&) {
      return context.interrupted(
          "interrupted; the targets that were done are in " + directory_ +
          (store_.empty() ? "" : ", the runs in " + store_ + ": the same command goes on"));
    } catch (...) {
      std::error_code not_empty;
      for (const fs::path& path : made) fs::remove(path, not_empty);
      throw;
    }
    return Exit::done;
  }

  static Exit list(Context& context) {
    Json list = Json::array();
    for (const Target& t : experiments::reproduce::targets()) {
      list.push_back({{"name", t.name},
                      {"title", t.title},
                      {"thesis", t.where},
                      {"scale_one", t.scale_one},
                      {"default_scale", t.default_scale},
                      {"profiles", t.source != Source::itself},
                      {"from_sweep", t.source == Source::sweep}});
    }
    return context.result(list, table_text(list, {{"target", "name"},
                                                  {"thesis", "thesis"},
                                                  {"what", "title"},
                                                  {"scale 1", "scale_one"},
                                                  {"default", "default_scale", "{:g}"},
                                                  {"from a sweep", "from_sweep", "", ""}}));
  }

  std::vector<const Target*> chosen_targets() const {
    if (names_.empty()) {
      throw InputError("no target given; see \"evorisk reproduce --list\"");
    }
    std::vector<const Target*> chosen;
    const auto add = [&](const Target& t) {
      if (std::ranges::find(chosen, &t) == chosen.end()) chosen.push_back(&t);
    };
    for (const std::string& name : names_) {
      if (name == "all") {
        std::ranges::for_each(experiments::reproduce::targets(), add);
      } else {
        add(experiments::reproduce::target(name));
      }
    }
    return chosen;
  }

  // Options that no chosen target would look at are refused.
  void check(const std::vector<const Target*>& chosen) const {
    std::set<Source> sources;
    for (const Target* t : chosen) sources.insert(t->source);
    if (!from_.empty() && !sources.contains(Source::sweep)) {
      throw InputError("--from: {} takes nothing from a sweep; see \"evorisk reproduce --list\"",
                       chosen.front()->name);
    }
    const bool of_program =
        std::ranges::any_of(chosen, [](const Target* t) { return t->name == "program"; });
    if (!figures_.empty() && !of_program) {
      throw InputError("--figures: only the target \"program\" compares with figures");
    }
    if (store_.empty() && (stored_ || !shard_.empty())) {
      throw InputError("{} needs the directory of a store: --store DIR",
                       stored_ ? "--stored" : "--shard");
    }
    if (!page_.empty() && !shard_.empty()) {
      throw InputError("--page needs all figures; --shard plays runs and makes none");
    }
    if (!store_.empty() && generations_ > 0) {
      throw InputError("--generations makes a rehearsal; --store keeps whole runs");
    }
    const bool play = std::ranges::any_of(
        chosen, [&](const Target* t) { return plays_as_asked(*t, !from_.empty()); });
    if (!play && (matches_ != 100 || generations_ > 0 || !shard_.empty())) {
      throw InputError("{}: {} plays nothing by it",
                       !shard_.empty()    ? "--shard"
                       : generations_ > 0 ? "--generations"
                                          : "--matches",
                       chosen.front()->name);
    }
    if (!from_.empty() && sources == std::set{Source::sweep} &&
        (scale_ > 0 || !store_.empty() || seed_ != 1)) {
      throw InputError("--from and {}: a stored sweep is what it is", scale_ > 0        ? "--scale"
                                                                      : !store_.empty() ? "--store"
                                                                                        : "--seed");
    }
    if (stored_ && !shard_.empty()) {
      throw InputError("--stored plays no runs, --shard plays only some: only one of them");
    }
    if (profile_ == "both") return;
    if (!from_.empty() && !sources.contains(Source::play)) {
      throw InputError("--from and --profile: a stored sweep is what it is");
    }
    if (sources == std::set{Source::itself}) {
      throw InputError("--profile: {} is not of one profile", chosen.front()->name);
    }
  }

  fs::path file(const Target& t, const char* extension) const {
    return fs::path(directory_) / (std::string(t.name) + extension);
  }

  // Before anything is played. A shard writes into its store alone.
  void check_files(const std::vector<const Target*>& chosen) const {
    if (!shard_.empty()) return;
    if (fs::exists(directory_) && !fs::is_directory(directory_)) {
      throw InputError("{}: is a file; the pages need a directory", directory_);
    }
    if (!page_.empty()) check_page(chosen);
    for (const Target* t : chosen) {
      refuse_existing(file(*t, ".json"), force_);
      refuse_existing(file(*t, ".html"), force_);
    }
    make_directory(directory_);
  }

  void check_page(const std::vector<const Target*>& chosen) const {
    const auto whole = [](const fs::path& path) { return fs::absolute(path).lexically_normal(); };
    const fs::path page = whole(page_);
    if (page == whole(directory_) || fs::is_directory(page)) {
      throw InputError("--page: {} is a directory; name a file", page_);
    }
    for (const Target* t : chosen) {
      if (page == whole(file(*t, ".json")) || page == whole(file(*t, ".html"))) {
        throw InputError("--page: {} is a file of the target {}", page_, t->name);
      }
    }
    refuse_existing(page_, force_);
    make_directory(page.parent_path());
  }

  void reproduce(const std::vector<const Target*>& chosen, Context& context) const {
    Stages stages(context, "steps");
    LaboratoryOptions options;
    if (scale_ > 0) options.scale = scale_;
    if (profile_ == "text") options.profiles = {Profile::text};
    if (profile_ == "original") options.profiles = {Profile::original};
    options.sweep = from_;
    options.store = store_;
    options.stored_only = stored_;
    if (!shard_.empty()) options.shard = experiments::shard_from_text(shard_);
    options.figures = figures_;
    options.matches = matches_;
    options.most_generations = generations_;
    options.seed = seed_;
    options.threads = threads_;
    options.stop = &context.interruption();
    options.progress = std::ref(stages);
    options.forecast = [&](double seconds) {
      stages.finish();
      if (seconds > 60) {
        context.note(fmt::format("the runs take some {} on {}", duration_text(seconds),
                                 counted(threads_, "thread").text()));
      }
    };
    Laboratory laboratory(options);
    if (!stored_) prepare(chosen, laboratory);
    stages.finish();
    if (!shard_.empty()) return;
    make_pages(stored_ ? with_runs(chosen, laboratory, context) : chosen, laboratory, stages,
               context);
  }

  // Those whose runs are stored, and those that were named: these fail where there is no run.
  std::vector<const Target*> with_runs(const std::vector<const Target*>& chosen,
                                       const Laboratory& laboratory, const Context& context) const {
    std::vector<const Target*> kept;
    std::vector<std::string> left_out;
    for (const Target* t : chosen) {
      if (has_runs(*t, laboratory) || std::ranges::find(names_, t->name) != names_.end()) {
        kept.push_back(t);
      } else {
        left_out.push_back(t->name);
      }
    }
    if (std::ranges::none_of(kept, [](const Target* t) { return !t->runs.empty(); })) {
      return chosen;
    }
    if (!left_out.empty()) {
      context.note(fmt::format("left out, because {} holds no runs for them: {}", store_,
                               fmt::join(left_out, ", ")));
    }
    return kept;
  }

  void make_pages(const std::vector<const Target*>& chosen, Laboratory& laboratory, Stages& stages,
                  Context& context) const {
    Json all = Json::array();
    std::vector<Report> reports;
    for (const Target* t : chosen) {
      const Report& report =
          reports.emplace_back(experiments::reproduce::reproduce(*t, laboratory));
      stages.finish();
      const Json json = to_json(report);
      write_file(file(*t, ".json"), json.dump(1) + "\n");
      write_file(file(*t, ".html"), reproduction_page(report, again({t})));
      if (context.json) {
        all.push_back(json);
      } else {
        if (t != chosen.front()) context.print("\n");
        context.print(markdown_ ? reproduction_markdown(report)
                                : reproduction_text(report) + file(*t, ".html").string() + "\n");
        context.flush();
      }
    }
    if (!page_.empty()) {
      judge(reports);
      write_file(page_, thesis_page(reports, again(chosen, page_)));
      if (!context.json) context.print(page_ + '\n');
    }
    if (context.json) context.print_json(all.size() == 1 ? all[0] : all);
  }

  // The command line that gives the page of these targets again.
  std::string again(const std::vector<const Target*>& chosen, const std::string& page = {}) const {
    const auto any = [&](auto holds) { return std::ranges::any_of(chosen, holds); };
    std::string line = "evorisk reproduce";
    for (const Target* t : chosen) line += fmt::format(" {}", t->name);
    if (scale_ > 0) line += fmt::format(" --scale {}", scale_);
    if (profile_ != "both" && any([](const Target* t) { return t->source != Source::itself; }))
      line += " --profile " + profile_;
    if (!from_.empty() && any([](const Target* t) { return t->source == Source::sweep; }))
      line += " --from " + shell_word(from_);
    if (!store_.empty() && any([](const Target* t) { return !t->runs.empty(); }))
      line += " --store " + shell_word(store_) + (stored_ ? " --stored" : "");
    if (!figures_.empty() && any([](const Target* t) { return t->name == "program"; }))
      line += " --figures " + shell_word(figures_);
    if (any([&](const Target* t) { return plays_as_asked(*t, !from_.empty()); })) {
      if (matches_ != 100) line += fmt::format(" --matches {}", matches_);
      if (generations_ > 0) line += fmt::format(" --generations {}", generations_);
    }
    if (seed_ != 1) line += fmt::format(" --seed {}", seed_);
    return page.empty() ? line : line + " --page " + shell_word(page);
  }

  const std::vector<std::string>& names_ = arguments("TARGET", 0);
  const bool& markdown_ = flag("--markdown");
  const bool& list_ = flag("--list");
  const double& scale_ = number("--scale", 0, 0, 1000);
  const std::string& profile_ = choice("--profile", profile_names, "both");
  const std::string& from_ = option("--from", "DIR");
  const std::string& store_ = option("--store", "DIR");
  const bool& stored_ = flag("--stored");
  const std::string& shard_ = option("--shard", "I/N");
  const std::string& page_ = option("--page", "FILE");
  const std::string& figures_ = option("--figures", "FILE");
  const int& matches_ = integer("--matches", 100, 2, 1'000'000);
  const int& generations_ = integer("--generations", 0, 0, 1000);
  const std::string& directory_ = option("--out", "DIR", "results/reproduce");
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
  const bool& force_ = force();
};

}  // namespace

const CommandRow reproduce_command{"reproduce", make<ReproduceCommand>};

}  // namespace evorisk::app
