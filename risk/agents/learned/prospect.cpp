#include "risk/agents/learned/prospect.hpp"

#include <algorithm>

namespace evorisk::risk {

void Terrain::begin_match(const Variant& variant) {
  variant_ = &variant;
  const BattleOdds* odds = &battle_odds(variant.rules());
  if (odds != odds_) {
    odds_ = odds;
    wins_.clear();
    for (int troops = 0; troops <= bound; ++troops) {
      for (int defenders = 0; defenders <= bound; ++defenders) {
        wins_.push_back(static_cast<std::int16_t>(odds->fight(troops, defenders).win * whole));
      }
    }
  }
  const int territories = variant.territories();
  continent_.resize(static_cast<std::size_t>(territories));
  int borders = 0;
  for (int t = 0; t < territories; ++t) {
    continent_[static_cast<std::size_t>(t)] =
        static_cast<std::int16_t>(variant.map().continent_of(t) * variant.players());
    borders += variant.degree(t);
  }
  bonuses_ = 0;
  of_size_.clear();
  for (int c = 0; c < variant.continents(); ++c) {
    bonuses_ += variant.bonus(c);
    const int size = bits::count(variant.continent_set(c).data(), variant.words());
    of_size_.push_back(1 / static_cast<float>(size));
  }
  const Rules& rules = variant.rules();
  fixed_[0] = rules.conquest_move == ConquestMove::max ? 1 : 0;
  fixed_[1] = rules.conquest_move == ConquestMove::min ? 1 : 0;
  fixed_[2] = static_cast<float>(odds->fight(12, 12).win);
  fixed_[3] = std::min(2.0F, static_cast<float>(territories) / 50);
  fixed_[4] = static_cast<float>(bonuses_) /
              static_cast<float>(bonuses_ + variant.reinforcement(territories) + 1);
  fixed_[5] = rules.fortify == FortifyMode::none ? 1 : 0;
  fixed_[6] = static_cast<float>(borders) / static_cast<float>(territories) / 6;
}

void Prospect::begin_match(const Terrain& terrain) {
  terrain_ = &terrain;
  variant_ = terrain.variant_;
  territories_ = variant_->territories();
  cells_.assign(index(territories_), {});
  parts_.assign(index(variant_->continents() * variant_->players()), {});
}

void Prospect::look(const State& state, int seat) {
  seat_ = seat;
  turn_ = state.turn();
  const int players = variant_->players();
  before_ = turn_ > 0 ? 1 : static_cast<float>(seat) / static_cast<float>(players - 1);
  exchange_ = variant_->exchange_troops(state.exchanges());
  for (int t = 0; t < territories_; ++t) {
    Cell& cell = cells_[index(t)];
    cell.owner = static_cast<std::int8_t>(state.owner(t));
    cell.troops = state.troops(t);
  }
  for (int s = 0; s < players; ++s) {
    Seat& one = seats_[index(s)];
    one.cards = state.hand_size(s);
    one.reinforced =
        variant_->reinforcement(state.territories_of(s)) + (one.cards >= 3 ? exchange_ : 0);
  }
  card_due_ = state.seat() == seat && state.cards_in_deck() > 0;
  if (card_due_ && state.conquered()) {
    ++seats_[index(seat)].cards;
    card_due_ = false;
  }
  recount();
}

void Prospect::recount() {
  std::ranges::fill(parts_, Part{0, 0});
  for (int s = 0; s < variant_->players(); ++s) {
    Seat& one = seats_[index(s)];
    Seat kept;
    kept.cards = one.cards;
    kept.reinforced = one.reinforced;
    one = kept;
  }
  for (int t = 0; t < territories_; ++t) {
    Cell& cell = cells_[index(t)];
    cell.lacking = 0;
    cell.exposed = cell.reached = 0;
    cell.border = 0;
    count(cell, 1);
    ++part(t, cell.owner).territories;
    part(t, cell.owner).troops += cell.troops;
  }
  for (int t = 0; t < territories_; ++t) renew(t);
}

void Prospect::count(const Cell& cell, int sign) {
  Seat& one = seats_[index(cell.owner)];
  one.territories += sign;
  one.troops += sign * cell.troops;
  one.lacking += sign * cell.lacking;
  one.exposed += sign * cell.exposed;
  one.reached += sign * cell.reached;
  one.borders += sign * cell.border;
  one.front += sign * cell.border * (cell.troops - 1);
}

// What follows from its neighbours. Of enemies that are as strong the last seat counts.
void Prospect::renew(int t) {
  Cell& cell = cells_[index(t)];
  // The strongest enemy's troops, and in the last digit, of base 8, who it is. Masks in place of
  // branches, which could not be predicted.
  static_assert(max_players <= 8);
  std::uint64_t most = 0;
  for (const int u : variant_->neighbours(t)) {
    const Cell& other = cells_[index(u)];
    const std::uint64_t hostile = -static_cast<std::uint64_t>(other.owner != cell.owner);
    const std::uint64_t here =
        static_cast<std::uint64_t>(other.troops) * 8 + static_cast<std::uint64_t>(other.owner);
    most = std::max(most, hostile & here);
  }
  const int strongest = static_cast<int>(most / 8);
  const int enemy = static_cast<int>(most % 8);
  const Cell before = cell;
  if (strongest > 0) {
    cell.border = 1;
    cell.lacking = std::max(0, strongest - cell.troops);
    const int more = seats_[index(enemy)].reinforced;
    cell.exposed = static_cast<std::int16_t>(terrain_->wins(strongest, cell.troops));
    cell.reached = static_cast<std::int16_t>(terrain_->wins(strongest + more, cell.troops));
  } else {
    cell.border = 0;
    cell.lacking = 0;
    cell.exposed = cell.reached = 0;
  }
  Seat& one = seats_[index(cell.owner)];
  one.lacking += cell.lacking - before.lacking;
  one.exposed += cell.exposed - before.exposed;
  one.reached += cell.reached - before.reached;
  one.borders += cell.border - before.border;
  one.front += (cell.border - before.border) * (cell.troops - 1);
}

// After a change of its troops.
void Prospect::renew_enemies(int t) {
  const int owner = cells_[index(t)].owner;
  renew(t);
  for (const int u : variant_->neighbours(t)) {
    if (cells_[index(u)].owner != owner) renew(u);
  }
}

void Prospect::put(int t, int troops) {
  Cell& cell = cells_[index(t)];
  const int more = troops - cell.troops;
  cell.troops = troops;
  part(t, cell.owner).troops += more;
  seats_[index(cell.owner)].troops += more;
  seats_[index(cell.owner)].front += cell.border * more;
}

// With renew() inlined, here and in conquer(): a quarter of a decision's time goes by in it.
[[gnu::flatten]] void Prospect::set_troops(int t, int troops) {
  put(t, troops);
  renew_enemies(t);
}

void Prospect::move(int from, int to, int troops) {
  set_troops(from, this->troops(from) - troops);
  set_troops(to, this->troops(to) + troops);
}

[[gnu::flatten]] void Prospect::conquer(int from, int to, int left, int moved) {
  Cell& prey = cells_[index(to)];
  Seat& own = seats_[index(seat_)];
  Seat& loser = seats_[index(prey.owner)];
  Part& lost = part(to, prey.owner);
  --lost.territories;
  lost.troops -= prey.troops;
  ++part(to, seat_).territories;
  part(to, seat_).troops += moved;
  count(prey, -1);
  prey = {.troops = moved, .owner = static_cast<std::int8_t>(seat_)};
  count(prey, 1);
  own.cards += card_due_ ? 1 : 0;
  card_due_ = false;
  if (loser.territories == 0) {
    if (variant_->rules().elimination_takes_cards) own.cards += loser.cards;
    loser.cards = 0;
  }
  put(from, left);
  for (const int u : variant_->neighbours(from)) {
    if (owner(u) != seat_ && !variant_->adjacent(u, to)) renew(u);
  }
  renew(to);
  for (const int u : variant_->neighbours(to)) renew(u);
}

void Prospect::inputs(std::span<float, value_inputs> into) const {
  const Variant& variant = *variant_;
  const int players = variant.players();
  int held[max_players] = {};
  float secured[max_players] = {};
  float promise[max_players] = {};
  float grip[max_players] = {};
  for (int c = 0; c < variant.continents(); ++c) {
    const Part* parts = &parts_[index(c * players)];
    const auto bonus = static_cast<float>(variant.bonus(c));
    int troops = 0;
    for (int s = 0; s < players; ++s) troops += parts[s].troops;
    const float of_size = terrain_->of_size_[index(c)];
    const float of_there = 1 / static_cast<float>(troops);
    for (int s = 0; s < players; ++s) {
      if (parts[s].territories == 0) continue;
      const auto squared = [bonus](int part, float of_all) {
        const float share = static_cast<float>(part) * of_all;
        return bonus * share * share;
      };
      promise[s] += squared(parts[s].territories, of_size);
      grip[s] += squared(parts[s].troops, of_there);
      if (parts[s].troops < troops) continue;
      held[s] += variant.bonus(c);
      float kept = bonus;
      bits::for_each(variant.continent_set(c).data(), variant.words(), [&](int t) {
        kept *= static_cast<float>(whole - cells_[index(t)].reached) / whole;
      });
      secured[s] += kept;
    }
  }
  int alive = 0;
  int all_troops = 0;
  int incomes = 0;
  int income[max_players] = {};
  for (int s = 0; s < players; ++s) {
    if (seats_[index(s)].territories == 0) continue;
    ++alive;
    all_troops += seats_[index(s)].troops;
    income[s] = variant.reinforcement(seats_[index(s)].territories) + held[s];
    incomes += income[s];
  }
  const float of_troops = 1 / static_cast<float>(all_troops);
  const float of_incomes = 1 / static_cast<float>(std::max(1, incomes));
  const float of_territories = 1 / static_cast<float>(territories_);
  const float of_bonuses = 1 / static_cast<float>(std::max(1, terrain_->bonuses_));
  const auto tell = [&](int s, float* to) {
    const Seat& one = seats_[index(s)];
    const auto f = [](int i) { return static_cast<float>(i); };
    const float of_own = 1 / f(one.territories);
    to[0] = f(one.territories) * of_territories;
    to[1] = f(one.troops) * of_troops;
    to[2] = f(income[s]) * of_incomes;
    to[3] = secured[s] * of_incomes;
    to[4] = promise[s] * of_bonuses;
    to[5] = grip[s] * of_bonuses;
    to[6] = std::min(2.0F, f(one.cards) * 0.2F);
    to[7] = one.cards >= 3 ? std::min(2.0F, f(exchange_) * of_troops) : 0;
    to[8] = f(one.lacking) * of_troops;
    to[9] = f(one.exposed) * of_own * (1.0F / whole);
    to[10] = f(one.reached) * of_own * (1.0F / whole);
    to[11] = f(one.borders) * of_own;
    to[12] = f(one.front) / f(one.troops);
  };
  std::ranges::fill(into, 0.0F);
  std::ranges::copy(terrain_->fixed_, into.data());
  float* own = into.data() + first_own_input;
  float* rival = into.data() + first_rival_input;
  float* match = into.data() + first_changing_input;
  float* others = into.data() + duel_inputs;
  if (seats_[index(seat_)].territories > 0) tell(seat_, own);
  int strongest = -1;
  int weakest = seat_;  // of the rivals
  float most = -1;
  for (int s = 0; s < players; ++s) {
    const Seat& one = seats_[index(s)];
    if (s == seat_ || one.territories == 0) continue;
    const float strength =
        static_cast<float>(one.troops) * of_troops + static_cast<float>(income[s]) * of_incomes;
    if (weakest == seat_ || one.troops < seats_[index(weakest)].troops) weakest = s;
    if (strength <= most) continue;
    strongest = s;
    most = strength;
  }
  if (strongest >= 0) tell(strongest, rival);
  const float mean = 1 / static_cast<float>(std::max(1, alive - 2));
  for (int s = 0; s < players; ++s) {
    if (s == seat_ || s == strongest || seats_[index(s)].territories == 0) continue;
    float one[seat_inputs];
    tell(s, one);
    for (int i = 0; i < seat_inputs; ++i) others[i] += one[i] * (i < first_own_share ? 1 : mean);
  }
  const auto limit = static_cast<float>(variant.rules().turn_limit);
  const float left = limit - static_cast<float>(turn_);
  const auto players_left = static_cast<float>(alive);
  match[0] = left / limit;
  match[1] = std::min(1.0F, left / (8 * players_left));
  match[2] = players_left / max_players;
  match[3] = 1 / players_left;
  match[4] = std::min(2.0F, static_cast<float>(all_troops) * of_territories * 0.1F);
  match[5] = std::min(2.0F, static_cast<float>(incomes) * of_troops);
  match[6] = std::min(2.0F, static_cast<float>(exchange_) * of_troops);
  match[7] = before_;
  match[8] = static_cast<float>(seats_[index(weakest)].troops) * of_troops;
  match[9] = std::min(2.0F, static_cast<float>(seats_[index(weakest)].cards) * 0.2F);
}

}  // namespace evorisk::risk
