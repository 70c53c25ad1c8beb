#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/report/gallery_page.hpp"
#include "app/text/agent_list.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "risk/agent.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;

class GalleryCommand final : public Command {
 public:
  std::string name() const override { return "gallery"; }
  std::string summary() const override {
    return "Choose many good, different variants from finished runs, and show them";
  }
  std::string details() const override {
    return "Looks at every occupant of the archives of runs with algorithm map_elites (of other "
           "runs at the best), measures each under several agents, leaves out what any of them "
           "finds unfair, and chooses by quality and novelty, size class by size class; no two "
           "maps "
           "are isomorphic. Writes index.html, gallery.json, and a file per variant that evaluate "
           "and play take. Exits with 3 when fewer than --count are fair and different.";
  }
  std::vector<std::string> examples() const override {
    return {
        "evorisk evolve --set algorithm=map_elites --set generations=2 --set population=12 --set "
        "tournament=2 --set matches=20 --set monitor_matches=0 --set final.matches=100 --set "
        "map_elites.fresh_matches=50 --quiet --out many && evorisk gallery many --count 2 "
        "--matches 100 --screen 20 --fairness 1 --out shown",
        "evorisk gallery many --count 2 --matches 50 --screen 20 --fairness 1 --out again --json"};
  }
  void add_options(Options& options) override {
    options.common({Common::seed, Common::threads, Common::force});
    options.arguments("DIR", options_.runs, "Directories of finished runs", 1);
    options.option("--out", out_, "DIR", "Where the gallery goes");
    options.integer("--count", options_.count, 1, 1000, "How many variants to show");
    options.integer("--matches", options_.matches, 2, 1'000'000,
                    "Fresh matches of each chosen variant under each agent");
    options.integer("--screen", options_.screen, 2, 1'000'000,
                    "Matches of each candidate under each agent, by which the unfair are left out");
    options.option("--agents", agents_, "A,B,C", "Who plays, each in all seats of its own matches");
    options.number("--fairness", options_.fairness, 0, 1,
                   "The largest advantage of a seat, under any agent, that is fair");
    options.number("--quality", options_.quality, 0, 100, "What quality counts beside novelty");
    options.option("--title", title_, "TEXT", "Title of the page");
  }

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: say where the gallery goes");
    options_.agents = split_agents(agents_);
    for (const std::string& agent : options_.agents) risk::make_agent(agent);
    const fs::path out(out_);
    refuse_existing(out / "index.html", context.force);
    make_directory(out / "variants");
    options_.seed = context.seed.value_or(default_seed);
    options_.threads = context.threads;
    options_.stop = &context.interruption();
    Stages stages(context, "matches");
    options_.on_progress = std::ref(stages);
    const auto gallery = experiments::make_gallery(options_);
    if (!gallery) return Exit::interrupted;
    stages.finish();

    for (const fs::directory_entry& entry : fs::directory_iterator(out / "variants")) {
      if (entry.path().extension() == ".json") fs::remove(entry.path());
    }
    for (const experiments::Exhibit& exhibit : gallery->exhibits) {
      write_file(out / exhibit.file, risk::variant_to_json(exhibit.variant).dump() + '\n');
    }
    const nlohmann::ordered_json json = gallery_json(*gallery, title_);
    write_file(out / "gallery.json", json.dump(1) + '\n');
    write_file(out / "index.html", gallery_page(*gallery, title_));
    context.print(json, fmt::format("{} of {} ({} unfair): {}\n",
                                    counted(std::ssize(gallery->exhibits), "variant"),
                                    counted(gallery->candidates, "candidate"), gallery->unfair,
                                    (out / "index.html").string()));
    if (std::ssize(gallery->exhibits) >= options_.count) return Exit::done;
    context.note(fmt::format("only {} of the {} asked for are fair and different",
                             gallery->exhibits.size(), options_.count));
    return Exit::check_failed;
  }

 private:
  experiments::GalleryOptions options_;
  std::string out_;
  std::string agents_ = "cautious,aggressive,strategist";
  std::string title_ = "A gallery of variants";
};

}  // namespace

std::unique_ptr<Command> make_gallery_command() {
  return std::make_unique<GalleryCommand>();
}

}  // namespace evorisk::app
