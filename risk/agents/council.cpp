// The council: several agents vote on every decision.
#include <array>

#include "risk/agents/agents.hpp"
#include "risk/agents/one_decision.hpp"
#include "risk/match.hpp"

namespace evorisk::risk {

namespace {

class CouncilAgent final : public OneDecision {
 public:
  explicit CouncilAgent(std::vector<std::unique_ptr<Agent>> members)
      : members_(std::move(members)) {}

  void begin_match(const Variant& variant, int seat) override {
    for (const auto& member : members_) member->begin_match(variant, seat);
    voted_ = false;
  }
  Explanation explain(const State&) const override {
    if (!voted_) return {};
    Explanation explanation{"Votes of the members; the first of them decides ties.", {}};
    for (std::size_t i = 0; i < members_.size(); ++i) {
      if (first_with(votes_[i]) == i) {
        explanation.options.push_back({votes_[i], static_cast<double>(count(votes_[i]))});
      }
    }
    return explanation;
  }
  Fault fault() const override {
    for (const auto& member : members_) {
      if (member->fault() != Fault::illegal) return member->fault();
    }
    return Fault::illegal;
  }
  bool reproducible() const override {
    for (const auto& member : members_) {
      if (!member->reproducible()) return false;
    }
    return true;
  }

 private:
  Action decide(const State& state, Random& random) override {
    for (std::size_t i = 0; i < members_.size(); ++i) votes_[i] = ask(*members_[i], state, random);
    voted_ = true;
    std::size_t best = 0;
    for (std::size_t i = 1; i < members_.size(); ++i) {
      if (count(votes_[i]) > count(votes_[best])) best = i;
    }
    return votes_[best];
  }

  std::size_t first_with(const Action& vote) const {
    std::size_t i = 0;
    while (!(votes_[i] == vote)) ++i;
    return i;
  }
  int count(const Action& vote) const {
    int sum = 0;
    for (std::size_t i = 0; i < members_.size(); ++i) sum += votes_[i] == vote ? 1 : 0;
    return sum;
  }

  std::vector<std::unique_ptr<Agent>> members_;
  std::array<Action, most_members> votes_;  // of the last decision
  bool voted_ = false;
};

}  // namespace

std::unique_ptr<Agent> make_council_agent(const JsonView& parameters) {
  parameters.only({"members"});
  std::vector<std::unique_ptr<Agent>> members;
  if (const auto list = parameters.find("members")) {
    members = make_agents(*list);
  } else {
    for (const char* name : {"strategist", "builder", "breaker", "aggressive"}) {
      members.push_back(make_agent(name));
    }
  }
  return std::make_unique<CouncilAgent>(std::move(members));
}

}  // namespace evorisk::risk
