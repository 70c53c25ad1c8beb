// The design of a study of searches: the searches, their budgets of matches, and the measurements.
// Read from experiments/search-study.json.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "ga/config.hpp"
#include "metrics/objective/objective.hpp"

namespace evorisk::experiments {

// The largest budget, in matches.
inline constexpr std::int64_t most_study_matches = 1'000'000'000'000;

// One run of the study: a search with a budget from a seed.
struct StudyRun {
  std::int64_t budget = 0;  // matches
  std::string search;
  int repetition = 0;
  friend bool operator==(const StudyRun&, const StudyRun&) = default;
};

// Immutable. The constructor checks the configuration of every search, so that no run can be
// refused later.
class StudyDesign {
 public:
  struct Budget {
    std::int64_t matches = 0;
    int seeds = 0;
  };
  struct Search {
    std::string name;
    std::string title;  // for plots
    std::string about;  // a sentence without full stop
    ga::Config config;  // with the first budget
  };
  struct SizeClass {
    int fewest = 0;  // territories
    int most = 0;
  };
  // Numbers of matches that the search does not see.
  struct Fresh {
    std::int64_t of_class = 20000;  // for the best of each size class
    std::int64_t of_niche = 500;    // for the best of each niche
    std::int64_t of_change = 1000;  // for both sides of a change of the best
    int changes = 20;               // most changes measured, spread evenly over the run
  };

  // Throws InputError.
  StudyDesign(const JsonView& view, const std::string& base_directory);

  const std::string& name() const { return name_; }
  const std::vector<Budget>& budgets() const { return budgets_; }
  const std::vector<Search>& searches() const { return searches_; }
  const std::vector<SizeClass>& classes() const { return classes_; }
  // Ends of the bins of the mean number of turns, ascending. A niche is a size class and a bin.
  const std::vector<double>& turns() const { return turns_; }
  const Fresh& fresh() const { return fresh_; }
  // Its constraints define what is playable.
  const metrics::Objective& playable() const { return playable_; }

  // The size class of a number of territories; the niche of a number of territories and of turns.
  std::optional<std::size_t> class_of(int territories) const;
  std::optional<int> niche_of(int territories, double turns) const;
  std::size_t class_of_niche(int niche) const;

  // The configuration of a run. Its seed is derived from the study's seed and the run.
  ga::Config config(const StudyRun& run) const;
  // All runs, ordered by budget, then repetition, then search, so that an interrupted study has
  // equally many runs of each search.
  std::vector<StudyRun> runs() const;

  // The whole design except the budgets, which may be extended later.
  const std::string& identity() const { return identity_; }

  // Keeps only the named budgets and searches (empty: all), and sets `seeds` of each budget if
  // given. Throws InputError for a budget or search that the design does not have.
  void narrow(const std::vector<std::int64_t>& budgets, const std::vector<std::string>& searches,
              std::optional<int> seeds);

 private:
  void read_searches(const JsonView& view, const std::string& base_directory);

  std::string name_;
  std::uint64_t seed_ = 1;
  std::vector<Budget> budgets_;
  std::vector<Search> searches_;
  std::vector<SizeClass> classes_;
  std::vector<double> turns_;
  Fresh fresh_;
  metrics::Objective playable_;
  std::string identity_;
};

// The file may be like another one (read_json_like).
std::unique_ptr<StudyDesign> load_study_design(const std::string& file);

}  // namespace evorisk::experiments
