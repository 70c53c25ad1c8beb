// evorisk map draw: a map as an SVG picture.
#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "app/cli/commands.hpp"
#include "app/cli/map/map_argument.hpp"
#include "app/view/draw_map.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/reading/number_in.hpp"
#include "maps/layout/layout.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::app {
namespace {

class MapDrawCommand final : public Command {
  using Command::Command;

  Exit run(Context& context) override {
    const maps::MapReading reading = whole_map_argument(map_);
    maps::MapData data = reading.map.data();
    if (fresh_) {
      for (maps::Territory& territory : data.territories) territory.position.reset();
    }
    const maps::Map map(std::move(data));
    DrawOptions options;
    options.names = !no_names_;
    options.numbers = !no_numbers_;
    options.caption = !no_caption_;
    options.width = width_;
    options.highlight = highlighted(map);
    constexpr int quickly_drawn = 1000;  // territories
    if (map.territory_count() > quickly_drawn) {
      context.note(fmt::format("drawing {} territories takes a while", map.territory_count()));
    }
    if (std::filesystem::path(out_).has_extension() && !is_named(out_, ".svg"))
      throw InputError("--out: a drawing is SVG; name an .svg file");
    const std::string svg = draw_map(map, options);
    for (const std::string& note : reading.notes) context.note("read: " + note);
    if (!out_.empty()) write_new_file(out_, svg, force_);
    const bool printed = out_.empty();
    return context.result({{"map", map.name()},
                           {"territories", map.territory_count()},
                           {"borders", map.border_count()},
                           {"continents", map.continent_count()},
                           {"crossings", crossings(map)},
                           {printed ? "svg" : "file", printed ? svg : out_}},
                          printed ? svg : "");
  }

  static std::size_t crossings(const maps::Map& map) {
    std::vector<maps::GridPoint> points;
    for (const maps::Point p : maps::layout(map)) points.push_back(maps::to_grid(p));
    return maps::clashing_borders(points, map.borders()).size();
  }

  std::vector<int> highlighted(const maps::Map& map) const {
    std::vector<int> result;
    if (highlight_.empty()) return result;
    for (const std::string& item : comma_separated({highlight_})) {
      const int number = number_in<int>(item).value_or(-1);
      if (number < 0 || number >= map.territory_count()) {
        throw InputError(
            "--highlight: \"{}\" is no territory of this map; they are numbered 0 to {}", item,
            map.territory_count() - 1);
      }
      result.push_back(number);
    }
    return result;
  }

  const std::string& map_ = argument("MAP");
  const std::string& out_ = option("--out", "FILE");
  const bool& fresh_ = flag("--fresh");
  const bool& no_names_ = flag("--no-names");
  const bool& no_numbers_ = flag("--no-numbers");
  const bool& no_caption_ = flag("--no-caption");
  const int& width_ = integer("--width", 0, 0, 100000);
  const std::string& highlight_ = option("--highlight", "NUMBERS");
  const bool& force_ = force();
};

}  // namespace

const CommandRow map_draw_command{"map draw", make<MapDrawCommand>};

}  // namespace evorisk::app
