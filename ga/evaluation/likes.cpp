#include "ga/evaluation/likes.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <nlohmann/json.hpp>

#include "ga/evaluation/record.hpp"
#include "metrics/criteria/quantity.hpp"
#include "risk/rules/rule_distance.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

constexpr double any_value = 1e300;

double changed_rules(const Genome& genome, const Config& config) {
  static const risk::Rules usual = risk::preset_rules("risk");
  const risk::Rules rules = rules_of(genome.genes, config);
  double changed = 0;
  for (const RuleGene& gene : config.search_space.genes) {
    changed += risk::rule_difference(rules, usual, gene.key) > 0 ? 1 : 0;
  }
  return changed;
}

// `of_matches`: the value of a quantity that matches measure.
template <class OfMatches>
LikedValues values_of(const Genome& genome, const Config& config, const OfMatches& of_matches) {
  LikedValues values{};
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (liked_quantities[i] == "changed_rules") {
      values[i] = changed_rules(genome, config);
      continue;
    }
    const metrics::QuantityInfo& info = metrics::quantity_info(liked_quantities[i]);
    values[i] = info.of_map ? metrics::map_quantity(info, *genome.map) : of_matches(info);
  }
  return values;
}

LikedValues values_from_json(const JsonView& view) {
  const std::vector<JsonView> items = view.items();
  LikedValues values{};
  if (items.size() != values.size()) {
    view.fail("holds {} values, but there are {}", items.size(), values.size());
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    values[i] = items[i].number(-any_value, any_value);
  }
  return values;
}

std::vector<double> standardised(const LikedValues& difference, const LikedValues& deviations) {
  std::vector<double> result;
  for (std::size_t i = 0; i < difference.size(); ++i) {
    result.push_back(deviations[i] > 0 ? difference[i] / deviations[i] : 0);
  }
  return result;
}

bool is_playable(const Individual& individual) {
  return individual.filtered.empty() && !individual.evidence.empty() &&
         individual.evidence.front().matches() > 0;
}

// Of a normal distribution the quartiles lie 1.349 deviations apart. The deviation itself would be
// that of a few very bad ones.
double robust_deviation(std::vector<double> values) {
  if (values.size() < 2) return 0;
  std::ranges::sort(values);
  const std::size_t last = values.size() - 1;
  return (values[last - last / 4] - values[last / 4]) / 1.349;
}

}  // namespace

std::string words_of(const Statement& statement) {
  std::string text(verdict_names[static_cast<std::size_t>(statement.verdict)]);
  return statement.id.empty() ? text : text + ' ' + statement.id;
}

int birth_generation(std::string_view id) {
  if (id.empty() || id[0] != 'g') return -1;
  int generation = -1;
  int index = -1;
  const char* const last = id.data() + id.size();
  const auto first = std::from_chars(id.data() + 1, last, generation);
  if (first.ec != std::errc() || first.ptr == last || *first.ptr != '-') return -1;
  const auto second = std::from_chars(first.ptr + 1, last, index);
  if (second.ec != std::errc() || second.ptr != last || generation < 0 || index < 0) return -1;
  return id_of(generation, index) == id ? generation : -1;
}

LikedValues liked_values(const Individual& individual, const Config& config) {
  return values_of(individual.genome, config, [&](const metrics::QuantityInfo& info) {
    return metrics::quantity(info, *individual.genome.map, individual.evidence,
                             config.objective.seconds)
        .mean;
  });
}

LikedValues liked_values(const Json& logged, const Genome& genome, const Config& config) {
  return values_of(genome, config, [&](const metrics::QuantityInfo& info) {
    const Json& value =
        info.name == "turns" ? logged.at("turns") : logged.at("criteria").at(info.name);
    return value.at("mean").get<double>();
  });
}

Spread spread_of(std::span<const LikedValues> values) {
  Spread spread;
  const auto count = static_cast<double>(values.size());
  for (std::size_t i = 0; i < spread.mean.size(); ++i) {
    for (const LikedValues& own : values) spread.mean[i] += own[i] / count;
    for (const LikedValues& own : values) {
      const double distance = own[i] - spread.mean[i];
      spread.variance[i] += distance * distance / std::max(1.0, count - 1);
    }
  }
  return spread;
}

Json Judgement::to_json() const {
  return {{"generation", statement.generation},
          {"verdict", verdict_names[static_cast<std::size_t>(statement.verdict)]},
          {"id", statement.id},
          {"difference", difference},
          {"variance", variance}};
}

Judgement Judgement::from_json(const JsonView& view) {
  view.only({"generation", "verdict", "id", "difference", "variance"});
  Judgement judgement;
  judgement.statement = {static_cast<int>(view.at("generation").integer(0, 1'000'000'000)),
                         static_cast<Verdict>(view.at("verdict").one_of(verdict_names)),
                         view.at("id").text()};
  judgement.difference = values_from_json(view.at("difference"));
  judgement.variance = values_from_json(view.at("variance"));
  return judgement;
}

void Likes::apply(const Judgement& judgement) {
  const Statement& statement = judgement.statement;
  switch (statement.verdict) {
    case Verdict::like:
    case Verdict::drop:
      judged_[statement.id] = judgement;
      break;
    case Verdict::forget:
      judged_.erase(statement.id);
      break;
    case Verdict::off:
      on_ = false;
      break;
    case Verdict::on:
      on_ = true;
      break;
  }
}

int Likes::count(Verdict verdict) const {
  return static_cast<int>(std::ranges::count_if(
      judged_, [&](const auto& one) { return one.second.statement.verdict == verdict; }));
}

LikedValues Likes::deviations() const {
  LikedValues deviations{};
  for (std::size_t i = 0; i < deviations.size(); ++i) {
    for (const auto& [id, judgement] : judged_) deviations[i] += judgement.variance[i];
    const double count = std::max(1.0, static_cast<double>(judged_.size()));
    deviations[i] = std::sqrt(deviations[i] / count);
  }
  return deviations;
}

Preference Likes::preference(const Config& config) const {
  const LikedValues scale = deviations();
  std::vector<Comparison> comparisons;
  for (const auto& [id, judgement] : judged_) {
    comparisons.push_back(
        {standardised(judgement.difference, scale), judgement.statement.verdict == Verdict::like});
  }
  return {liked_quantities.size(), comparisons, config.likes.prior};
}

Json Likes::to_json() const {
  Json judged = Json::array();
  for (const auto& [id, judgement] : judged_) judged.push_back(judgement.to_json());
  return {{"on", on_}, {"judged", std::move(judged)}};
}

Likes Likes::from_json(const JsonView& view) {
  view.only({"on", "judged"});
  Likes likes;
  likes.on_ = view.at("on").boolean();
  for (const JsonView& item : view.at("judged").items()) likes.apply(Judgement::from_json(item));
  return likes;
}

Bending::Bending(const Likes& likes, const Config& config, std::span<const Individual> population)
    : config_(config), preference_(likes.preference(config)), deviations_(likes.deviations()) {
  if (!likes.on() || likes.judged().empty()) return;
  std::vector<LikedValues> values;
  std::vector<double> fitness;
  for (const Individual& individual : population) {
    if (!is_playable(individual)) continue;
    values.push_back(liked_values(individual, config));
    fitness.push_back(individual.fitness.mean);
  }
  mean_ = spread_of(values).mean;
  scale_ = config.likes.strength * robust_deviation(std::move(fitness));
}

void Bending::operator()(std::span<Individual> individuals) const {
  for (Individual& individual : individuals) {
    individual.bend = 0;
    if (scale_ == 0 || !is_playable(individual)) continue;
    LikedValues difference = liked_values(individual, config_);
    for (std::size_t i = 0; i < difference.size(); ++i) difference[i] -= mean_[i];
    individual.bend =
        scale_ * (0.5 - preference_.probability(standardised(difference, deviations_)));
  }
}

}  // namespace evorisk::ga
