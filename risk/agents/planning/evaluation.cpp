#include "risk/agents/planning/evaluation.hpp"

#include "risk/agents/planning/aims.hpp"

namespace evorisk::risk {
namespace {

struct Shares {
  double troops = 0.35;
  double income = 0.4;
  double territories = 0.2;
  double cards = 0.05;
  // With missions, of how near a seat is to its own, where that is known; the others make up the
  // rest.
  double mission = 0.3;
};
constexpr Shares shares;

}  // namespace

std::array<double, max_players> evaluation(const State& state) {
  const Variant& variant = state.variant();
  std::array<double, max_players> values{};
  if (state.winner() >= 0) {
    values[static_cast<std::size_t>(state.winner())] = 1;
    return values;
  }
  double troops = 0;
  double income = 0;
  double cards = 0;
  double incomes[max_players] = {};
  for (int s = 0; s < variant.players(); ++s) {
    const int territories = state.territories_of(s);
    if (territories == 0) continue;
    incomes[s] = variant.reinforcement(territories);
    for (int c = 0; c < variant.continents(); ++c) {
      if (bits::includes(state.owned(s).data(), variant.continent_set(c).data(), variant.words())) {
        incomes[s] += variant.bonus(c);
      }
    }
    income += incomes[s];
    troops += state.troops_of(s);
    cards += state.hand_size(s);
  }
  for (int s = 0; s < variant.players(); ++s) {
    if (state.territories_of(s) == 0) continue;
    double value = shares.troops * state.troops_of(s) / troops;
    value += shares.territories * state.territories_of(s) / variant.territories();
    value += shares.income * (income > 0 ? incomes[s] / income : 1.0 / variant.players());
    value += shares.cards * (cards > 0 ? state.hand_size(s) / cards : 1.0 / variant.players());
    if (const int card = state.mission(s); card >= 0) {
      const double near = 1 / (1 + conquests_missing(state, s, card));
      value = (1 - shares.mission) * value + shares.mission * near;
    }
    values[static_cast<std::size_t>(s)] = value;
  }
  return values;
}

}  // namespace evorisk::risk
