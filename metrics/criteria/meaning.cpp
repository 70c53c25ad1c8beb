#include "metrics/criteria/meaning.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

namespace evorisk::metrics {
namespace {

// With one decimal, as each language writes it.
Message tenths(double value) {
  const std::string text = fmt::format("{:.1f}", value);
  return Message("{}.{}", text.substr(0, text.size() - 2), text.substr(text.size() - 1));
}

// At most one decimal: "31", "1.1".
Message amount(double value) {
  const std::string text = fmt::format("{:.1f}", value);
  return text.ends_with(".0") ? Message(text.substr(0, text.size() - 2)) : tenths(value);
}

Message turns_text(double turns) {
  const Message text = amount(turns);
  return Message("{} {}", text, Message(text == "1" ? "turn" : "turns"));
}

double ideal_of(Criterion criterion, const Objective& objective) {
  for (const Objective::Term& term : objective.terms) {
    if (term.criterion == criterion) return term.ideal;
  }
  return criterion_info(criterion).ideal;
}

Message completeness(const CriteriaTotals& totals) {
  if (totals.finished() == totals.matches()) return "every match ends with a winner";
  if (totals.finished() == 0) return "no match ends with a winner";
  return Message("{} of the matches end with a winner",
                 percent(totals.criterion(Criterion::completeness).mean));
}

// How the mean length compares with the ideal one.
Message ideal_comparison(double mean, const CriteriaParameters& parameters) {
  const double low = parameters.ideal_turns;
  const double high = parameters.ideal_turns_end.value_or(low);
  const double ideal = std::clamp(mean, low, high);  // the nearest
  const double excess = mean / ideal - 1;            // as a share of the ideal
  const Message ideal_text =
      high > low ? Message("{} to {}", amount(low), amount(high)) : amount(ideal);
  if (high > low && excess == 0) return Message("within the ideal {}", ideal_text);
  if (std::abs(excess) < 0.005) return Message("as long as the ideal {}", ideal_text);
  if (excess >= 1) return Message("{} times the ideal {}", amount(mean / ideal), ideal_text);
  const Message share = percent(std::abs(excess));
  return excess > 0 ? Message("{} longer than the ideal {}", share, ideal_text)
                    : Message("{} shorter than the ideal {}", share, ideal_text);
}

Message duration(const CriteriaTotals& totals, const CriteriaParameters& parameters) {
  const double mean = totals.turns().mean;
  const Message turns = turns_text(mean);
  const Message comparison = ideal_comparison(mean, parameters);
  const Message text = totals.fewest_turns() == totals.most_turns()
                           ? Message("every match lasts {}, {}", turns, comparison)
                           : Message("matches last {}, {}", turns, comparison);
  // Long and short matches cancel in the mean, not in the criterion.
  const double high = parameters.ideal_turns_end.value_or(parameters.ideal_turns);
  const double excess = mean / std::clamp(mean, parameters.ideal_turns, high) - 1;
  const double off = totals.criterion(Criterion::duration).mean;
  if (off - std::abs(excess) < 0.05) return text;
  if (off <= 1) return Message("{}; a single match is off by {} on average", text, percent(off));
  return Message("{}; a single match is off by {} times the ideal on average", text, amount(off));
}

Message advantage(const CriteriaTotals& totals) {
  constexpr std::array ordinals = {"first", "second", "third", "fourth", "fifth", "sixth"};
  const std::int64_t w = totals.finished();
  if (w == 0) return "no seat ever won, so the seats cannot be told apart";
  const int seats = totals.players();
  const auto share = [&](int seat) {
    return static_cast<double>(totals.wins(seat)) / static_cast<double>(w);
  };
  const int extreme = totals.extreme_seat();
  const Interval interval = totals.interval(Criterion::advantage, Coverage::two_errors);
  if (interval.low == 0) {
    std::vector<Message> shares;
    for (int s = 0; s + 1 < seats; ++s) shares.push_back(percent(share(s)));
    const Message all = joined(shares, ", ");
    const Message last = percent(share(seats - 1));
    if (interval.high >= 1) {
      return Message("too few decided matches to tell the seats apart: they win {} and {} of them",
                     all, last);
    }
    return Message("no seat is clearly favoured: they win {} and {} of the decided matches", all,
                   last);
  }
  if (seats == 2) {
    const int better = totals.wins(0) >= totals.wins(1) ? 0 : 1;
    const Message ordinal = ordinals[static_cast<std::size_t>(better)];
    if (totals.wins(1 - better) == 0)
      return Message("the {} player wins every decided match", ordinal);
    return Message("the {} player wins {} of the decided matches", ordinal, percent(share(better)));
  }
  return Message("the {} player wins {} of the decided matches; an equal share is {}",
                 Message(ordinals[static_cast<std::size_t>(extreme)]), percent(share(extreme)),
                 percent(1.0 / seats));
}

// The scale is logarithmic: its mean is that of the typical (geometric mean) number of moves.
Message branching_factor(const CriteriaTotals& totals, double ideal) {
  const auto moves_text = [](double value) {
    const double moves = std::pow(10.0, 2 * value) - 1;
    return amount(moves < 9.95 ? moves : std::round(moves));
  };
  const double value = totals.criterion(Criterion::branching_factor).mean;
  const Message ideal_text = ideal >= 1 ? Message("99 or more") : moves_text(ideal);
  if (value >= 0.9995)
    return Message("a turn offers 99 moves or more, the end of the scale; the ideal is {}",
                   ideal_text);
  if (value < 0.0005)
    return Message("a turn offers no choice of moves; the ideal is {}", ideal_text);
  const Message moves = moves_text(value);
  return Message("a turn offers about {} {}; the ideal is {}", moves,
                 Message(moves == "1" ? "move" : "moves"), ideal_text);
}

Message drama(const CriteriaTotals& totals) {
  if (totals.finished() == 0) return "no match has a winner who could have come from behind";
  const double value = totals.criterion(Criterion::drama).mean;
  if (value == 0) return "no winner was ever behind";
  if (value < 0.1) return "winners are seldom behind, or hardly";
  // sqrt(gap) is what is averaged, over all matches.
  return Message(
      "winners come from behind by about {} of the position, matches they always led counted as 0",
      percent(value * value));
}

Message killer_moves(const CriteriaTotals& totals) {
  const double value = totals.criterion(Criterion::killer_moves).mean;
  if (value == 0) return "no player ever gains on the others in one turn";
  if (value >= 0.9995) return "one turn of each match swings everything";
  return Message("the best turn of a match gains its player {} of the position on average",
                 percent(value));
}

Message lead_change(const CriteriaTotals& totals) {
  const double value = totals.criterion(Criterion::lead_change).mean;
  if (value == 0) return "the lead never changes hands";
  if (value >= 0.9995) return "the lead changes hands every turn";
  if (value > 0.4) return Message("the lead changes hands in {} of the turns", percent(value));
  if (value < 0.005) return "the lead hardly ever changes hands";
  return Message("the lead changes hands about every {} turns", amount(1 / value));
}

}  // namespace

Message percent(double share) {
  if (share == 0) return "0 %";
  if (share == 1) return "100 %";
  if (share < 0.001) return "under 0.1 %";
  if (share > 0.999) return "over 99.9 %";
  const bool middle = share >= 0.0995 && share <= 0.9005;
  return middle ? Message("{:.0f} %", share * 100) : Message("{} %", tenths(share * 100));
}

Message meaning(Criterion criterion, const CriteriaTotals& totals, const Objective& objective) {
  switch (criterion) {
    case Criterion::completeness:
      return completeness(totals);
    case Criterion::duration:
      return duration(totals, objective.parameters);
    case Criterion::advantage:
      return advantage(totals);
    case Criterion::branching_factor:
      return branching_factor(totals, ideal_of(criterion, objective));
    case Criterion::drama:
      return drama(totals);
    case Criterion::killer_moves:
      return killer_moves(totals);
    case Criterion::lead_change:
      return lead_change(totals);
    default:
      return extended_meaning(criterion, totals);
  }
}

}  // namespace evorisk::metrics
