// A match record turn by turn, as text and as JSON.
#pragma once

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "risk/record/record.hpp"

namespace evorisk::app {

struct ReplayOptions {
  bool events = false;               // every event, not the turns alone
  std::optional<std::int64_t> turn;  // the events of this turn, and the positions around it
};

// The last turn of the record; 0 is the set-up.
int last_turn(const risk::Record& record);

// As far as the record holds.
std::string replay_text(const risk::Record& record, const ReplayOptions& options);
nlohmann::ordered_json replay_json(const risk::Record& record, const ReplayOptions& options);

}  // namespace evorisk::app
