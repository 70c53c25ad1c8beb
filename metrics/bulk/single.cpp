#include "metrics/bulk/single.hpp"

#include <algorithm>

#include "metrics/bulk/exchange.hpp"
#include "risk/agents/attack_scan.hpp"
#include "risk/level_fill.hpp"

namespace evorisk::metrics::bulk {

struct SingleMatch::Board {
  const SingleMatch& match;

  int territories() const { return match.plan_.territories; }
  bool owns(int t) const { return match.owns(t); }
  template <class F>
  int find_border(int first, F&& accepts) const {
    const auto fits = [&](int t) {
      return owns(t) && match.enemies_[static_cast<std::size_t>(t)] > 0 && accepts(t);
    };
    int t = first;
    while (t < territories() && !fits(t)) ++t;
    return t;
  }
  int troops(int t) const { return match.troops_[static_cast<std::size_t>(t)]; }
  std::span<const std::uint16_t> neighbours(int t) const { return match.neighbours(t); }
};

void SingleMatch::prepare() {
  const std::size_t count = plan_.owner.size();
  owner_.resize(count);
  troops_.resize(count);
  enemies_.resize(count);
  held_.resize(count);
  component_.resize(count);
  candidates_.reserve(count);
  hands_[0].reserve(count);
  hands_[1].reserve(count);
  bonus_territories_.reserve(count);
}

std::span<const std::uint16_t> SingleMatch::neighbours(int t) const {
  const std::size_t first = plan_.arc_start[static_cast<std::size_t>(t)];
  return std::span(plan_.arcs)
      .subspan(first, plan_.arc_start[static_cast<std::size_t>(t) + 1] - first);
}

MatchSummary SingleMatch::play(Words words) {
  if (owner_.empty()) prepare();
  words_ = words;
  tally_ = Tally();
  allocate();
  for (int turn = 1;; ++turn) {
    mover_ = (turn - 1) & 1;
    begin_turn(turn == 1);
    const bool won = attack();
    if (!won) {
      fortify();
      if (conquered_) draw_card();
    }
    tally_.end_turn(plan_, mover_, territories_[mover_], territories_[1 - mover_],
                    troops_of_[mover_], troops_of_[1 - mover_]);
    if (won) return summarise(plan_, finished(tally_, turn, mover_));
    if (turn == plan_.turn_limit) return summarise(plan_, finished(tally_, turn, -1));
  }
}

void SingleMatch::allocate() {
  std::ranges::copy(plan_.owner, owner_.begin());
  int wanted = plan_.contested_by_0;
  auto left = static_cast<std::uint32_t>(plan_.contested.size());
  for (const std::uint16_t t : plan_.contested) {  // a random subset, by selection sampling
    const bool to_0 = static_cast<int>(words_.below(left--)) < wanted;
    wanted -= to_0 ? 1 : 0;
    owner_[t] = to_0 ? 0 : 1;
  }
  std::ranges::fill(troops_, 1);
  held_.assign(held_.size(), false);
  hands_[0].clear();
  hands_[1].clear();
  exchanges_ = 0;
  troops_of_[0] = territories_[0] = plan_.territories_of_0;
  troops_of_[1] = territories_[1] = plan_.territories - plan_.territories_of_0;
  for (int t = 0; t < plan_.territories; ++t) {
    int enemies = 0;
    for (const int u : neighbours(t)) enemies += owner_[u] != owner_[t] ? 1 : 0;
    enemies_[t] = enemies;
  }
  // The seats' turns to place do not matter: neither sees or touches the other's border.
  for (const int seat : {0, 1}) {
    mover_ = seat;
    candidates_.clear();
    for (int t = 0; t < plan_.territories; ++t) {
      if (owns(t) && enemies_[t] > 0) candidates_.push_back({t, 1});
    }
    hand_out(plan_.initial_troops[seat]);
    troops_of_[seat] += plan_.initial_troops[seat];
  }
}

void SingleMatch::hand_out(int troops) {
  risk::level_fill(candidates_, troops);
  for (const auto& [territory, gets] : candidates_) troops_[territory] += gets;
}

int SingleMatch::exchange() {
  int troops = 0;
  bonus_territories_.clear();
  auto& hand = hands_[mover_];
  for (;;) {
    const Exchanged e = choose_exchange(
        *plan_.rules, static_cast<int>(hand.size()),
        [&](int i) { return hand[static_cast<std::size_t>(i)]; }, [&](int c) { return owns(c); },
        words_);
    if (!e) return troops;
    for (int i = 2; i >= 0; --i) {
      held_[hand[e.at[i]]] = false;
      hand.erase(hand.begin() + e.at[i]);
    }
    if (e.bonus >= 0) bonus_territories_.push_back(e.bonus);
    troops += plan_.variant->exchange_troops(exchanges_++);
  }
}

void SingleMatch::begin_turn(bool first) {
  conquered_ = false;
  const int share = first ? plan_.first_share : plan_.reinforcement[territories_[mover_]];
  int total = share + exchange();
  const int free_troops = total;
  for (const Plan::Continent& continent : plan_.continents) {
    if (!std::ranges::all_of(continent.territories, [&](int t) { return owns(t); })) continue;
    total += continent.bonus;
    candidates_.clear();
    for (const int t : continent.territories) {
      if (enemies_[t] > 0) candidates_.push_back({t, troops_[t]});
    }
    if (candidates_.empty()) {
      for (std::size_t i = 0; i < continent.territories.size(); ++i) {
        const int t = continent.territories[i];
        if (continent.gate[i]) candidates_.push_back({t, troops_[t]});
      }
    }
    hand_out(continent.bonus);
  }
  for (const int t : bonus_territories_) {
    troops_[t] += plan_.rules->card_territory_bonus;
    total += plan_.rules->card_territory_bonus;
  }
  candidates_.clear();
  for (int t = 0; t < plan_.territories; ++t) {
    if (owns(t) && enemies_[t] > 0) candidates_.push_back({t, troops_[t]});
  }
  hand_out(free_troops);
  troops_of_[mover_] += total;

  tally_.moves += std::int64_t{total} * territories_[mover_];
  for (int t = 0; t < plan_.territories; ++t) {
    if (!owns(t)) continue;
    tally_.moves += enemies_[t] * std::min(plan_.rules->attack_dice, troops_[t] - 1);
  }
}

bool SingleMatch::attack() {
  const int other = 1 - mover_;
  const Board board{*this};
  risk::Attack attack = risk::next_attack(board, 0);
  for (; attack.from >= 0; attack = risk::attack_after(board, attack)) {
    const auto [from, to] = attack;
    const int attackers = std::min(plan_.rules->attack_dice, troops_[from] - 1);
    const int defenders = std::min(plan_.rules->defence_dice, troops_[to]);
    const Roll& roll = plan_.rolls[attackers - 1][defenders - 1];
    const int lost = roll.losses(words_.next(), words_);
    const int won = roll.comparisons - lost;
    troops_[from] -= lost;
    troops_of_[mover_] -= lost;
    troops_[to] -= won;
    troops_of_[other] -= won;
    if (troops_[to] > 0) continue;
    conquer(attack, won, attackers);
    if (territories_[other] == 0) return true;
  }
  return false;
}

// Moves in after the roll that won `won` comparisons of `rolled` dice.
void SingleMatch::conquer(const risk::Attack& attack, int won, int rolled) {
  const auto [from, to] = attack;
  conquered_ = true;
  owner_[to] = static_cast<std::int8_t>(mover_);
  ++territories_[mover_];
  --territories_[1 - mover_];
  int moved = won;
  if (plan_.rules->conquest_move == risk::ConquestMove::max) moved = troops_[from] - 1;
  if (plan_.rules->conquest_move == risk::ConquestMove::dice) moved = rolled;
  troops_[from] -= moved;
  troops_[to] = moved;
  int enemies = 0;
  for (const int u : neighbours(to)) {
    if (owner_[u] == mover_) {
      --enemies_[u];
    } else {
      ++enemies_[u];
      ++enemies;
    }
  }
  enemies_[to] = enemies;
}

void SingleMatch::fortify() {
  if (plan_.rules->fortify == risk::FortifyMode::none) return;
  const int territories = plan_.territories;
  for (int t = 0; t < territories; ++t) {
    if (!owns(t)) continue;
    const auto degree = static_cast<int>(neighbours(t).size());
    tally_.moves += std::int64_t{degree - enemies_[t]} * (troops_[t] - 1);
  }
  const bool adjacent = plan_.rules->fortify == risk::FortifyMode::adjacent;
  if (plan_.rules->fortify == risk::FortifyMode::connected) {
    // Own territories take their component's lowest number, spread from neighbour to neighbour.
    for (int t = 0; t < territories; ++t) component_[t] = t;
    for (bool changed = true; changed;) {
      changed = false;
      for (int t = 0; t < territories; ++t) {
        if (!owns(t)) continue;
        for (const int u : neighbours(t)) {
          if (owns(u) && component_[u] < component_[t]) {
            component_[t] = component_[u];
            changed = true;
          }
        }
      }
    }
  }
  for (int t = 0; t < territories; ++t) {
    if (!owns(t) || enemies_[t] > 0 || troops_[t] < 2) continue;
    candidates_.clear();
    if (plan_.rules->fortify == risk::FortifyMode::connected) {
      for (int u = 0; u < territories; ++u) {
        if (owns(u) && enemies_[u] > 0 && component_[u] == component_[t]) {
          candidates_.push_back({u, troops_[u]});
        }
      }
    } else {
      for (const int u : neighbours(t)) {
        if (owns(u) && enemies_[u] > 0) candidates_.push_back({u, troops_[u]});
      }
    }
    if (candidates_.empty()) continue;
    if (adjacent) {
      hand_out(troops_[t] - 1);
      troops_[t] = 1;
      continue;
    }
    // One move only, of all spare troops.
    const auto to = std::ranges::min_element(candidates_, {}, &risk::Placement::troops);
    troops_[to->territory] += troops_[t] - 1;
    troops_[t] = 1;
    return;
  }
}

void SingleMatch::draw_card() {
  const std::size_t held = hands_[0].size() + hands_[1].size();
  const auto free = static_cast<std::uint32_t>(plan_.territories) - held;
  if (free == 0) return;
  std::uint32_t rank = words_.below(static_cast<std::uint32_t>(free));
  int card = 0;
  for (;; ++card) {
    if (!held_[card] && rank-- == 0) break;
  }
  held_[card] = true;
  hands_[mover_].push_back(card);
}

void play_alone(MatchQueue& queue, SingleMatch& single) {
  for (MatchQueue::Slot slot; queue.next(slot, 1) > 0;) {
    queue.take(slot, single.play(seed_words(queue.seed_key(slot), queue.match(slot))));
  }
}

}  // namespace evorisk::metrics::bulk
