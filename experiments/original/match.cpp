#include "experiments/original/match.hpp"

#include <algorithm>
#include <array>

#include "base/index.hpp"
#include "risk/level_fill.hpp"

namespace evorisk::experiments::original {

Board::Board(const maps::MapData& map, const std::vector<maps::Border>& one_way)
    : territories(static_cast<int>(map.territories.size())),
      all(numbers<int>(map.territories.size())),
      neighbours(map.territories.size()),
      continent_of(map.territories.size()) {
  const auto list = [&](int t) -> std::vector<int>& {
    return neighbours[static_cast<std::size_t>(t)];
  };
  for (const maps::Border& border : map.borders) {
    list(border.a).push_back(border.b);
    list(border.b).push_back(border.a);
  }
  for (auto& of_territory : neighbours) std::sort(of_territory.begin(), of_territory.end());
  for (const maps::Border& border : one_way) {  // border.a -> border.b, in this direction
    std::erase(list(border.b), border.a);
    list(border.b).push_back(border.a);
  }
  for (const maps::Continent& c : map.continents) {
    for (int t : c.territories) {
      continent_of[static_cast<std::size_t>(t)] = static_cast<int>(continents.size());
    }
    continents.push_back(c.territories);
    bonus.push_back(c.bonus);
  }
}

std::vector<maps::Border> one_way_borders(const std::string& library_name) {
  if (library_name == "thesis-1") return {{32, 33}};
  if (library_name == "thesis-5") return {{16, 17}, {31, 33}, {32, 31}};
  if (library_name == "thesis-7") return {{0, 4}, {2, 4}};
  if (library_name == "thesis-8") return {{6, 9}};
  if (library_name == "thesis-10") return {{6, 5}};
  if (library_name == "thesis-war") return {{3, 19}, {33, 34}};
  return {};
}

namespace {

using enum Behaviour;

class Match {
 public:
  Match(const Board& board, const Genes& genes, const Behaviours& behaviours, Random& random)
      : board_(board),
        genes_(genes),
        behaviours_(behaviours),
        random_(random),
        owner_(at(board.territories), -1),
        troops_(at(board.territories), 0),
        foes_(at(board.territories), 0),
        card_held_(at(board.territories), false) {}

  Trace play() {
    allocate();
    const int limit = on(seats_run_on) ? 49 : 48;
    trace_.turns.reserve(at(limit));
    int mover = on(seats_run_on) ? board_.territories % 2 : 0;
    for (int turn = 0; turn < limit && trace_.winner < 0; ++turn, mover = 1 - mover) {
      seat_ = mover;
      play_turn();
      record_turn();
    }
    return std::move(trace_);
  }

 private:
  bool on(Behaviour b) const { return has(behaviours_, b); }
  int& owner(int t) { return owner_[at(t)]; }
  int& troops(int t) { return troops_[at(t)]; }
  bool mine(int t) { return owner(t) == seat_; }
  bool at_border(int t) { return foes_[at(t)] > 0; }
  const std::vector<int>& neighbours(int t) const { return board_.neighbours[at(t)]; }

  // One of those wanted, each equally likely, in the order of the list. There must be one.
  int one_of(const auto& list, int wanted_in_all, const auto& wanted) {
    int left = random_.index(wanted_in_all);
    for (const int t : list) {
      if (wanted(t) && left-- == 0) return t;
    }
    return -1;
  }
  const std::vector<int>& all() const { return board_.all; }

  // The first with the fewest troops of those that are allowed; -1: none.
  int weakest(const auto& list, const auto& allowed) {
    int best = -1;
    for (const int t : list) {
      if (allowed(t) && (best < 0 || troops(t) < troops(best))) best = t;
    }
    return best;
  }

  // Troops one by one, each to the weakest of those allowed. Returns whether there was any.
  bool hand_out(int count, const auto& list, const auto& allowed) {
    places_.clear();
    for (const int t : list) {
      if (allowed(t)) places_.push_back({t, troops(t)});
    }
    const bool any = !places_.empty();
    risk::level_fill(places_, count);
    for (const risk::Placement& place : places_) troops(place.territory) += place.troops;
    return any;
  }

  void count_foes(int t) {
    int foes = 0;
    for (const int n : neighbours(t)) foes += owner(n) != owner(t) ? 1 : 0;
    foes_[at(t)] = foes;
  }

  // --- allocation ---

  void allocate() {
    int seat = 0;
    std::array<int, 2> capturing = {-1, -1};
    for (left_ = board_.territories; left_ > 0; --left_, seat = 1 - seat) {
      const int t = genes_.pick ? pick_territory(capturing[at(seat)]) : any_free();
      owner(t) = seat;
      troops(t) = 1;
      ++held_[at(seat)];
    }
    for (const int t : all()) count_foes(t);
  }

  bool is_free(int t) { return owner(t) < 0; }
  int any_free() {
    return one_of(all(), left_, [&](int t) { return is_free(t); });
  }
  int free_in(int c) {
    return static_cast<int>(
        std::ranges::count_if(board_.continents[at(c)], [&](int t) { return is_free(t); }));
  }
  int pick_in(int c, int free) {
    return one_of(board_.continents[at(c)], free, [&](int t) { return is_free(t); });
  }

  int pick_territory(int& capturing) {
    if (capturing >= 0) {
      const int free = free_in(capturing);
      if (free > 0) return pick_in(capturing, free);
      capturing = -1;
    }
    double best = 0;
    for (int c = 0; c < std::ssize(board_.bonus); ++c) {
      const int whole = static_cast<int>(board_.continents[at(c)].size());
      if (free_in(c) != whole) continue;
      double value = board_.bonus[at(c)];
      if (on(pick_by_ratio)) value /= whole;
      if (value > best) {
        best = value;
        capturing = c;
      }
    }
    return capturing >= 0 ? pick_in(capturing, free_in(capturing)) : any_free();
  }

  // --- one turn ---

  void play_turn() {
    moves_ = every_moves_ = 0;
    const int held = held_[at(seat_)];
    const int round_up = on(divisor_rounds_up) ? genes_.divisor - 1 : 0;
    const int quotient = (held + round_up) / genes_.divisor;
    const int base = std::max(3, quotient);
    int bonus_territory = -1;
    const int exchanged = exchange_cards(bonus_territory);
    const int territory_bonus = bonus_territory >= 0 ? 2 : 0;
    own_continents_.clear();
    int continent_troops = 0;
    for (int c = 0; c < std::ssize(board_.bonus); ++c) {
      if (std::ranges::all_of(board_.continents[at(c)], [&](int t) { return mine(t); })) {
        own_continents_.push_back(c);
        continent_troops += board_.bonus[at(c)];
      }
    }
    moves_ += static_cast<double>(continent_troops + territory_bonus + base + exchanged) * held;
    every_moves_ +=
        static_cast<double>(base + exchanged + 1 + std::max(1, continent_troops)) * base * held;

    place_continent_bonuses();
    if (bonus_territory >= 0) troops(bonus_territory) += territory_bonus;
    // No place only on a board in pieces, which the search lets slip through.
    hand_out(base + exchanged, all(), [&](int t) { return mine(t) && at_border(t); });

    attack();
    if (trace_.winner >= 0) return;
    const std::int64_t moves = fortify_moves();
    moves_ += static_cast<double>(moves);
    every_moves_ += static_cast<double>(moves);
    if (on(fortify_wanders)) {
      fortify_wandering(moves);
    } else {
      fortify_inner();
    }
    if (conquered_) draw_card();
  }

  int exchange_cards(int& bonus_territory) {
    static constexpr std::array<int, 7> schedule = {2, 4, 6, 8, 10, 12, 15};
    // A hand never holds more than five cards, so one exchange is all there can be in a turn.
    auto& hand = hands_[at(seat_)];
    if (hand.size() < 3) return 0;
    int shown = -1;
    for (int card : hand) {
      if (!mine(card)) continue;
      if (shown < 0 || (!on(exchange_first_drawn) && card < shown)) shown = card;
    }
    if (shown < 0 && hand.size() < 5) return 0;
    for (int k = 0; k < 3; ++k) {
      const int card = k == 0 && shown >= 0 ? shown : random_.pick(hand);
      hand.erase(std::find(hand.begin(), hand.end(), card));
      card_held_[at(card)] = false;
    }
    if (!on(exchange_from_two)) bonus_territory = shown;
    const std::size_t step = exchanges_++ + (on(exchange_from_two) ? 0 : 1);
    return step < schedule.size() ? schedule[step]
                                  : 15 + 5 * static_cast<int>(step - schedule.size() + 1);
  }

  void place_continent_bonuses() {
    if (!on(continent_bonus_slip)) {
      for (int c : own_continents_) place_bonus(c);
      return;
    }
    // The program's list of bonuses: a zero for each owned continent, then every bonus inserted at
    // its continent's number, so that it may come to stand at a lower one.
    std::vector<int> list(own_continents_.size(), 0);
    for (int c : own_continents_) {
      const std::size_t place = std::min(at(c), list.size());
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(place), board_.bonus[at(c)]);
    }
    for (std::size_t number = 0; number < list.size(); ++number) {
      if (list[number] == 0) continue;
      hand_out(list[number], board_.continents[number], [](int) { return true; });
    }
  }

  // Where the text's agent puts continent c's bonus: at the enemy's border, else at another
  // continent's.
  void place_bonus(int c) {
    const int bonus = board_.bonus[at(c)];
    const auto& list = board_.continents[at(c)];
    const auto at_other_continent = [&](int t) {
      return std::ranges::any_of(neighbours(t),
                                 [&](int n) { return board_.continent_of[at(n)] != c; });
    };
    if (hand_out(bonus, list, [&](int t) { return at_border(t); })) return;
    if (hand_out(bonus, list, at_other_continent)) return;
    hand_out(bonus, list, [](int) { return true; });
  }

  // Every roll is by the first territory that can and wants to. After a roll those before it still
  // cannot, unless a conquest put troops there or, when the defender's strength counts, a loss made
  // a defender weak enough.
  void attack() {
    std::int64_t moves = attack_moves();
    moves_ += static_cast<double>(moves);
    every_moves_ += static_cast<double>(moves);
    conquered_ = false;
    const int least = on(attack_always) ? 3 : 2;
    for (int from = 0; from < board_.territories;) {
      const bool able = mine(from) && troops(from) >= least && at_border(from);
      const int to = able ? weakest(neighbours(from), [&](int n) { return !mine(n); }) : -1;
      if (to < 0 || (!on(attack_always) && troops(to) >= troops(from))) {
        ++from;
        continue;
      }
      moves -= attack_moves_of(from);
      if (roll(from, to)) {
        if (trace_.winner >= 0) return;
        moves = attack_moves();
        from = std::min(from, to);
      } else {
        moves += attack_moves_of(from);
      }
      every_moves_ += static_cast<double>(moves);
      if (!on(attack_always)) from = 0;
    }
  }

  // Of up to three dice, from the highest.
  std::array<int, 3> throw_dice(int dice) {
    std::array<int, 3> faces = {0, 0, 0};
    for (int i = 0; i < dice; ++i) faces[at(i)] = 1 + random_.index(6);
    const auto order = [](int& high, int& low) {
      const int most = std::max(high, low);
      low = std::min(high, low);
      high = most;
    };
    order(faces[0], faces[1]);
    order(faces[1], faces[2]);
    order(faces[0], faces[1]);
    return faces;
  }

  // Returns whether it conquered.
  bool roll(int from, int to) {
    const int attack = std::min(3, troops(from) - 1);
    const int defence = std::min(genes_.defence_dice, troops(to));
    const auto attacking = throw_dice(attack);
    const auto defending = throw_dice(defence);
    int won = 0;
    const int comparisons = std::min(attack, defence);
    const int tie = on(ties_to_attacker) ? 0 : 1;
    for (int i = 0; i < comparisons; ++i) {
      won += attacking[at(i)] >= defending[at(i)] + tie ? 1 : 0;
    }
    troops(to) -= won;
    troops(from) -= comparisons - won;
    if (troops(to) > 0) return false;

    owner(to) = seat_;
    const int moved = genes_.move_max ? troops(from) - 1 : std::max(1, won);
    troops(from) -= moved;
    troops(to) = genes_.move_max && on(max_move_vanishes) ? 0 : moved;
    conquered_ = true;
    count_foes(to);
    for (const int n : neighbours(to)) foes_[at(n)] += mine(n) ? -1 : 1;
    --held_[at(1 - seat_)];
    if (++held_[at(seat_)] == board_.territories) trace_.winner = seat_;
    return true;
  }

  void fortify_inner() {
    for (const int from : all()) {
      if (!mine(from) || at_border(from) || troops(from) < 2) continue;
      if (hand_out(troops(from) - 1, neighbours(from),
                   [&](int n) { return mine(n) && at_border(n); })) {
        troops(from) = 1;
      }
    }
  }

  // Troop by troop, always from the first territory that can: those before it still cannot, unless
  // the troop went there. `moves` are those that are possible before.
  void fortify_wandering(std::int64_t moves) {
    left_behind_.assign(at(board_.territories), false);
    const auto target = [&](int from) {
      for (const int n : neighbours(from)) {
        if (!mine(n)) break;
        if (at_border(n) && !left_behind_[at(n)]) return n;
      }
      return -1;
    };
    for (int from = 0; from < board_.territories;) {
      const int to = mine(from) && troops(from) > 1 ? target(from) : -1;
      if (to < 0) {
        ++from;
        continue;
      }
      // A territory with a troop more, or less, has as many more moves as own neighbours; one that
      // had none has none with its first.
      moves -= own_neighbours(from);
      moves += troops(to) >= 1 ? own_neighbours(to) : 0;
      --troops(from);
      ++troops(to);
      left_behind_[at(from)] = true;
      every_moves_ += static_cast<double>(moves);
      from = std::min(from, to);
    }
  }

  void draw_card() {
    const auto drawable = [&](int t) { return !card_held_[at(t)]; };
    const int deck = board_.territories - static_cast<int>(hands_[0].size() + hands_[1].size());
    if (deck == 0) return;
    const int card = one_of(all(), deck, drawable);
    card_held_[at(card)] = true;
    hands_[at(seat_)].push_back(card);
  }

  // --- what is recorded ---

  // Attacks on the enemy's neighbouring territories, by the number of dice; moves of troops to own
  // ones.
  std::int64_t attack_moves_of(int t) {
    return static_cast<std::int64_t>(foes_[at(t)]) * std::clamp(troops(t) - 1, 0, 3);
  }
  int own_neighbours(int t) const { return static_cast<int>(neighbours(t).size()) - foes_[at(t)]; }
  std::int64_t attack_moves() {
    std::int64_t moves = 0;
    for (const int t : all()) moves += mine(t) ? attack_moves_of(t) : 0;
    return moves;
  }
  std::int64_t fortify_moves() {
    std::int64_t moves = 0;
    for (const int t : all()) {
      if (mine(t) && troops(t) > 1) {
        moves += static_cast<std::int64_t>(own_neighbours(t)) * (troops(t) - 1);
      }
    }
    return moves;
  }

  void record_turn() {
    TurnRecord record;
    record.mover = seat_;
    record.moves = moves_;
    record.moves_every_action = every_moves_;
    int own_troops = 0;
    int all_troops = 0;
    for (const int t : all()) {
      own_troops += mine(t) ? troops(t) : 0;
      all_troops += troops(t);
    }
    for (int s = 0; s < 2; ++s) {
      const int seat_troops = s == seat_ ? own_troops : all_troops - own_troops;
      record.evaluation[s] =
          0.8 * held_[at(s)] / board_.territories + 0.2 * seat_troops / std::max(1, all_troops);
    }
    trace_.turns.push_back(record);
  }

  const Board& board_;
  const Genes& genes_;
  const Behaviours& behaviours_;
  Random& random_;
  std::vector<int> owner_;
  std::vector<int> troops_;
  std::vector<int> foes_;  // neighbours of another owner
  std::array<int, 2> held_ = {0, 0};
  int left_ = 0;  // territories without an owner
  std::vector<bool> card_held_;
  std::array<std::vector<int>, 2> hands_;  // in the order of drawing
  std::size_t exchanges_ = 0;
  int seat_ = 0;
  bool conquered_ = false;
  double moves_ = 0;
  double every_moves_ = 0;
  Trace trace_;

  // Of one turn or phase; members to save their allocation.
  std::vector<int> own_continents_;
  std::vector<bool> left_behind_;
  std::vector<risk::Placement> places_;
};

}  // namespace

Trace play(const Board& board, const Genes& genes, const Behaviours& behaviours, Random& random) {
  return Match(board, genes, behaviours, random).play();
}

}  // namespace evorisk::experiments::original
