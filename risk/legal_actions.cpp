// Enumerating legal actions. Whether a single one is legal is refusal()'s to say: candidates are
// generated generously and asked, so that no rule is written twice.
#include "risk/legal.hpp"

namespace evorisk::risk {

namespace {

class Enumerator {
 public:
  Enumerator(const State& state, std::vector<Action>& actions)
      : state_(state), actions_(actions), n_(state.variant().territories()) {}

  template <class A>
  void offer(const A& action) {
    if (refusal(state_, action) == Refusal::none) actions_.emplace_back(action);
  }

  void picks() {
    for (int t = 0; t < n_; ++t) offer(Pick{t});
  }

  void placements() {
    for (int t = 0; t < n_; ++t) offer(Placement{t, state_.to_place()});
  }

  void exchanges() {
    std::vector<int> hand;
    bits::for_each(state_.hand(state_.seat()).data(), state_.variant().words(),
                   [&](int card) { hand.push_back(card); });
    for (std::size_t i = 0; i < hand.size(); ++i) {
      for (std::size_t j = i + 1; j < hand.size(); ++j) {
        for (std::size_t k = j + 1; k < hand.size(); ++k) {
          for (const int bonus : {hand[i], hand[j], hand[k], -1}) {
            offer(Exchange{{hand[i], hand[j], hand[k]}, bonus});
          }
        }
      }
    }
    offer(Exchange{});
  }

  void attacks() {
    for (int from = 0; from < n_; ++from) {
      if (!state_.owns(state_.seat(), from)) continue;
      for (const int to : state_.variant().neighbours(from)) offer(Attack{from, to});
    }
    offer(Attack{});
  }

  void fortifications() {
    const bool anywhere = state_.variant().rules().fortify == FortifyMode::connected;
    for (int from = 0; from < n_; ++from) {
      if (!state_.owns(state_.seat(), from)) continue;
      const int troops = state_.movable(from);
      if (anywhere) {
        for (int to = 0; to < n_; ++to) offer(Fortify{from, to, troops});
      } else {
        for (const int to : state_.variant().neighbours(from)) offer(Fortify{from, to, troops});
      }
    }
    offer(Fortify{});
  }

 private:
  const State& state_;
  std::vector<Action>& actions_;
  int n_;
};

}  // namespace

void legal_actions(const State& state, std::vector<Action>& actions) {
  actions.clear();
  Enumerator enumerator(state, actions);
  switch (state.phase()) {
    case Phase::pick:
      return enumerator.picks();
    case Phase::initial:
    case Phase::continent:
    case Phase::reinforce:
      return enumerator.placements();
    case Phase::exchange:
      return enumerator.exchanges();
    case Phase::attack:
      return enumerator.attacks();
    case Phase::fortify:
      return enumerator.fortifications();
    case Phase::mission:
    case Phase::deal:
    case Phase::draw:
    case Phase::over:
      return;
  }
}

}  // namespace evorisk::risk
