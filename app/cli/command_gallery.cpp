#include <fmt/format.h>

#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/report/pages.hpp"
#include "app/text/lists.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "experiments/gallery/gallery.hpp"
#include "risk/agent.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;

class GalleryCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    if (out_.empty()) throw InputError("--out: say where the gallery goes");
    Stages stages(context, "matches");
    const experiments::GalleryOptions options{.title = title_,
                                              .runs = runs_,
                                              .agents = split_agents(agents_),
                                              .count = count_,
                                              .matches = matches_,
                                              .screen = screen_,
                                              .fairness = fairness_,
                                              .quality = quality_,
                                              .seed = seed_,
                                              .threads = threads_,
                                              .stop = &context.interruption(),
                                              .on_progress = std::ref(stages)};
    for (const std::string& agent : options.agents) risk::make_agent(agent);
    const fs::path out(out_);
    refuse_existing(out / "index.html", force_);
    const auto gallery = experiments::make_gallery(options);
    if (!gallery) return context.interrupted("interrupted; nothing was written");
    stages.finish();
    make_directory(out);

    const nlohmann::ordered_json json = publish_collection(out, *gallery);
    context.result(json, fmt::format("{} of {} ({} left out as unfair): {}\n",
                                     counted(std::ssize(gallery->exhibits), "variant"),
                                     counted(gallery->candidates, "candidate"), gallery->left_out,
                                     (out / "index.html").string()));
    if (std::ssize(gallery->exhibits) >= count_) return Exit::done;
    context.note(fmt::format("only {} of the {} asked for are fair and different",
                             gallery->exhibits.size(), count_));
    return Exit::check_failed;
  }

  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
  const bool& force_ = force();
  const std::vector<std::string>& runs_ = arguments("DIR", 1);
  const std::string& out_ = option("--out", "DIR");
  const int& count_ = integer("--count", 30, 1, 1000);
  const std::int64_t& matches_ = long_integer("--matches", 2000, 2, 1'000'000);
  const std::int64_t& screen_ = long_integer("--screen", 300, 2, 1'000'000);
  const std::string& agents_ = option("--agents", "A,B,C", "cautious,aggressive,strategist");
  const double& fairness_ = number("--fairness", 0.1, 0, 1);
  const double& quality_ = number("--quality", 1, 0, 100);
  const std::string& title_ = option("--title", "TEXT", "A gallery of variants");
};

}  // namespace

const CommandRow gallery_command{"gallery", make<GalleryCommand>};

}  // namespace evorisk::app
