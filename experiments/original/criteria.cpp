#include <algorithm>
#include <cmath>

#include "experiments/original/match.hpp"

namespace evorisk::experiments::original {

namespace {

using enum Behaviour;

// Evaluations are sums of two rounded quotients: those of equal positions differ by less than this.
constexpr double equal = 1e-9;

// The program's list of records: one per completed turn, and one more at the end. The winning turn
// has no record of its own. `T` of its formulas is the last index.
class ProgramRecords {
 public:
  explicit ProgramRecords(const Trace& trace) : trace_(trace) {}

  std::size_t size() const { return trace_.turns.size() + (trace_.winner < 0 ? 1 : 0); }
  std::size_t last() const { return size() - 1; }
  int mover(std::size_t n) const { return turn(n).mover; }
  double evaluation(std::size_t n, int seat) const { return turn(n).evaluation[seat]; }
  double lead(std::size_t n) const { return evaluation(n, 0) - evaluation(n, 1); }
  double moves(std::size_t n) const { return n == last() ? 0 : turn(n).moves_every_action; }

 private:
  const TurnRecord& turn(std::size_t n) const {
    return trace_.turns[std::min(n, trace_.turns.size() - 1)];
  }
  const Trace& trace_;
};

double duration(std::size_t turns) {
  return std::abs(24.0 - static_cast<double>(turns)) / 24.0;
}

double text_duration(const Trace& trace) {
  return duration(trace.turns.size());
}

double program_duration(const Trace& trace) {
  return duration(ProgramRecords(trace).last());
}

double branching(double moves, std::size_t turns) {
  return std::min(1.0, std::log10(moves / static_cast<double>(turns) + 1) / 2);
}

double text_branching(const Trace& trace) {
  double sum = 0;
  for (const TurnRecord& turn : trace.turns) sum += turn.moves;
  return branching(sum, trace.turns.size());
}

double program_branching(const Trace& trace) {
  const ProgramRecords records(trace);
  double sums[2] = {0, 0};
  for (std::size_t n = 0; n + 1 < records.last(); ++n) sums[records.mover(n)] += records.moves(n);
  return branching(sums[0], records.size()) / 2 + branching(sums[1], records.size()) / 2;
}

double mean_or_zero(double sum, int count) {
  return count == 0 ? 0 : sum / count;
}

double text_drama(const Trace& trace) {
  if (trace.winner < 0) return 0;
  double sum = 0;
  int count = 0;
  for (const TurnRecord& turn : trace.turns) {
    const double behind = turn.evaluation[1 - trace.winner] - turn.evaluation[trace.winner];
    if (behind > equal) {
      sum += std::sqrt(behind);
      ++count;
    }
  }
  return mean_or_zero(sum, count);
}

double program_drama(const Trace& trace) {
  if (trace.winner >= 0) return text_drama(trace);
  // Winner "-1" is the last entry of the record: seat 1's move count, against seat 0's evaluation.
  double sum = 0;
  int count = 0;
  const ProgramRecords records(trace);
  for (std::size_t n = 0; n < records.size(); ++n) {
    const double seat_1_moves = records.mover(n) == 1 ? records.moves(n) : 0;
    const double evaluation = records.evaluation(n, 0);
    if (seat_1_moves < evaluation) {
      sum += std::sqrt(evaluation - seat_1_moves);
      ++count;
    }
  }
  return mean_or_zero(sum, count);
}

double text_killer(const Trace& trace) {
  double largest = 0;
  for (std::size_t n = 1; n < trace.turns.size(); ++n) {
    const int a = trace.turns[n].mover;
    const auto lead = [&](const TurnRecord& r) { return r.evaluation[a] - r.evaluation[1 - a]; };
    largest = std::max(largest, lead(trace.turns[n]) - lead(trace.turns[n - 1]));
  }
  return std::min(1.0, largest);
}

double program_killer(const Trace& trace) {
  const ProgramRecords records(trace);
  double largest = records.lead(0) - records.lead(records.last());
  for (std::size_t n = 1; n < records.last(); ++n) {
    largest = std::max(largest, records.lead(n) - records.lead(n - 1));
  }
  return records.last() == 0 ? 0 : largest;
}

double text_lead_change(const Trace& trace) {
  if (trace.turns.size() < 2) return 0;
  int leader = -1;
  int changes = 0;
  for (const TurnRecord& turn : trace.turns) {
    int now = leader;
    const double lead = turn.evaluation[0] - turn.evaluation[1];
    if (std::abs(lead) > equal) now = lead > 0 ? 0 : 1;
    if (leader >= 0 && now != leader) ++changes;
    leader = now;
  }
  return changes / static_cast<double>(trace.turns.size() - 1);
}

double program_lead_change(const Trace& trace) {
  const ProgramRecords records(trace);
  int leader = records.evaluation(0, 0) > records.evaluation(0, 1) ? 0 : 1;
  int changes = 0;
  for (std::size_t n = 0; n < records.size(); ++n) {
    if (records.evaluation(n, leader) < records.evaluation(n, 1 - leader)) {
      leader = 1 - leader;
      ++changes;
    }
  }
  return changes / std::max(1.0, static_cast<double>(records.last()));
}

}  // namespace

Criteria measure(std::span<const Trace> batch, const Behaviours& behaviours) {
  const auto matches = static_cast<double>(batch.size());
  const auto mean = [&](Behaviour behaviour, double (*program)(const Trace&),
                        double (*text)(const Trace&)) {
    const auto value = has(behaviours, behaviour) ? program : text;
    double sum = 0;
    for (const Trace& trace : batch) sum += value(trace);
    return sum / matches;
  };
  double wins[2] = {0, 0};
  for (const Trace& trace : batch) {
    if (trace.winner >= 0) ++wins[trace.winner];
  }
  const double counted = has(behaviours, advantage_over_all) ? matches : wins[0] + wins[1];
  return {(wins[0] + wins[1]) / matches,
          mean(turns_begun_less_one, program_duration, text_duration),
          counted == 0 ? 1.0 : std::abs(wins[0] - counted / 2) / (counted / 2),
          mean(moves_every_action, program_branching, text_branching),
          mean(drama_of_unfinished, program_drama, text_drama),
          mean(killer_of_seat_0, program_killer, text_killer),
          mean(leader_is_behind, program_lead_change, text_lead_change)};
}

double fitness(const Criteria& criteria) {
  static constexpr Criteria ideals = {1, 0, 0, 0.5, 0.5, 0.5, 0.5};
  double sum = 0;
  for (std::size_t i = 0; i < ideals.size(); ++i) sum += std::abs(criteria[i] - ideals[i]);
  return sum;
}

}  // namespace evorisk::experiments::original
