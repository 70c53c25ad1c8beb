// What the judges of a finished run say of its finalists, each by itself.
#pragma once

#include <string>
#include <vector>

#include "base/json.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::ga {

// How well two judges agree on the ranks of a run's finalists by fresh matches: Kendall's tau with
// its jackknife error, of the fitness and of the seats' advantage.
struct RankAgreement {
  std::string first;  // agents
  std::string second;
  metrics::Estimate fitness;
  metrics::Estimate fairness;
};

struct JudgedFinalist {
  std::string id;
  std::vector<metrics::Estimate> fitness;  // by judge
  std::vector<metrics::Estimate> advantage;
};

struct JudgedFinalists {
  std::vector<std::string> judges;
  std::vector<JudgedFinalist> finalists;  // the best by the run's own fitness first
  std::vector<RankAgreement> agreements;  // of each pair of judges, with three finalists or more
};

// `result` is the run's result.json. Empty where there was one judge, or nothing to choose from.
// Throws InputError.
JudgedFinalists judged_finalists(const JsonView& result);
nlohmann::ordered_json judged_finalists_to_json(const JudgedFinalists& all);

// The rank of each value, 1 for the smallest; equal values share the least.
std::vector<int> ranks_of(const std::vector<double>& values);

}  // namespace evorisk::ga
