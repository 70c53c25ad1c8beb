// The thesis' rule-based agent (4.3.4.1), to the letter of its rules but not of their procedure:
// troops that the rule places one at a time are placed in one action per territory, and the attack
// scan resumes where the one before left off instead of at the first territory. Both are exactly
// equivalent; tests compare every decision with the naive procedure.
#include <algorithm>
#include <limits>
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

  // The scan, resumed: the attack before this one was made by the first territory that qualified,
  // and since then only its two ends have changed.
  Attack attack(const State& state, Random&) override {
    int first = 0;
    if (state.events() == attack_due_) {
      const int to = last_.to;
      if (state.owner(to) == seat_) {
        // Conquered: a border or two fewer for those before, and one more territory.
        const Attack attack = weakest_target(state, to);
        if (to < last_.from && attack.from >= 0) return remember(state, attack);
      } else {
        // Weakened, perhaps: to an own neighbour before the attacker it would be the first enemy
        // with fewer troops.
        for (const int u : state.variant().neighbours(to)) {
          if (u >= last_.from) break;
          if (state.owner(u) == seat_ && state.troops(u) > state.troops(to)) {
            return remember(state, {u, to});
          }
        }
      }
      first = last_.from;
    }
    const bits::Word* own = state.owned(seat_).data();
    const bits::Word* frontier = state.frontier().data();
    const int words = state.variant().words();
    bits::Word from_first = ~(bits::mask(first) - 1);
    for (int w = first / 64; w < words; ++w) {
      for (bits::Word left = own[w] & frontier[w] & from_first; left != 0; left &= left - 1) {
        const Attack attack = weakest_target(state, w * 64 + std::countr_zero(left));
        if (attack.from >= 0) return remember(state, attack);
      }
      from_first = ~bits::Word{0};
    }
    return {};
  }

  Fortify fortify(const State& state, Random&) override {
    if (state.events() != due_) {
      plan_.clear();
      planned_ = 0;
      source_ = -1;
    }
    due_ = state.events() + 1;
    if (planned_ < plan_.size()) return next_fortification();
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

  // The attack of one territory, none when it does not qualify.
  Attack weakest_target(const State& state, int from) const {
    int fewest = state.troops(from);
    if (fewest < 2) return {};
    int to = -1;
    for (const int u : state.variant().neighbours(from)) {
      const int troops =
          state.owner(u) == seat_ ? std::numeric_limits<int>::max() : state.troops(u);
      to = troops < fewest ? u : to;
      fewest = std::min(fewest, troops);
    }
    return to < 0 ? Attack{} : Attack{from, to};
  }

  Attack remember(const State& state, const Attack& attack) {
    attack_due_ = state.events() + 1;
    last_ = attack;
    return attack;
  }

  // What a placement phase does, one troop at a time on the candidate with the fewest troops.
  void plan_placements(const State& state) {
    const Variant& variant = state.variant();
    const int words = variant.words();
    plan_.clear();
    planned_ = 0;
    const auto add = [&](int t) { plan_.push_back({t, state.troops(t)}); };
    const bits::Word* frontier = state.frontier().data();
    if (state.phase() == Phase::continent) {
      const bits::Word* inside = variant.continent_set(state.continent()).data();
      bits::for_each_in_both(inside, frontier, words, add);
      if (plan_.empty()) {
        bits::for_each(variant.continent_gates(state.continent()).data(), words, add);
      }
      if (plan_.empty()) bits::for_each(inside, words, add);
    } else {
      bits::for_each_in_both(state.owned(seat_).data(), frontier, words, add);
    }
    spread_troops(state.to_place());
  }

  // Turns plan_ from candidates (ascending) with the troops they have into the troops that each
  // gets when `troops` are put one at a time where there are fewest, the first on equality: all are
  // raised to one level, and what remains goes to the first ones at that level.
  void spread_troops(int troops) {
    int level = std::numeric_limits<int>::max();
    int highest = 0;
    for (const Step& step : plan_) {
      level = std::min(level, step.troops);
      highest = std::max(highest, step.troops);
    }
    while (level < highest) {
      int rise = 0;  // to lift all that are at `level` or below by one
      for (const Step& step : plan_) rise += step.troops <= level ? 1 : 0;
      if (rise > troops) break;
      troops -= rise;
      ++level;
    }
    if (level == highest) {
      const int all = static_cast<int>(plan_.size());
      level += troops / all;
      troops %= all;
    }
    std::size_t kept = 0;
    for (const Step& step : plan_) {
      int gets = std::max(0, level - step.troops);
      if (step.troops <= level && troops > 0) {
        ++gets;
        --troops;
      }
      plan_[kept] = {step.territory, gets};
      kept += gets > 0 ? 1 : 0;
    }
    plan_.resize(kept);
  }

  // All moves of one source, of which it returns the first; none without a neighbouring border.
  Fortify plan_fortifications(const State& state, int source) {
    plan_.clear();
    planned_ = 0;
    for (const int u : state.variant().neighbours(source)) {
      if (state.enemy_neighbours(u) > 0) plan_.push_back({u, state.troops(u)});
    }
    if (plan_.empty()) return {};
    spread_troops(state.troops(source) - 1);
    source_ = source;
    return next_fortification();
  }

  Fortify next_fortification() {
    const Step& step = plan_[planned_++];
    return {source_, step.territory, step.troops};
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
  // Decisions made ahead, valid while the state is at event due_.
  std::vector<Step> plan_;
  std::size_t planned_ = 0;  // of plan_, done
  std::uint32_t due_ = no_event;
  int source_ = -1;  // of the fortifications in plan_
  Attack last_;      // the attack before, valid while the state is at event attack_due_
  std::uint32_t attack_due_ = no_event;
};

}  // namespace

std::unique_ptr<Agent> make_cautious_agent(const JsonView& parameters) {
  parameters.only({});
  return std::make_unique<CautiousAgent>();
}

}  // namespace evorisk::risk
