#include "risk/battle_odds.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <mutex>

#include "risk/dice.hpp"

namespace evorisk::risk {

BattleOdds::BattleOdds(int attack_dice, int defence_dice, Ties ties)
    : attack_dice_(attack_dice), defence_dice_(defence_dice) {
  for (int a = 1; a <= attack_dice; ++a) {
    for (int d = 1; d <= defence_dice; ++d) {
      const DiceTable table = make_dice_table(a, d, ties);
      Roll roll;
      roll.comparisons = table.comparisons;
      for (int lost = 0; lost <= table.comparisons; ++lost)
        roll.loses[lost] = table.chance_of_losing(lost);
      rolls_.push_back(roll);
    }
  }
  const Roll& all = rolls_.back();
  for (int lost = 0; lost <= all.comparisons; ++lost) mean_ += lost * all.loses[lost];
  for (int lost = 0; lost <= all.comparisons; ++lost) {
    variance_ += (lost - mean_) * (lost - mean_) * all.loses[lost];
  }
  fights_.resize(static_cast<std::size_t>(bound + 1) * (bound + 1));
  const auto known = [this](int a, int d) -> const Fight& { return fights_[index(a, d)]; };
  for (int a = 0; a <= bound; ++a) {
    for (int d = 0; d <= bound; ++d) fights_[index(a, d)] = step(a, d, known);
  }
}

// One roll, then what is known of the fights it leads to. attackers_if_won is kept as the sum over
// conquests until it is divided by their probability.
template <class Known>
Fight BattleOdds::step(int attackers, int defenders, const Known& known) const {
  if (defenders == 0) return {1, double(attackers), 0, double(attackers)};
  if (attackers < 2) return {0, double(attackers), double(defenders), 0};
  const int a = std::min(attack_dice_, attackers - 1);
  const int d = std::min(defence_dice_, defenders);
  const Roll& roll = rolls_[static_cast<std::size_t>((a - 1) * defence_dice_ + d - 1)];
  Fight fight;
  double won = 0;
  for (int lost = 0; lost <= roll.comparisons; ++lost) {
    const Fight& next = known(attackers - lost, defenders - (roll.comparisons - lost));
    const double p = roll.loses[lost];
    fight.win += p * next.win;
    fight.attackers += p * next.attackers;
    fight.defenders += p * next.defenders;
    won += p * next.win * next.attackers_if_won;
  }
  fight.attackers_if_won = fight.win > 0 ? won / fight.win : 0;
  return fight;
}

// Rolls of all dice cost both sides `comparisons` troops together, so a fight is a walk of
// (attackers + defenders) / comparisons rolls: the attacker wins when its losses on the way, normal
// in the limit, leave it any troops. The margin at that point is stretched to the end of the fight,
// which comes earlier by what the winner has left.
Fight BattleOdds::large(int attackers, int defenders) const {
  if (defenders == 0 || attackers < 2)
    return step(attackers, defenders, [](int, int) -> Fight { return {}; });
  const double both = rolls_.back().comparisons;
  const double rolls = (attackers - 1.0 + defenders) / both;
  const double margin = attackers - 1.0 - mean_ * rolls;
  const double deviation = std::sqrt(variance_ * rolls);
  const double z = margin / deviation;
  const double win = 0.5 * std::erfc(-z / std::sqrt(2.0));
  const double density = std::exp(-z * z / 2) / std::sqrt(2 * std::acos(-1.0));
  const double ahead = std::max(0.0, margin * win + deviation * density);  // E[max(margin, 0)]
  const double behind = std::max(0.0, ahead - margin);                     // E[max(-margin, 0)]
  Fight fight;
  fight.win = win;
  const double left = ahead * both / (both - mean_);
  fight.attackers = std::min<double>(attackers, 1 + left);
  fight.defenders = std::min<double>(defenders, behind * both / mean_);
  fight.attackers_if_won = win > 0 ? std::min<double>(attackers, 1 + left / win) : 0;
  return fight;
}

// Row after row of equal attackers; a roll leads at most as many rows back as it compares dice.
Fight BattleOdds::exact(int attackers, int defenders) const {
  if (attackers <= bound && defenders <= bound) return fights_[index(attackers, defenders)];
  constexpr int kept = max_dice + 1;
  const auto width = static_cast<std::size_t>(defenders) + 1;
  std::vector<Fight> rows(kept * width);
  const auto slot = [&](int a, int d) -> Fight& {
    return rows[static_cast<std::size_t>(a % kept) * width + static_cast<std::size_t>(d)];
  };
  // Within a row the fights against fewer defenders come first, so that none is unknown.
  for (int a = 0; a <= attackers; ++a) {
    for (int d = 0; d <= defenders; ++d) slot(a, d) = step(a, d, slot);
  }
  return slot(attackers, defenders);
}

const BattleOdds& battle_odds(const Rules& rules) {
  struct Entry {
    std::once_flag once;
    std::unique_ptr<const BattleOdds> odds;
  };
  static std::array<Entry, 2 * max_dice * max_dice> entries;
  const int which =
      ((rules.ties == Ties::attacker ? 1 : 0) * max_dice + rules.attack_dice - 1) * max_dice +
      rules.defence_dice - 1;
  Entry& entry = entries[static_cast<std::size_t>(which)];
  std::call_once(entry.once, [&] {
    entry.odds =
        std::make_unique<const BattleOdds>(rules.attack_dice, rules.defence_dice, rules.ties);
  });
  return *entry.odds;
}

}  // namespace evorisk::risk
