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
  guests.chairs.resize(seats);
  if (!file_exists(file)) return guests;
  const Json json = read_json(file.string());
  const JsonView view(json, file.filename().string());
  view.only({"format", "seconds", "watchers", "seats"});
  view.format(1);
  guests.seconds = static_cast<int>(view.at("seconds").integer(0, most_seconds));
  guests.watchers = view.at("watchers").text();
  guests.chairs.clear();
  for (const JsonView& chair : view.at("seats").items())
    guests.chairs.push_back({.link = chair.at("link").text(),
                             .name = chair.at("name").text(),
                             .stand_in = chair.at("stand_in").text()});
  if (seats != 0 && guests.chairs.size() != seats)
    throw InputError("{}: {} seats for a match of {}", file.filename().string(),
                     guests.chairs.size(), seats);
  return guests;
}

void write_guests(const fs::path& record, const Guests& guests) {
  Json seats = Json::array();
  for (const Chair& chair : guests.chairs)
    seats.push_back({{"link", chair.link}, {"name", chair.name}, {"stand_in", chair.stand_in}});
  const Json json = {{"format", 1},
                     {"seconds", guests.seconds},
                     {"watchers", guests.watchers},
                     {"seats", std::move(seats)}};
  write_file(guests_file(record), json.dump(1) + "\n", Flush::to_disk, Readers::owner);
}

}  // namespace evorisk::app
