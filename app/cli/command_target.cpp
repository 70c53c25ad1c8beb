
#include <algorithm>
#include <cmath>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/text/lists.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::app {
namespace {

class TargetCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const risk::Variant variant = source_.resolve(variant_);
    auto target = std::make_shared<metrics::Target>();
    target->variant = std::make_shared<const risk::Variant>(variant);
    target->matches = matches_;
    target->seed = seed_;
    target->rules.weight = rules_weight_;
    target->map.weight = map_weight_;
    if (!rules_.empty()) {
      for (const std::string& key : comma_separated({rules_})) {
        target->rules.keys.push_back({std::string(risk::rule_key(key).name), 1});
      }
    }
    if (criteria_weight_ + rules_weight_ + map_weight_ == 0) {
      throw InputError("all three weights are 0; something must count");
    }
    if (!out_.empty()) refuse_existing(out_, force_);
    // Before the matches are played.
    if (const auto parent = std::filesystem::path(out_).parent_path();
        !parent.empty() && !std::filesystem::is_directory(parent))
      throw InputError("--out: {} is no directory", parent.string());
    metrics::Objective objective;
    objective.name = "like " + variant.name();
    metrics::CriteriaTotals totals(variant.players(), parse_criteria(criteria_));
    // The length does not depend on the ideal that durations are counted from.
    if (ideal_turns_) {
      objective.parameters.ideal_turns = static_cast<double>(*ideal_turns_);
    } else {
      constexpr std::int64_t enough = 5000;
      const StreamKey key{.seed = seed_, .purpose = Purpose::match, .individual = 1};
      metrics::CriteriaTotals first = totals;
      if (!measure(context, variant, objective, key, std::min(matches_, enough), first)) {
        return context.interrupted("interrupted; nothing was written");
      }
      objective.parameters.ideal_turns = std::max(1.0, std::round(first.turns().mean));
    }
    const StreamKey key{.seed = seed_, .purpose = Purpose::match};
    if (!measure(context, variant, objective, key, matches_, totals))
      return context.interrupted("interrupted; nothing was written");
    add_terms(totals, objective);
    objective.target = target;
    const nlohmann::ordered_json json = metrics::objective_to_json(objective);
    if (out_.empty()) {
      context.print_json(json);
    } else {
      write_file(out_, json.dump(2) + '\n');
      context.result({{"objective", out_}, {"seed", seed_}}, out_ + '\n');
    }
    return context.forfeited(totals.ends(risk::EndReason::invalid));
  }

  bool measure(Context& context, const risk::Variant& variant, const metrics::Objective& objective,
               const StreamKey& key, std::int64_t matches, metrics::CriteriaTotals& totals) const {
    metrics::EngineOptions options;
    if (!agents_.empty()) {
      const std::vector<std::vector<std::string>> tables = split_tables(agents_);
      if (tables.size() > 1) throw InputError("--agents: a target is measured under one table");
      options.agents = tables.front();
    }
    options.parameters = objective.parameters;
    options.threads = threads_;
    options.extended = totals.extended_criteria();
    const auto engine = metrics::make_engine(options);
    const metrics::Measurement measurement{&variant, key, matches, &totals};
    Progress progress = context.progress("measuring", matches, "matches");
    return metrics::measure(*engine, {&measurement, 1},
                            {&context.interruption(), progress.counter()});
  }

  // Ideals are what was measured, within what an ideal may be; the weight is shared out evenly.
  void add_terms(const metrics::CriteriaTotals& totals, metrics::Objective& objective) const {
    for (const metrics::CriterionInfo& info : totals.measured()) {
      const metrics::Estimate estimate = totals.criterion(info.id);
      metrics::Objective::Term term{info.id, std::clamp(estimate.mean, 0.0, info.highest), 1};
      term.ideal_se = std::min(estimate.se, info.highest);
      objective.terms.push_back(term);
    }
    for (metrics::Objective::Term& term : objective.terms) {
      term.weight = criteria_weight_ / static_cast<double>(objective.terms.size());
    }
  }

  const std::string& variant_ = optional_argument("VARIANT");
  const VariantOptions source_{*this};
  const std::int64_t& matches_ = long_integer("--matches", 20'000, 2, most_matches_of_a_variant);
  const std::string& criteria_ = option("--criteria", "A,B");
  const std::string& rules_ = option("--rules", "A,B");
  const double& criteria_weight_ = number("--criteria-weight", 1, 0, 1000);
  const double& rules_weight_ = number("--rules-weight", 1, 0, 1000);
  const double& map_weight_ = number("--map-weight", 1, 0, 1000);
  const std::optional<std::int64_t>& ideal_turns_ = optional_integer("--ideal-turns", 1, 100000);
  const std::vector<std::string>& agents_ = repeatable("--agents", "A,B");
  const std::string& out_ = option("--out", "FILE");
  const std::uint64_t& seed_ = seed();
  const int& threads_ = threads();
  const bool& force_ = force();
};

}  // namespace

const CommandRow target_command{"target", make<TargetCommand>};

}  // namespace evorisk::app
