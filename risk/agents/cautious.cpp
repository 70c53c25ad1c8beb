// The thesis' rule-based agent (4.3.4.1), to the letter of its rules but not of their procedure:
// troops that the rule places one at a time are placed in one action per territory, and the attack
// scan looks only at what the last roll has changed. Both are exactly equivalent; tests compare
// every decision with the naive procedure.
#include <algorithm>
#include <bit>
#include <vector>

#include "risk/agents/agents.hpp"
#include "risk/agents/attack_scan.hpp"
#include "risk/agents/narrow_attack_scan.hpp"
#include "risk/agents/vector_attacks.hpp"
#include "risk/legal.hpp"
#include "risk/narrow/kernels.hpp"
#include "risk/phase_driver.hpp"
#include "risk/spread.hpp"

namespace evorisk::risk {

namespace {

int uniform_below(Random& random, int bound) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
}

class CautiousAgent final : public Agent {
 public:
  void begin_match(const Variant& variant, int seat) override {
    seat_ = seat;
    capturing_ = -1;
    spread_.reserve(variant.territories());
    spread_.clear();
    scan_.reserve(variant);
    if (where_.size() < static_cast<std::size_t>(variant.words())) {
      where_.resize(static_cast<std::size_t>(variant.words()));
    }
    due_ = no_event;
    attack_due_ = no_event;
  }

  int pick(const State& state, Random& random) override {
    const Variant& variant = state.variant();
    const bits::Word* free = state.free_territories().data();
    const int words = variant.words();
    if (capturing_ < 0 ||
        !bits::intersects(free, variant.continent_set(capturing_).data(), words)) {
      capturing_ = -1;
      for (int c = 0; c < variant.continents(); ++c) {
        if ((capturing_ < 0 || variant.bonus(c) > variant.bonus(capturing_)) &&
            bits::includes(free, variant.continent_set(c).data(), words)) {
          capturing_ = c;
        }
      }
    }
    const bits::Word* where = capturing_ >= 0 ? variant.continent_set(capturing_).data()
                                              : variant.all_territories().data();
    const int rank = uniform_below(random, bits::count_in_both(free, where, words));
    return bits::select_in_both(free, where, words, rank);
  }

  Exchange exchange(const State& state, Random& random) override {
    if (!holds_set(state)) return {};
    const Variant& variant = state.variant();
    const bits::Word* hand = state.hand(seat_).data();
    const bits::Word* own = state.owned(seat_).data();
    const int words = variant.words();
    const int shown = bits::count_in_both(hand, own, words);
    for (int i = 0; i < shown; ++i) {
      const int card = bits::select_in_both(hand, own, words, i);
      Exchange exchange = with_others(state, random, card);
      if (exchange.cards[0] < 0) continue;  // no set holds this card
      if (variant.rules().card_territory_bonus > 0) exchange.bonus_territory = card;
      return exchange;
    }
    if (!must_exchange(state)) return {};
    Exchange exchange;
    const int size = state.hand_size(seat_);
    do {
      int ranks[3] = {uniform_below(random, size), uniform_below(random, size - 1),
                      uniform_below(random, size - 2)};
      // Without replacement: later ranks are among the cards not drawn before.
      if (ranks[1] >= ranks[0]) ++ranks[1];
      const auto [low, high] = std::minmax(ranks[0], ranks[1]);
      if (ranks[2] >= low) ++ranks[2];
      if (ranks[2] >= high) ++ranks[2];
      for (int i = 0; i < 3; ++i) exchange.cards[i] = bits::select(hand, words, ranks[i]);
    } while (!is_set(variant.rules(), exchange.cards[0], exchange.cards[1], exchange.cards[2]));
    return exchange;
  }

  Placement place(const State& state, Random&) override {
    if (state.events() != due_ || spread_.empty()) plan_placements(state);
    due_ = state.events() + 1;
    return spread_.next();
  }

  Attack attack(const State& state, Random&) override {
    if (state.events() == attack_due_) {
      scan_.after(state, last_, least_);
    } else {
      scan_.begin(state);
    }
    last_ = scan_.next(state);
    if (last_.from < 0) return last_;
    least_ = scan_.least(state, last_);
    attack_due_ = state.events() + 1;
    return last_;
  }

  // Rolls go on until the scan would choose another attack.
  bool play_attacks(PhaseDriver& driver, Random&) override {
    const State& state = driver.state();
    if (state.variant().words() == 1) {
      const narrow::VectorPlay play = vector_attacks_(driver);
      if (play != narrow::VectorPlay::declined) return play == narrow::VectorPlay::done;
      return narrow_scan_.play(driver);
    }
    scan_.begin(state);
    for (;;) {
      const Attack attack = scan_.next(state);
      if (attack.from < 0) return driver.attack(attack);
      const int least = scan_.least(state, attack);
      if (!driver.fight(attack, least)) return false;
      if (state.over()) return true;
      scan_.after(state, attack, least);
    }
  }

  bool play_placements(PhaseDriver& driver, Random&) override {
    do {
      find_candidates(driver.state());
      if (!driver.place_where_fewest(where_.data())) return false;
    } while (driver.state().phase() < Phase::attack);
    return true;
  }

  bool play_fortifications(PhaseDriver& driver, Random& random) override {
    const State& state = driver.state();
    const Variant& variant = state.variant();
    if (variant.rules().fortify != FortifyMode::adjacent) {
      return driver.fortify_one_by_one(*this, random);
    }
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* frontier = state.frontier().data();
    if (driver.tables().usable()) {
      bits::Word sources =
          *own & ~*frontier & narrow::stacks(driver.tables(), state.troops().data());
      const bits::Word* near = variant.neighbour_set(0).data();
      for (; sources != 0; sources &= sources - 1) {
        const int source = std::countr_zero(sources);
        const bits::Word where = near[source] & *frontier;
        if (where != 0 && !driver.fortify_where_fewest(source, &where)) return false;
      }
      return driver.fortify({});
    }
    const int words = variant.words();
    for (int w = 0; w < words; ++w) {
      bits::Word sources = own[w] & ~frontier[w];
      for (bits::Word left = sources; left != 0; left &= left - 1) {
        const int bit = std::countr_zero(left);
        sources &= ~(bits::Word{state.troops(w * 64 + bit) < 2} << bit);
      }
      for (; sources != 0; sources &= sources - 1) {
        const int source = w * 64 + std::countr_zero(sources);
        const bits::Word* near = variant.neighbour_set(source).data();
        bits::Word any = 0;
        for (int v = 0; v < words; ++v)
          any |= where_[static_cast<std::size_t>(v)] = near[v] & frontier[v];
        if (any != 0 && !driver.fortify_where_fewest(source, where_.data())) return false;
      }
    }
    return driver.fortify({});
  }

  Fortify fortify(const State& state, Random&) override {
    if (state.events() != due_) {
      spread_.clear();
      source_ = -1;
    }
    due_ = state.events() + 1;
    if (!spread_.empty()) return next_fortification();
    const Variant& variant = state.variant();
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* frontier = state.frontier().data();
    const int first = source_ + 1;
    bits::Word from_first = ~(bits::mask(first) - 1);
    for (int w = first / 64; w < variant.words(); ++w) {
      for (bits::Word left = own[w] & ~frontier[w] & from_first; left != 0; left &= left - 1) {
        const int t = w * 64 + std::countr_zero(left);
        if (state.troops(t) < 2) continue;
        if (variant.rules().fortify == FortifyMode::adjacent) {
          plan_fortifications(state, t);
          if (!spread_.empty()) return next_fortification();
        } else if (const Fortify move = only_fortification(state, t); move.from >= 0) {
          return move;
        }
      }
      from_first = ~bits::Word{0};
    }
    return {};
  }

 private:
  static constexpr std::uint32_t no_event = ~std::uint32_t{0};

  // The card and two others that make a set with it, uniformly; keeps the cards when there are
  // none.
  Exchange with_others(const State& state, Random& random, int card) const {
    const Rules& rules = state.variant().rules();
    const int words = state.variant().words();
    const bits::Word* hand = state.hand(seat_).data();
    const int size = state.hand_size(seat_);
    if (rules.card_set == CardSet::any) {
      // Ranks are among the other cards: those from `card` on are one further.
      const int i = uniform_below(random, size - 1);
      int j = uniform_below(random, size - 2);
      if (j >= i) ++j;
      if (words == 1) {
        const bits::Word others = *hand & ~bits::mask(card);
        return {{card, bits::select(others, i), bits::select(others, j)}, -1};
      }
      int a = bits::select(hand, words, i);
      int b = bits::select(hand, words, j);
      if (a >= card) a = bits::select(hand, words, i + 1);
      if (b >= card) b = bits::select(hand, words, j + 1);
      return {{card, a, b}, -1};
    }
    int pairs = 0;
    Exchange chosen;
    bits::for_each(hand, words, [&](int a) {
      bits::for_each(hand, words, [&](int b) {
        if (a >= b || a == card || b == card || !is_set(rules, card, a, b)) return;
        if (uniform_below(random, ++pairs) == 0) chosen = {{card, a, b}, -1};
      });
    });
    return chosen;
  }

  // Whom a placement phase serves, one troop at a time where there are fewest.
  void find_candidates(const State& state) {
    const Variant& variant = state.variant();
    const bits::Word* frontier = state.frontier().data();
    const bool anywhere = state.phase() != Phase::continent;
    if (variant.words() == 1) [[likely]] {
      const bits::Word within =
          anywhere ? *state.owned(seat_).data() : *variant.continent_set(state.continent()).data();
      bits::Word where = within & *frontier;
      if (where == 0 && !anywhere) where = *variant.continent_gates(state.continent()).data();
      where_[0] = where == 0 && !anywhere ? within : where;
      return;
    }
    const auto words = static_cast<std::size_t>(variant.words());
    const auto within = anywhere ? state.owned(seat_) : variant.continent_set(state.continent());
    bits::Word any = 0;
    for (std::size_t w = 0; w < words; ++w) any |= where_[w] = within[w] & frontier[w];
    if (any != 0 || anywhere) return;
    const auto gates = variant.continent_gates(state.continent());
    for (std::size_t w = 0; w < words; ++w) any |= where_[w] = gates[w];
    if (any == 0) std::copy(within.begin(), within.end(), where_.begin());
  }

  void plan_placements(const State& state) {
    find_candidates(state);
    spread_.clear();
    bits::for_each(where_.data(), state.variant().words(),
                   [&](int t) { spread_.add(t, state.troops(t)); });
    spread_.run(state.to_place());
  }

  // All moves of one source; none without a neighbouring border.
  void plan_fortifications(const State& state, int source) {
    const Variant& variant = state.variant();
    spread_.clear();
    source_ = source;
    bits::for_each_in_both(variant.neighbour_set(source).data(), state.frontier().data(),
                           variant.words(), [&](int u) { spread_.add(u, state.troops(u)); });
    if (!spread_.empty()) spread_.run(state.troops(source) - 1);
  }

  Fortify next_fortification() {
    const Placement& part = spread_.next();
    return {source_, part.territory, part.troops};
  }

  // Where one move is all there is: all spare troops, to the weakest border territory.
  Fortify only_fortification(const State& state, int source) const {
    const Variant& variant = state.variant();
    int to = -1;
    const auto consider = [&](int u) {
      if (to < 0 || state.troops(u) < state.troops(to)) to = u;
    };
    if (variant.rules().fortify == FortifyMode::connected) {
      bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), variant.words(),
                             [&](int u) {
                               if (state.linked(source, u)) consider(u);
                             });
    } else {
      for (const int u : variant.neighbours(source)) {
        if (state.enemy_neighbours(u) > 0) consider(u);
      }
    }
    return to < 0 ? Fortify{} : Fortify{source, to, state.troops(source) - 1};
  }

  int seat_ = 0;
  int capturing_ = -1;             // the continent being captured
  std::vector<bits::Word> where_;  // who gets troops
  // Placements and fortifications decided ahead, valid while the state is at event due_.
  Spread spread_;
  int source_ = -1;  // of the fortifications
  std::uint32_t due_ = no_event;
  // The attack before, of which the scan must be told, when the state is at event attack_due_.
  AttackScan scan_;
  NarrowAttackScan narrow_scan_;
  const narrow::AttackPlayer vector_attacks_ = narrow::attack_player();
  Attack last_;
  int least_ = 0;
  std::uint32_t attack_due_ = no_event;
};

}  // namespace

std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters) {
  parameters.only({});
  return std::make_unique<CautiousAgent>();
}

}  // namespace evorisk::risk
