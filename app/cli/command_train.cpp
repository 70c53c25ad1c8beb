// evorisk train: self-play that trains the agent `learned`.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/seal.hpp"
#include "base/stopwatch.hpp"
#include "experiments/journal.hpp"
#include "experiments/train/train.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr int usual_special_rounds = 200;
constexpr double checkpoint_seconds = 10;

class TrainCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const std::atomic<bool>& stop = context.interruption();
    experiments::Training training(config());
    const fs::path directory = out_;
    experiments::open_experiment(directory, "a training", "training.json",
                                 training.plan_json().dump(2) + "\n");
    const ga::DirectoryLock lock(directory);
    const fs::path state = directory / "state.json";
    std::string source;
    const Json checkpoint = ga::read_checkpoint(state, source);
    if (!checkpoint.is_null()) training.restore(JsonView(checkpoint, source));
    Progress progress = context.progress("train", training.config().rounds, "rounds");
    progress.update(training.round(), remark(training));
    Stopwatch since;
    while (!training.done() && !stop) {
      training.play_round(threads_);
      progress.update(training.round(), remark(training));
      if (since.seconds() < checkpoint_seconds) continue;
      keep(training, directory);
      since = {};
    }
    keep(training, directory);
    if (training.done()) fs::remove(ga::checkpoint_before(state));
    progress.finish();
    if (!training.done()) return context.interrupted("interrupted; the same command goes on");
    return context.result(result_json(training, directory), result_text(training, directory));
  }

  experiments::TrainConfig config() const {
    experiments::TrainConfig config;
    for (const std::string& variant : on_) config.variants.push_back(risk::load_variant(variant));
    for (const risk::Variant& variant : config.variants) {
      if (variant.missions() > 0) {
        throw InputError("--on: {} has missions, with which learned leaves all to strategist",
                         variant.name());
      }
    }
    config.from_shipped = !on_.empty();
    config.rounds =
        static_cast<int>(rounds_.value_or(on_.empty() ? config.rounds : usual_special_rounds));
    config.seed = seed_;
    return config;
  }

  // The weights first: what goes on from the state writes them again.
  static void keep(const experiments::Training& training, const fs::path& directory) {
    write_file(directory / "weights.json", sealed_line(risk::weights_to_json(training.weights())));
    ga::write_checkpoint(directory / "state.json", sealed_line(training.state_json()),
                         Flush::to_disk);
  }

  static std::string remark(const experiments::Training& training) {
    if (training.rows().empty()) return {};
    std::string text = "points";
    for (const experiments::Strength& strength : training.rows().back().strengths) {
      if (strength.seats > 0)
        text += fmt::format(" {} {:.0f} %", strength.opponent, 100 * strength.share());
    }
    return text;
  }

  static Json result_json(const experiments::Training& training, const fs::path& directory) {
    Json rows = training.state_json()["rows"];
    for (Json& row : rows) {
      row["unfinished_share"] = row["unfinished"];
      row.erase("unfinished");
    }
    return {{"rounds", training.round()},
            {"weights", (directory / "weights.json").string()},
            {"rows", std::move(rows)}};
  }

  static std::string result_text(const experiments::Training& training, const fs::path& directory) {
    std::string text =
        fmt::format("Points against each opponent, per seat, in per cent:\n{:>7}", "round");
    for (const experiments::Strength& strength : training.rows().back().strengths) {
      text += fmt::format("  {:>12}", strength.opponent);
    }
    text += "  unfinished\n";
    for (const experiments::TrainRow& row : training.rows()) {
      text += fmt::format("{:>7}", row.round);
      for (const experiments::Strength& strength : row.strengths) {
        text += strength.seats > 0 ? fmt::format("  {:>12.1f}", 100 * strength.share())
                                   : fmt::format("  {:>12}", "-");
      }
      text += fmt::format("  {:>10.1f}\n", 100 * row.unfinished);
    }
    const std::string file = (directory / "weights.json").string();
    return text + fmt::format("weights: {0}\nplay it: learned:{{\"weights\":\"{0}\"}}\n", file);
  }

  const std::string& out_ = argument("DIR");
  const std::vector<std::string>& on_ = repeatable("--on", "VARIANT");
  const std::optional<std::int64_t>& rounds_ =
      optional_integer("--rounds", 1, experiments::most_rounds);
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
};

}  // namespace

const CommandRow train_command{"train", make<TrainCommand>};

}  // namespace evorisk::app
