// Plays by a learned value: of the claims that the draft ranks highest, and of the placements,
// campaigns and moves along its borders open to it, the one after which it is most likely to win,
// by the exact odds of each fight. Among several it hunts weak rivals, and late attacks may cost
// some of its chance. The strategist exchanges cards, chooses idle troops to move up, and plays
// matches with missions. (Exchanges by the value lose: it waits for dearer ones.)
#include "risk/agents/learned/learned.hpp"

#include <algorithm>
#include <limits>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/seal.hpp"
#include "risk/agents/agents.hpp"
#include "risk/agents/learned/campaigns.hpp"
#include "risk/agents/planning/draft.hpp"
#include "risk/agents/strategist.hpp"
#include "risk/legal.hpp"

namespace evorisk::risk {

namespace {

constexpr std::size_t compared = 3;  // borders from which all campaigns are compared
constexpr int claims_compared = 2;   // four choose no better
// With less urgency, more matches of four and six are unfinished than of the strategist.
constexpr AmongSeveral usual_ways{.urgency = 0.6, .hunts = true};
constexpr int setup_ahead = 3;  // troops by which initial placements are compared
constexpr int setup_noted = 4;  // of so many initial troops one is noted

class LearnedAgent final : public Agent {
 public:
  LearnedAgent(std::shared_ptr<const ValueWeights> weights, ValueTrace* trace,
               const AmongSeveral& several, std::uint64_t files_hash = 0)
      : learned_(weights != nullptr),
        trace_(trace),
        urgency_(several.urgency),
        files_hash_(files_hash),
        campaigns_(std::move(weights), several.hunts) {}

  std::uint64_t files_hash() const override { return files_hash_; }

  void begin_match(const Variant& variant, int seat) override {
    variant_ = &variant;
    seat_ = seat;
    base_->begin_match(variant, seat);
    terrain_.begin_match(variant);
    if (learned_) campaigns_.begin_match(variant, terrain_, seat);
    for (Prospect* prospect : {&now_, &trial_, &placed_}) prospect->begin_match(terrain_);
    if (variant.rules().allocation == Allocation::pick && !follows_base()) {
      drafted_.emplace(variant);
      draft_.begin_match(variant);
    }
    fight_ = {};
    if (trace_ != nullptr) trace_->clear();
  }

  int pick(const State& state, Random& random) override {
    weighed_ = 0;
    return follows_base() ? base_->pick(state, random) : best_pick(state);
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
    return {
        "Values are its chances to win, as it has learned to judge them. While several rivals are "
        "left, the value of not attacking is reduced, the more the later it is.",
        {options.begin(), options.end()}};
  }

 private:
  bool follows_base() const { return !learned_ || variant_->missions() > 0; }

  // What was weighed last, best first.
  void weigh(const Action& action, double value) { options_[weighed_++] = {action, value}; }

  // For those who train: this position.
  void note() {
    if (trace_ != nullptr) now_.inputs(trace_->emplace_back());
  }

  // Of the claims that the draft ranks highest, the one after which it is likeliest to win, if all
  // go on by the draft and put their initial troops along their borders.
  int best_pick(const State& state) {
    constexpr double never = -std::numeric_limits<double>::infinity();
    std::array<int, claims_compared> claims;
    double most = -1;
    int best = -1;
    for (int n = 0; n < std::min(claims_compared, state.free_count()); ++n) {
      const auto tried = std::span(claims).first(static_cast<std::size_t>(n));
      const int claim =
          draft_.best(state, [&](int t) { return std::ranges::count(tried, t) == 0 ? 0 : never; });
      claims[static_cast<std::size_t>(n)] = claim;
      *drafted_ = state;
      drafted_->pick(claim);
      while (drafted_->phase() == Phase::pick) drafted_->pick(draft_.best(*drafted_));
      trial_.look(*drafted_, seat_);
      for (int s = 0; s < variant_->players(); ++s) set_up(*drafted_, s);
      const double here = campaigns_.value(trial_);
      if (here <= most) continue;
      most = here;
      best = claim;
    }
    weigh(Pick{best}, most);
    return best;
  }

  // Puts the initial troops of a seat along its borders, as evenly as possible.
  void set_up(const State& drafted, int seat) {
    const bits::Word* own = drafted.owned(seat).data();
    const bits::Word* frontier = drafted.frontier().data();
    int borders = bits::count_in_both(own, frontier, variant_->words());
    int left = initial_troops_to_place(variant_->rules(), drafted.territories_of(seat), seat);
    bits::for_each_in_both(own, frontier, variant_->words(), [&](int t) {
      const int troops = left / borders--;
      left -= troops;
      trial_.set_troops(t, drafted.troops(t) + troops);
    });
  }

  // What a fight must leave it, where no fight leaves it `stop`. Among several, each waits for the
  // others to weaken themselves, and a match that all wait in is lost for all: so the more of it
  // has passed, the more a fight may cost.
  double least_worth(const State& state, double stop) const {
    if (now_.seats_left() == 2) return stop;
    return stop * (1 - urgency_ * state.turn() / variant_->rules().turn_limit);
  }

  Attack best_attack(const State& state) {
    campaigns_.go_on_anywhere(false);
    const double stop = campaigns_.value(now_);
    const double least = least_worth(state, stop);
    double best = least;
    // Where another agent decides in between, the fight may be over.
    if (fight_.from >= 0 && state.owner(fight_.from) == seat_ && state.owner(fight_.to) != seat_ &&
        state.troops(fight_.from) > 1) {
      best = campaigns_.go_on(now_, fight_, stop, least);
    }
    // One that is worth going on with goes on: to compare others with it gains nothing.
    if (best <= least) {
      fight_ = {};
      bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant_->words(),
                             [&](int t) { best = campaigns_.best(now_, t, stop, best, &fight_); });
    }
    if (fight_.from >= 0) weigh(fight_, best);
    weigh(Attack{}, least);
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
                               const double here = campaigns_.value(trial_);
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
      return campaigns_.value(trial_);
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
    campaigns_.go_on_anywhere(true);
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
      std::pair<double, int> here{borders > compared ? campaigns_.promise(placed_, t) : 0, t};
      for (auto& begin : begins) {
        if (here.first > begin.first) std::swap(here, begin);
      }
    });
    Placement best{-1, troops};
    double most = -1;
    const auto try_campaign = [&](int from, const Placement& placement) {
      const double stop = campaigns_.value(placed_);
      const double here = campaigns_.best(placed_, from, stop, std::max(stop, most), nullptr);
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
      const double here = campaigns_.value(trial_);
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

  bool learned_;  // or the strategist plays
  ValueTrace* trace_;
  double urgency_;
  std::uint64_t files_hash_;
  std::unique_ptr<Planner> base_ = make_strategist(usual_caution);
  const Variant* variant_ = nullptr;
  int seat_ = 0;
  Attack fight_;                                // the one that goes on
  std::array<Explanation::Option, 2> options_;  // of the last decision
  std::size_t weighed_ = 0;
  Terrain terrain_;
  Campaigns campaigns_;
  Draft draft_;
  std::optional<State> drafted_;  // after claims that are tried out
  // Positions: this one; those that are tried out.
  Prospect now_;
  Prospect trial_;
  Prospect placed_;
};

}  // namespace

std::unique_ptr<Agent> make_learned(std::shared_ptr<const ValueWeights> weights, ValueTrace* trace,
                                    const AmongSeveral& several) {
  return std::make_unique<LearnedAgent>(std::move(weights), trace, several);
}

std::unique_ptr<Agent> make_learned_agent(const JsonView& parameters) {
  const auto file = parameters.find("weights");
  if (!file) return make_learned(shipped_weights(), nullptr, usual_ways);
  auto weights = read_weights(file->text());
  const std::uint64_t hash = text_hash(weights_to_json(*weights).dump());
  return std::make_unique<LearnedAgent>(std::move(weights), nullptr, usual_ways, hash);
}

}  // namespace evorisk::risk
