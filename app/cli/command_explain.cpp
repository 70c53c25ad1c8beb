
#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/report/pages.hpp"
#include "app/text/findings.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/seal.hpp"
#include "experiments/explain/explanation.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/run/run.hpp"
#include "ga/run/run_files.hpp"

namespace evorisk::app {
namespace {

namespace fs = std::filesystem;

class ExplainCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const bool of_run = fs::is_directory(subject_);
    if (of_run && score_.given()) {
      throw InputError("--objective: a run is explained by its own");
    }
    experiments::Explanation explanation;
    ga::Config config;
    std::optional<experiments::Archive> archive;
    if (of_run) {
      config = ga::run_config(subject_);
      ga::refuse_merged(subject_);
      static_cast<void>(ga::read_result(subject_));  // refuses another configuration
      archive = experiments::read_archive(subject_, config);
      explanation.operators = experiments::operator_effects(*archive);
      explanation.genes = experiments::gene_effects(*archive);
    }
    const risk::Variant variant =
        risk::load_variant(of_run ? (fs::path(subject_) / ga::best_file).string() : subject_);
    if (!of_run) config.objective = score_.objective(context, {&variant, 1}, {&subject_, 1});
    explanation.variant = variant.name();
    explanation.territories = variant.territories();
    explanation.seed = seed_;
    if (!config.judges.empty()) config.agents = {config.judges.front()};
    if (!play(context, config, variant, explanation)) {
      return context.interrupted("interrupted; nothing was written");
    }
    explanation.trade_offs = experiments::trade_offs(
        config.objective, archive ? &*archive : nullptr, &*explanation.steps);
    const nlohmann::ordered_json json =
        experiments::explanation_to_json(explanation, config.objective);
    if (of_run) {
      nlohmann::ordered_json kept = json;
      seal(kept);
      write_file(fs::path(subject_) / ga::explanation_file, kept.dump(1) + '\n');
      write_run_report(subject_);
    }
    return context.result(json, explanation_text(json, most_));
  }

  bool play(Context& context, const ga::Config& config, const risk::Variant& variant,
            experiments::Explanation& explanation) const {
    const auto engine = ga::engine_of(config, threads_);
    const auto steps = std::ssize(experiments::single_steps(variant)) + 1;
    Progress progress = context.progress("explaining", matches_ * steps, "matches");
    const metrics::PlayControl control{&context.interruption(), progress.counter()};
    const StreamKey key{.seed = seed_, .purpose = Purpose::match};
    explanation.steps =
        experiments::sensitivity(variant, config.objective, *engine, key, matches_, control);
    if (!explanation.steps) return false;
    if (config.objective.target == nullptr) return true;
    // Few variants with small differences: more matches.
    StreamKey other = key;
    other.generation = 1;
    explanation.target =
        experiments::target_parts(variant, config.objective, *engine, other, 10 * matches_,
                                  {&context.interruption(), nullptr});
    return explanation.target.has_value();
  }

  const std::string& subject_ = argument("DIR|VARIANT");
  const std::int64_t& matches_ = long_integer("--matches", 2000, 2, 1'000'000);
  const int& most_ = integer("--most", 12, 1, 100'000);
  const ScoreOptions score_{*this};
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
};

}  // namespace

const CommandRow explain_command{"explain", make<ExplainCommand>};

}  // namespace evorisk::app
