// Agents made of agents: one that errs, one that changes its mind.
#include <numeric>

#include "base/error.hpp"
#include "risk/agents/agents.hpp"
#include "risk/agents/one_decision.hpp"
#include "risk/match.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

namespace {

class BlunderAgent final : public OneDecision {
 public:
  BlunderAgent(double p, std::unique_ptr<Agent> agent) : p_(p), agent_(std::move(agent)) {}

  void begin_match(const Variant& variant, int seat) override {
    agent_->begin_match(variant, seat);
    random_->begin_match(variant, seat);
    erred_ = false;
  }
  Explanation explain(const State& state) const override {
    if (!erred_) return agent_->explain(state);
    return {"Erred: drew one of the legal actions.", {}};
  }
  Fault fault() const override { return agent_->fault(); }
  bool reproducible() const override { return agent_->reproducible(); }

 private:
  Action decide(const State& state, Random& random) override {
    erred_ = random.chance(p_);
    return ask(erred_ ? *random_ : *agent_, state, random);
  }

  double p_;
  std::unique_ptr<Agent> agent_;
  std::unique_ptr<Agent> random_ = make_agent("random");
  bool erred_ = false;
};

// Draws one of its agents anew for every match, turn or decision.
class MixAgent final : public OneDecision {
 public:
  enum class Every : std::uint8_t { match, turn, decision };

  MixAgent(std::vector<std::unique_ptr<Agent>> agents, std::vector<double> weights, Every every)
      : agents_(std::move(agents)), weights_(std::move(weights)), every_(every) {}

  void begin_match(const Variant& variant, int seat) override {
    for (const auto& agent : agents_) agent->begin_match(variant, seat);
    chosen_ = nullptr;
  }
  Explanation explain(const State& state) const override {
    return chosen_ != nullptr ? chosen_->explain(state) : Explanation{};
  }
  Fault fault() const override { return chosen_ != nullptr ? chosen_->fault() : Fault::illegal; }
  bool reproducible() const override {
    for (const auto& agent : agents_) {
      if (!agent->reproducible()) return false;
    }
    return true;
  }

 private:
  Action decide(const State& state, Random& random) override {
    if (chosen_ == nullptr || every_ == Every::decision ||
        (every_ == Every::turn && state.turn() != turn_)) {
      turn_ = state.turn();
      double left = random.unit() * std::accumulate(weights_.begin(), weights_.end(), 0.0);
      std::size_t i = 0;
      while (i + 1 < agents_.size() && left >= weights_[i]) left -= weights_[i++];
      chosen_ = agents_[i].get();
    }
    return ask(*chosen_, state, random);
  }

  std::vector<std::unique_ptr<Agent>> agents_;
  std::vector<double> weights_;
  Every every_;
  Agent* chosen_ = nullptr;
  int turn_ = -1;
};

}  // namespace

std::vector<std::unique_ptr<Agent>> make_agents(const JsonView& list) {
  std::vector<std::unique_ptr<Agent>> agents;
  for (const JsonView& item : list.items()) agents.push_back(make_agent(item));
  if (agents.empty() || agents.size() > most_members) {
    list.fail("found {} agents, must be 1 to {}", agents.size(), most_members);
  }
  return agents;
}

std::unique_ptr<Agent> make_blunder_agent(const JsonView& parameters) {
  parameters.only({"p", "agent"});
  const auto p = parameters.find("p");
  const auto agent = parameters.find("agent");
  return std::make_unique<BlunderAgent>(p ? p->number(0, 1) : 0.1,
                                        agent ? make_agent(*agent) : make_agent("cautious"));
}

std::unique_ptr<Agent> make_mix_agent(const JsonView& parameters) {
  parameters.only({"agents", "weights", "every"});
  std::vector<std::unique_ptr<Agent>> agents;
  if (const auto list = parameters.find("agents")) {
    agents = make_agents(*list);
  } else {
    for (const char* name : {"cautious", "aggressive"}) agents.push_back(make_agent(name));
  }
  std::vector<double> weights(agents.size(), 1);
  if (const auto list = parameters.find("weights")) {
    const auto items = list->items();
    if (items.size() != agents.size()) {
      list->fail("found {} weights for {} agents", items.size(), agents.size());
    }
    for (std::size_t i = 0; i < items.size(); ++i) weights[i] = items[i].number(0, 1e6);
    if (std::accumulate(weights.begin(), weights.end(), 0.0) <= 0) {
      list->fail("one weight at least must be more than 0");
    }
  }
  auto every = MixAgent::Every::match;
  if (const auto name = parameters.find("every")) {
    constexpr std::string_view names[] = {"match", "turn", "decision"};
    every = static_cast<MixAgent::Every>(name->one_of(names));
  }
  return std::make_unique<MixAgent>(std::move(agents), std::move(weights), every);
}

}  // namespace evorisk::risk
