// Looks ahead: of the few moves that the strategist would consider, it plays the one after which
// its own turn and the opponents' replies, sampled with the exact odds of the dice, end best.
#include <algorithm>
#include <array>
#include <numeric>

#include "risk/agents/agents.hpp"
#include "risk/agents/planning/search.hpp"

namespace evorisk::risk {

namespace {

class LookaheadAgent final : public SearchAgent {
 public:
  LookaheadAgent(int samples, int width) : SearchAgent(width), samples_(samples) {}

  Explanation explain(const State& state) const override {
    if (moves_.count == 0) return base_->explain(state);
    std::vector<Explanation::Option> options;
    for (std::size_t i = 0; i < moves_.count; ++i) {
      options.push_back({moves_.actions[i], trials_[i].mean()});
    }
    return explained(
        "Values are shares of the whole board's strength once all others have "
        "replied, on average over samples.",
        std::move(options));
  }

 private:
  struct Trial {
    double sum = 0;
    int samples = 0;
    double mean() const { return samples > 0 ? sum / samples : 0; }
  };

  void begin_turn() override { left_ = samples_; }
  void forget() override { moves_.count = 0; }

  // Sequential halving: all candidates are sampled equally often, the better half goes on.
  // The samples of a round use the same streams for all.
  Action search(const State& state, const Action& usual, Random& random) override {
    const int budget = state.phase() == Phase::attack ? left_ / 4 : samples_ / 3;
    moves_ = considered(*base_, state, usual);
    trials_ = {};
    if (moves_.count == 1) return usual;
    const auto all = static_cast<int>(moves_.count);
    int rounds = 1;
    while ((all >> rounds) > 1) ++rounds;
    if (budget < 2 * all || left_ < budget) return usual;
    const std::uint64_t seed = random.next();
    std::array<std::size_t, most> order{};
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::uint64_t sample = 0;
    for (std::size_t alive = moves_.count; alive > 1; alive = (alive + 1) / 2) {
      const int each = std::max(1, budget / rounds / static_cast<int>(alive));
      for (int n = 0; n < each; ++n, ++sample) {
        for (std::size_t i = 0; i < alive; ++i) {
          Trial& trial = trials_[order[i]];
          Random dice({.seed = seed, .purpose = Purpose::agent, .match = sample});
          trial.sum += value(state, moves_.actions[order[i]], dice);
          ++trial.samples;
          --left_;
        }
      }
      std::stable_sort(
          order.begin(), order.begin() + static_cast<std::ptrdiff_t>(alive),
          [&](std::size_t a, std::size_t b) { return trials_[a].mean() > trials_[b].mean(); });
    }
    return moves_.actions[order[0]];
  }

  double value(const State& state, const Action& action, Random& dice) {
    playout_.start(state, dice);
    try_out(action, dice);
    return playout_.play_until(horizon(state), dice)[static_cast<std::size_t>(seat())];
  }

  int samples_;
  int left_ = 0;  // samples of this turn
  // Of the last search.
  Moves moves_;
  std::array<Trial, most> trials_;
};

}  // namespace

std::unique_ptr<Agent> make_lookahead_agent(const JsonView& parameters) {
  return std::make_unique<LookaheadAgent>(integer(parameters, "samples"),
                                          integer(parameters, "width"));
}

}  // namespace evorisk::risk
