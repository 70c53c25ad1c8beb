// The thesis' rule-based agent (4.3.4.1), to the letter of its rules but not of their procedure:
// troops that the rule places one at a time are placed in one action per territory, and the attack
// scan resumes where the one before left off instead of at the first territory. Both are exactly
// equivalent; tests compare every decision with the naive procedure.
#include <algorithm>
#include <vector>

#include "risk/agents.hpp"
#include "risk/legal.hpp"

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
    plan_.reserve(static_cast<std::size_t>(variant.territories()));
    plan_.clear();
    planned_ = 0;
    due_ = no_event;
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
      spread(ranks);
      for (int i = 0; i < 3; ++i) exchange.cards[i] = bits::select(hand, words, ranks[i]);
    } while (!is_set(variant.rules(), exchange.cards[0], exchange.cards[1], exchange.cards[2]));
    return exchange;
  }

  Placement place(const State& state, Random&) override {
    if (state.events() != due_ || planned_ == plan_.size()) plan_placements(state);
    due_ = state.events() + 1;
    const Step& step = plan_[planned_++];
    return {step.territory, step.troops};
  }

  Attack attack(const State& state, Random&) override {
    const Variant& variant = state.variant();
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* frontier = state.frontier().data();
    for (int w = 0; w < variant.words(); ++w) {
      for (bits::Word left = own[w] & frontier[w]; left != 0; left &= left - 1) {
        const int from = w * 64 + std::countr_zero(left);
        const int troops = state.troops(from);
        if (troops < 2) continue;
        int to = -1;
        int fewest = troops;
        for (const int u : variant.neighbours(from)) {
          if (state.owner(u) != seat_ && state.troops(u) < fewest) {
            fewest = state.troops(u);
            to = u;
          }
        }
        if (to >= 0) return {from, to};
      }
    }
    return {};
  }

  Fortify fortify(const State& state, Random&) override {
    const Variant& variant = state.variant();
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* frontier = state.frontier().data();
    if (state.events() != due_) {
      plan_.clear();
      planned_ = 0;
      source_ = -1;
    }
    due_ = state.events() + 1;
    if (planned_ < plan_.size()) return next_fortification();
    // The next source with a target. All moves of one source are planned at once.
    for (int t = source_ + 1; t < variant.territories(); ++t) {
      if (!bits::has(own, t) || bits::has(frontier, t) || state.movable(t) < 1) continue;
      if (variant.rules().fortify == FortifyMode::adjacent) {
        plan_.clear();
        planned_ = 0;
        for (const int u : variant.neighbours(t)) {
          if (bits::has(frontier, u)) plan_.push_back({u, state.troops(u)});
        }
        if (plan_.empty()) continue;
        spread_troops(state.movable(t));
        source_ = t;
        return next_fortification();
      }
      // One move only: all spare troops, to the weakest border territory.
      int to = -1;
      const auto consider = [&](int u) {
        if (bits::has(frontier, u) && (to < 0 || state.troops(u) < state.troops(to))) to = u;
      };
      if (variant.rules().fortify == FortifyMode::connected) {
        bits::for_each_in_both(own, frontier, variant.words(), [&](int u) {
          if (state.linked(t, u)) consider(u);
        });
      } else {
        for (const int u : variant.neighbours(t)) consider(u);
      }
      if (to >= 0) return {t, to, state.movable(t)};
    }
    return {};
  }

 private:
  // A territory and what it is to get.
  struct Step {
    int territory;
    int troops;
  };
  static constexpr std::uint32_t no_event = ~std::uint32_t{0};

  // Makes three draws without replacement of ranks that were drawn from 0 ... size - 1, size - 2
  // and size - 3.
  static void spread(int (&ranks)[3]) {
    if (ranks[1] >= ranks[0]) ++ranks[1];
    const int low = std::min(ranks[0], ranks[1]);
    const int high = std::max(ranks[0], ranks[1]);
    if (ranks[2] >= low) ++ranks[2];
    if (ranks[2] >= high) ++ranks[2];
  }

  // The card and two others that make a set with it, uniformly; keeps the cards when there are
  // none.
  Exchange with_others(const State& state, Random& random, int card) const {
    const Rules& rules = state.variant().rules();
    const int words = state.variant().words();
    const bits::Word* hand = state.hand(seat_).data();
    const int size = state.hand_size(seat_);
    int pairs = 0;
    Exchange chosen;
    if (rules.card_set == CardSet::any) {
      int i = below(random, size - 1);
      int j = below(random, size - 2);
      if (j >= i) ++j;
      int a = bits::select(hand, words, i);
      int b = bits::select(hand, words, j);
      // Ranks are among the other cards: those from `card` on are one further.
      if (a >= card) a = bits::select(hand, words, i + 1);
      if (b >= card) b = bits::select(hand, words, j + 1);
      return {{card, a, b}, -1};
    }
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
    const bits::Word* own = state.owned(seat_).data();
    plan_.clear();
    planned_ = 0;
    const auto add = [&](int t) { plan_.push_back({t, state.troops(t)}); };
    if (state.phase() == Phase::continent) {
      const bits::Word* inside = variant.continent_set(state.continent()).data();
      const bits::Word* gates = variant.continent_gates(state.continent()).data();
      bits::for_each_in_both(inside, state.frontier().data(), words, add);
      if (plan_.empty()) bits::for_each(gates, words, add);
      if (plan_.empty()) bits::for_each(inside, words, add);
    } else {
      bits::for_each_in_both(own, state.frontier().data(), words, add);
    }
    spread_troops(state.to_place());
  }

  // Turns plan_ from candidates (ascending) with the troops they have into the troops that each
  // gets when `troops` are put one at a time where there are fewest, the first on equality: all are
  // raised to one level, and what remains goes to the first ones at that level.
  void spread_troops(int troops) {
    int level = plan_[0].troops;
    for (const Step& step : plan_) level = std::min(level, step.troops);
    for (;;) {
      int rise = 0;  // to lift all that are at `level` or below by one
      for (const Step& step : plan_) rise += step.troops <= level ? 1 : 0;
      if (rise > troops) break;
      troops -= rise;
      ++level;
    }
    std::size_t kept = 0;
    for (const Step& step : plan_) {
      int gets = std::max(0, level - step.troops);
      if (step.troops <= level && troops > 0) {
        ++gets;
        --troops;
      }
      if (gets > 0) plan_[kept++] = {step.territory, gets};
    }
    plan_.resize(kept);
  }

  Fortify next_fortification() {
    const Step& step = plan_[planned_++];
    return {source_, step.territory, step.troops};
  }

  int seat_ = 0;
  int capturing_ = -1;  // the continent being captured
  // Decisions made ahead, valid while the state is at event due_.
  std::vector<Step> plan_;
  std::size_t planned_ = 0;  // of plan_, done
  std::uint32_t due_ = no_event;
  int source_ = -1;  // of the fortifications in plan_
};

}  // namespace

std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters) {
  parameters.only({});
  return std::make_unique<CautiousAgent>();
}

}  // namespace evorisk::risk
