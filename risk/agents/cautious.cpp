// The thesis' rule-based agent (4.3.4.1), to the letter of its rules but not of their procedure:
// troops that the rule places one at a time are placed in one action per territory, and the attack
// scan looks only at what the last roll may have changed. Both are exactly equivalent; tests
// compare every decision with the naive procedure.
#include <span>
#include <vector>

#include "risk/agents/agents.hpp"
#include "risk/agents/attack_scan.hpp"
#include "risk/agents/planning/draft.hpp"
#include "risk/legal.hpp"
#include "risk/level_fill.hpp"

namespace evorisk::risk {

namespace {

// A state as the attack scan reads it.
struct Board {
  const State& state;
  int seat = state.seat();

  int territories() const { return state.variant().territories(); }
  bool owns(int t) const { return state.owner(t) == seat; }
  template <class F>
  int find_border(int first, F&& accepts) const {
    const bits::Word* own = state.owned(seat).data();
    const bits::Word* frontier = state.frontier().data();
    const auto borders = [&](int w) { return own[w] & frontier[w]; };
    return bits::find_from(state.variant().words(), first, borders, accepts);
  }
  int troops(int t) const { return state.troops(t); }
  std::span<const int> neighbours(int t) const { return state.variant().neighbours(t); }
};

class CautiousAgent final : public Agent {
 public:
  explicit CautiousAgent(bool drafts) : drafts_(drafts) {}

  void begin_match(const Variant& variant, int seat) override {
    seat_ = seat;
    if (drafts_) draft_.begin_match(variant);
    capturing_ = -1;
    planned_.reserve(static_cast<std::size_t>(variant.territories()));
    planned_.clear();
    next_ = 0;
    due_ = no_event;
    attack_due_ = no_event;
  }

  int pick(const State& state, Random& random) override {
    if (drafts_) return draft_.best(state);
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
    const int rank = random.index(bits::count_in_both(free, where, words));
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
    do {
      draw_three_cards(state, random, exchange.cards);
    } while (!is_set(variant.rules(), exchange.cards[0], exchange.cards[1], exchange.cards[2]));
    return exchange;
  }

  Placement place(const State& state, Random&) override {
    if (state.events() != due_ || next_ == planned_.size()) plan_placements(state);
    due_ = state.events() + 1;
    return planned_[next_++];
  }

  Attack attack(const State& state, Random&) override {
    const Board board{state};
    const bool goes_on = state.events() == attack_due_;
    const Attack attack = goes_on ? attack_after(board, last_) : next_attack(board, 0);
    attack_due_ = attack.from < 0 ? no_event : state.events() + 1;
    last_ = attack;
    return attack;
  }

  Fortify fortify(const State& state, Random&) override {
    if (state.events() != due_) {
      planned_.clear();
      next_ = 0;
      source_ = -1;
    }
    due_ = state.events() + 1;
    const Variant& variant = state.variant();
    const bool adjacent = variant.rules().fortify == FortifyMode::adjacent;
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* frontier = state.frontier().data();
    while (next_ == planned_.size()) {
      source_ = bits::find_from(
          variant.words(), source_ + 1, [&](int w) { return own[w] & ~frontier[w]; },
          [&](int t) { return state.movable(t) > 0; });
      if (source_ >= variant.territories()) return {};
      if (!adjacent) {
        const Fortify move = only_fortification(state, source_);
        if (move.from >= 0) return move;
        continue;
      }
      plan_fortifications(state, source_);
    }
    const Placement& part = planned_[next_++];
    return {source_, part.territory, part.troops};
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
      const int i = random.index(size - 1);
      int j = random.index(size - 2);
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
        if (random.index(++pairs) == 0) chosen = {{card, a, b}, -1};
      });
    });
    return chosen;
  }

  // A placement phase serves the border territories; in a continent without any those with a
  // neighbour outside it, or, without any of these, all.
  void plan_placements(const State& state) {
    const Variant& variant = state.variant();
    const int words = variant.words();
    const auto candidate = [&](int t) { planned_.push_back({t, state.troops(t)}); };
    planned_.clear();
    next_ = 0;
    if (state.phase() != Phase::continent) {
      bits::for_each_in_both(state.owned(seat_).data(), state.frontier().data(), words, candidate);
    } else {
      const int c = state.continent();
      const bits::Word* within = variant.continent_set(c).data();
      bits::for_each_in_both(within, state.frontier().data(), words, candidate);
      if (planned_.empty()) bits::for_each(variant.continent_gates(c).data(), words, candidate);
      if (planned_.empty()) bits::for_each(within, words, candidate);
    }
    level_fill(planned_, state.to_place());
  }

  // All moves of one source; none without a neighbouring border.
  void plan_fortifications(const State& state, int source) {
    planned_.clear();
    next_ = 0;
    for (const int u : state.variant().neighbours(source)) {
      if (state.enemy_neighbours(u) > 0) planned_.push_back({u, state.troops(u)});
    }
    level_fill(planned_, state.movable(source));
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
    return to < 0 ? Fortify{} : Fortify{source, to, state.movable(source)};
  }

  bool drafts_;  // picks by the draft, not by the thesis' rule
  Draft draft_;
  int seat_ = 0;
  int capturing_ = -1;  // the continent being captured
  // Placements and fortifications decided ahead, valid while the state is at event due_.
  std::vector<Placement> planned_;
  std::size_t next_ = 0;
  int source_ = -1;  // of the fortifications
  std::uint32_t due_ = no_event;
  // The attack before, from which the scan goes on when the state is at event attack_due_.
  Attack last_;
  std::uint32_t attack_due_ = no_event;
};

}  // namespace

std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters) {
  constexpr std::string_view rules[] = {"thesis", "draft"};
  const auto rule = parameters.find("pick");
  return std::make_unique<CautiousAgent>(rule && rule->one_of(rules) == 1);
}

}  // namespace evorisk::risk
