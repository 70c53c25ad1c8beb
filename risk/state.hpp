// The position of a match: owners, troops, hands, and the decision that is due.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "risk/action.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::risk {

// What is due next. `deal`, `draw` and `mission` wait for chance, the others for the seat on turn.
enum class Phase : std::uint8_t {
  deal,       // a territory for seat(), at random
  pick,       // a free territory of the agent's choice
  initial,    // one initial troop
  exchange,   // three cards, or none
  continent,  // to_place() troops inside continent()
  reinforce,  // to_place() troops anywhere
  attack,     // one roll, or the end of the attack
  fortify,    // a move, or the end of it
  draw,       // a card, at random
  over,       // the match has ended
  mission,    // a mission for seat(), at random; before all others
};
inline constexpr int phase_count = 11;
const char* phase_name(Phase phase);

// A flat value: one block of memory of a size fixed by the variant. Assigning a state of the same
// variant copies that block and allocates nothing. The variant must outlive its states. Agents see
// the const part, and everything in it but the missions of others: hide_missions() removes those
// first.
//
// The changing part assumes legal events: refusal() of risk/legal.hpp says which are. It keeps the
// order of a turn: when a phase has nothing left to decide, the next phase or turn begins
// automatically.
class State {
 public:
  // At the start of a match: no territory has an owner.
  explicit State(const Variant& variant);
  State(const State& other);
  // The same position, of a copy of its variant.
  State(const Variant& variant, const State& other);
  State& operator=(const State& other);
  ~State() = default;

  const Variant& variant() const { return *variant_; }

  // The match.
  Phase phase() const { return head_->phase; }
  bool over() const { return head_->phase == Phase::over; }
  int seat() const { return head_->seat; }      // the seat that decides, or to which chance deals
  int turn() const { return head_->turn; }      // turns begun: 0 during the set-up, then 1, 2, ...
  int winner() const { return head_->winner; }  // seat, or -1
  // Events since the start of the match.
  std::uint32_t events() const { return head_->events; }

  // The board.
  int owner(int t) const { return owner_[t]; }  // seat, or -1 while free
  int troops(int t) const { return troops_[t]; }
  // How many neighbours of t have another owner than t, and the territories that have
  // such neighbours (the borders of their owner). Kept from the end of the allocation on.
  int enemy_neighbours(int t) const { return enemy_neighbours_[t]; }
  std::span<const std::uint64_t> frontier() const { return set(frontier_); }
  std::span<const std::uint64_t> free_territories() const { return set(free_); }
  int free_count() const { return turn() == 0 && phase() < Phase::initial ? head_->left : 0; }
  std::span<const std::uint64_t> owned(int seat) const { return set(owned_ + seat * words_); }
  bool owns(int seat, int t) const { return bits::has(owned_ + seat * words_, t); }
  int territories_of(int seat) const { return head_->territories[seat]; }
  int troops_of(int seat) const { return head_->troops[seat]; }
  std::span<const int> territory_counts() const { return {head_->territories, players()}; }
  std::span<const int> troop_counts() const { return {head_->troops, players()}; }
  bool eliminated(int seat) const { return turn() > 0 && head_->territories[seat] == 0; }

  // The cards, each named by its territory; its symbol is card_symbol().
  std::span<const std::uint64_t> hand(int seat) const { return set(hands_ + seat * words_); }
  bool holds(int seat, int card) const { return bits::has(hands_ + seat * words_, card); }
  int hand_size(int seat) const { return head_->cards[seat]; }
  int cards_in_deck() const { return variant_->territories() - head_->cards_held; }
  int exchanges() const { return head_->exchanges; }  // by all seats, in the match

  // The turn.
  int to_place() const { return head_->to_place; }    // of this placement phase
  int continent() const { return head_->continent; }  // phase `continent`: where
  // All troops of this turn's reinforcement, fixed when it starts.
  int turn_troops() const { return head_->turn_troops; }
  bool conquered() const { return head_->conquered; }  // a territory, this turn
  // The most troops that may still leave an own territory t in the fortify phase: all but one, and
  // with `adjacent` only troops that did not arrive in this phase.
  int movable(int t) const {
    const int spare = troops_[t] - 1;
    const int here = troops_[t] - (adjacent_ ? fortify_notes_[t] : 0);
    return spare < here ? spare : here;
  }
  // Whether own territories a and b are linked through own ones (`connected`, fortify phase).
  bool linked(int a, int b) const { return fortify_notes_[a] == fortify_notes_[b]; }

  // Missions, each by its index in the variant's deck. A state need not know all missions: a seat
  // whose mission is unknown can win only by conquest.
  int mission(int seat) const { return missions_ == nullptr ? -1 : missions_[seat].card; }
  // The seat that took the last territory of this one; -1: none, or it is not known.
  int destroyed_by(int seat) const { return missions_ == nullptr ? -1 : missions_[seat].destroyer; }
  // Cards that the seat cannot hold: they were fulfilled at the end of one of its turns, but the
  // match continued. Bit c stands for card c. Known to all.
  std::uint64_t ruled_out(int seat) const {
    return missions_ == nullptr ? 0 : missions_[seat].ruled_out;
  }
  // What a card asks of the seat that holds it: the card itself, or the deck's `otherwise`
  // (Variant::mission takes both).
  int task(int seat, int card) const;
  // Whether the position fulfils the card for this seat. This ends the match only in the seat's own
  // turn: when all its troops are placed, after each conquest, and at the end of the turn.
  bool fulfilled(int seat, int card) const;

  // Removes the missions of all seats except `but_of` (-1: of all seats).
  void hide_missions(int but_of);
  // Sets the seat's mission to this card, or to unknown (-1). It cannot end the match before the
  // next event.
  void assume_mission(int seat, int card) { missions_[seat].card = static_cast<std::int8_t>(card); }

  // Events, assumed legal. Each belongs to one phase.
  void restart();
  void deal_mission(int card);
  void deal(int territory) { claim(territory); }
  void pick(int territory) { claim(territory); }
  void place(const Placement& placement) {
    ++head_->events;
    troops_[placement.territory] += placement.troops;
    head_->troops[head_->seat] += placement.troops;
    head_->to_place -= placement.troops;
    if (head_->to_place == 0) end_placement();
  }
  void exchange(const Exchange& exchange);
  void attack(const Attack& attack, Losses losses) {
    ++head_->events;
    if (attack.from < 0) {
      begin_fortify();
      return;
    }
    troops_[attack.from] -= losses.attacker;
    head_->troops[head_->seat] -= losses.attacker;
    troops_[attack.to] -= losses.defender;
    head_->troops[owner_[attack.to]] -= losses.defender;
    if (troops_[attack.to] == 0) conquer(attack, losses);
  }
  void fortify(const Fortify& fortify) {
    ++head_->events;
    if (fortify.from < 0) {
      end_fortify();
      return;
    }
    troops_[fortify.from] -= fortify.troops;
    troops_[fortify.to] += fortify.troops;
    if (adjacent_) {
      fortify_notes_[fortify.to] += fortify.troops;
      head_->noted = true;
    } else {
      end_fortify();
    }
  }
  void draw(int card);
  void apply(const Event& event);

  // Equal in every byte, events() included. Requires variants of equal shape.
  friend bool operator==(const State& a, const State& b);

  // The block: raw bytes of the position.
  std::span<const std::byte> bytes() const { return {block_.get(), size_}; }

 private:
  friend struct StateForTests;  // tests/risk/arranged.hpp

  struct alignas(std::uint64_t) Head {
    Phase phase;
    bool conquered;
    bool noted;  // fortify_notes_ are in use
    std::int8_t winner;
    std::int8_t seat;
    std::int32_t turn;
    std::uint32_t events;
    std::int32_t exchanges;
    std::int32_t to_place;
    std::int32_t continent;
    std::int32_t exchange_troops;  // of this turn
    std::int32_t turn_troops;
    std::int32_t left;        // set-up: territories to allocate, then all initial troops
    std::int32_t cards_held;  // in all hands
    std::int32_t territories[max_players];
    std::int32_t troops[max_players];
    std::int32_t cards[max_players];
    std::int32_t initial[max_players];  // troops to place in the set-up
  };

  struct Secret {
    std::uint64_t ruled_out;
    std::int8_t card;
    std::int8_t destroyer;
  };

  int next_seat(int seat) const { return seat + 1 == variant_->players() ? 0 : seat + 1; }
  std::size_t players() const { return static_cast<std::size_t>(variant_->players()); }
  std::span<const std::uint64_t> set(const std::uint64_t* words) const {
    return {words, static_cast<std::size_t>(words_)};
  }
  void locate();
  void claim(int territory);
  void find_borders();
  void finish_allocation();
  void next_initial(int seat);
  void begin_turn();
  int share_of(int seat) const;
  void begin_reinforcement();
  void begin_placement(int continent);
  int next_owned_continent(int next) const;
  void end_placement();
  void conquer(const Attack& attack, Losses losses);
  void redraw_borders(int territory, int loser);
  void eliminate(int seat);
  void begin_fortify();
  void link_territories();
  void end_fortify();
  void end_turn();
  bool decide_mission();
  void rule_out();

  const Variant* variant_;
  int words_ = 1;
  bool adjacent_ = true;  // the rules' fortify mode
  std::size_t size_ = 0;
  std::unique_ptr<std::byte[]> block_;
  // Into the block.
  Head* head_ = nullptr;
  Secret* missions_ = nullptr;  // none without the objective `missions`
  std::uint64_t* owned_ = nullptr;
  std::uint64_t* hands_ = nullptr;
  std::uint64_t* free_ = nullptr;
  std::uint64_t* frontier_ = nullptr;
  // Owned territories that get a territory bonus once the continents' troops are placed.
  std::uint64_t* bonus_territories_ = nullptr;
  std::int32_t* troops_ = nullptr;
  std::int32_t* enemy_neighbours_ = nullptr;
  // In the fortify phase the troops that arrived (`adjacent`), or the lowest own territory that is
  // linked (`connected`); else 0.
  std::int32_t* fortify_notes_ = nullptr;
  std::int8_t* owner_ = nullptr;
};

// The number of troops that enter a territory that this roll conquers, from the `attackers` in the
// attacking territory. In a conquering roll the attacker wins every comparison and loses no troops.
// So it always has enough troops to move in one per comparison won or per die rolled.
inline int conquering_troops(ConquestMove rule, int most_dice, int attackers, Losses losses) {
  if (rule == ConquestMove::min) return losses.defender;
  const int all_but_one = attackers - 1;
  return rule == ConquestMove::max || all_but_one < most_dice ? all_but_one : most_dice;
}

// About how many troops enter a territory of `defenders` when a fight for it ends with `left`
// attackers in the attacking territory.
inline int likely_moved(const Rules& rules, int left, int defenders) {
  if (rules.conquest_move == ConquestMove::max) return left - 1;
  const int dice = std::min(left - 1, rules.attack_dice);
  if (rules.conquest_move == ConquestMove::dice) return dice;
  return std::min({dice, defenders, rules.defence_dice});
}

// Symbols cycle by territory index: 0 infantry, 1 cavalry, 2 artillery.
inline int card_symbol(int card) {
  return card % 3;
}
const char* card_symbol_name(int card);

}  // namespace evorisk::risk
