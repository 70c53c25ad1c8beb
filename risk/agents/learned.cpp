// Plays by a learned value: of the placements, campaigns and moves along its borders open to it,
// the one after which it is most likely to win, by the exact odds of each fight. The strategist
// picks territories, exchanges cards, chooses idle troops to move up, and plays matches with
// missions.
#include "risk/agents/learned/learned.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/seal.hpp"
#include "risk/agents/agents.hpp"
#include "risk/agents/strategist.hpp"
#include "risk/legal.hpp"

namespace evorisk::risk {

namespace {

constexpr int longest_campaign = 6;  // conquests that are looked ahead
constexpr double least_win = 0.4;    // of a fight that is considered
constexpr std::size_t compared = 3;  // borders from which all campaigns are compared
constexpr int setup_ahead = 3;       // troops by which initial placements are compared
constexpr int setup_noted = 4;       // of so many initial troops one is noted

class LearnedAgent final : public Agent {
 public:
  LearnedAgent(std::shared_ptr<const ValueWeights> weights, ValueTrace* trace,
               std::uint64_t files_hash = 0)
      : weights_(std::move(weights)), trace_(trace), files_hash_(files_hash) {}

  std::uint64_t files_hash() const override { return files_hash_; }

  void begin_match(const Variant& variant, int seat) override {
    variant_ = &variant;
    odds_ = &battle_odds(variant.rules());
    seat_ = seat;
    base_->begin_match(variant, seat);
    terrain_.begin_match(variant);
    for (Prospect* prospect : {&now_, &trial_, &placed_}) prospect->begin_match(terrain_);
    for (Prospect& prospect : ahead_) prospect.begin_match(terrain_);
    fight_ = {};
    if (trace_ != nullptr) trace_->clear();
  }

  int pick(const State& state, Random& random) override {
    weighed_ = 0;
    return base_->pick(state, random);
  }
  Exchange exchange(const State& state, Random& random) override {
    weighed_ = 0;
    return base_->exchange(state, random);
  }
  Placement place(const State& state, Random& random) override {
    weighed_ = 0;
    if (state.phase() == Phase::initial) return place_initial(state, random);
    if (follows_base()) return base_->place(state, random);
    now_.look(state, seat_);
    const Placement best = best_placement(state);
    return best.territory >= 0 ? best : base_->place(state, random);
  }
  Attack attack(const State& state, Random& random) override {
    weighed_ = 0;
    now_.look(state, seat_);
    const Attack attack = follows_base() ? base_->attack(state, random) : best_attack(state);
    if (attack.from < 0) note();
    return attack;
  }
  Fortify fortify(const State& state, Random& random) override {
    weighed_ = 0;
    const Fortify idle = base_->fortify(state, random);
    if (follows_base()) return idle;
    now_.look(state, seat_);
    const Fortify best = best_move(state, idle);
    if (best.from < 0) return best;
    now_.move(best.from, best.to, best.troops);
    note();
    return best;
  }

  Explanation explain(const State& state) const override {
    if (weighed_ == 0) return base_->explain(state);
    const auto options = std::span(options_).first(weighed_);
    return {"Values are its chances to win, as it has learned to judge them.",
            {options.begin(), options.end()}};
  }

 private:
  // A fight in a position.
  struct Step {
    int from = -1;
    int to = -1;
    double win = 0;
    double if_won = 0;  // the value
  };

  bool follows_base() const { return weights_ == nullptr || variant_->missions() > 0; }

  // What was weighed last, best first.
  void weigh(const Action& action, double value) { options_[weighed_++] = {action, value}; }

  // For those who train: this position.
  void note() {
    if (trace_ != nullptr) now_.inputs(trace_->emplace_back());
  }

  double value(const Prospect& prospect) const {
    if (prospect.alone()) return 1;
    std::array<float, value_inputs> inputs;
    prospect.inputs(inputs);
    return logistic(value_logit(*weights_, inputs));
  }

  // The fight of `from` against `to`, whose won position is then in trial_. None where it is
  // hopeless, or not worth more than `least` even if victory won the match and defeat were worth
  // `stop`.
  Step step(const Prospect& prospect, int from, int to, double stop, double least) {
    Step step;
    const int troops = prospect.troops(from);
    const int defenders = prospect.troops(to);
    Fight room;
    const Fight& fight = odds_->fight(troops, defenders, room);
    if (fight.win < least_win || fight.win + (1 - fight.win) * stop <= least) return step;
    const int left = std::clamp(static_cast<int>(fight.attackers_if_won + 0.5), 2, troops);
    const int moved = likely_moved(variant_->rules(), left, defenders);
    step.from = from;
    step.to = to;
    step.win = fight.win;
    trial_ = prospect;
    trial_.conquer(from, to, left - moved, moved);
    step.if_won = value(trial_);
    return step;
  }

  double value_if_lost(const Prospect& prospect, const Step& step) {
    const int defenders = prospect.troops(step.to);
    Fight room;
    const Fight& fight = odds_->fight(prospect.troops(step.from), defenders, room);
    const int stand = static_cast<int>(fight.defenders / (1 - fight.win) + 0.5);
    trial_ = prospect;
    trial_.set_troops(step.from, 1);
    trial_.set_troops(step.to, std::clamp(stand, 1, defenders));
    return value(trial_);
  }

  // The value of a fight that is followed by the best of campaigns, if it is more than `least`.
  // `stop` is the value of the position: that of a lost fight is not computed where not even this
  // would be enough. Requires the won position in ahead_[more].
  double value_of(const Prospect& prospect, const Step& step, int more, double stop, double least) {
    const double won = step.win * value_if_won(step, more);
    const double lost = 1 - step.win;
    if (won + lost * stop <= least) return least;
    return lost < 1e-4 ? won : std::max(least, won + lost * value_if_lost(prospect, step));
  }

  // The value of the won fight, to which up to `more` others are added as far as they are worth it:
  // from where it was, or else, before all troops are placed, from anywhere.
  double value_if_won(const Step& step, int more) {
    if (more == 0 || step.if_won == 1) return step.if_won;
    const Prospect& then = ahead_[static_cast<std::size_t>(more)];
    Step next;
    double best = step.if_won;
    const auto try_from = [&](int from) {
      better_step(then, from, step.if_won, more - 1, next, best);
    };
    try_from(step.to);
    try_from(step.from);
    if (next.from < 0 && places_) {
      for (int t = 0; t < variant_->territories(); ++t) {
        if (t != step.to && t != step.from && then.owner(t) == seat_) try_from(t);
      }
    }
    if (next.from < 0) return step.if_won;
    return value_of(then, next, more - 1, step.if_won, step.if_won);
  }

  // The position that step() has left in trial_ is looked ahead from.
  void keep_won(int more) { std::swap(trial_, ahead_[static_cast<std::size_t>(more)]); }

  // `least` may rise meanwhile.
  template <class F>
  void for_each_step(const Prospect& prospect, int from, double stop, const double& least,
                     F&& use) {
    if (prospect.troops(from) < 2) return;
    for (const int to : variant_->neighbours(from)) {
      if (prospect.owner(to) == seat_) continue;
      const Step here = step(prospect, from, to, stop, least);
      if (here.from >= 0) use(here);
    }
  }

  // The fight from `from` that is worth most if defeat leaves `stop`, where it is worth more than
  // `most`. Its won position is kept for `more` others.
  void better_step(const Prospect& prospect, int from, double stop, int more, Step& best,
                   double& most) {
    for_each_step(prospect, from, stop, most, [&](const Step& here) {
      const double value = here.win * here.if_won + (1 - here.win) * stop;
      if (value <= most) return;
      most = value;
      best = here;
      keep_won(more);
    });
  }

  // What the best fight from `from` and the best one after it promise.
  double promise(const Prospect& prospect, int from) {
    const double stop = value(prospect);
    double most = stop;
    Step first;
    better_step(prospect, from, stop, 1, first, most);
    if (first.from < 0) return stop;
    double then = first.if_won;
    Step second;
    better_step(ahead_[1], first.to, first.if_won, 0, second, then);
    better_step(ahead_[1], first.from, first.if_won, 0, second, then);
    return first.win * then + (1 - first.win) * stop;
  }

  // Of all campaigns from `from`, the best one's value, if it is more than `least`.
  double campaign(const Prospect& prospect, int from, double stop, double least, Attack* attack) {
    double best = least;
    for_each_step(prospect, from, stop, best, [&](const Step& first) {
      keep_won(longest_campaign - 1);
      const double here = value_of(prospect, first, longest_campaign - 1, stop, best);
      if (here <= best) return;
      best = here;
      if (attack != nullptr) *attack = {first.from, first.to};
    });
    return best;
  }

  Attack best_attack(const State& state) {
    places_ = false;
    const double stop = value(now_);
    double best = stop;
    // Where another agent decides in between, the fight may be over.
    if (fight_.from >= 0 && state.owner(fight_.from) == seat_ && state.owner(fight_.to) != seat_ &&
        state.troops(fight_.from) > 1) {
      const Step again = step(now_, fight_.from, fight_.to, stop, stop);
      if (again.from >= 0) {
        keep_won(longest_campaign - 1);
        // What may follow makes it worth more, never less.
        best = value_of(now_, again, 0, stop, stop);
        if (best <= stop) best = value_of(now_, again, longest_campaign - 1, stop, stop);
      }
    }
    if (best <= stop) {
      fight_ = {};
      bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant_->words(),
                             [&](int t) { best = campaign(now_, t, stop, best, &fight_); });
    }
    if (fight_.from >= 0) weigh(fight_, best);
    weigh(Attack{}, stop);
    return fight_;
  }

  // One troop, where several are worth most.
  Placement place_initial(const State& state, Random& random) {
    now_.look(state, seat_);
    Placement best = follows_base() ? base_->place(state, random) : Placement{};
    double most = -1;
    if (!follows_base()) {
      bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant_->words(),
                             [&](int t) {
                               trial_ = now_;
                               trial_.set_troops(t, now_.troops(t) + setup_ahead);
                               const double here = value(trial_);
                               if (here <= most) return;
                               most = here;
                               best = {t, 1};
                             });
    }
    if (!follows_base()) weigh(best, most);
    now_.set_troops(best.territory, now_.troops(best.territory) + 1);
    if (state.troops_of(seat_) % setup_noted == 0) note();
    return best;
  }

  // The best move of the idle troops to a border, and without any, of all or half of a border's
  // troops to another one.
  Fortify best_move(const State& state, const Fortify& idle) {
    if (idle.from >= 0 && state.enemy_neighbours(idle.to) == 0) return idle;  // a way to a border
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* frontier = state.frontier().data();
    const auto worth = [&](const Fortify& move) {
      trial_ = now_;
      if (move.from >= 0) trial_.move(move.from, move.to, move.troops);
      return value(trial_);
    };
    const double otherwise = worth(idle);
    Fortify best = idle;
    double most = otherwise;
    const auto try_move = [&](const Fortify& move) {
      if (refusal(state, move) != Refusal::none) return;
      const double here = worth(move);
      if (here <= most) return;
      most = here;
      best = move;
    };
    bits::for_each_in_both(own, frontier, variant_->words(), [&](int to) {
      if (idle.from >= 0) return try_move({idle.from, to, idle.troops});
      bits::for_each_in_both(own, frontier, variant_->words(), [&](int from) {
        const int troops = state.movable(from);
        try_move({from, to, troops});
        try_move({from, to, troops / 2});
      });
    });
    if (most > otherwise) {
      weigh(best, most);
      weigh(idle, otherwise);
    }
    return best;
  }

  // All troops where the best campaign begins, or half of them elsewhere first; no territory
  // where no border can get any.
  Placement best_placement(const State& state) {
    places_ = true;
    const bits::Word* where = state.phase() == Phase::continent
                                  ? variant_->continent_set(state.continent()).data()
                                  : state.owned(seat_).data();
    const int troops = state.to_place();
    const int part = troops / 2;
    const auto for_each_border = [&](auto&& use) {
      bits::for_each_in_both(where, state.frontier().data(), variant_->words(), [&](int t) {
        if (state.owner(t) == seat_) use(t);
      });
    };
    const auto place = [&](int t, int n) { placed_.set_troops(t, state.troops(t) + n); };
    std::array<std::pair<double, int>, compared> begins;
    begins.fill({-1.0, -1});
    std::size_t borders = 0;
    for_each_border([&](int) { ++borders; });
    for_each_border([&](int t) {
      placed_ = now_;
      place(t, troops);
      std::pair<double, int> here{borders > compared ? promise(placed_, t) : 0, t};
      for (auto& begin : begins) {
        if (here.first > begin.first) std::swap(here, begin);
      }
    });
    Placement best{-1, troops};
    double most = -1;
    const auto try_campaign = [&](int from, const Placement& placement) {
      const double stop = value(placed_);
      const double here = campaign(placed_, from, stop, std::max(stop, most), nullptr);
      if (here <= most) return;
      most = here;
      best = placement;
    };
    for (const auto& [promised, t] : begins) {
      if (t < 0) break;
      placed_ = now_;
      place(t, troops);
      try_campaign(t, {t, troops});
    }
    const int base = best.territory;
    if (base < 0) return best;
    placed_ = now_;
    place(base, troops - part);
    // Half goes where it is worth most before any fight.
    int aside = -1;
    double worth = -1;
    for_each_border([&](int t) {
      if (t == base || part == 0) return;
      trial_ = placed_;
      trial_.set_troops(t, state.troops(t) + part);
      const double here = value(trial_);
      if (here <= worth) return;
      worth = here;
      aside = t;
    });
    if (aside >= 0) {
      place(aside, part);
      try_campaign(base, {aside, part});
    }
    weigh(best, most);
    return best;
  }

  std::shared_ptr<const ValueWeights> weights_;
  ValueTrace* trace_;
  std::uint64_t files_hash_;
  std::unique_ptr<Planner> base_ = make_strategist(usual_caution);
  const Variant* variant_ = nullptr;
  const BattleOdds* odds_ = nullptr;
  int seat_ = 0;
  Attack fight_;                                // the one that goes on
  bool places_ = false;                         // whether troops are being placed
  std::array<Explanation::Option, 2> options_;  // of the last decision
  std::size_t weighed_ = 0;
  Terrain terrain_;
  // Positions: this one; those that are tried out.
  Prospect now_;
  Prospect trial_;
  Prospect placed_;
  std::array<Prospect, longest_campaign> ahead_;
};

}  // namespace

std::unique_ptr<Agent> make_learned(std::shared_ptr<const ValueWeights> weights,
                                    ValueTrace* trace) {
  return std::make_unique<LearnedAgent>(std::move(weights), trace);
}

std::unique_ptr<Agent> make_learned_agent(const JsonView& parameters) {
  const auto file = parameters.find("weights");
  if (!file) return make_learned(shipped_weights());
  auto weights = read_weights(file->text());
  const std::uint64_t hash = text_hash(weights_to_json(*weights).dump());
  return std::make_unique<LearnedAgent>(std::move(weights), nullptr, hash);
}

}  // namespace evorisk::risk
