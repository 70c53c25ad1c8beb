// evorisk map list: the maps of the library, and the file formats.

#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/text/text_table.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

class MapListCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    return formats_ ? list_formats(context) : list_maps(context);
  }

  static Exit list_maps(Context& context) {
    Json list = Json::array();
    for (const std::string_view name : maps::library_names()) {
      const maps::MapPtr map = maps::library_map(name);
      list.push_back({{"name", name},
                      {"title", map->name()},
                      {"territories", map->territory_count()},
                      {"borders", map->border_count()},
                      {"continents", map->continent_count()},
                      {"planar", maps::is_planar(*map)},
                      {"about", maps::library_about(name)}});
    }
    return context.result(list, table_text(list, {{"name", "name"},
                                                  {"territories", "territories"},
                                                  {"borders", "borders"},
                                                  {"continents", "continents"},
                                                  {"planar", "planar"},
                                                  {"about", "about"}}));
  }

  static Exit list_formats(Context& context) {
    Json list = Json::array();
    for (const maps::MapFormat& format : maps::map_formats()) {
      list.push_back({{"name", format.name},
                      {"extension", format.extension},
                      {"read", true},
                      {"written", format.write != nullptr},
                      {"documentation", format.documentation}});
    }
    return context.result(list, table_text(list, {{"format", "name"},
                                                  {"extension", "extension"},
                                                  {"read", "read"},
                                                  {"written", "written"},
                                                  {"what it is", "documentation"}}));
  }

  const bool& formats_ = flag("--formats");
};

}  // namespace

const CommandRow map_list_command{"map list", make<MapListCommand>};

}  // namespace evorisk::app
