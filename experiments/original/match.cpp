#include "experiments/original/match.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <iterator>
#include <ranges>

#include "base/index.hpp"

namespace evorisk::experiments::original {

Board::Board(const maps::MapData& map, const std::vector<maps::Border>& one_way)
    : territories(static_cast<int>(map.territories.size())),
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
        territories_(numbers<int>(size(board.territories))),
        owner_(size(board.territories), -1),
        troops_(size(board.territories), 0),
        card_held_(size(board.territories), false) {}

  Trace play() {
    allocate();
    const int limit = on(seats_run_on) ? 49 : 48;
    int mover = on(seats_run_on) ? board_.territories % 2 : 0;
    for (int turn = 0; turn < limit && trace_.winner < 0; ++turn, mover = 1 - mover) {
      seat_ = mover;
      play_turn();
      record_turn();
    }
    return std::move(trace_);
  }

 private:
  static std::size_t size(int n) { return static_cast<std::size_t>(n); }
  bool on(Behaviour b) const { return has(behaviours_, b); }
  int& owner(int t) { return owner_[size(t)]; }
  int& troops(int t) { return troops_[size(t)]; }
  bool mine(int t) { return owner(t) == seat_; }
  const std::vector<int>& neighbours(int t) const { return board_.neighbours[size(t)]; }
  int pick_one(const std::vector<int>& list) {
    return list[random_.below(static_cast<std::uint32_t>(list.size()))];
  }

  static std::vector<int> those(const auto& list, const auto& wanted) {
    std::vector<int> result;
    std::ranges::copy_if(list, std::back_inserter(result), wanted);
    return result;
  }
  // The first with the fewest troops of those that are allowed; -1: none.
  int weakest(const auto& list, const auto& allowed) {
    int best = -1;
    for (const int t : list) {
      if (allowed(t) && (best < 0 || troops(t) < troops(best))) best = t;
    }
    return best;
  }

  bool at_border(int t) {
    return std::ranges::any_of(neighbours(t), [&](int n) { return owner(n) != owner(t); });
  }

  int owned(int seat) const {
    return static_cast<int>(std::count(owner_.begin(), owner_.end(), seat));
  }

  // --- allocation ---

  void allocate() {
    int seat = 0;
    std::array<int, 2> capturing = {-1, -1};
    for (int left = board_.territories; left > 0; --left, seat = 1 - seat) {
      const int t = genes_.pick ? pick_territory(capturing[size(seat)]) : any_free();
      owner(t) = seat;
      troops(t) = 1;
    }
  }

  int any_free() {
    return pick_one(those(territories_, [&](int t) { return owner(t) < 0; }));
  }

  std::vector<int> free_in(int continent) {
    return those(board_.continents[size(continent)], [&](int t) { return owner(t) < 0; });
  }

  int pick_territory(int& capturing) {
    if (capturing >= 0) {
      const auto free = free_in(capturing);
      if (!free.empty()) return pick_one(free);
      capturing = -1;
    }
    double best = 0;
    for (int c = 0; c < static_cast<int>(board_.bonus.size()); ++c) {
      const std::size_t all = board_.continents[size(c)].size();
      if (free_in(c).size() != all) continue;
      double value = board_.bonus[size(c)];
      if (on(pick_by_ratio)) value /= static_cast<double>(all);
      if (value > best) {
        best = value;
        capturing = c;
      }
    }
    return capturing >= 0 ? pick_one(free_in(capturing)) : any_free();
  }

  // --- one turn ---

  void play_turn() {
    moves_ = every_moves_ = 0;
    const int held = owned(seat_);
    const int round_up = on(divisor_rounds_up) ? genes_.divisor - 1 : 0;
    const int quotient = (held + round_up) / genes_.divisor;
    const int base = std::max(3, quotient);
    int bonus_territory = -1;
    const int exchanged = exchange_cards(bonus_territory);
    const int territory_bonus = bonus_territory >= 0 ? 2 : 0;
    std::vector<int> continents;
    int continent_troops = 0;
    for (int c = 0; c < static_cast<int>(board_.bonus.size()); ++c) {
      const auto& list = board_.continents[size(c)];
      if (std::ranges::all_of(list, [&](int t) { return mine(t); })) {
        continents.push_back(c);
        continent_troops += board_.bonus[size(c)];
      }
    }
    moves_ += static_cast<double>(continent_troops + territory_bonus + base + exchanged) * held;
    every_moves_ +=
        static_cast<double>(base + exchanged + 1 + std::max(1, continent_troops)) * base * held;

    place_continent_bonuses(continents);
    if (bonus_territory >= 0) troops(bonus_territory) += territory_bonus;
    for (int i = 0; i < base + exchanged; ++i) {
      // None only on a board in pieces, which the search lets slip through.
      const auto at_my_border = [&](int t) { return mine(t) && at_border(t); };
      if (const int t = weakest(territories_, at_my_border); t >= 0) ++troops(t);
    }

    moves_ += attack_moves();
    every_moves_ += attack_moves();
    conquered_ = false;
    while (attack_once()) {
      if (trace_.winner >= 0) return;
      every_moves_ += attack_moves();
    }
    moves_ += fortify_moves();
    every_moves_ += fortify_moves();
    if (on(fortify_wanders)) {
      fortify_wandering();
    } else {
      fortify_inner();
    }
    if (conquered_) draw_card();
  }

  int exchange_cards(int& bonus_territory) {
    static constexpr std::array<int, 7> schedule = {2, 4, 6, 8, 10, 12, 15};
    // A hand never holds more than five cards, so one exchange is all there can be in a turn.
    auto& hand = hands_[size(seat_)];
    if (hand.size() < 3) return 0;
    int shown = -1;
    for (int card : hand) {
      if (!mine(card)) continue;
      if (shown < 0 || (!on(exchange_first_drawn) && card < shown)) shown = card;
    }
    if (shown < 0 && hand.size() < 5) return 0;
    for (int k = 0; k < 3; ++k) {
      const int card = k == 0 && shown >= 0 ? shown : pick_one(hand);
      hand.erase(std::find(hand.begin(), hand.end(), card));
      card_held_[size(card)] = false;
    }
    if (!on(exchange_from_two)) bonus_territory = shown;
    const std::size_t step = exchanges_++ + (on(exchange_from_two) ? 0 : 1);
    return step < schedule.size() ? schedule[step]
                                  : 15 + 5 * static_cast<int>(step - schedule.size() + 1);
  }

  void place_continent_bonuses(const std::vector<int>& continents) {
    if (!on(continent_bonus_slip)) {
      for (int c : continents) {
        for (int i = 0; i < board_.bonus[size(c)]; ++i) ++troops(bonus_place(c));
      }
      return;
    }
    // The program's list of bonuses: a zero for each owned continent, then every bonus inserted at
    // its continent's number, so that it may come to stand at a lower one.
    std::vector<int> list(continents.size(), 0);
    for (int c : continents) {
      const auto at = std::min(size(c), list.size());
      list.insert(list.begin() + static_cast<std::ptrdiff_t>(at), board_.bonus[size(c)]);
    }
    for (std::size_t number = 0; number < list.size(); ++number) {
      for (int i = 0; i < list[number]; ++i) {
        ++troops(weakest(board_.continents[number], [](int) { return true; }));
      }
    }
  }

  // Where the text's agent puts a troop of continent c's bonus.
  int bonus_place(int c) {
    const auto& list = board_.continents[size(c)];
    int t = weakest(list, [&](int x) { return at_border(x); });
    if (t < 0) {
      t = weakest(list, [&](int x) {
        return std::ranges::any_of(neighbours(x),
                                   [&](int n) { return board_.continent_of[size(n)] != c; });
      });
    }
    return t >= 0 ? t : weakest(list, [](int) { return true; });
  }

  // One roll, if the agent wants one.
  bool attack_once() {
    for (int from = 0; from < board_.territories; ++from) {
      if (!mine(from) || troops(from) < (on(attack_always) ? 3 : 2)) continue;
      const int to = weakest(neighbours(from), [&](int n) { return !mine(n); });
      if (to < 0 || (!on(attack_always) && troops(to) >= troops(from))) continue;
      roll(from, to);
      return true;
    }
    return false;
  }

  void roll(int from, int to) {
    const int attack = std::min(3, troops(from) - 1);
    const int defence = std::min(genes_.defence_dice, troops(to));
    const auto throw_dice = [&](int dice) {
      std::array<int, 3> faces = {0, 0, 0};
      for (int i = 0; i < dice; ++i) faces[size(i)] = 1 + static_cast<int>(random_.below(6));
      std::sort(faces.begin(), faces.end(), std::greater<>());
      return faces;
    };
    const auto attacking = throw_dice(attack);
    const auto defending = throw_dice(defence);
    int won = 0;
    const int comparisons = std::min(attack, defence);
    for (int i = 0; i < comparisons; ++i) {
      const int a = attacking[size(i)];
      const int d = defending[size(i)];
      if (a > d || (a == d && on(ties_to_attacker))) ++won;
    }
    troops(to) -= won;
    troops(from) -= comparisons - won;
    if (troops(to) > 0) return;

    owner(to) = seat_;
    const int moved = genes_.move_max ? troops(from) - 1 : std::max(1, won);
    troops(from) -= moved;
    troops(to) = genes_.move_max && on(max_move_vanishes) ? 0 : moved;
    conquered_ = true;
    if (owned(seat_) == board_.territories) trace_.winner = seat_;
  }

  void fortify_inner() {
    for (int from = 0; from < board_.territories; ++from) {
      if (!mine(from) || at_border(from)) continue;
      while (troops(from) > 1) {
        const int to = weakest(neighbours(from), [&](int n) { return mine(n) && at_border(n); });
        if (to < 0) break;
        --troops(from);
        ++troops(to);
      }
    }
  }

  void fortify_wandering() {
    std::vector<bool> left(size(board_.territories), false);
    const auto move_one = [&] {
      for (int from = 0; from < board_.territories; ++from) {
        if (!mine(from) || troops(from) <= 1) continue;
        for (int n : neighbours(from)) {
          if (!mine(n)) break;
          if (!at_border(n) || left[size(n)]) continue;
          --troops(from);
          ++troops(n);
          left[size(from)] = true;
          return true;
        }
      }
      return false;
    };
    while (move_one()) every_moves_ += fortify_moves();
  }

  void draw_card() {
    const std::vector<int> deck = those(territories_, [&](int t) { return !card_held_[size(t)]; });
    if (deck.empty()) return;
    const int card = pick_one(deck);
    card_held_[size(card)] = true;
    hands_[size(seat_)].push_back(card);
  }

  // --- what is recorded ---

  // Attacks on the enemy's neighbouring territories, by the number of dice; or moves of troops to
  // own ones.
  double possible_moves(bool attacks) {
    double moves = 0;
    for (int t = 0; t < board_.territories; ++t) {
      if (!mine(t) || troops(t) < 2) continue;
      for (int n : neighbours(t)) {
        if (mine(n) != attacks) moves += attacks ? std::min(3, troops(t) - 1) : troops(t) - 1;
      }
    }
    return moves;
  }
  double attack_moves() { return possible_moves(true); }
  double fortify_moves() { return possible_moves(false); }

  void record_turn() {
    TurnRecord record;
    record.mover = seat_;
    record.moves = moves_;
    record.moves_every_action = every_moves_;
    double all_troops = 0;
    std::array<double, 2> seat_troops = {0, 0};
    for (int t = 0; t < board_.territories; ++t) {
      all_troops += troops(t);
      seat_troops[size(owner(t))] += troops(t);
    }
    for (int s = 0; s < 2; ++s) {
      record.evaluation[s] = 0.8 * owned(s) / board_.territories +
                             0.2 * seat_troops[size(s)] / std::max(1.0, all_troops);
    }
    trace_.turns.push_back(record);
  }

  const Board& board_;
  const Genes& genes_;
  const Behaviours& behaviours_;
  Random& random_;
  std::vector<int> territories_;
  std::vector<int> owner_;
  std::vector<int> troops_;
  std::vector<bool> card_held_;
  std::array<std::vector<int>, 2> hands_;  // in the order of drawing
  std::size_t exchanges_ = 0;
  int seat_ = 0;
  bool conquered_ = false;
  double moves_ = 0;
  double every_moves_ = 0;
  Trace trace_;
};

}  // namespace

Trace play(const Board& board, const Genes& genes, const Behaviours& behaviours, Random& random) {
  return Match(board, genes, behaviours, random).play();
}

}  // namespace evorisk::experiments::original
