// How strong agents are on boards and under rules that they have not seen: matches against one
// other agent on variants that are drawn as those of a training are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "metrics/engine.hpp"

namespace evorisk::experiments {

struct StrengthPlan {
  std::vector<std::string> agents;  // descriptions for risk::make_agent
  std::string against;              // likewise
  int players = 2;                  // even: every other seat is the agent's
  int boards = 400;                 // 2 ...
  std::int64_t matches = 40;        // on each board, even: of two with the same dice, one with
                                    // either half of the seats
  std::uint64_t seed = 1;
};

// Of one agent on one board.
struct BoardStrength {
  int territories = 0;
  double points = 0;          // share of the matches that its seats won; unfinished ones are shared
  double unfinished = 0;      // share of the matches
  std::int64_t forfeits = 0;  // its own, which are lost
  std::int64_t won_by_forfeit = 0;
};

// By agent and board; all agents meet the same boards and dice. The same at any number of threads.
// Nothing when stopped. Throws InputError for agents that cannot be made.
std::optional<std::vector<std::vector<BoardStrength>>> study_strength(
    const StrengthPlan& plan, int threads, const metrics::PlayControl& control);

}  // namespace evorisk::experiments
