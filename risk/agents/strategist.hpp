// The strategist's upper two levels; its operational one is Operations (exact odds, legal moves).
//
//   tactical    what could be done: a record per continent (Appraisal) and proposals made of them
//   strategic   what counts now: which proposals have which weight in which phase of the match
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "risk/agents/planning/appraisal.hpp"
#include "risk/agents/planning/planner.hpp"

namespace evorisk::risk {

enum class Plan : std::uint8_t {
  attack,    // a rival's territories, for what they bring to either side
  complete,  // a continent that no seat owns wholly
  break_up,  // a continent that a rival holds
  hold,      // an own continent
  stop,      // the attack: the gates of own continents lack troops
};
inline constexpr int plan_count = 5;
const char* plan_name(Plan plan);

struct Proposal {
  Plan plan = Plan::stop;
  int where = -1;    // the continent; the rival's seat (attack); -1 (stop)
  double value = 0;  // troops per turn; with `stop`, the troops that lack
};

// Proposes; does not choose. Allocates in begin_match only.
class Tactics {
 public:
  void begin_match(const Variant& variant, int seat);
  void propose(const State& state, const Appraisal& appraisal);
  std::span<const Proposal> proposals() const { return proposals_; }

 private:
  int seat_ = 0;
  std::vector<Proposal> proposals_;
};

// Weighs; knows no territories.
class Strategy {
 public:
  enum class Stage : std::uint8_t { opening, contest, closing, rescue };
  static const char* stage_name(Stage stage);

  struct Weights {
    double plans[plan_count];  // turns for which a proposal's value counts
    double card;               // of a third of the next exchange
    double kill;
    double cost;
    double least_odds;
    double guard;  // the share of a turn's troops that guard
  };

  explicit Strategy(double caution) : caution_(caution) {}
  void judge(const State& state, const Appraisal& appraisal, int seat);
  Stage stage() const { return stage_; }
  const Weights& weights() const { return weights_; }

 private:
  double caution_;
  Stage stage_ = Stage::opening;
  Weights weights_{};
};

// The agent, for searches that improve on it. Caution: 0 ... 1.
inline constexpr double usual_caution = 0.3;
std::unique_ptr<Planner> make_strategist(double caution, const Aims::Weights& aims = {});

}  // namespace evorisk::risk
