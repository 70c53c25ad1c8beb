#include "ga/run/finalists.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "ga/evaluation/record.hpp"
#include "metrics/objective/panel.hpp"

namespace evorisk::ga {

using Json = nlohmann::ordered_json;

namespace {

metrics::Estimate estimate_from_json(const JsonView& view) {
  constexpr double largest = 1e300;
  return {view.at("mean").number(-largest, largest), view.at("se").number(0, largest)};
}

using Values = std::vector<metrics::Estimate> JudgedFinalist::*;

metrics::Estimate agreement(const JudgedFinalists& all, std::size_t a, std::size_t b,
                            Values values) {
  std::vector<double> first;
  std::vector<double> second;
  for (const JudgedFinalist& finalist : all.finalists) {
    first.push_back((finalist.*values)[a].mean);
    second.push_back((finalist.*values)[b].mean);
  }
  return metrics::rank_correlation(first, second);
}

}  // namespace

JudgedFinalists judged_finalists(const JsonView& result) {
  JudgedFinalists all;
  for (const JsonView& candidate : result.at("candidates").items()) {
    const JsonView choice = candidate.at("choice");
    if (choice.raw().is_null() || !choice.find("judges")) return {};
    JudgedFinalist& own = all.finalists.emplace_back();
    own.id = candidate.at("id").text();
    std::vector<std::string> judges;
    for (const JsonView& judge : choice.at("judges").items()) {
      judges.push_back(judge.at("agent").text());
      own.fitness.push_back(estimate_from_json(judge.at("fitness")));
      own.advantage.push_back(estimate_from_json(judge.at("criteria").at("advantage")));
    }
    if (all.finalists.size() == 1) all.judges = judges;
    if (judges != all.judges) choice.fail("has other judges than the first candidate");
  }
  if (all.finalists.size() < 3) return all;
  for (std::size_t b = 1; b < all.judges.size(); ++b) {
    for (std::size_t a = 0; a < b; ++a) {
      all.agreements.push_back({all.judges[a], all.judges[b],
                                agreement(all, a, b, &JudgedFinalist::fitness),
                                agreement(all, a, b, &JudgedFinalist::advantage)});
    }
  }
  return all;
}

Json judged_finalists_to_json(const JudgedFinalists& all) {
  const auto list = [](const std::vector<metrics::Estimate>& estimates) {
    Json json = Json::array();
    for (const metrics::Estimate& estimate : estimates) json.push_back(estimate_to_json(estimate));
    return json;
  };
  Json json = {{"judges", all.judges}, {"finalists", Json::array()}, {"agreement", Json::array()}};
  for (const JudgedFinalist& own : all.finalists) {
    json["finalists"].push_back(
        {{"id", own.id}, {"fitness", list(own.fitness)}, {"advantage", list(own.advantage)}});
  }
  for (const RankAgreement& own : all.agreements) {
    json["agreement"].push_back({{"judges", Json::array({own.first, own.second})},
                                 {"fitness", estimate_to_json(own.fitness)},
                                 {"fairness", estimate_to_json(own.fairness)}});
  }
  return json;
}

std::vector<int> ranks_of(const std::vector<double>& values) {
  std::vector<int> ranks;
  for (const double own : values) {
    ranks.push_back(1 + static_cast<int>(std::ranges::count_if(
                            values, [&](double other) { return other < own; })));
  }
  return ranks;
}

}  // namespace evorisk::ga
