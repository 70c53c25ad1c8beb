// Agents made of agents: one that errs, one that changes its mind, one that votes.
#include <algorithm>
#include <numeric>

#include "base/error.hpp"
#include "base/seal.hpp"
#include "risk/agents/agents.hpp"
#include "risk/agents/one_decision.hpp"
#include "risk/match.hpp"
#include "risk/state.hpp"

namespace evorisk::risk {

namespace {

constexpr std::size_t most_members = 16;

class AgentOfAgents : public OneDecision {
 public:
  explicit AgentOfAgents(std::vector<std::unique_ptr<Agent>> agents) : agents_(std::move(agents)) {}

  void begin_match(const Variant& variant, int seat) override {
    for (const auto& agent : agents_) agent->begin_match(variant, seat);
    chosen_ = nullptr;
  }
  bool watches() const override {
    return std::ranges::any_of(agents_, [](const auto& agent) { return agent->watches(); });
  }
  void watch(const State& before, const Event& event) override {
    for (const auto& agent : agents_) {
      if (agent->watches()) agent->watch(before, event);
    }
  }
  Explanation explain(const State& state) const override {
    return chosen_ != nullptr ? chosen_->explain(state) : Explanation{};
  }
  Fault fault() const override { return chosen_ != nullptr ? chosen_->fault() : Fault::illegal; }
  bool reproducible() const override {
    return std::ranges::all_of(agents_, [](const auto& agent) { return agent->reproducible(); });
  }
  std::uint64_t files_hash() const override {
    std::uint64_t hash = 0;
    for (const auto& agent : agents_) {
      if (const std::uint64_t own = agent->files_hash(); own != 0)
        hash = text_hash(std::to_string(own), hash);
    }
    return hash;
  }

 protected:
  std::vector<std::unique_ptr<Agent>> agents_;
  Agent* chosen_ = nullptr;  // for the last decision
};

class BlunderAgent final : public AgentOfAgents {
 public:
  // The second of the agents makes the blunders.
  BlunderAgent(double p, std::vector<std::unique_ptr<Agent>> agents)
      : AgentOfAgents(std::move(agents)), p_(p) {}

  Explanation explain(const State& state) const override {
    if (chosen_ != agents_[1].get()) return agents_[0]->explain(state);
    return {"Erred: drew one of the legal actions.", {}};
  }
  Fault fault() const override { return agents_[0]->fault(); }

 private:
  Action decide(const State& state, Random& random) override {
    chosen_ = agents_[random.chance(p_) ? 1 : 0].get();
    return ask(*chosen_, state, random);
  }

  double p_;
};

// Draws one of its agents anew for every match, turn or decision.
class MixAgent final : public AgentOfAgents {
 public:
  enum class Every : std::uint8_t { match, turn, decision };

  MixAgent(std::vector<std::unique_ptr<Agent>> agents, std::vector<double> weights, Every every)
      : AgentOfAgents(std::move(agents)), weights_(std::move(weights)), every_(every) {}

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

  std::vector<double> weights_;
  Every every_;
  int turn_ = -1;
};

// All of its agents vote.
class CouncilAgent final : public AgentOfAgents {
 public:
  explicit CouncilAgent(std::vector<std::unique_ptr<Agent>> members)
      : AgentOfAgents(std::move(members)), votes_(agents_.size()) {}

  Explanation explain(const State&) const override {
    if (chosen_ == nullptr) return {};
    Explanation explanation{"Votes of the members; the first of them decides ties.", {}};
    for (auto vote = votes_.begin(); vote != votes_.end(); ++vote) {
      if (std::find(votes_.begin(), vote, *vote) == vote)
        explanation.options.push_back({*vote, static_cast<double>(count(*vote))});
    }
    return explanation;
  }
  Fault fault() const override {
    for (const auto& member : agents_) {
      if (member->fault() != Fault::illegal) return member->fault();
    }
    return Fault::illegal;
  }

 private:
  Action decide(const State& state, Random& random) override {
    for (std::size_t i = 0; i < agents_.size(); ++i) votes_[i] = ask(*agents_[i], state, random);
    const auto best =
        std::ranges::max_element(votes_, {}, [&](const Action& vote) { return count(vote); });
    chosen_ = agents_[static_cast<std::size_t>(best - votes_.begin())].get();
    return *best;
  }

  std::ptrdiff_t count(const Action& vote) const { return std::ranges::count(votes_, vote); }

  std::vector<Action> votes_;  // of the last decision
};

// The agents of the parameter `name`, or else those of these names.
std::vector<std::unique_ptr<Agent>> agents_or(const JsonView& parameters, std::string_view name,
                                              std::initializer_list<const char*> others) {
  std::vector<std::unique_ptr<Agent>> agents;
  const auto list = parameters.find(name);
  if (!list) {
    for (const char* other : others) agents.push_back(make_agent(other));
    return agents;
  }
  for (const JsonView& item : list->items()) agents.push_back(make_agent(item));
  if (agents.empty() || agents.size() > most_members) {
    list->fail("found {} agents, must be 1 to {}", agents.size(), most_members);
  }
  return agents;
}

}  // namespace

std::unique_ptr<Agent> make_blunder_agent(const JsonView& parameters) {
  std::vector<std::unique_ptr<Agent>> agents;
  const auto agent = parameters.find("agent");
  agents.push_back(agent ? make_agent(*agent) : make_agent("cautious"));
  agents.push_back(make_agent("random"));
  return std::make_unique<BlunderAgent>(number(parameters, "p"), std::move(agents));
}

std::unique_ptr<Agent> make_mix_agent(const JsonView& parameters) {
  auto agents = agents_or(parameters, "agents", {"cautious", "aggressive"});
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

std::unique_ptr<Agent> make_council_agent(const JsonView& parameters) {
  return std::make_unique<CouncilAgent>(
      agents_or(parameters, "members", {"strategist", "builder", "breaker", "aggressive"}));
}

}  // namespace evorisk::risk
