#include "maps/formats/remark.hpp"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/json.hpp"
#include "maps/io.hpp"

namespace evorisk::maps::text {
namespace {

using Json = nlohmann::ordered_json;
using Pointer = Json::json_pointer;

Json value_at(const Json& json, const Pointer& place) {
  return json.contains(place) ? json.at(place) : Json();
}

}  // namespace

std::string remark(const Map& said, const Map& meant) {
  const Json before = map_to_json(said);
  const Json after = map_to_json(meant);
  Json list = Json::array();
  const auto compare = [&](const std::string& where) {
    const Pointer place(where);
    const Json found = value_at(before, place);
    const Json wanted = value_at(after, place);
    if (found != wanted) list.push_back({where, found, wanted});
  };
  compare("/name");
  compare("/placed");
  for (int t = 0; t < said.territory_count(); ++t) compare(fmt::format("/territories/{}", t));
  for (int c = 0; c < said.continent_count(); ++c) compare(fmt::format("/continents/{}", c));
  return list.empty() ? "" : "; evorisk " + list.dump() + "\n";
}

Map with_remark(const Map& said, std::string_view comment, const std::string& source) {
  const Json list = parse_json(comment.substr(remark_start.size() - 1), source);
  Json json = map_to_json(said);
  for (const JsonView& difference : JsonView(list, source).items()) {
    const auto parts = difference.items();
    if (parts.size() != 3) difference.fail("expected [PLACE, SAID, MEANT]");
    const auto no_place = [&parts]() { parts[0].fail("this is no place in a map"); };
    const std::string where = parts[0].text();
    const bool known = where == "/name" || where == "/placed" ||
                       where.starts_with("/territories/") || where.starts_with("/continents/");
    if (!known) no_place();
    try {
      const Pointer place(where);
      const bool top = !place.empty() && place.parent_pointer().empty();
      if (!top && !json.contains(place)) no_place();
      if (value_at(json, place) != parts[1].raw()) continue;
      if (top && parts[2].raw().is_null()) {
        json.erase(place.back());
      } else {
        json[place] = parts[2].raw();
      }
    } catch (const Json::exception&) {
      no_place();
    }
  }
  return map_from_json(JsonView(json, source));
}

}  // namespace evorisk::maps::text
