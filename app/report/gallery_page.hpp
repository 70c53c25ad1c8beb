// A gallery of variants as a page that stands alone, and as JSON.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "metrics/judgement.hpp"
#include "metrics/objective.hpp"
#include "risk/variant.hpp"

namespace evorisk::app {

// A variant of the gallery and what is known of it.
struct Exhibit {
  std::string file;    // of the variant, relative to the gallery
  std::string source;  // the run and individual it is from
  risk::Variant variant;
  double novelty = 0;  // distance from the nearest one before it
  std::string different;
  std::vector<std::string> story;  // a typical match: one line per turn
  // Fresh matches under each agent in all seats.
  std::vector<metrics::CriteriaTotals> tables;
};

struct Gallery {
  std::string title;
  std::vector<std::string> agents;  // of the tables
  metrics::Objective objective;
  double fairness = 0.1;  // the largest advantage that counts as fair
  int candidates = 0;     // that were looked at
  int unfair = 0;         // of them, left out because some agent finds them unfair
  std::vector<Exhibit> exhibits;
};

std::string gallery_page(const Gallery& gallery);
nlohmann::ordered_json gallery_json(const Gallery& gallery);

}  // namespace evorisk::app
