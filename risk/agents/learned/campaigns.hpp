// Campaigns: one fight after another, judged by the learned value of what they lead to, with the
// exact odds of each fight.
#pragma once

#include <algorithm>
#include <array>
#include <memory>

#include "risk/action.hpp"
#include "risk/agents/learned/value.hpp"

namespace evorisk::risk {

// Of one seat, for one match at a time. Allocates only in begin_match.
class Campaigns {
 public:
  // `hunts`: whether to weigh campaigns against the last territories of one rival alone, too, while
  // several are left. Their steps may be worth nothing until the last one.
  Campaigns(std::shared_ptr<const ValueWeights> weights, bool hunts)
      : weights_(std::move(weights)), hunts_(hunts) {}

  // Requires weights. The terrain must outlive the match.
  void begin_match(const Variant& variant, const Terrain& terrain, int seat);
  // Whether a campaign may go on from anywhere, as before all troops are placed, or only from where
  // its last fight was.
  void go_on_anywhere(bool anywhere) { anywhere_ = anywhere; }

  // The chance to win: 0 ... 1.
  double value(const Prospect& prospect) const;
  // What the best fight from `from` and the best one after it promise.
  double promise(const Prospect& prospect, int from);
  // Of all campaigns from `from`, the best one's value, if it is more than `least`; its first fight
  // is then written to `attack`, where given. `stop`: the value of the position.
  double best(const Prospect& prospect, int from, double stop, double least, Attack* attack);
  // The value of a campaign that begins with this fight, if it is more than `least`.
  double go_on(const Prospect& prospect, const Attack& fight, double stop, double least);

 private:
  static constexpr int longest = 6;  // conquests that are looked ahead
  static constexpr int hunted = 8;   // most territories of a rival that is hunted

  // A fight in a position.
  struct Step {
    int from = -1;
    int to = -1;
    double win = 0;
    double if_won = 0;  // the value
  };

  double campaign(const Prospect& prospect, int from, double stop, double least, Attack* attack);
  double hunt(const Prospect& prospect, int from, double stop, double least, Attack* attack);
  Step step(const Prospect& prospect, int from, int to, double stop, double least);
  double value_if_lost(const Prospect& prospect, const Step& step);
  double value_of(const Prospect& prospect, const Step& step, int more, double stop, double least);
  double value_if_won(const Step& step, int more);
  void keep_won(int more);
  template <class F>
  void for_each_step(const Prospect& prospect, int from, double stop, const double& least, F&& use);
  void better_step(const Prospect& prospect, int from, double stop, int more, Step& best,
                   double& most);

  std::shared_ptr<const ValueWeights> weights_;
  bool hunts_;
  const Variant* variant_ = nullptr;
  const BattleOdds* odds_ = nullptr;
  int seat_ = 0;
  bool anywhere_ = false;
  int prey_ = -1;  // the rival that is hunted, if any
  FixedSums fixed_;
  Prospect trial_;
  std::array<Prospect, std::max(longest, hunted)> ahead_;  // by how many conquests may follow
};

}  // namespace evorisk::risk
