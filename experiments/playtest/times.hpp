// How long people took for a match on screens: its file beside the record, NAME.times.json. The
// clock is not part of the record, whose bytes depend on decisions and the seed alone.
#pragma once

#include <filesystem>
#include <span>
#include <vector>

namespace evorisk::experiments {

// A player who decides nothing for longer than this many seconds has gone: a pause, which is not
// counted.
inline constexpr double longest_thought = 180;
// A decision of unknown length counts as a pause.
inline constexpr double no_thought = 2 * longest_thought;

// One turn of a person.
struct TurnTime {
  int turn = 0;        // from 1
  int seat = 0;        // from 0
  double seconds = 0;  // without pauses, in steps of 0.1
  int pauses = 0;
  friend bool operator==(const TurnTime&, const TurnTime&) = default;
};

// Adds the time of one decision to its turn. The list stays in the order of turns.
void add_time(std::vector<TurnTime>& times, int turn, int seat, double seconds);

std::filesystem::path times_file(const std::filesystem::path& record);
// {"format": 1, "turns": [[turn, seat, seconds, pauses], ...]}. Throws SystemError.
void write_times(const std::filesystem::path& record, std::span<const TurnTime> times);
// Nothing where there is no such file. Throws InputError for one that is none.
std::vector<TurnTime> read_times(const std::filesystem::path& record);

}  // namespace evorisk::experiments
