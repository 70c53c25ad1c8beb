#include "ga/evaluation/playability.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <deque>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/index.hpp"
#include "base/key_table.hpp"
#include "base/names.hpp"
#include "base/parallel.hpp"
#include "base/registry.hpp"
#include "ga/config.hpp"
#include "ga/evaluation/evaluator.hpp"
#include "ga/genome/genome.hpp"
#include "ga/genome/search_space.hpp"
#include "metrics/criteria/criteria.hpp"
#include "metrics/criteria/quantity.hpp"
#include "metrics/engine.hpp"
#include "metrics/objective/objective_keys.hpp"
#include "risk/agent.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

PlayabilityLimit limit_from_json(const std::string& quantity, const JsonView& view,
                                 bool has_matches) {
  std::vector<std::string_view> names = names_of(metrics::quantities());
  names.push_back(early_ends);
  if (std::find(names.begin(), names.end(), quantity) == names.end()) {
    view.fail(unknown_name("quantity", quantity, names));
  }
  if (!has_matches && (quantity == early_ends || !metrics::quantity_info(quantity).of_map)) {
    view.fail("known only from matches, but this stage plays none");
  }
  const double highest = quantity == early_ends ? 1 : metrics::quantity_info(quantity).highest;
  return metrics::read_constraint(quantity, highest, view);
}

Json limits_schema() {
  Json schema = metrics::constraints_schema();
  schema["minProperties"] = 1;
  return schema;
}

const KeyTable<PlayabilityStage>& stage_keys() {
  static const KeyTable<PlayabilityStage> keys = {
      integer_key("matches", &PlayabilityStage::matches, 0, 1'000'000,
                  "Matches of this stage; 0: it looks at the map alone."),
      text_key("agent", &PlayabilityStage::agent,
               "Who plays them, in all seats; empty: as the run's agents."),
      integer_key("early_turns", &PlayabilityStage::early_turns, 1, 1000,
                  "Turns of each player: matches won within them count as early_ends."),
      integer_key("benefit_of_doubt", &PlayabilityStage::benefit_of_doubt, 0, 2,
                  "What must lie beyond a limit: 0 the value, 1 its interval of 68.3 %, 2 that of "
                  "95.4 %."),
      sparse(number_key("best", &PlayabilityStage::best, 0, 1,
                        "Share of those that pass the limits which go on: the fittest by this "
                        "stage's matches. So a fast agent screens for slower judges.")),
      sparse(custom_key<PlayabilityStage>(
          "limits", limits_schema(),
          [](const JsonView& view, PlayabilityStage& stage, const std::string&) {
            for (const auto& [quantity, limit] : view.members()) {
              stage.limits.push_back(limit_from_json(quantity, limit, stage.matches > 0));
            }
          },
          [](const PlayabilityStage& stage) { return metrics::constraints_to_json(stage.limits); },
          "Per quantity (evorisk list quantities, or early_ends) what it must be.")),
  };
  return keys;
}

std::string low_text(const PlayabilityLimit& limit) {
  return fmt::format("{} below {}", limit.quantity, *limit.at_least);
}

std::string high_text(const PlayabilityLimit& limit) {
  return fmt::format("{} above {}", limit.quantity, *limit.at_most);
}

std::string best_text(const PlayabilityStage& stage) {
  return fmt::format("not of the best {:g} % by {} matches", 100 * stage.best, stage.matches);
}

bool is_of_map(const PlayabilityLimit& limit) {
  return limit.quantity != early_ends && metrics::quantity_info(limit.quantity).of_map;
}

// The limit that the whole interval of a value lies beyond; empty: none.
std::string refusal(const PlayabilityLimit& limit, const metrics::Interval& value) {
  if (limit.at_least && value.high < *limit.at_least) return low_text(limit);
  if (limit.at_most && value.low > *limit.at_most) return high_text(limit);
  return {};
}

std::optional<metrics::Coverage> doubt_of(const PlayabilityStage& stage) {
  if (stage.benefit_of_doubt == 0) return {};
  return stage.benefit_of_doubt == 1 ? metrics::Coverage::one_error : metrics::Coverage::two_errors;
}

// The share of a stage's matches that were won within its early turns.
metrics::Interval early_ends_of(const PlayabilityStage& stage, int players,
                                std::span<const metrics::MatchSummary> matches) {
  const auto n = static_cast<double>(matches.size());
  const int early = stage.early_turns * players;
  const double share =
      static_cast<double>(std::ranges::count_if(
          matches, [&](const auto& m) { return m.winner >= 0 && m.turns <= early; })) /
      n;
  const auto doubt = doubt_of(stage);
  if (!doubt) return {share, share, share};
  return metrics::share_interval(share, std::sqrt(share * (1 - share) / n), n, *doubt);
}

metrics::EngineOptions options_of(const Config& config, const PlayabilityStage& stage,
                                  int threads) {
  metrics::EngineOptions options = engine_options(config, threads);
  if (!stage.agent.empty()) options.agents = {stage.agent};
  options.extended = extended_of(stage.limits);
  if (stage.best < 1) options.extended.add(config.extended_criteria());
  return options;
}

}  // namespace

std::vector<PlayabilityStage> standard_playability() {
  return {
      {0, "", 2, 1, {{"territories", 8, {}}, {"continents", 2, {}}}},
      {40,
       "",
       2,
       1,
       {{std::string(early_ends), {}, 0.1},
        {"turns", 8, {}},
        {"best_seat", {}, 0.8},
        {"completeness", 0.8, {}}}},
      {30, "", 2, 1, {{"decision_share", 0.1, {}}, {"map_use", 0.6, {}}}},
  };
}

std::vector<PlayabilityStage> playability_from_json(const JsonView& view) {
  if (view.is_string()) {
    const std::string_view names[] = {"none", "standard"};
    return view.one_of(names) == 0 ? std::vector<PlayabilityStage>() : standard_playability();
  }
  std::vector<PlayabilityStage> stages;
  for (const JsonView& item : view.items()) {
    PlayabilityStage& stage = stages.emplace_back();
    stage_keys().read(item, stage);
    if (stage.limits.empty() && stage.best == 1) {
      item.fail("a stage needs at least one limit, or \"best\" below 1");
    }
    if (stage.best < 1 && stage.matches < 2) {
      item.fail("\"best\" is known only from matches, but this stage plays {}", stage.matches);
    }
  }
  return stages;
}

Json playability_to_json(const std::vector<PlayabilityStage>& stages) {
  Json list = Json::array();
  for (const PlayabilityStage& stage : stages) list.push_back(stage_keys().write(stage));
  return list;
}

Json playability_schema() {
  return {{"oneOf",
           {{{"enum", {"none", "standard"}}},
            {{"type", "array"}, {"items", stage_keys().schema({})}}}}};
}

void PlayabilityTally::add(const PlayabilityTally& other) {
  tried += other.tried;
  passed += other.passed;
  matches += other.matches;
  for (const Reason& reason : other.reasons) {
    const auto known = std::ranges::find(reasons, reason.text, &Reason::text);
    if (known == reasons.end()) {
      reasons.push_back(reason);
    } else {
      known->count += reason.count;
    }
  }
}

Json PlayabilityTally::to_json() const {
  Json filtered = Json::object();
  for (const Reason& reason : reasons) filtered[reason.text] = reason.count;
  return {{"tried", tried},
          {"passed", passed},
          {"matches", matches},
          {"filtered", std::move(filtered)}};
}

PlayabilityTally PlayabilityTally::from_json(const JsonView& view) {
  PlayabilityTally tally;
  tally.tried = view.at("tried").count();
  tally.passed = view.at("passed").count();
  tally.matches = view.at("matches").count();
  for (const auto& [text, number] : view.at("filtered").members()) {
    tally.reasons.push_back({text, number.count()});
  }
  return tally;
}

PlayabilityFilter::PlayabilityFilter(const Config& config, int threads)
    : config_(config), threads_(threads) {
  for (const PlayabilityStage& stage : config.playability) {
    const metrics::EngineOptions options = options_of(config, stage, threads);
    stages_.push_back(
        {stage, options.extended, stage.matches > 0 ? metrics::make_engine(options) : nullptr});
  }
}

std::int64_t PlayabilityFilter::most_matches() const {
  std::int64_t matches = 0;
  for (const Stage& stage : stages_) matches += stage.rules.matches;
  return matches;
}

bool PlayabilityFilter::screen(std::span<Individual> individuals,
                               const metrics::PlayControl& control, PlayabilityTally& tally) {
  tally = PlayabilityTally();
  if (stages_.empty()) return true;
  for (const Stage& stage : stages_) {
    for (const PlayabilityLimit& limit : stage.rules.limits) {
      if (limit.at_least) tally.reasons.push_back({low_text(limit), 0});
      if (limit.at_most) tally.reasons.push_back({high_text(limit), 0});
    }
    if (stage.rules.best < 1) tally.reasons.push_back({best_text(stage.rules), 0});
  }
  std::vector<Individual*> left;
  for (Individual& individual : individuals) {
    if (individual.matches_played == 0 && individual.filtered.empty()) left.push_back(&individual);
  }
  tally.tried = static_cast<std::int64_t>(left.size());
  for (std::size_t s = 0; s < stages_.size() && !left.empty(); ++s) {
    const auto drop = [&] {
      std::erase_if(left, [&](Individual* individual) {
        if (individual->filtered.empty()) return false;
        individual->assess(config_);
        ++std::ranges::find(tally.reasons, individual->filtered, &PlayabilityTally::Reason::text)
              ->count;
        return true;
      });
    };
    look(stages_[s], left);
    drop();
    if (stages_[s].rules.matches == 0) continue;
    if (!play(s, left, control, tally)) return false;
    drop();
  }
  tally.passed = static_cast<std::int64_t>(left.size());
  return true;
}

// What the maps say without a match.
void PlayabilityFilter::look(const Stage& stage, std::span<Individual* const> left) const {
  const auto look_at = [&](const maps::Map& map, bool drawn) {
    for (const PlayabilityLimit& limit : stage.rules.limits) {
      if (!is_of_map(limit)) continue;
      const metrics::QuantityInfo& info = metrics::quantity_info(limit.quantity);
      std::string reason;
      if (info.drawn == drawn) {
        const double value = metrics::map_quantity(info, map);
        reason = refusal(limit, {value, value, value});
      } else if (!drawn && info.at_least != nullptr && limit.at_most &&
                 info.at_least(map) > *limit.at_most) {
        reason = high_text(limit);
      }
      if (!reason.empty()) return reason;
    }
    return std::string();
  };
  parallel_for_dynamic(std::ssize(left), threads_, [&](std::int64_t i) {
    Individual& individual = *left[at(i)];
    individual.filtered = look_at(*individual.genome.map, false);
    if (individual.filtered.empty()) individual.filtered = look_at(*individual.genome.map, true);
  });
}

// The matches of a stage, and what they say.
bool PlayabilityFilter::play(std::size_t s, std::span<Individual* const> left,
                             const metrics::PlayControl& control, PlayabilityTally& tally) {
  Stage& stage = stages_[s];
  const auto matches = static_cast<std::size_t>(stage.rules.matches);
  const bool counts_extended = metrics::CriteriaTotals(2, stage.extended).counts_extended();
  std::vector<metrics::MatchSummary> summaries(matches * left.size());
  std::vector<metrics::ExtendedSummary> extended(counts_extended ? summaries.size() : 0);
  std::deque<risk::Variant> variants;
  std::vector<metrics::MatchJob> jobs;
  for (std::size_t i = 0; i < left.size(); ++i) {
    variants.push_back(variant_of(*left[i], config_));
    metrics::MatchJob job;
    job.variant = &variants.back();
    job.key = {config_.seed, Purpose::match, static_cast<std::uint32_t>(left[i]->generation),
               static_cast<std::uint32_t>(left[i]->index),
               (std::uint64_t{1} << 52) + (static_cast<std::uint64_t>(s) << 40)};
    job.out = std::span(summaries).subspan(i * matches, matches);
    if (counts_extended) job.extended = std::span(extended).subspan(i * matches, matches);
    jobs.push_back(job);
  }
  if (!stage.engine->play(jobs, control)) return false;
  tally.matches += static_cast<std::int64_t>(summaries.size());
  std::vector<metrics::CriteriaTotals> all;
  all.reserve(left.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    metrics::CriteriaTotals& totals = all.emplace_back(variants[i].players(), stage.extended);
    if (counts_extended) {
      totals.add(jobs[i].out, jobs[i].extended);
    } else {
      totals.add(jobs[i].out);
    }
    for (const PlayabilityLimit& limit : stage.rules.limits) {
      if (is_of_map(limit)) continue;
      left[i]->filtered =
          refusal(limit, limit.quantity == early_ends
                             ? early_ends_of(stage.rules, variants[i].players(), jobs[i].out)
                             : metrics::quantity_interval(
                                   metrics::quantity_info(limit.quantity), variants[i].map(),
                                   totals, config_.objective.seconds, doubt_of(stage.rules)));
      if (!left[i]->filtered.empty()) break;
    }
  }
  if (stage.rules.best < 1) choose_best(stage, left, all);
  return true;
}

void PlayabilityFilter::choose_best(const Stage& stage, std::span<Individual* const> left,
                                    std::span<const metrics::CriteriaTotals> totals) const {
  std::vector<std::size_t> order;
  std::vector<std::array<double, 3>> ranks(left.size());
  for (std::size_t i = 0; i < left.size(); ++i) {
    if (!left[i]->filtered.empty()) continue;
    measure_target_distance(*left[i], config_);
    // The bounds of the map first: no luck of matches makes up for them.
    ranks[i] = {metrics::map_violation(config_.objective.constraints, *left[i]->genome.map),
                metrics::violation(*left[i]->genome.map, totals.subspan(i, 1), config_.objective,
                                   config_.aggregation),
                left[i]->judged({totals[i]}, config_).mean};
    order.push_back(i);
  }
  std::ranges::stable_sort(order, {}, [&](std::size_t i) { return ranks[i]; });
  const auto pass =
      static_cast<std::size_t>(std::ceil(stage.rules.best * static_cast<double>(order.size())));
  for (std::size_t place = pass; place < order.size(); ++place) {
    left[order[place]]->filtered = best_text(stage.rules);
  }
}

}  // namespace evorisk::ga
