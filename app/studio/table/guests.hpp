// Who may come to a table, and how: its file beside the record, NAME.table.json. It holds secrets,
// so nobody but its owner may read it.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

namespace evorisk::app {

struct Guest {
  std::string link = {};      // the secret of the seat's link; empty: it has none
  std::string name = {};      // what the person is called; empty: by its number
  std::string stand_in = {};  // the agent that plays for the person meanwhile; empty: nobody
};

struct Guests {
  std::vector<Guest> seats = {};  // one a seat
  std::string watchers = {};      // the secret of the link to look on; empty: there is none
  int seconds = 0;                // for a turn; 0: as many as one likes
};

inline constexpr int most_seconds = 86400;

// The file of a record's table.
std::filesystem::path guests_file(const std::filesystem::path& record);

// Nobody is invited where there is no such file. Throws InputError for one that is none of so many
// seats (0: any), SystemError.
Guests read_guests(const std::filesystem::path& record, std::size_t seats);
void write_guests(const std::filesystem::path& record, const Guests& guests);  // SystemError

}  // namespace evorisk::app
