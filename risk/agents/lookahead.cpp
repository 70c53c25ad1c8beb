// Looks ahead: of the few moves that the strategist would consider, it plays the one after which
// its own turn and the opponents' replies, sampled with the exact odds of the dice, end best.
#include <algorithm>
#include <array>

#include "risk/agents/agents.hpp"
#include "risk/agents/one_decision.hpp"
#include "risk/agents/playout.hpp"
#include "risk/agents/strategist.hpp"
#include "risk/match.hpp"

namespace evorisk::risk {

namespace {

class LookaheadAgent final : public OneDecision {
 public:
  LookaheadAgent(int samples, int width)
      : samples_(samples),
        width_(static_cast<std::size_t>(width)),
        playout_(Evaluation::Weights{}) {}

  void begin_match(const Variant& variant, int seat) override {
    seat_ = seat;
    base_->begin_match(variant, seat);
    playout_.begin_match(variant);
    odds_ = &battle_odds(variant.rules());
    turn_ = -1;
    fight_ = {};
    following_ = Phase::over;
    count_ = 0;
  }

  Explanation explain(const State& state) const override {
    if (count_ == 0) return base_->explain(state);
    Explanation explanation{
        "Values are shares of the whole board's strength once all others have replied, on average "
        "over samples.",
        {}};
    for (std::size_t i = 0; i < count_; ++i) {
      explanation.options.push_back({candidates_[i].action, candidates_[i].mean()});
    }
    std::ranges::stable_sort(explanation.options, std::greater<>(), &Explanation::Option::value);
    return explanation;
  }

 private:
  struct Candidate {
    Action action;
    double sum = 0;
    int samples = 0;
    double mean() const { return samples > 0 ? sum / samples : 0; }
  };
  static constexpr std::size_t most = 12;
  static constexpr double press_odds = 0.4;

  Action decide(const State& state, Random& random) override {
    if (state.turn() != turn_) {
      turn_ = state.turn();
      left_ = samples_;
      following_ = Phase::over;
    }
    count_ = 0;
    const Phase phase = state.phase();
    if (phase == Phase::attack) return attack_now(state, random);
    fight_ = {};
    if ((phase == Phase::reinforce || phase == Phase::continent) && following_ != phase) {
      const Action usual = ask(*base_, state, random);
      add(state, usual);
      const Action chosen = search(state, random, samples_ / 3);
      // What the strategist begins it goes on with by itself.
      if (chosen == usual) following_ = phase;
      return chosen;
    }
    return ask(*base_, state, random);
  }

  Action attack_now(const State& state, Random& random) {
    if (fight_.from >= 0 && state.owner(fight_.to) != seat_ && state.troops(fight_.from) > 1 &&
        odds_->fight(state.troops(fight_.from), state.troops(fight_.to)).win >= press_odds) {
      return fight_;
    }
    add(state, ask(*base_, state, random));
    const Action chosen = search(state, random, left_ / 4);
    fight_ = std::get<Attack>(chosen);
    return chosen;
  }

  void offer(const Action& action) {
    for (std::size_t i = 0; i < count_; ++i) {
      if (candidates_[i].action == action) return;
    }
    if (count_ < most) candidates_[count_++] = {action, 0, 0};
  }

  // The strategist's move, what else it would consider, and to stop.
  void add(const State& state, const Action& usual) {
    offer(usual);
    std::array<Planner::Option, most> room;
    const std::size_t found = base_->options(state, std::span(room).first(width_));
    for (std::size_t i = 0; i < found; ++i) offer(room[i].action);
    if (state.phase() == Phase::attack) offer(Attack{});
  }

  // Sequential halving: all candidates are sampled equally often, the better half goes on.
  // The samples of a round use the same streams for all.
  Action search(const State& state, Random& random, int budget) {
    const Action usual = candidates_[0].action;
    if (count_ == 1) return usual;
    const auto all = static_cast<int>(count_);
    int rounds = 1;
    while ((all >> rounds) > 1) ++rounds;
    if (budget < 2 * all || left_ < budget) return usual;
    const std::uint64_t seed = random.next();
    std::array<std::size_t, most> order{};
    for (std::size_t i = 0; i < count_; ++i) order[i] = i;
    std::uint64_t sample = 0;
    for (std::size_t alive = count_; alive > 1; alive = (alive + 1) / 2) {
      const int each = std::max(1, budget / rounds / static_cast<int>(alive));
      for (int n = 0; n < each; ++n, ++sample) {
        for (std::size_t i = 0; i < alive; ++i) {
          Candidate& candidate = candidates_[order[i]];
          Random dice({.seed = seed, .purpose = Purpose::agent, .match = sample});
          candidate.sum += value(state, candidate.action, dice);
          ++candidate.samples;
          --left_;
        }
      }
      std::stable_sort(order.begin(), order.begin() + static_cast<std::ptrdiff_t>(alive),
                       [&](std::size_t a, std::size_t b) {
                         return candidates_[a].mean() > candidates_[b].mean();
                       });
    }
    return candidates_[order[0]].action;
  }

  double value(const State& state, const Action& action, Random& dice) {
    playout_.start(state, dice);
    const Attack* attack = std::get_if<Attack>(&action);
    if (attack != nullptr && attack->from >= 0) {
      playout_.fight(*attack, press_odds, dice);
    } else {
      playout_.apply(action, dice);
    }
    int rivals = 0;
    for (int s = 0; s < state.variant().players(); ++s) {
      if (s != seat_ && state.territories_of(s) > 0) ++rivals;
    }
    return playout_.play_until(state.turn() + 1 + rivals, dice)[static_cast<std::size_t>(seat_)];
  }

  int samples_;
  std::size_t width_;
  std::unique_ptr<Planner> base_ = make_strategist(usual_caution);
  Playout playout_;
  const BattleOdds* odds_ = nullptr;
  int seat_ = 0;
  int turn_ = -1;
  int left_ = 0;                            // samples of this turn
  Attack fight_;                            // being fought
  Phase following_ = Phase::over;           // the phase in which the strategist places by itself
  std::array<Candidate, most> candidates_;  // of the last search
  std::size_t count_ = 0;
};

}  // namespace

std::unique_ptr<Agent> make_lookahead_agent(const JsonView& parameters) {
  parameters.only({"samples", "width"});
  const auto samples = parameters.find("samples");
  const auto width = parameters.find("width");
  return std::make_unique<LookaheadAgent>(
      samples ? static_cast<int>(samples->integer(1, 1'000'000)) : 400,
      width ? static_cast<int>(width->integer(1, 10)) : 4);
}

}  // namespace evorisk::risk
