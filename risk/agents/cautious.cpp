// The thesis' rule-based agent (4.3.4.1), to the letter of its rules but not of their procedure:
// troops that the rule places one at a time are placed in one action per territory, and the attack
// scan resumes where the one before left off instead of at the first territory. Both are exactly
// equivalent; tests compare every decision with the naive procedure.
#include <algorithm>
#include <limits>
#include <vector>

#include "risk/agents/agents.hpp"
#include "risk/legal.hpp"
#include "risk/spread.hpp"

namespace evorisk::risk {

namespace {

int below(Random& random, int bound) {
  return static_cast<int>(random.below(static_cast<std::uint32_t>(bound)));
}

class CautiousAgent final : public Agent {
 public:
  void begin_match(const Variant& variant, int seat) override {
    seat_ = seat;
    capturing_ = -1;
    spread_.reserve(variant.territories());
    spread_.clear();
    strengths_.resize(static_cast<std::size_t>(variant.territories()));
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
    const int rank = below(random, bits::count_in_both(free, where, words));
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
      int ranks[3] = {below(random, size), below(random, size - 1), below(random, size - 2)};
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

  // The scan, resumed: the attack before this one was made by the first territory that qualified,
  // and since then only its two ends have changed.
  Attack attack(const State& state, Random&) override {
    if (state.events() != attack_due_) {
      find_strengths(state);
      return first_from(state, 0);
    }
    const int from = last_.from;
    const int to = last_.to;
    if (state.owner(to) != seat_) {
      // Weakened, perhaps: to an own neighbour it would be the only enemy with fewer troops.
      if (const int rival = stronger_neighbour(state, to, from); rival >= 0) {
        return remember(state, {rival, to});
      }
      // To the attacker it is the weakest enemy still, or no enemy is weak enough.
      if (state.troops(from) > state.troops(to)) return remember(state, last_);
      strengths_[static_cast<std::size_t>(to)] = strength(state.troops(to), to);
      return first_from(state, from + 1);
    }
    // Conquered: those before have an enemy fewer; there is one more territory.
    strengths_[static_cast<std::size_t>(to)] = own_strength;
    if (to < from) {
      const Attack further = weakest_target(state, to);
      if (further.from >= 0) return remember(state, further);
    }
    return first_from(state, from);
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
        const Fortify move = variant.rules().fortify == FortifyMode::adjacent
                                 ? plan_fortifications(state, t)
                                 : only_fortification(state, t);
        if (move.from >= 0) return move;
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
      const int i = below(random, size - 1);
      int j = below(random, size - 2);
      if (j >= i) ++j;
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
        if (below(random, ++pairs) == 0) chosen = {{card, a, b}, -1};
      });
    });
    return chosen;
  }

  // What a placement phase does, one troop at a time on the candidate with the fewest troops.
  void plan_placements(const State& state) {
    const Variant& variant = state.variant();
    const int words = variant.words();
    const auto add = [&](int t) { spread_.add(t, state.troops(t)); };
    const bits::Word* frontier = state.frontier().data();
    spread_.clear();
    if (state.phase() == Phase::continent) {
      const bits::Word* inside = variant.continent_set(state.continent()).data();
      bits::for_each_in_both(inside, frontier, words, add);
      if (spread_.empty()) {
        bits::for_each(variant.continent_gates(state.continent()).data(), words, add);
      }
      if (spread_.empty()) bits::for_each(inside, words, add);
    } else {
      bits::for_each_in_both(state.owned(seat_).data(), frontier, words, add);
    }
    spread_.run(state.to_place());
  }

  // Which of two enemies is the weaker is decided by one number: its troops and, behind them, its
  // index. Own territories are stronger than any enemy.
  static constexpr std::uint64_t own_strength = ~std::uint64_t{0};
  static std::uint64_t strength(int troops, int t) {
    return (static_cast<std::uint64_t>(static_cast<std::uint32_t>(troops)) << 32) |
           static_cast<std::uint32_t>(t);
  }

  void find_strengths(const State& state) {
    std::fill(strengths_.begin(), strengths_.end(), own_strength);
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* all = state.variant().all_territories().data();
    for (int w = 0; w < state.variant().words(); ++w) {
      for (bits::Word left = all[w] & ~own[w]; left != 0; left &= left - 1) {
        const int t = w * 64 + std::countr_zero(left);
        strengths_[static_cast<std::size_t>(t)] = strength(state.troops(t), t);
      }
    }
  }

  // The attack of one territory on its weakest enemy neighbour, none when it does not qualify.
  // (One that does has two troops: every enemy has one.)
  Attack weakest_target(const State& state, int from) const {
    const std::uint64_t limit = strength(state.troops(from), 0);
    std::uint64_t weakest = limit;
    for (const int u : state.variant().neighbours(from)) {
      weakest = std::min(weakest, strengths_[static_cast<std::size_t>(u)]);
    }
    return weakest < limit ? Attack{from, static_cast<int>(weakest & 0xffffffffu)} : Attack{};
  }

  // The scan from territory `first` on.
  Attack first_from(const State& state, int first) {
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* frontier = state.frontier().data();
    const int words = state.variant().words();
    int w = first / 64;
    if (w >= words) return {};
    bits::Word left = own[w] & frontier[w] & ~(bits::mask(first) - 1);
    for (;;) {
      for (; left != 0; left &= left - 1) {
        const Attack attack = weakest_target(state, w * 64 + std::countr_zero(left));
        if (attack.from >= 0) return remember(state, attack);
      }
      if (++w == words) return {};
      left = own[w] & frontier[w];
    }
  }

  // The lowest own neighbour of `to`, but below `end`, that has more troops; or -1.
  int stronger_neighbour(const State& state, int to, int end) const {
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* near = state.variant().neighbour_set(to).data();
    const int last = end / 64;
    for (int w = 0; w <= last; ++w) {
      bits::Word left = own[w] & near[w];
      if (w == last) left &= bits::mask(end) - 1;
      for (; left != 0; left &= left - 1) {
        const int u = w * 64 + std::countr_zero(left);
        if (state.troops(u) > state.troops(to)) return u;
      }
    }
    return -1;
  }

  Attack remember(const State& state, const Attack& attack) {
    attack_due_ = state.events() + 1;
    last_ = attack;
    return attack;
  }

  // All moves of one source, of which it returns the first; none without a neighbouring border.
  Fortify plan_fortifications(const State& state, int source) {
    spread_.clear();
    for (const int u : state.variant().neighbours(source)) {
      if (state.enemy_neighbours(u) > 0) spread_.add(u, state.troops(u));
    }
    if (spread_.empty()) return {};
    spread_.run(state.troops(source) - 1);
    source_ = source;
    return next_fortification();
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
  int capturing_ = -1;  // the continent being captured
  // Placements and fortifications decided ahead, valid while the state is at event due_.
  Spread spread_;
  int source_ = -1;  // of the fortifications
  std::uint32_t due_ = no_event;
  // The attack before and the strengths before it (its target's are those when it was first
  // attacked), valid while the state is at event attack_due_.
  Attack last_;
  std::vector<std::uint64_t> strengths_;
  std::uint32_t attack_due_ = no_event;
};

}  // namespace

std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters) {
  parameters.only({});
  return std::make_unique<CautiousAgent>();
}

}  // namespace evorisk::risk
