#include "app/studio/table/guests.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"

namespace evorisk::app {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

fs::path guests_file(const fs::path& record) {
  return fs::path(record).replace_extension(".table.json");
}

Guests read_guests(const fs::path& record, std::size_t seats) {
  const fs::path file = guests_file(record);
  Guests guests;
  guests.seats.resize(seats);
  if (!file_exists(file)) return guests;
  const Json json = read_json(file.string());
  const JsonView view(json, file.filename().string());
  view.only({"format", "seconds", "watchers", "seats"});
  view.format(1);
  guests.seconds = static_cast<int>(view.at("seconds").integer(0, most_seconds));
  guests.watchers = view.at("watchers").text();
  guests.seats.clear();
  for (const JsonView& guest : view.at("seats").items())
    guests.seats.push_back({.link = guest.at("link").text(),
                            .name = guest.at("name").text(),
                            .stand_in = guest.at("stand_in").text()});
  if (seats != 0 && guests.seats.size() != seats)
    throw InputError("{}: {} seats for a match of {}", file.filename().string(),
                     guests.seats.size(), seats);
  return guests;
}

void write_guests(const fs::path& record, const Guests& guests) {
  Json seats = Json::array();
  for (const Guest& guest : guests.seats)
    seats.push_back({{"link", guest.link}, {"name", guest.name}, {"stand_in", guest.stand_in}});
  const Json json = {{"format", 1},
                     {"seconds", guests.seconds},
                     {"watchers", guests.watchers},
                     {"seats", std::move(seats)}};
  write_file(guests_file(record), json.dump(1) + "\n", Flush::to_disk, Readers::owner);
}

}  // namespace evorisk::app
