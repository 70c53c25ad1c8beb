// evorisk reproduce: the thesis' tables and figures beside ours.
#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/report/reproduction.hpp"
#include "app/text/reproduction_text.hpp"
#include "app/text/text_table.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
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
 public:
  std::string name() const override { return "reproduce"; }
  std::string summary() const override { return "Set the thesis' tables and figures beside ours"; }
  std::string details() const override {
    return "Plays what a table, figure or count of the thesis' chapter 5 needs, and writes "
           "TARGET.json and TARGET.html into a directory: the thesis' value, ours with its "
           "standard error, whether they agree, and how that was judged. Profile \"text\" is this "
           "program with the thesis' rules and choices; \"original\" is a model of what the "
           "thesis' own program did. --list names the targets, what scale 1 means for each, and "
           "the scale without --scale. Targets that need runs from all over the thesis' grid make "
           "a stratified sample of it, or read a collected sweep (--from); several targets share "
           "what they play.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk reproduce --list",
            "evorisk reproduce table-5.5 --profile text --scale 0.01 --generations 2 --out tables",
            "evorisk reproduce differences --scale 0.002 --matches 20 --json"};
  }

  void add_options(Options& options) override {
    options.arguments("TARGET", names_, "What to reproduce; \"all\" is every target", 0);
    options.flag("--markdown", markdown_, "Print the figures as Markdown tables");
    options.flag("--list", list_, "Name the targets");
    options.number("--scale", scale_, 0, 1000,
                   "Fraction of the runs or matches; 0: the target's own");
    options.choice("--profile", profile_, profile_names, "Whose game and search");
    options.option("--from", from_, "DIR", "Take runs from this collected sweep");
    options.integer("--matches", matches_, 2, 1'000'000,
                    "Matches per individual and generation, and per batch");
    options.integer("--generations", generations_, 0, 1000,
                    "At most so many generations a run, for a rehearsal; 0: as in the thesis");
    options.option("--out", directory_, "DIR", "Where the pages go");
    options.common({Common::seed, Common::threads, Common::force});
  }

  Exit run(Context& context) override {
    if (list_) {
      if (!names_.empty()) throw InputError("--list takes no target");
      list(context);
      return Exit::done;
    }
    if (markdown_ && context.json) throw InputError("--markdown and --json: only one of them");
    const std::vector<const Target*> chosen = chosen_targets();
    check(chosen);
    check_files(chosen, context.force);
    try {
      reproduce(chosen, context);
    } catch (const experiments::reproduce::Stopped&) {
      context.note("interrupted; the targets that were done are in " + directory_);
      return Exit::interrupted;
    }
    return Exit::done;
  }

 private:
  static void list(Context& context) {
    Json json = Json::array();
    TextTable table({{"target"},
                     {"thesis"},
                     {"what"},
                     {"scale 1"},
                     {"default", TextTable::Align::right},
                     {"from a sweep"}});
    for (const Target& t : experiments::reproduce::targets()) {
      const bool sweep = t.source == Source::sweep;
      json.push_back({{"name", t.name},
                      {"title", t.title},
                      {"thesis", t.where},
                      {"scale_one", t.scale_one},
                      {"default_scale", t.default_scale},
                      {"profiles", t.source != Source::itself},
                      {"from_sweep", sweep}});
      table.add({std::string(t.name), std::string(t.where), std::string(t.title),
                 std::string(t.scale_one), fmt::format("{:g}", t.default_scale),
                 sweep ? "yes" : ""});
    }
    context.print(json, table.text());
  }

  std::vector<const Target*> chosen_targets() const {
    if (names_.empty()) {
      throw InputError("no target given; see \"evorisk reproduce --list\"");
    }
    std::vector<const Target*> chosen;
    for (const std::string& name : names_) {
      if (name == "all") {
        for (const Target& t : experiments::reproduce::targets()) chosen.push_back(&t);
      } else {
        chosen.push_back(&experiments::reproduce::target(name));
      }
    }
    std::vector<const Target*> once;
    for (const Target* t : chosen) {
      if (std::find(once.begin(), once.end(), t) == once.end()) once.push_back(t);
    }
    return once;
  }

  // Options that no chosen target would look at are refused.
  void check(const std::vector<const Target*>& chosen) const {
    const auto any = [&](auto condition) {
      return std::any_of(chosen.begin(), chosen.end(), condition);
    };
    if (!from_.empty()) {
      if (!any([](const Target* t) { return t->source == Source::sweep; })) {
        throw InputError(
            "--from: {} takes nothing from a sweep; see \"evorisk "
            "reproduce --list\"",
            chosen.front()->name);
      }
      if (profile_ != "both" && !any([](const Target* t) { return t->source == Source::play; })) {
        throw InputError("--from and --profile: a stored sweep is what it is");
      }
    }
    if (profile_ != "both" && !any([](const Target* t) { return t->source != Source::itself; })) {
      throw InputError("--profile: {} is not of one profile", chosen.front()->name);
    }
  }

  fs::path file(const Target& t, const char* extension) const {
    return fs::path(directory_) / (std::string(t.name) + extension);
  }

  // Before anything is played.
  void check_files(const std::vector<const Target*>& chosen, bool force) const {
    if (fs::exists(directory_) && !fs::is_directory(directory_)) {
      throw InputError("{}: is a file; the pages need a directory", directory_);
    }
    for (const Target* t : chosen) {
      for (const char* extension : {".json", ".html"}) {
        refuse_existing(file(*t, extension), force);
      }
    }
    make_directory(directory_);
  }

  LaboratoryOptions laboratory_options(Context& context) const {
    LaboratoryOptions options;
    if (scale_ > 0) options.scale = scale_;
    if (profile_ == "text") options.profiles = {Profile::text};
    if (profile_ == "original") options.profiles = {Profile::original};
    options.sweep = from_;
    options.matches = matches_;
    options.most_generations = generations_;
    options.seed = context.seed.value_or(1);
    options.threads = context.threads;
    options.stop = &context.interruption();
    return options;
  }

  void reproduce(const std::vector<const Target*>& chosen, Context& context) const {
    Stages stages(context, "steps");
    LaboratoryOptions options = laboratory_options(context);
    options.progress = std::ref(stages);
    Laboratory laboratory(options);
    Json all = Json::array();
    for (const Target* t : chosen) {
      const Report report = experiments::reproduce::reproduce(*t, laboratory);
      stages.finish();
      const Json json = to_json(report);
      write_file(file(*t, ".json"), json.dump(1) + "\n");
      write_file(file(*t, ".html"), reproduction_page(report, again(*t)));
      if (context.json) {
        all.push_back(json);
      } else {
        if (t != chosen.front()) context.print("\n");
        context.print(markdown_ ? reproduction_markdown(report)
                                : reproduction_text(report) + file(*t, ".html").string() + "\n");
        context.flush();
      }
    }
    if (context.json) context.print_json(all.size() == 1 ? all[0] : all);
  }

  // The command line that gives a target's page again.
  std::string again(const Target& t) const {
    std::string line = fmt::format("evorisk reproduce {}", t.name);
    if (scale_ > 0) line += fmt::format(" --scale {:g}", scale_);
    if (profile_ != "both" && t.source != Source::itself) line += " --profile " + profile_;
    if (!from_.empty() && t.source == Source::sweep) line += " --from " + from_;
    if (matches_ != 100) line += fmt::format(" --matches {}", matches_);
    if (generations_ > 0) line += fmt::format(" --generations {}", generations_);
    return line;
  }

  std::vector<std::string> names_;
  bool list_ = false;
  bool markdown_ = false;
  double scale_ = 0;
  std::string profile_ = "both";
  std::string from_;
  int matches_ = 100;
  int generations_ = 0;
  std::string directory_ = "results/reproduce";
};

}  // namespace

std::unique_ptr<Command> make_reproduce_command() {
  return std::make_unique<ReproduceCommand>();
}

}  // namespace evorisk::app
