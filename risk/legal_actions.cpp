// Enumerating legal actions. Whether a single one is legal is refusal()'s to say: candidates are
// generated generously and asked, so that no rule is written twice.
#include "risk/legal.hpp"

namespace evorisk::risk {

void legal_actions(const State& state, std::vector<Action>& actions) {
  actions.clear();
  const Variant& variant = state.variant();
  const int n = variant.territories();
  const auto offer = [&](const auto& action) {
    if (refusal(state, action) == Refusal::none) actions.emplace_back(action);
  };
  switch (state.phase()) {
    case Phase::pick:
      for (int t = 0; t < n; ++t) offer(Pick{t});
      return;
    case Phase::initial:
    case Phase::continent:
    case Phase::reinforce:
      for (int t = 0; t < n; ++t) offer(Placement{t, state.to_place()});
      return;
    case Phase::exchange: {
      std::vector<int> hand;
      bits::for_each(state.hand(state.seat()).data(), variant.words(),
                     [&](int card) { hand.push_back(card); });
      for (std::size_t i = 0; i < hand.size(); ++i) {
        for (std::size_t j = i + 1; j < hand.size(); ++j) {
          for (std::size_t k = j + 1; k < hand.size(); ++k) {
            for (const int bonus : {hand[i], hand[j], hand[k], -1})
              offer(Exchange{{hand[i], hand[j], hand[k]}, bonus});
          }
        }
      }
      return offer(Exchange{});
    }
    case Phase::attack:
      bits::for_each(state.owned(state.seat()).data(), variant.words(), [&](int from) {
        for (const int to : variant.neighbours(from)) offer(Attack{from, to});
      });
      return offer(Attack{});
    case Phase::fortify:
      bits::for_each(state.owned(state.seat()).data(), variant.words(), [&](int from) {
        if (variant.rules().fortify == FortifyMode::connected) {
          for (int to = 0; to < n; ++to) offer(Fortify{from, to, state.movable(from)});
        } else {
          for (const int to : variant.neighbours(from))
            offer(Fortify{from, to, state.movable(from)});
        }
      });
      return offer(Fortify{});
    case Phase::mission:
    case Phase::deal:
    case Phase::draw:
    case Phase::over:
      return;
  }
}

}  // namespace evorisk::risk
