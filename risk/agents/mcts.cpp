// Monte Carlo tree search over decomposed actions, open loop: a node stands for a row of decisions,
// whatever the dice have made of them (Perez et al. 2015), and is chosen by upper confidence bounds
// (Kocsis and Szepesvari 2006). Where the strategist sees several moves the tree branches; other
// decisions are the strategist's.
#include <algorithm>
#include <array>
#include <cmath>

#include "risk/agents/agents.hpp"
#include "risk/agents/one_decision.hpp"
#include "risk/agents/playout.hpp"
#include "risk/agents/strategist.hpp"
#include "risk/match.hpp"

namespace evorisk::risk {

namespace {

class MctsAgent final : public OneDecision {
 public:
  MctsAgent(int playouts, int width, double exploration)
      : playouts_(playouts),
        width_(static_cast<std::size_t>(width)),
        exploration_(exploration),
        playout_(Evaluation::Weights{}) {
    // A playout adds one node's children at most.
    nodes_.reserve(1 + static_cast<std::size_t>(playouts + 1) * most);
    path_.reserve(deepest + 1);
  }

  void begin_match(const Variant& variant, int seat) override {
    seat_ = seat;
    base_->begin_match(variant, seat);
    playout_.begin_match(variant);
    odds_ = &battle_odds(variant.rules());
    turn_ = -1;
    fight_ = {};
    following_ = Phase::over;
    nodes_.clear();
  }

  Explanation explain(const State& state) const override {
    if (nodes_.empty()) return base_->explain(state);
    Explanation explanation{
        "Values are shares of the whole board's strength once all others have replied, on average "
        "over the playouts that went that way; the move with most playouts is played.",
        {}};
    for (int child = nodes_[0].child; child >= 0; child = at(child).sibling) {
      if (at(child).visits > 0) explanation.options.push_back({at(child).action, at(child).mean()});
    }
    std::ranges::stable_sort(explanation.options, std::greater<>(), &Explanation::Option::value);
    return explanation;
  }

 private:
  static constexpr std::size_t most = 12;     // children of a node
  static constexpr std::size_t deepest = 40;  // decisions in the tree
  static constexpr double press_odds = 0.4;

  struct Node {
    Action action;     // that leads here
    int seat = -1;     // who chose it, and whose value it is
    int child = -1;    // the first
    int sibling = -1;  // the next
    int visits = 0;
    double sum = 0;
    double mean() const { return visits > 0 ? sum / visits : 0; }
  };
  Node& at(int i) { return nodes_[static_cast<std::size_t>(i)]; }
  const Node& at(int i) const { return nodes_[static_cast<std::size_t>(i)]; }

  static bool branches(Phase phase) {
    return phase == Phase::reinforce || phase == Phase::continent || phase == Phase::attack;
  }

  Action decide(const State& state, Random& random) override {
    if (state.turn() != turn_) {
      turn_ = state.turn();
      following_ = Phase::over;
    }
    nodes_.clear();
    const Phase phase = state.phase();
    if (phase == Phase::attack && fight_.from >= 0 && state.owner(fight_.to) != seat_ &&
        state.troops(fight_.from) > 1 &&
        odds_->fight(state.troops(fight_.from), state.troops(fight_.to)).win >= press_odds) {
      return fight_;
    }
    fight_ = {};
    const Action usual = ask(*base_, state, random);
    if (!branches(phase) || following_ == phase) return usual;
    const Action chosen = search(state, usual, random);
    if (const Attack* attack = std::get_if<Attack>(&chosen)) fight_ = *attack;
    // What the strategist begins it goes on with by itself.
    if (phase != Phase::attack && chosen == usual) following_ = phase;
    return chosen;
  }

  Action search(const State& state, const Action& usual, Random& random) {
    nodes_.emplace_back();
    expand(0, *base_, state, usual);
    if (at(at(0).child).sibling < 0) return usual;
    int rivals = 0;
    for (int s = 0; s < state.variant().players(); ++s) {
      if (s != seat_ && state.territories_of(s) > 0) ++rivals;
    }
    const int horizon = state.turn() + 1 + rivals;
    const std::uint64_t seed = random.next();
    for (int n = 0; n < playouts_; ++n) {
      Random dice(
          {.seed = seed, .purpose = Purpose::agent, .match = static_cast<std::uint64_t>(n)});
      descend(state, horizon, dice);
    }
    int best = at(0).child;
    for (int child = best; child >= 0; child = at(child).sibling) {
      if (at(child).visits > at(best).visits) best = child;
    }
    return at(best).action;
  }

  // One playout: down the tree, one node further, then to the horizon.
  void descend(const State& state, int horizon, Random& dice) {
    playout_.start(state, dice);
    State& now = playout_.state();
    path_.clear();
    int node = 0;
    while (!now.over() && now.turn() < horizon && path_.size() < deepest) {
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
      const Action action = at(child).action;
      const Attack* attack = std::get_if<Attack>(&action);
      if (attack != nullptr && attack->from >= 0) {
        playout_.fight(*attack, press_odds, dice);
      } else {
        playout_.apply(action, dice);
      }
      playout_.deal_with_chance(dice);
      node = child;
    }
    const auto values = playout_.play_until(horizon, dice);
    ++at(0).visits;
    for (const int visited : path_) {
      ++at(visited).visits;
      at(visited).sum += values[static_cast<std::size_t>(at(visited).seat)];
    }
  }

  // Children: the usual move first, then what else the planner would consider, then to stop.
  void expand(int node, Planner& planner, const State& state, const Action& usual) {
    std::array<Planner::Option, most> room;
    const std::size_t found = planner.options(state, std::span(room).first(width_));
    int last = -1;
    const auto add = [&](const Action& action) {
      for (int child = at(node).child; child >= 0; child = at(child).sibling) {
        if (at(child).action == action) return;
      }
      const int index = static_cast<int>(nodes_.size());
      nodes_.push_back({.action = action, .seat = state.seat()});
      (last < 0 ? at(node).child : at(last).sibling) = index;
      last = index;
    };
    add(usual);
    for (std::size_t i = 0; i < found; ++i) add(room[i].action);
    if (state.phase() == Phase::attack) add(Attack{});
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
  std::size_t width_;
  double exploration_;
  std::unique_ptr<Planner> base_ = make_strategist(usual_caution);
  Playout playout_;
  const BattleOdds* odds_ = nullptr;
  int seat_ = 0;
  int turn_ = -1;
  Attack fight_;                   // being fought
  Phase following_ = Phase::over;  // the phase in which the strategist places by itself
  std::vector<Node> nodes_;        // of the last search; the root is the first
  std::vector<int> path_;
};

}  // namespace

std::unique_ptr<Agent> make_mcts_agent(const JsonView& parameters) {
  parameters.only({"playouts", "width", "exploration"});
  const auto playouts = parameters.find("playouts");
  const auto width = parameters.find("width");
  const auto exploration = parameters.find("exploration");
  return std::make_unique<MctsAgent>(
      playouts ? static_cast<int>(playouts->integer(1, 1'000'000)) : 300,
      width ? static_cast<int>(width->integer(1, 10)) : 4,
      exploration ? exploration->number(0, 10) : 0.04);
}

}  // namespace evorisk::risk
