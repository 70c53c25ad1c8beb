#include "experiments/agent_study/strength.hpp"

#include <memory>
#include <mutex>

#include "experiments/train/train.hpp"
#include "experiments/work.hpp"
#include "risk/agent.hpp"
#include "risk/match.hpp"

namespace evorisk::experiments {
namespace {

using Seats = std::vector<std::unique_ptr<risk::Agent>>;

Seats half_of_the_seats(const std::string& agent, int players) {
  Seats seats;
  for (int s = 0; s < players / 2; ++s) seats.push_back(risk::make_agent(agent));
  return seats;
}

BoardStrength play_board(const StrengthPlan& plan, const risk::Variant& variant, StreamKey key,
                         const Seats& own, const Seats& others, const std::atomic<bool>& stop) {
  BoardStrength result{.territories = variant.territories()};
  for (std::int64_t m = 0; m < plan.matches && !stop; ++m) {
    const int side = static_cast<int>(m % 2);
    std::vector<risk::Agent*> sitting;
    for (int s = 0; s < plan.players; ++s) {
      sitting.push_back((s % 2 == side ? own : others)[static_cast<std::size_t>(s / 2)].get());
    }
    key.match = static_cast<std::uint64_t>(m / 2);
    const risk::MatchResult match = risk::MatchPlayer(variant, sitting).play(key);
    if (match.end == risk::EndReason::invalid) {
      const bool mine = match.offender % 2 == side;
      ++(mine ? result.forfeits : result.won_by_forfeit);
      result.points += mine ? 0 : 1;
    } else if (match.winner < 0) {
      result.unfinished += 1;
      result.points += 0.5;
    } else {
      result.points += match.winner % 2 == side ? 1 : 0;
    }
  }
  result.points /= static_cast<double>(plan.matches);
  result.unfinished /= static_cast<double>(plan.matches);
  return result;
}

}  // namespace

std::optional<std::vector<std::vector<BoardStrength>>> study_strength(
    const StrengthPlan& plan, int threads, const metrics::PlayControl& control) {
  const std::atomic<bool>& stop = flag_or_never(control.stop);
  const std::size_t agents = plan.agents.size();
  struct Worker {
    std::vector<Seats> own;  // by agent
    Seats others;
  };
  std::vector<Worker> workers(static_cast<std::size_t>(threads));
  for (Worker& worker : workers) {
    for (const auto& agent : plan.agents) {
      worker.own.push_back(half_of_the_seats(agent, plan.players));
    }
    worker.others = half_of_the_seats(plan.against, plan.players);
  }
  std::vector<std::vector<BoardStrength>> results(
      agents, std::vector<BoardStrength>(static_cast<std::size_t>(plan.boards)));
  std::mutex mutex;
  std::int64_t played = 0;
  work_through(threads, plan.boards, [&](std::int64_t board, int thread) {
    const Worker& worker = workers[static_cast<std::size_t>(thread)];
    StreamKey key{.seed = plan.seed,
                  .purpose = Purpose::arena,
                  .individual = static_cast<std::uint32_t>(board)};
    Random random(key);
    const risk::Variant variant = drawn_variant(random, plan.players);
    key.purpose = Purpose::match;
    for (std::size_t a = 0; a < agents; ++a) {
      results[a][static_cast<std::size_t>(board)] =
          play_board(plan, variant, key, worker.own[a], worker.others, stop);
      const std::lock_guard lock(mutex);
      played += plan.matches;
      if (control.progress) control.progress(played);
    }
    return !stop;
  });
  if (stop) return std::nullopt;
  return results;
}

}  // namespace evorisk::experiments
