// The answers of a directory by variant, beside the criteria of each variant.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "metrics/engine.hpp"
#include "metrics/estimates/totals.hpp"

namespace evorisk::experiments {

// All answers to matches of one variant.
struct Opinions {
  risk::Variant variant;
  int matches = 0;
  int people = 0;
  std::vector<std::vector<int>> given;  // by question; see questions() in answers.hpp
  std::vector<std::string> comments;
  metrics::CriteriaTotals totals;  // of matches of cautious agents

  // The mean answer to a question; nothing where it has no answer.
  std::optional<double> mean(std::size_t question) const;
};

// Every variant (by name, rules and map) that has an answer below the directory, each measured by
// so many matches. Nothing when stopped. Throws InputError for a file that is no record or no
// answers.
std::optional<std::vector<Opinions>> playtest_summary(const std::filesystem::path& directory,
                                                      std::int64_t matches, std::uint64_t seed,
                                                      int threads,
                                                      const metrics::PlayControl& control);

}  // namespace evorisk::experiments
