#include "risk/simulation.hpp"

#include <algorithm>
#include <cmath>
#include <memory>

#include "base/parallel.hpp"

namespace evorisk::risk {
namespace {

constexpr std::int64_t chunk = 16;  // matches a thread takes at once

}  // namespace

SimulationCounts::SimulationCounts(const Variant& variant)
    : wins(static_cast<std::size_t>(variant.players())),
      offences(wins.size()),
      faults(wins.size()),
      turns(static_cast<std::size_t>(variant.rules().turn_limit) + 1) {}

void SimulationCounts::add(const MatchResult& result) {
  ++matches;
  ++ends[static_cast<int>(result.end)];
  ++turns[static_cast<std::size_t>(result.turns)];
  if (result.winner >= 0) ++wins[static_cast<std::size_t>(result.winner)];
  if (result.offender >= 0) {
    const auto seat = static_cast<std::size_t>(result.offender);
    ++offences[seat];
    ++faults[seat][static_cast<std::size_t>(result.fault)];
  }
}

void SimulationCounts::add(const SimulationCounts& other) {
  matches += other.matches;
  const auto add_all = [](auto& to, const auto& from) {
    std::ranges::transform(to, from, std::begin(to), std::plus<>());
  };
  add_all(ends, other.ends);
  add_all(turns, other.turns);
  add_all(wins, other.wins);
  add_all(offences, other.offences);
  for (std::size_t s = 0; s < faults.size(); ++s) add_all(faults[s], other.faults[s]);
}

double SimulationCounts::mean_turns() const {
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < turns.size(); ++t) sum += static_cast<std::int64_t>(t) * turns[t];
  return matches == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(matches);
}

double SimulationCounts::sd_turns() const {
  if (matches < 2) return 0;
  const double mean = mean_turns();
  double squares = 0;
  for (std::size_t t = 0; t < turns.size(); ++t) {
    const double off = static_cast<double>(t) - mean;
    squares += off * off * static_cast<double>(turns[t]);
  }
  return std::sqrt(squares / static_cast<double>(matches - 1));
}

int SimulationCounts::quantile_turns(double share) const {
  const double wanted = share * static_cast<double>(matches);
  std::int64_t sum = 0;
  for (std::size_t t = 0; t < turns.size(); ++t) {
    sum += turns[t];
    if (turns[t] > 0 && static_cast<double>(sum) >= wanted) return static_cast<int>(t);
  }
  return 0;
}

SimulationCounts simulate(const Variant& variant, const std::vector<std::string>& agents,
                          const StreamKey& key, std::int64_t matches, int threads,
                          const std::function<void(std::int64_t)>& progress,
                          const std::atomic<bool>* stop) {
  const auto workers =
      static_cast<std::size_t>(std::clamp<std::int64_t>(matches / chunk, 1, std::max(1, threads)));
  std::vector<SimulationCounts> counts(workers, SimulationCounts(variant));
  std::vector<MatchPlayer> players;  // one for each thread
  for (std::size_t w = 0; w < workers; ++w) players.emplace_back(variant, agents);
  std::atomic<std::int64_t> next{0};
  std::atomic<std::int64_t> played{0};

  parallel_for_dynamic(std::ssize(players), threads, [&](std::int64_t worker) {
    const auto w = static_cast<std::size_t>(worker);
    const auto stopped = [&] { return stop && stop->load(std::memory_order_relaxed); };
    for (std::int64_t first; (first = next.fetch_add(chunk)) < matches && !stopped();) {
      const std::int64_t last = std::min(matches, first + chunk);
      for (std::int64_t m = first; m < last && !stopped(); ++m) {
        StreamKey match = key;
        match.match += static_cast<std::uint64_t>(m);
        counts[w].add(players[w].play(match));
      }
      const std::int64_t sum = played.fetch_add(last - first) + last - first;
      if (w == 0 && progress) progress(sum);
    }
  });
  SimulationCounts all(variant);
  for (const SimulationCounts& part : counts) all.add(part);
  return all;
}

}  // namespace evorisk::risk
