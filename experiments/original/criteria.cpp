#include <algorithm>
#include <cmath>
#include <vector>

#include "experiments/original/match.hpp"

namespace evorisk::experiments::original {

namespace {

using enum Behaviour;

// Evaluations are sums of two rounded quotients: those of equal positions differ by less than this.
constexpr double equal = 1e-9;

// The program's list of records: one per completed turn, and one more at the end. The winning turn
// has no record of its own. `T` of its formulas is the last index.
std::vector<TurnRecord> program_records(const Trace& trace) {
  std::vector<TurnRecord> records = trace.turns;
  if (trace.winner < 0) records.push_back(records.back());
  records.back().moves_every_action = 0;
  return records;
}

double duration(std::size_t turns) {
  return std::abs(24.0 - static_cast<double>(turns)) / 24.0;
}

double text_duration(const Trace& trace) {
  return duration(trace.turns.size());
}

double program_duration(const Trace& trace) {
  return duration(program_records(trace).size() - 1);
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
  const auto records = program_records(trace);
  const std::size_t last = records.size() - 1;
  double sums[2] = {0, 0};
  for (std::size_t n = 0; n + 1 < last; ++n) {
    sums[records[n].mover] += records[n].moves_every_action;
  }
  return branching(sums[0], last + 1) / 2 + branching(sums[1], last + 1) / 2;
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
  for (const TurnRecord& record : program_records(trace)) {
    const double seat_1_moves = record.mover == 1 ? record.moves_every_action : 0;
    if (seat_1_moves < record.evaluation[0]) {
      sum += std::sqrt(record.evaluation[0] - seat_1_moves);
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
  const auto records = program_records(trace);
  const auto lead = [](const TurnRecord& r) { return r.evaluation[0] - r.evaluation[1]; };
  double largest = 0;
  for (std::size_t n = 0; n + 1 < records.size(); ++n) {
    const double swing = lead(records[n]) - lead(n == 0 ? records.back() : records[n - 1]);
    largest = n == 0 ? swing : std::max(largest, swing);
  }
  return largest;
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
  const auto records = program_records(trace);
  int leader = records[0].evaluation[0] > records[0].evaluation[1] ? 0 : 1;
  int changes = 0;
  for (const TurnRecord& record : records) {
    if (record.evaluation[leader] < record.evaluation[1 - leader]) {
      leader = 1 - leader;
      ++changes;
    }
  }
  return changes / std::max(1.0, static_cast<double>(records.size() - 1));
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
