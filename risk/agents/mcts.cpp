// Monte Carlo tree search over decomposed actions, open loop: a node stands for a row of decisions,
// whatever the dice have made of them (Perez et al. 2015), and is chosen by upper confidence bounds
// (Kocsis and Szepesvari 2006). Where the strategist sees several moves the tree branches; other
// decisions are the strategist's.
#include <algorithm>
#include <cmath>

#include "risk/agents/agents.hpp"
#include "risk/agents/planning/search.hpp"
#include "risk/legal.hpp"

namespace evorisk::risk {

namespace {

class MctsAgent final : public SearchAgent {
 public:
  MctsAgent(int playouts, int width, double exploration)
      : SearchAgent(width), playouts_(playouts), exploration_(exploration) {
    // A playout adds one node's children at most.
    nodes_.reserve(1 + static_cast<std::size_t>(playouts + 1) * most);
    path_.reserve(deepest + 1);
  }

  Explanation explain(const State& state) const override {
    if (nodes_.empty()) return base_->explain(state);
    std::vector<Explanation::Option> options;
    for (int child = at(0).child; child >= 0; child = at(child).sibling) {
      if (at(child).visits > 0) options.push_back({at(child).action, at(child).mean()});
    }
    return explained(
        "Values are shares of the whole board's strength once all others have "
        "replied, on average over the playouts that went that way; the move with most "
        "playouts is played.",
        std::move(options));
  }

 private:
  static constexpr std::size_t deepest = 40;  // decisions in the tree

  struct Node {
    Action action;     // that leads here
    int seat = -1;     // that chose it, and of which the value is
    int child = -1;    // the first
    int sibling = -1;  // the next
    int visits = 0;
    double sum = 0;
    double mean() const { return visits > 0 ? sum / visits : 0; }
  };
  Node& at(int i) { return nodes_[static_cast<std::size_t>(i)]; }
  const Node& at(int i) const { return nodes_[static_cast<std::size_t>(i)]; }

  void forget() override { nodes_.clear(); }

  Action search(const State& state, const Action& usual, Random& random) override {
    nodes_.emplace_back();
    expand(0, *base_, state, usual);
    if (at(at(0).child).sibling < 0) return usual;
    const std::uint64_t seed = random.next();
    for (int n = 0; n < playouts_; ++n) {
      Random dice(
          {.seed = seed, .purpose = Purpose::agent, .match = static_cast<std::uint64_t>(n)});
      descend(state, horizon(state), dice);
    }
    int best = at(0).child;
    for (int child = best; child >= 0; child = at(child).sibling) {
      if (at(child).visits > at(best).visits) best = child;
    }
    return at(best).action;
  }

  // One playout: down the tree, one node further, then to the horizon.
  void descend(const State& state, int end, Random& dice) {
    playout_.start(state, dice);
    State& now = playout_.state();
    path_.clear();
    int node = 0;
    while (!now.over() && now.turn() < end && path_.size() < deepest) {
      if (!branches(now.phase())) {
        playout_.apply(playout_.decide(dice), dice);
        playout_.deal_with_chance(dice);
        continue;
      }
      if (at(node).child < 0) {
        if (at(node).visits == 0 && node != 0) break;
        expand(node, playout_.planner(), now, playout_.decide(dice));
      }
      const int child = select(node, now);
      if (child < 0) break;  // none is legal with these dice
      path_.push_back(child);
      try_out(at(child).action, dice);
      playout_.deal_with_chance(dice);
      node = child;
    }
    const auto values = playout_.play_until(end, dice);
    ++at(0).visits;
    for (const int visited : path_) {
      ++at(visited).visits;
      at(visited).sum += values[static_cast<std::size_t>(at(visited).seat)];
    }
  }

  // Adds what is considered there as children.
  void expand(int node, Planner& planner, const State& state, const Action& usual) {
    const Moves moves = considered(planner, state, usual);
    for (std::size_t i = moves.count; i-- > 0;) {
      const int index = static_cast<int>(nodes_.size());
      nodes_.push_back(
          {.action = moves.actions[i], .seat = state.seat(), .sibling = at(node).child});
      at(node).child = index;
    }
  }

  // The legal child of the highest upper confidence bound; those not visited first, in order.
  int select(int node, const State& state) const {
    int best = -1;
    double highest = 0;
    const double total = std::log(1.0 + at(node).visits);
    for (int child = at(node).child; child >= 0; child = at(child).sibling) {
      const Node& c = at(child);
      if (c.seat != state.seat() || refusal(state, c.action) != Refusal::none) continue;
      if (c.visits == 0) return child;
      const double bound = c.mean() + exploration_ * std::sqrt(total / c.visits);
      if (best < 0 || bound > highest) {
        best = child;
        highest = bound;
      }
    }
    return best;
  }

  int playouts_;
  double exploration_;
  std::vector<Node> nodes_;  // of the last search; the root is the first
  std::vector<int> path_;
};

}  // namespace

std::unique_ptr<Agent> make_mcts_agent(const JsonView& parameters) {
  return std::make_unique<MctsAgent>(integer(parameters, "playouts"), integer(parameters, "width"),
                                     number(parameters, "exploration"));
}

}  // namespace evorisk::risk
