// evorisk map draw: a map as an SVG picture.
#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "app/cli/cli.hpp"
#include "app/cli/map/map_argument.hpp"
#include "app/view/draw_map.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "maps/layout/layout.hpp"
#include "maps/planar/geometry.hpp"

namespace evorisk::app {
namespace {

class MapDrawCommand final : public Command {
 public:
  std::string name() const override { return "map draw"; }
  std::string summary() const override { return "Draw a map as an SVG picture"; }
  std::string details() const override {
    return "Every territory is an area; neighbours share a line or are joined by a dashed route.\n"
           "Positions in the map's file are used if they allow that, else kept to as nearly as\n"
           "possible; a map without positions is laid out. The picture follows the viewer's light\n"
           "or dark setting.";
  }
  std::vector<std::string> examples() const override {
    return {"evorisk map draw risk --out risk.svg", "evorisk map draw thesis-5 --no-numbers",
            "evorisk map draw war --fresh --highlight 9,10,11 --out war.svg"};
  }
  void add_options(Options& options) override {
    options.argument("MAP", map_, "A library name, or the path of a map file or a variant's");
    options.option("--out", out_, "FILE", "Where to write (default: standard output)");
    options.flag("--fresh", fresh_, "Lay the map out anew, whatever positions it has");
    options.flag("--no-names", no_names_, "Without the names of territories");
    options.flag("--no-numbers", no_numbers_, "Without the numbers of territories");
    options.flag("--no-caption", no_caption_, "Without the line below the map");
    options.integer("--width", width_, 0, 100000,
                    "Width in pixels; 0 leaves it to whatever shows the picture");
    options.option("--highlight", highlight_, "NUMBERS", "Territories to ring, such as 3,17,21");
    options.common({Common::force});
  }
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
    const std::string svg = draw_map(map, options);
    for (const std::string& note : reading.notes) context.note("read: " + note);
    if (!out_.empty()) write_new_file(out_, svg, context.force);
    if (context.json) {
      nlohmann::ordered_json json = {{"map", map.name()},
                                     {"territories", map.territory_count()},
                                     {"borders", map.border_count()},
                                     {"continents", map.continent_count()},
                                     {"crossings", crossings(map)}};
      if (out_.empty()) {
        json["svg"] = svg;
      } else {
        json["file"] = out_;
      }
      context.print_json(json);
    } else if (out_.empty()) {
      context.print(svg);
    }
    return Exit::done;
  }

 private:
  static std::size_t crossings(const maps::Map& map) {
    std::vector<maps::GridPoint> points;
    for (const maps::Point p : maps::layout(map)) points.push_back(maps::to_grid(p));
    return maps::clashing_borders(points, map.borders()).size();
  }

  std::vector<int> highlighted(const maps::Map& map) const {
    std::vector<int> result;
    std::string_view rest = highlight_;
    while (!rest.empty()) {
      const std::size_t comma = rest.find(',');
      const std::string_view item = rest.substr(0, comma);
      rest = comma == std::string_view::npos ? "" : rest.substr(comma + 1);
      const bool digits = !item.empty() && item.size() <= 7 &&
                          item.find_first_not_of("0123456789") == std::string_view::npos;
      const int number = digits ? std::stoi(std::string(item)) : -1;
      if (number < 0 || number >= map.territory_count()) {
        throw InputError(
            "--highlight: \"{}\" is no territory of this map; they are numbered 0 to {}", item,
            map.territory_count() - 1);
      }
      result.push_back(number);
    }
    return result;
  }

  std::string map_;
  std::string out_;
  std::string highlight_;
  bool fresh_ = false;
  bool no_names_ = false;
  bool no_numbers_ = false;
  bool no_caption_ = false;
  int width_ = 0;
};

}  // namespace

std::unique_ptr<Command> make_map_draw_command() {
  return std::make_unique<MapDrawCommand>();
}

}  // namespace evorisk::app
