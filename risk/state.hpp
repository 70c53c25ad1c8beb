// The position of a match: owners and troops, the decision that is due, the hands.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "risk/action.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::risk {

// What is due next. `deal` and `draw` wait for chance, the others for the seat on turn.
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

// A board to start a turn from, for analysis and tests.
struct Position {
  std::vector<int> owners;              // per territory: a seat
  std::vector<int> troops;              // per territory: at least 1
  std::vector<std::vector<int>> hands;  // per seat: cards; may be left empty
  int seat = 0;                         // whose turn begins; owns a territory, but not all
  int turn = 1;                         // which turn that is
  int exchanges = 0;                    // made before it
  // Objective `missions`; either may be left empty.
  std::vector<int> missions = {};      // per seat: its card, or -1 where it is not known
  std::vector<int> destroyed_by = {};  // per seat: the seat that took its last territory, or -1
};

// A flat value: its contents are one block of memory of a size fixed by the variant; assigning a
// state of the same variant copies that block and allocates nothing. Knows which variant it belongs
// to (which must outlive it). The const part is what agents see; everything is open to them but
// the missions of others, which a state they are shown does not contain (hide_missions).
//
// The changing part assumes legal events: refusal() of risk/legal.hpp says which are. It keeps the
// order of a turn: when a phase has nothing (more) to decide, the next one begins by itself, and
// so does the next turn.
class State {
 public:
  // At the start of a match: no territory has an owner.
  explicit State(const Variant& variant);
  State(const State& other);
  State& operator=(const State& other);
  ~State() = default;

  const Variant& variant() const { return *variant_; }

  // The match.
  Phase phase() const { return head_->phase; }
  bool over() const { return head_->phase == Phase::over; }
  int seat() const { return head_->seat; }      // on turn: it decides, or chance deals to it
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
  // Owned territories that get a territory bonus once the continents' troops are placed.
  std::span<const std::uint64_t> bonus_territories() const { return set(bonus_territories_); }
  // The most troops that may still leave t in the fortify phase, if it is the mover's: all but one,
  // and with `adjacent` none of those that arrived in it.
  int movable(int t) const {
    const int spare = troops_[t] - 1;
    const int here = troops_[t] - (adjacent_ ? fortify_notes_[t] : 0);
    return spare < here ? spare : here;
  }
  // Troops that arrived in t in this fortify phase (`adjacent`).
  int arrived(int t) const { return adjacent_ ? fortify_notes_[t] : 0; }
  // Whether own territories a and b are linked through own ones (`connected`, fortify phase).
  bool linked(int a, int b) const { return fortify_notes_[a] == fortify_notes_[b]; }
  // What the fortify phase notes of t: as arrived(), or the lowest own territory that t is linked
  // with; 0 otherwise.
  int fortify_note(int t) const { return fortify_notes_[t]; }

  // Missions, each by its index in the variant's deck. A state need not know them all: a seat whose
  // mission is unknown here can only win by conquest.
  int mission(int seat) const { return missions_ == nullptr ? -1 : missions_[seat].card; }
  // The seat that took the last territory of this one; -1: none, or it is not known.
  int destroyed_by(int seat) const { return missions_ == nullptr ? -1 : missions_[seat].destroyer; }
  // Cards that the seat cannot hold, because at the end of a turn of its own they were fulfilled
  // and the match went on: bit c of card c. Known to all.
  std::uint64_t ruled_out(int seat) const {
    return missions_ == nullptr ? 0 : missions_[seat].ruled_out;
  }
  // What a card asks of the seat that holds it: the card itself, or the deck's `otherwise`
  // (Variant::mission takes both).
  int task(int seat, int card) const;
  // Whether the position fulfils the card for this seat. That decides the match in the seat's own
  // turn only, when all its troops are placed, after each of its conquests, and when its turn ends.
  bool fulfilled(int seat, int card) const;

  // Forgets the missions of all seats but one (-1: of all).
  void hide_missions(int but_of);
  // Takes the seat's mission to be this card, or unknown (-1). Nothing is decided by it before the
  // next event.
  void assume_mission(int seat, int card) { missions_[seat].card = static_cast<std::int8_t>(card); }

  // Becomes the position, at the beginning of its turn. Throws std::invalid_argument when it is
  // none of this variant.
  void arrange(const Position& position);

  // Events, assumed legal. Each belongs to one phase.
  void restart();
  void deal_mission(int card);
  void deal(int territory);
  void pick(int territory);
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

  // Equal in every byte, events() included; of variants of equal shape.
  friend bool operator==(const State& a, const State& b);

  // The block: raw bytes of the position.
  std::span<const std::byte> bytes() const { return {block_.get(), size_}; }

 private:
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
  std::uint64_t* bonus_territories_ = nullptr;
  std::int32_t* troops_ = nullptr;
  std::int32_t* enemy_neighbours_ = nullptr;
  std::int32_t* fortify_notes_ = nullptr;
  std::int8_t* owner_ = nullptr;
};

// How many troops enter a territory that this roll conquers, of so many in the one attacked from. A
// territory falls only to a roll in which the attacker won every comparison, as many as the
// defender had troops: the attacker has lost none, and as many troops as it won comparisons or
// rolled dice can always move in.
inline int conquering_troops(ConquestMove rule, int most_dice, int attackers, Losses losses) {
  if (rule == ConquestMove::min) return losses.defender;
  const int all_but_one = attackers - 1;
  return rule == ConquestMove::max || all_but_one < most_dice ? all_but_one : most_dice;
}

// Symbols cycle by territory index: 0 infantry, 1 cavalry, 2 artillery.
inline int card_symbol(int card) {
  return card % 3;
}
const char* card_symbol_name(int card);

// Recomputes everything that a state keeps incrementally and checks every invariant; the first one
// broken as a sentence, else empty. For tests: slow.
std::string state_inconsistency(const State& state);
inline bool state_is_consistent(const State& state) {
  return state_inconsistency(state).empty();
}

}  // namespace evorisk::risk
