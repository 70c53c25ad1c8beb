// How events change a state, and how a turn runs (the spec's order of phases).
#include <algorithm>
#include <cstring>

#include "risk/state.hpp"

namespace evorisk::risk {

// --- Set-up ---

void State::claim(int territory) {
  Head& head = *head_;
  ++head.events;
  const int seat = head.seat;
  owner_[territory] = static_cast<std::int8_t>(seat);
  troops_[territory] = 1;
  bits::insert(owned_ + seat * words_, territory);
  bits::erase(free_, territory);
  ++head.territories[seat];
  ++head.troops[seat];
  head.seat = static_cast<std::int8_t>(next_seat(seat));
  if (--head.left == 0) finish_allocation();
}

void State::find_borders() {
  for (int t = 0; t < variant_->territories(); ++t) {
    for (const int u : variant_->neighbours(t)) enemy_neighbours_[t] += owner_[u] != owner_[t];
    if (enemy_neighbours_[t] > 0) bits::insert(frontier_, t);
  }
}

void State::finish_allocation() {
  find_borders();
  Head& head = *head_;
  head.seat = 0;
  for (int seat = 0; seat < variant_->players(); ++seat) {
    head.initial[seat] = initial_troops_to_place(variant_->rules(), head.territories[seat], seat);
    head.left += head.initial[seat];
  }
  next_initial(0);
}

// One initial troop for `seat`, or the next one that has any left; after the last the first turn.
void State::next_initial(int seat) {
  Head& head = *head_;
  if (head.left == 0) {
    head.seat = 0;
    begin_turn();
    return;
  }
  while (head.initial[seat] == 0) seat = next_seat(seat);
  head.seat = static_cast<std::int8_t>(seat);
  head.phase = Phase::initial;
  head.to_place = 1;
}

// --- Turn ---

void State::begin_turn() {
  Head& head = *head_;
  ++head.turn;
  head.conquered = false;
  head.exchange_troops = 0;
  if (head.cards[head.seat] >= 3) {
    head.phase = Phase::exchange;
  } else {
    begin_reinforcement();
  }
}

void State::exchange(const Exchange& exchange) {
  Head& head = *head_;
  ++head.events;
  if (exchange.cards[0] < 0) {
    begin_reinforcement();
    return;
  }
  const int seat = head.seat;
  for (const int card : exchange.cards) bits::erase(hands_ + seat * words_, card);
  head.cards[seat] -= 3;
  head.cards_held -= 3;
  const int troops = variant_->exchange_troops(head.exchanges++);
  head.exchange_troops += troops;
  if (exchange.bonus_territory >= 0) bits::insert(bonus_territories_, exchange.bonus_territory);
  if (head.cards[seat] < 3) begin_reinforcement();
}

// What a seat's territories bring it this turn.
int State::share_of(int seat) const {
  const int troops = variant_->reinforcement(head_->territories[seat]);
  return head_->turn == 1 ? first_turn_share(variant_->rules(), troops) : troops;
}

// Fixes all amounts of the turn.
void State::begin_reinforcement() {
  Head& head = *head_;
  head.turn_troops =
      share_of(head.seat) + head.exchange_troops +
      variant_->rules().card_territory_bonus * bits::count(bonus_territories_, words_);
  for (int c = next_owned_continent(0); c < variant_->continents();
       c = next_owned_continent(c + 1)) {
    head.turn_troops += variant_->bonus(c);
  }
  begin_placement(next_owned_continent(0));
}

// The bonus of a continent wholly owned; after the last one the territory bonuses and the free
// troops.
void State::begin_placement(int continent) {
  Head& head = *head_;
  if (continent < variant_->continents()) {
    head.phase = Phase::continent;
    head.continent = continent;
    head.to_place = variant_->bonus(continent);
    return;
  }
  head.continent = -1;
  const int seat = head.seat;
  const int bonus = variant_->rules().card_territory_bonus;
  for (int w = 0; w < words_; ++w) {
    for (std::uint64_t left = bonus_territories_[w]; left != 0; left &= left - 1) {
      troops_[w * 64 + std::countr_zero(left)] += bonus;
      head.troops[seat] += bonus;
    }
    bonus_territories_[w] = 0;
  }
  head.to_place = share_of(seat) + head.exchange_troops;
  head.phase = head.to_place > 0 ? Phase::reinforce : Phase::attack;
}

// The first one from `next` on that is wholly owned; else how many there are.
int State::next_owned_continent(int next) const {
  const std::uint64_t* own = owned_ + head_->seat * words_;
  while (next < variant_->continents() &&
         !bits::includes(own, variant_->continent_set(next).data(), words_)) {
    ++next;
  }
  return next;
}

void State::end_placement() {
  Head& head = *head_;
  switch (head.phase) {
    case Phase::initial:
      --head.initial[head.seat];
      --head.left;
      next_initial(next_seat(head.seat));
      break;
    case Phase::continent:
      begin_placement(next_owned_continent(head.continent + 1));
      break;
    default:
      head.phase = Phase::attack;
      if (missions_ != nullptr) decide_mission();
  }
}

void State::conquer(const Attack& attack, Losses losses) {
  Head& head = *head_;
  const int seat = head.seat;
  const int loser = owner_[attack.to];
  const Rules& rules = variant_->rules();
  const int moved =
      conquering_troops(rules.conquest_move, rules.attack_dice, troops_[attack.from], losses);
  troops_[attack.from] -= moved;
  troops_[attack.to] = moved;
  owner_[attack.to] = static_cast<std::int8_t>(seat);
  bits::erase(owned_ + loser * words_, attack.to);
  bits::insert(owned_ + seat * words_, attack.to);
  ++head.territories[seat];
  --head.territories[loser];
  head.conquered = true;

  redraw_borders(attack.to, loser);

  if (head.territories[loser] == 0) eliminate(loser);
  if (head.territories[seat] == variant_->territories()) {
    head.phase = Phase::over;
    head.winner = static_cast<std::int8_t>(seat);
  } else if (missions_ != nullptr) {
    decide_mission();
  }
}

// Around a territory that changed hands.
void State::redraw_borders(int territory, int loser) {
  const int winner = owner_[territory];
  const auto count = [this](int t, int enemies) {
    enemy_neighbours_[t] = enemies;
    frontier_[t / 64] =
        (frontier_[t / 64] & ~bits::mask(t)) | (bits::Word{enemies > 0} << (t % 64));
  };
  int others = 0;
  for (const int u : variant_->neighbours(territory)) {
    const int mine = owner_[u] == winner ? 1 : 0;
    const int lost = owner_[u] == loser ? 1 : 0;
    others += 1 - mine;
    count(u, enemy_neighbours_[u] + lost - mine);
  }
  count(territory, others);
}

// The eliminated seat's cards pass to the mover, or go back to the deck.
void State::eliminate(int seat) {
  Head& head = *head_;
  if (missions_ != nullptr) missions_[seat].destroyer = head.seat;
  if (variant_->rules().elimination_takes_cards) {
    for (int w = 0; w < words_; ++w) hands_[head.seat * words_ + w] |= hands_[seat * words_ + w];
    head.cards[head.seat] += head.cards[seat];
  } else {
    head.cards_held -= head.cards[seat];
  }
  for (int w = 0; w < words_; ++w) hands_[seat * words_ + w] = 0;
  head.cards[seat] = 0;
}

void State::begin_fortify() {
  if (variant_->rules().fortify == FortifyMode::none) {
    end_fortify();
    return;
  }
  head_->phase = Phase::fortify;
  if (variant_->rules().fortify == FortifyMode::connected) link_territories();
}

// Union-find over the own territories: each ends up with the lowest one of its component.
void State::link_territories() {
  head_->noted = true;
  const int seat = head_->seat;
  const std::uint64_t* own = owned_ + seat * words_;
  const auto root = [this](int t) {
    while (fortify_notes_[t] != t) t = fortify_notes_[t] = fortify_notes_[fortify_notes_[t]];
    return t;
  };
  bits::for_each(own, words_, [&](int t) {
    fortify_notes_[t] = t;
    for (const int u : variant_->neighbours(t)) {
      if (u > t) break;
      if (owner_[u] != seat) continue;
      const int a = root(t);
      const int b = root(u);
      fortify_notes_[std::max(a, b)] = std::min(a, b);
    }
  });
  bits::for_each(own, words_, [&](int t) { fortify_notes_[t] = root(t); });
}

void State::end_fortify() {
  if (head_->noted) {
    head_->noted = false;
    std::memset(fortify_notes_, 0,
                static_cast<std::size_t>(variant_->territories()) * sizeof(*fortify_notes_));
  }
  if (missions_ != nullptr) {
    if (decide_mission()) return;
    rule_out();
  }
  if (head_->conquered && cards_in_deck() > 0) {
    head_->phase = Phase::draw;
  } else {
    end_turn();
  }
}

void State::draw(int card) {
  Head& head = *head_;
  ++head.events;
  bits::insert(hands_ + head.seat * words_, card);
  ++head.cards[head.seat];
  ++head.cards_held;
  end_turn();
}

// Eliminated seats have no turn.
void State::end_turn() {
  Head& head = *head_;
  if (head.turn >= variant_->rules().turn_limit) {
    head.phase = Phase::over;
    return;
  }
  int seat = head.seat;
  do {
    seat = next_seat(seat);
  } while (head.territories[seat] == 0);
  head.seat = static_cast<std::int8_t>(seat);
  begin_turn();
}

}  // namespace evorisk::risk
