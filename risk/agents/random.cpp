// Uniformly random legal decisions, drawn without listing them where that is easy.
#include <algorithm>

#include "risk/agents/agents.hpp"
#include "risk/legal.hpp"

namespace evorisk::risk {

namespace {

// Keeps one of the candidates offered, each with the same probability.
template <class T>
class Choice {
 public:
  Choice(Random& random, const T& when_none_is_offered)
      : random_(random), chosen_(when_none_is_offered) {}
  void offer(const T& candidate) {
    if (random_.index(++offered_) == 0) chosen_ = candidate;
  }
  const T& chosen() const { return chosen_; }

 private:
  Random& random_;
  int offered_ = 0;
  T chosen_;
};

class RandomAgent final : public Agent {
 public:
  void begin_match(const Variant&, int) override {}

  int pick(const State& state, Random& random) override {
    const auto free = state.free_territories();
    const int words = state.variant().words();
    return bits::select(free.data(), words, random.index(bits::count(free.data(), words)));
  }

  // Half of the time it keeps its cards if it may; else any set, and any bonus territory on it.
  Exchange exchange(const State& state, Random& random) override {
    if (!must_exchange(state) && random.index(2) == 0) return {};
    if (!holds_set(state)) return {};
    const Rules& rules = state.variant().rules();
    const int seat = state.seat();
    Exchange exchange;
    do {
      draw_three_cards(state, random, exchange.cards);
    } while (!is_set(rules, exchange.cards[0], exchange.cards[1], exchange.cards[2]));
    if (rules.card_territory_bonus == 0) return exchange;
    Choice<int> bonus(random, -1);
    for (const int card : exchange.cards) {
      if (state.owns(seat, card)) bonus.offer(card);
    }
    exchange.bonus_territory = bonus.chosen();
    return exchange;
  }

  // One troop at a time.
  Placement place(const State& state, Random& random) override {
    const Variant& variant = state.variant();
    const bits::Word* own = state.owned(state.seat()).data();
    const bits::Word* where = state.phase() == Phase::continent
                                  ? variant.continent_set(state.continent()).data()
                                  : variant.all_territories().data();
    const int words = variant.words();
    const int rank = random.index(bits::count_in_both(own, where, words));
    return {bits::select_in_both(own, where, words, rank), 1};
  }

  // Uniform over the attacks and the end of the phase.
  Attack attack(const State& state, Random& random) override {
    Choice<Attack> choice(random, {});
    choice.offer({});
    bits::for_each_in_both(state.owned(state.seat()).data(), state.frontier().data(),
                           state.variant().words(), [&](int from) {
                             if (state.troops(from) < 2) return;
                             for (const int to : state.variant().neighbours(from)) {
                               if (!state.owns(state.seat(), to)) choice.offer({from, to});
                             }
                           });
    return choice.chosen();
  }

  // Uniform over the pairs between which troops may move and the end of the phase; then over the
  // number of troops.
  Fortify fortify(const State& state, Random& random) override {
    const Variant& variant = state.variant();
    const int seat = state.seat();
    Choice<Fortify> choice(random, {});
    choice.offer({});
    bits::for_each(state.owned(seat).data(), variant.words(), [&](int from) {
      const int most = state.movable(from);
      if (most < 1) return;
      if (variant.rules().fortify == FortifyMode::connected) {
        bits::for_each(state.owned(seat).data(), variant.words(), [&](int to) {
          if (to != from && state.linked(from, to)) choice.offer({from, to, most});
        });
      } else {
        for (const int to : variant.neighbours(from)) {
          if (state.owns(seat, to)) choice.offer({from, to, most});
        }
      }
    });
    Fortify fortify = choice.chosen();
    if (fortify.from >= 0) fortify.troops = 1 + random.index(fortify.troops);
    return fortify;
  }
};

}  // namespace

void draw_three_cards(const State& state, Random& random, int (&cards)[3]) {
  const bits::Word* hand = state.hand(state.seat()).data();
  const int words = state.variant().words();
  const int size = state.hand_size(state.seat());
  int ranks[3] = {random.index(size), random.index(size - 1), random.index(size - 2)};
  // The second and third rank are among the cards not drawn before.
  if (ranks[1] >= ranks[0]) ++ranks[1];
  const auto [low, high] = std::minmax(ranks[0], ranks[1]);
  if (ranks[2] >= low) ++ranks[2];
  if (ranks[2] >= high) ++ranks[2];
  for (int i = 0; i < 3; ++i) cards[i] = bits::select(hand, words, ranks[i]);
}

std::unique_ptr<Agent> make_random_agent(const JsonView&) {
  return std::make_unique<RandomAgent>();
}

}  // namespace evorisk::risk
