#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/statistics.hpp"
#include "metrics/criteria/meaning.hpp"

namespace evorisk::metrics {
namespace {

Message unbiased_advantage(const CriteriaTotals& totals, const Estimate& value) {
  if (totals.finished() < 2) return "too few matches have a winner to tell the seats apart";
  // In a fair game the sum of (wins - W/P)^2 / (W/P) is a chi-square with P - 1 degrees of freedom,
  // of which this criterion is (that - (P - 1)) / ((W - 1) (P - 1)).
  const double fair_se =
      std::sqrt(2.0 / (totals.players() - 1)) / static_cast<double>(totals.finished() - 1);
  if (value.mean <= 2 * fair_se) return "no more imbalance than chance makes in a fair game";
  return Message("an imbalance as of {} advantage with two seats",
                 percent(std::min(1.0, std::sqrt(value.mean))));
}

Message seat_balance(const CriteriaTotals& totals, double value) {
  if (totals.finished() == 0) return "no seat ever won, so the seats cannot be told apart";
  const int weakest = totals.weakest_seat();
  if (value == 1) return "all seats win alike";
  if (value == 0) return Message("seat {} never wins", SeatNumber{weakest});
  return Message("the weakest seat, {}, wins {} of its fair share", SeatNumber{weakest},
                 percent(value));
}

Message snowball(const CriteriaTotals& totals, double value) {
  if (totals.finished() == 0) return "no match has a winner";
  const double fair = 1.0 / totals.players();
  return Message("who leads after a third of a match wins it in {} of the decided ones",
                 percent(std::clamp(fair + value * (1 - fair), 0.0, 1.0)));
}

Message dead_time(double value) {
  if (value >= 0.9995) return "a player waits for 99 decisions of others or more between two turns";
  const double decisions = std::pow(10.0, 2 * value) - 1;
  return Message("a player waits for about {:.0f} decisions of others between two turns",
                 decisions);
}

Message luck_share(const CriteriaTotals& totals, double value) {
  if (totals.matches() < 2) return "one match says nothing about luck";
  if (value == 0) return "the dice never change who wins";
  return Message("dice and cards explain {} of who wins, the deal and the agents the rest",
                 percent(std::clamp(value, 0.0, 1.0)));
}

// What half the errors are worth, step by step; and what part of who wins is skill where the ends
// of the ladder meet: the share of the variance of who wins that is between players, ((w - 1/P) /
// (1 - 1/P))^2 for a share w won by the better one, whose seat is drawn.
Message depth(const CriteriaTotals& totals, const Estimate& value) {
  constexpr double elo_of_odds = 173.718;  // 400 / ln 10
  const double fair = 1.0 / totals.players();
  const auto won = [&](int duel) {
    return percent(std::clamp(fair + totals.duel(duel).mean * (1 - fair), 0.0, 1.0));
  };
  std::vector<Message> steps;
  for (int step = 0; step < ladder_steps; ++step) steps.push_back(won(step));
  const Estimate ends = totals.duel(ladder_steps);
  // The square of an estimate is too large by its variance.
  const double skill = std::pow(std::max(0.0, ends.mean), 2) - ends.se * ends.se;
  const bool has_error = totals.matches() > 1;
  const Message text(
      "half the errors are worth {:+.0f}{} Elo (they win {}); the best player of the ladder wins "
      "{} against the worst, so skill explains {} of who wins, luck and seat the rest",
      elo_of_odds * value.mean,
      has_error ? fmt::format(" ± {:.0f}", rounded_up(elo_of_odds * value.se, 0)) : "",
      joined(steps, ", "), won(ladder_steps), percent(std::max(0.0, skill)));
  if (totals.players() == 2) return text;
  return Message("{}; a fair share is {}", text, percent(fair));
}

}  // namespace

Message extended_meaning(Criterion criterion, const CriteriaTotals& totals) {
  const Estimate value = totals.criterion(criterion);
  const Message share = percent(std::clamp(value.mean, 0.0, 1.0));
  const Message rest = percent(std::clamp(1 - value.mean, 0.0, 1.0));
  switch (criterion) {
    case Criterion::unbiased_advantage:
      return unbiased_advantage(totals, value);
    case Criterion::seat_balance:
      return seat_balance(totals, value.mean);
    case Criterion::decisiveness:
      if (totals.finished() == 0) return "no match has a winner";
      return Message(
          "the winner's decisive lead comes after {} of a match, unfinished ones counted as 0",
          share);
    case Criterion::uncertainty:
      return Message("the two best players are {} of the position apart on average", rest);
    case Criterion::comeback:
      if (value.mean == 0) return "no winner was ever clearly behind";
      return Message("{} of the matches are won from clearly behind", share);
    case Criterion::snowball:
      return snowball(totals, value.mean);
    case Criterion::stability:
      return Message("{} of the position changes hands in a turn on average", rest);
    case Criterion::drawishness:
      if (value.mean == 0) return "no match ends even at the turn limit";
      return Message("{} of the matches end even at the turn limit", share);
    case Criterion::duration_spread:
      if (value.mean == 0) return "every match lasts equally long";
      return Message("lengths spread by {:.0f} % of their mean", 100 * value.mean);
    case Criterion::decision_share:
      return Message("in {} of the turns there are two or more attacks to choose from", share);
    case Criterion::dead_time:
      return dead_time(value.mean);
    case Criterion::map_use:
      return Message("{} of the territories are attacked in a match on average", share);
    case Criterion::luck_share:
      return luck_share(totals, value.mean);
    case Criterion::depth:
      return depth(totals, value);
    default:
      return Message(std::string(criterion_info(criterion).meaning));
  }
}

}  // namespace evorisk::metrics
