#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/commands.hpp"
#include "app/cli/variant_options.hpp"
#include "app/text/agent_list.hpp"
#include "app/text/criteria_list.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/measure.hpp"
#include "metrics/objective/target.hpp"

namespace evorisk::app {
namespace {

class TargetCommand final : public Command {
 public:
  std::string name() const override { return "target"; }
  std::string summary() const override {
    return "Measure a variant, and write the objective of being like it";
  }
  std::string details() const override {
    return "The objective has three parts, each about 0 to 1 times its weight: the criteria, whose "
           "ideals are what was measured here, with their errors; the rules; and the map, by "
           "graph edit distance. It is printed, or written to --out: give it to evolve "
           "(--set objective=FILE, or copy it into a configuration) and to evaluate --objective.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk target war --matches 500 --out like-war.json",
            "evorisk target thesis-9 --matches 500 --rules allocation,defence_dice --map-weight 2"};
  }

  void add_options(Options& options) override {
    options.optional_argument("VARIANT", variant_, "Variant file or library map");
    source_.declare(options);
    options.integer("--matches", matches_, 2, most_matches_of_a_variant,
                    "Matches to measure it by");
    options.option("--criteria", criteria_, "A,B",
                   "Further criteria that count besides the seven, or \"all\"");
    options.option("--rules", rules_, "A,B", "The rule keys that count [all]");
    options.number("--criteria-weight", criteria_weight_, 0, 1000, "Of the criteria together");
    options.number("--rules-weight", rules_weight_, 0, 1000, "Of the distance of the rules");
    options.number("--map-weight", map_weight_, 0, 1000, "Of the distance of the map");
    options.integer("--ideal-turns", ideal_turns_, 1, 100000,
                    "The length that duration counts from [the target's mean, rounded]");
    options.repeatable("--agents", agents_, "A,B", "Who plays, as in evaluate");
    options.option("--out", out_, "FILE", "Write the objective there");
    options.common({Common::seed, Common::threads, Common::force});
  }

  Exit run(Context& context) override {
    const risk::Variant variant = source_.resolve(variant_);
    auto target = std::make_shared<metrics::Target>();
    target->variant = std::make_shared<const risk::Variant>(variant);
    target->matches = matches_;
    target->rules.weight = rules_weight_;
    target->map.weight = map_weight_;
    target->keys = keys();
    if (criteria_weight_ + rules_weight_ + map_weight_ == 0) {
      throw InputError("all three weights are 0; something must count");
    }
    if (!out_.empty()) refuse_existing(out_, context.force);
    metrics::Objective objective;
    objective.name = "like " + variant.name();
    metrics::CriteriaSet further = parse_criteria(criteria_);
    const std::uint64_t seed = context.seed.value_or(default_seed);
    // The length does not depend on the ideal that durations are counted from.
    if (ideal_turns_) {
      objective.parameters.ideal_turns = static_cast<double>(*ideal_turns_);
    } else {
      constexpr std::int64_t enough = 5000;
      const auto totals = measured(context, variant, objective, further,
                                   {.seed = seed, .purpose = Purpose::match, .individual = 1},
                                   std::min(matches_, enough));
      if (!totals) return Exit::interrupted;
      objective.parameters.ideal_turns = std::max(1.0, std::round(totals->turns().mean));
    }
    const auto totals = measured(context, variant, objective, further,
                                 {.seed = seed, .purpose = Purpose::match}, matches_);
    if (!totals) return Exit::interrupted;
    add_terms(*totals, objective);
    objective.target = target;
    const nlohmann::ordered_json json = metrics::objective_to_json(objective);
    if (out_.empty()) {
      context.print_json(json);
      return Exit::done;
    }
    write_file(out_, json.dump(2) + '\n');
    context.print({{"objective", out_}}, out_ + '\n');
    return Exit::done;
  }

 private:
  std::vector<risk::RuleWeight> keys() const {
    std::vector<risk::RuleWeight> weights;
    for (std::size_t begin = 0; begin < rules_.size();) {
      const std::size_t end = std::min(rules_.find(',', begin), rules_.size());
      weights.push_back({std::string(risk::rule_key(rules_.substr(begin, end - begin)).name), 1});
      begin = end + 1;
    }
    return weights;
  }

  std::optional<metrics::CriteriaTotals> measured(Context& context, const risk::Variant& variant,
                                                  const metrics::Objective& objective,
                                                  const metrics::CriteriaSet& further,
                                                  const StreamKey& key,
                                                  std::int64_t matches) const {
    metrics::EngineOptions options;
    if (!agents_.empty()) {
      const std::vector<std::vector<std::string>> tables = split_tables(agents_);
      if (tables.size() > 1) throw InputError("--agents: a target is measured under one table");
      options.agents = tables.front();
    }
    options.parameters = objective.parameters;
    options.threads = context.threads;
    options.further = further;
    const auto engine = metrics::make_engine(options);
    metrics::CriteriaTotals totals(variant.players(), further);
    const metrics::Measurement measurement{&variant, key, matches, &totals};
    Progress progress = context.progress("measuring", matches, "matches");
    const metrics::PlayControl control{&context.interruption(), progress.counter()};
    if (!metrics::measure(*engine, {&measurement, 1}, control)) return std::nullopt;
    return totals;
  }

  // Ideals are what was measured, within what an ideal may be; the weight is shared out evenly.
  void add_terms(const metrics::CriteriaTotals& totals, metrics::Objective& objective) const {
    for (const metrics::CriterionInfo& info : metrics::all_criteria()) {
      if (!totals.measures(info.id)) continue;
      const metrics::Estimate estimate = totals.criterion(info.id);
      metrics::Objective::Term term{info.id, std::clamp(estimate.mean, 0.0, info.highest), 1};
      term.ideal_se = std::min(estimate.se, info.highest);
      objective.terms.push_back(term);
    }
    for (metrics::Objective::Term& term : objective.terms) {
      term.weight = criteria_weight_ / static_cast<double>(objective.terms.size());
    }
  }

  std::string variant_;
  VariantOptions source_;
  std::int64_t matches_ = 20'000;
  std::string criteria_;
  std::string rules_;
  double criteria_weight_ = 1;
  double rules_weight_ = 1;
  double map_weight_ = 1;
  std::optional<std::int64_t> ideal_turns_;
  std::vector<std::string> agents_;
  std::string out_;
};

}  // namespace

std::unique_ptr<Command> make_target_command() {
  return std::make_unique<TargetCommand>();
}

}  // namespace evorisk::app
