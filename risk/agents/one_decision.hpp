// For agents that treat all decisions alike: wrappers, searches, processes outside.
#pragma once

#include "risk/agent.hpp"

namespace evorisk::risk {

class OneDecision : public Agent {
 public:
  int pick(const State& state, Random& random) final {
    return std::get<Pick>(decide(state, random)).territory;
  }
  Exchange exchange(const State& state, Random& random) final {
    return std::get<Exchange>(decide(state, random));
  }
  Placement place(const State& state, Random& random) final {
    return std::get<Placement>(decide(state, random));
  }
  Attack attack(const State& state, Random& random) final {
    return std::get<Attack>(decide(state, random));
  }
  Fortify fortify(const State& state, Random& random) final {
    return std::get<Fortify>(decide(state, random));
  }

 protected:
  // An action of the kind that is due.
  virtual Action decide(const State& state, Random& random) = 0;
};

}  // namespace evorisk::risk
