// Criteria that programs add to those of this room: means over matches of a value from 0 to 1 that
// an observer of the match says.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "metrics/criteria/course.hpp"
#include "metrics/criteria/criteria.hpp"
#include "risk/match.hpp"

namespace evorisk::metrics {

// Looks on while matches are played, one after another on one thread, and says what each
// contributes to its criterion. Overrides what it wants to see. Nothing but value() may throw.
class MatchMeasure : public risk::TurnObserver, public risk::MatchListener {
 public:
  virtual void begin_match(const risk::Variant& /*variant*/) {}
  // Of the match that is over: 0 ... 1. Must follow from the match alone.
  virtual double value(const risk::MatchResult& result) = 0;
};

// The texts must outlive the program's last use of them: literals do.
struct AddedCriterion {
  std::string_view name;                                // as in files
  std::string_view title;                               // for people
  std::string_view meaning;                             // one line
  double ideal = 1;                                     // of an objective that names none, 0 ... 1
  std::function<std::unique_ptr<MatchMeasure>()> make;  // one for each thread
};

// Adds a criterion, of up to eight. It is then an extended criterion as others: named in
// objectives, constraints, niches and --criteria, with a mean, an error, an interval. Matches that
// are measured by it are played by the plain engine. Not thread-safe: call it before. Throws
// InputError for a name that is taken.
Criterion add_criterion(AddedCriterion criterion);

// The measures of the added criteria among `wanted`, beside the course that the others are taken
// from. For one thread.
class AddedMeasures final : public risk::TurnObserver, public risk::MatchListener {
 public:
  explicit AddedMeasures(const CriteriaSet& wanted);
  bool empty() const { return measures_.empty(); }

  void begin_match(const risk::Variant& variant);
  // Throws InputError for a value out of range, and whatever a measure throws.
  void values(const risk::MatchResult& result, ExtendedSummary& summary);

  void on_turn_end(const risk::TurnEnd& end) override;
  void on_start(const risk::State& state) override;
  void on_event(const risk::State& state, const risk::Event& event) override;
  void on_finish(const risk::State& state, const risk::MatchResult& result,
                 const risk::Action* refused, risk::Refusal why) override;

  MatchCourse* course = nullptr;  // told first; must be set

 private:
  std::vector<std::pair<std::size_t, std::unique_ptr<MatchMeasure>>> measures_;  // with its place
};

}  // namespace evorisk::metrics
