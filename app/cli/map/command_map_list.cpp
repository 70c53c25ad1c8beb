// evorisk map list: the maps of the library, and the file formats.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/text/text_table.hpp"
#include "maps/formats/registry.hpp"
#include "maps/io.hpp"
#include "maps/planar/planarity.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

class MapListCommand final : public Command {
 public:
  std::string name() const override { return "map list"; }
  std::string summary() const override { return "List the maps of the library"; }
  std::string details() const override {
    return "Each of these names can stand wherever a map is asked for. With --formats, lists the\n"
           "file formats that maps are read from and written to instead.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk map list", "evorisk map list --formats", "evorisk map list --json"};
  }
  void add_options(Options& options) override {
    options.flag("--formats", formats_, "List the file formats instead");
  }
  Exit run(Context& context) override {
    if (formats_) {
      list_formats(context);
    } else {
      list_maps(context);
    }
    return Exit::done;
  }

 private:
  static void list_maps(Context& context) {
    Json list = Json::array();
    using Align = TextTable::Align;
    TextTable table({{"name"},
                     {"territories", Align::right},
                     {"borders", Align::right},
                     {"continents", Align::right},
                     {"planar"},
                     {"about"}});
    for (const std::string_view name : maps::library_names()) {
      const maps::MapPtr map = maps::library_map(name);
      const bool planar = maps::is_planar(*map);
      const std::string about = maps::library_about(name);
      list.push_back({{"name", name},
                      {"title", map->name()},
                      {"territories", map->territory_count()},
                      {"borders", map->border_count()},
                      {"continents", map->continent_count()},
                      {"planar", planar},
                      {"about", about}});
      table.add({std::string(name), std::to_string(map->territory_count()),
                 std::to_string(map->border_count()), std::to_string(map->continent_count()),
                 planar ? "yes" : "no", about});
    }
    context.print(list, table.text());
  }

  static void list_formats(Context& context) {
    Json list = Json::array();
    TextTable table({{"format"}, {"extension"}, {"read"}, {"written"}, {"what it is"}});
    for (const maps::MapFormat& format : maps::map_formats()) {
      const bool written = format.write != nullptr;
      list.push_back({{"name", format.name},
                      {"extension", format.extension},
                      {"read", true},
                      {"written", written},
                      {"documentation", format.documentation}});
      table.add({std::string(format.name), std::string(format.extension), "yes",
                 written ? "yes" : "no", std::string(format.documentation)});
    }
    context.print(list, table.text());
  }

  bool formats_ = false;
};

}  // namespace

std::unique_ptr<Command> make_map_list_command() {
  return std::make_unique<MapListCommand>();
}

}  // namespace evorisk::app
