#include "app/play/advice.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "app/play/orders.hpp"
#include "app/play/views.hpp"
#include "app/text/text_table.hpp"
#include "base/counted.hpp"
#include "base/index.hpp"
#include "base/message.hpp"
#include "base/utf8.hpp"
#include "risk/agents/strategist.hpp"

namespace evorisk::app {
namespace {

using risk::Phase;
using Align = TextTable::Align;

constexpr std::size_t most_lines = 12;
constexpr std::int64_t largest_exact = 4'000'000;

// Never 0 % or 100 % of what is not certain.
std::string percent(double share) {
  if (share <= 0 || share >= 1) return fmt::format("{:.0f} %", 100 * share);
  const double shown = std::clamp(std::round(1000 * share) / 10, 0.1, 99.9);
  return fmt::format("{:.1f} %", shown);
}

// What a conquest would do besides, as clauses.
std::string prizes(const risk::State& state, int to) {
  const risk::Variant& variant = state.variant();
  const int seat = state.seat();
  const int owner = state.owner(to);
  const int c = variant.map().continent_of(to);
  const auto* set = variant.continent_set(c).data();
  const int size = risk::bits::count(set, variant.words());
  const auto of = [&](int s) {
    return risk::bits::count_in_both(state.owned(s).data(), set, variant.words());
  };
  std::vector<std::string> clauses;
  const std::string continent = continent_label(state, c);
  if (of(seat) == size - 1)
    clauses.push_back(fmt::format("completes {} (+{})", continent, variant.bonus(c)));
  if (of(owner) == size)
    clauses.push_back(fmt::format("breaks {} (+{})", continent, variant.bonus(c)));
  if (state.territories_of(owner) == 1)
    clauses.push_back(fmt::format("eliminates seat {}", SeatNumber{owner}));
  return fmt::format("{}", fmt::join(clauses, ", "));
}

// The fight to the end between a territory of the seat's and one beside it.
risk::Fight fight_of(const risk::State& state, int from, int to) {
  return fight_odds(state.variant(), state.troops(from), state.troops(to));
}

std::string attack_table(const risk::State& state) {
  std::vector<std::pair<risk::Attack, risk::Fight>> lines;
  for (const risk::Action& action : open_actions(state)) {
    const auto& attack = std::get<risk::Attack>(action);
    if (attack.from >= 0) lines.emplace_back(attack, fight_of(state, attack.from, attack.to));
  }
  if (lines.empty()) return {};
  std::ranges::stable_sort(lines, std::greater<>(),
                           [](const auto& line) { return line.second.win; });
  TextTable table({{"attack", Align::right},
                   {"troops", Align::right},
                   {"conquers", Align::right},
                   {"then left", Align::right},
                   {"", Align::left}});
  const std::size_t shown = std::min(lines.size(), most_lines);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [attack, odds] = lines[i];
    table.add({fmt::format("{} -> {}", attack.from, attack.to),
               fmt::format("{} : {}", state.troops(attack.from), state.troops(attack.to)),
               percent(odds.win), fmt::format("{:.1f}", odds.attackers_if_won),
               prizes(state, attack.to)});
  }
  std::string text =
      "Fights to the end (exact odds; troops left on average if you conquer):\n" + table.text();
  if (shown < lines.size())
    text += fmt::format("and {} with worse odds.\n",
                        counted(static_cast<int>(lines.size() - shown), "attack"));
  return text;
}

// Own territories beside enemies, the most endangered first.
std::string danger_table(const risk::State& state) {
  struct Line {
    int territory;
    int enemy;
    double fall;
  };
  std::vector<Line> lines;
  const risk::Variant& variant = state.variant();
  for (int t = 0; t < variant.territories(); ++t) {
    if (!state.owns(state.seat(), t)) continue;
    Line line{t, -1, -1};
    for (const int u : variant.neighbours(t)) {
      if (state.owner(u) == state.seat() || state.owner(u) < 0) continue;
      const double fall = fight_of(state, u, t).win;
      if (fall > line.fall) line = {t, u, fall};
    }
    if (line.fall > 0) lines.push_back(line);
  }
  if (lines.empty()) return "No neighbour can take a territory of yours as they stand.\n";
  std::ranges::stable_sort(lines, std::greater<>(), &Line::fall);
  TextTable table({{"yours", Align::right},
                   {"troops", Align::right},
                   {"strongest beside", Align::right},
                   {"falls to it", Align::right}});
  const std::size_t shown = std::min(lines.size(), most_lines);
  for (std::size_t i = 0; i < shown; ++i) {
    const auto& [t, enemy, fall] = lines[i];
    table.add({std::to_string(t), std::to_string(state.troops(t)),
               fmt::format("{} ({})", enemy, state.troops(enemy)), percent(fall)});
  }
  return "Your borders, as they stand (exact odds of one fight to the end):\n" + table.text();
}

// The strategist sees nothing of the others' hands but their sizes.
std::string strategist_says(const risk::State& state, std::size_t width) {
  const Recommendation advice = strategist_advice(state);
  std::string text = fmt::format("The strategist would type: {}\n", typed(state, advice.action));
  if (state.phase() == Phase::attack || state.phase() == Phase::reinforce ||
      state.phase() == Phase::continent)
    text += wrapped(advice.reason.text(), width, "", "");
  return text;
}

std::string label_of(const risk::State& state, int t) {
  return state.variant().map().label(t);
}

// What was decided, in a few words.
std::string decided(const risk::State& state, const risk::Action& action) {
  if (const auto* a = std::get_if<risk::Attack>(&action)) {
    if (a->from < 0) return "stops attacking";
    return fmt::format("attacks {} from {}, {} against {}: conquers with {}",
                       label_of(state, a->to), label_of(state, a->from), state.troops(a->from),
                       state.troops(a->to), percent(fight_of(state, a->from, a->to).win));
  }
  if (const auto* a = std::get_if<risk::Placement>(&action))
    return fmt::format("places {} on {}", counted(a->troops, "troop"),
                       label_of(state, a->territory));
  if (const auto* a = std::get_if<risk::Pick>(&action))
    return fmt::format("claims {}", label_of(state, a->territory));
  if (const auto* a = std::get_if<risk::Fortify>(&action)) {
    if (a->from < 0) return "moves no more troops";
    return fmt::format("moves {} from {} to {}", counted(a->troops, "troop"),
                       label_of(state, a->from), label_of(state, a->to));
  }
  const auto& exchange = std::get<risk::Exchange>(action);
  return exchange.cards[0] < 0 ? "keeps its cards" : "exchanges three cards";
}

// What was weighed: "3 (0.51), 4 -> 5 (0.2), stop (0.1)".
std::string considered(const risk::State& state, const risk::Explanation& explanation) {
  std::vector<std::string> options;
  for (const auto& [action, value] : explanation.options) {
    std::string text = typed(state, action);
    if (const auto* put = std::get_if<risk::Placement>(&action))
      text = std::to_string(put->territory);
    if (const auto* attack = std::get_if<risk::Attack>(&action))
      text = attack->from < 0 ? "stop" : fmt::format("{} -> {}", attack->from, attack->to);
    options.push_back(fmt::format("{} ({:.3g})", text, value));
  }
  return fmt::format("{}", fmt::join(options, ", "));
}

}  // namespace

risk::Fight fight_odds(const risk::Variant& variant, int attackers, int defenders, int until) {
  const risk::Rules& rules = variant.rules();
  const bool huge = std::int64_t{attackers} * defenders > largest_exact;
  if (until <= 1 || huge) {
    const risk::BattleOdds& table = risk::battle_odds(rules);
    return huge ? table.fight(attackers, defenders) : table.exact(attackers, defenders);
  }
  // The probability that the fight ever stands at a against d troops.
  std::vector<double> all(at(attackers + 1) * at(defenders + 1), 0.0);
  const auto reached = [&](int a, int d) -> double& {
    return all[at(a) * at(defenders + 1) + at(d)];
  };
  reached(attackers, defenders) = 1;
  risk::Fight odds;
  for (int a = attackers; a >= 0; --a) {
    for (int d = defenders; d >= 0; --d) {
      const double share = reached(a, d);
      if (share == 0) continue;
      if (d == 0) {
        odds.win += share;
        odds.attackers_if_won += share * a;
      }
      if (d == 0 || a <= until || a < 2) {
        odds.attackers += share * a;
        odds.defenders += share * d;
        continue;
      }
      const risk::DiceTable& dice =
          variant.dice(std::min(rules.attack_dice, a - 1), std::min(rules.defence_dice, d));
      for (int loss = 0; loss <= dice.comparisons; ++loss)
        reached(a - loss, d - (dice.comparisons - loss)) += share * dice.chance_of_losing(loss);
    }
  }
  if (odds.win > 0) odds.attackers_if_won /= odds.win;
  return odds;
}

Recommendation strategist_advice(const risk::State& state) {
  const auto strategist = risk::make_strategist(risk::usual_caution);
  strategist->begin_match(state.variant(), state.seat());
  Random random({.purpose = Purpose::agent});
  const risk::Action action = risk::ask(*strategist, state, random);
  return {action, strategist->explain(state).reason};
}

std::string hint(const risk::State& state, std::size_t width) {
  std::string text;
  switch (state.phase()) {
    case Phase::attack:
      text = attack_table(state);
      if (text.empty()) return "You can attack nothing: 0 0 ends your attacks.\n";
      if (!state.conquered()) text += "A conquest this turn brings a card.\n";
      break;
    case Phase::initial:
    case Phase::continent:
    case Phase::reinforce:
    case Phase::fortify:
      text = danger_table(state);
      break;
    case Phase::exchange:
      text = fmt::format("This exchange brings {}, the next one {}, whoever makes it.\n",
                         counted(state.variant().exchange_troops(state.exchanges()), "troop"),
                         state.variant().exchange_troops(state.exchanges() + 1));
      break;
    case Phase::pick:
      text = show_continents(state, width);
      break;
    default:
      return {};
  }
  return text + strategist_says(state, width);
}

std::string hint(const risk::State& state, const risk::Attack& attack, int until) {
  const risk::Variant& variant = state.variant();
  const int seat = state.seat();
  if (!variant.adjacent(attack.from, attack.to))
    return fmt::format("{} and {} do not border on each other.\n", attack.from, attack.to);
  if (state.owner(attack.from) < 0 || state.owner(attack.to) < 0 ||
      state.owner(attack.from) == state.owner(attack.to))
    return fmt::format("{} and {} are not of two different seats.\n", attack.from, attack.to);
  const int attackers = state.troops(attack.from);
  const int defenders = state.troops(attack.to);
  if (attackers < 2) return fmt::format("{} has a single troop: it cannot attack.\n", attack.from);
  const risk::Fight odds = fight_odds(variant, attackers, defenders, until);
  std::string text = fmt::format(
      "{} ({}) against {} ({}){}: conquers with {}, then with {:.1f} troops left on average; "
      "{:.1f} against {:.1f} in all.\n",
      attack.from, attackers, attack.to, defenders,
      until > 1 ? fmt::format(" until {} are left", until) : "", percent(odds.win),
      odds.attackers_if_won, odds.attackers, odds.defenders);
  const std::string prize = state.owner(attack.from) == seat ? prizes(state, attack.to) : "";
  if (!prize.empty()) text += fmt::format("That {}.\n", prize);
  return text;
}

std::string explain(const risk::OpenMatch& match, const std::vector<Decision>& decisions,
                    std::size_t width) {
  if (decisions.empty()) return "No agent has decided anything since your last decision.\n";
  const std::string indent(6, ' ');
  std::string text;
  std::string reason;
  bool spoke = true;  // whether the agent of the last decisions told anything of them
  const auto end_of_turn = [&] {
    if (!spoke) text += indent + "It gives no reasons.\n";
  };
  const Decision* last = nullptr;
  for (const Decision& decision : decisions) {
    const risk::State& state = decision.before;
    const bool other_turn = last == nullptr || state.seat() != last->before.seat() ||
                            state.turn() != last->before.turn();
    last = &decision;
    if (other_turn) {
      end_of_turn();
      reason.clear();
      spoke = false;
      const int seat = state.seat();
      text += fmt::format("Seat {}, {}, {}:\n", SeatNumber{seat},
                          match.header().agents[static_cast<std::size_t>(seat)],
                          state.turn() == 0 ? "set-up" : fmt::format("turn {}", state.turn()));
    }
    text += "  " + decided(state, decision.action) + "\n";
    if (std::get_if<risk::Exchange>(&decision.action) != nullptr) continue;
    const std::string options = considered(state, decision.explanation);
    if (!options.empty()) text += wrapped("considered: " + options, width, indent, indent);
    const std::string& why = decision.explanation.reason;
    if (!why.empty() && why != reason) text += wrapped(why, width, indent, indent);
    reason = why;
    spoke = spoke || !options.empty() || !why.empty();
  }
  end_of_turn();
  return text;
}

}  // namespace evorisk::app
