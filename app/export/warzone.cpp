// Warzone: a drawing to upload, and the call that enters its details, as the wiki of the game
// documents both ("Creating the SVG", "SVG limitations", "Set map details API").
#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "app/export/picture.hpp"
#include "app/export/readme.hpp"
#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/index.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int most_of_warzone = 3200;
constexpr std::size_t largest_drawing = 2'000'000;  // bytes
// Numbers of troops have one size, whatever the drawing's.
constexpr double pixels_of_a_territory = 130;  // the side of its share
constexpr double widest_drawing = 3300;        // of 3500 x 2500

// Bonuses are told apart by their names. A link is found by the letters and digits of the name.
std::vector<std::string> bonus_names(const maps::Map& map, std::vector<Message>& notes) {
  std::vector<std::string> names;
  for (const maps::Continent& continent : map.continents()) {
    std::string name = continent.name;
    for (int i = 2; std::ranges::find(names, name) != names.end(); ++i) {
      name = fmt::format("{} {}", continent.name, i);
    }
    if (name != continent.name) {
      notes.push_back(Message("A second continent {} is called {}.", continent.name, name));
    }
    names.push_back(name);
  }
  return names;
}

// The identifiers of the links in the drawing.
std::vector<std::string> link_ids(const std::vector<std::string>& bonuses,
                                  std::vector<Message>& notes) {
  std::vector<std::string> ids;
  for (const std::string& bonus : bonuses) {
    std::string id = "BonusLink_";
    for (const char c : bonus) {
      if (std::isalnum(static_cast<unsigned char>(c)) != 0) id += c;
    }
    if (std::ranges::find(ids, id) != ids.end() || id.ends_with('_')) {
      id += fmt::format("x{}", ids.size() + 1);
      notes.push_back(Message("Join the bonus {} to its link {} on the site.", bonus, id));
    }
    ids.push_back(id);
  }
  return ids;
}

class Drawing {
 public:
  Drawing(const ExportSource& source, double scale) : source_(source), scale_(scale) {
    text_ = fmt::format(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{0:.0f}px\" height=\"{1:.0f}px\" "
        "viewBox=\"0 0 {0:.0f} {1:.0f}\">\n",
        source.board().width() * scale, source.board().height() * scale);
  }

  std::string finish() { return text_ + "</svg>\n"; }

  void sea() {
    text_ += fmt::format(
        "<rect id=\"Sea\" width=\"{:.0f}\" height=\"{:.0f}\" "
        "style=\"fill:#1f3442;stroke:none\"/>\n",
        source_.board().width() * scale_, source_.board().height() * scale_);
  }

  void territory(int t) {
    text_ += fmt::format(
        "<path id=\"Territory_{}\" style=\"fill:#e8e2d0;stroke:#000000;stroke-width:1.5\" d=\"",
        t + 1);
    for (const auto& outline : source_.board().land().areas[at(t)]) line(outline, true);
    text_ += "\"/>\n";
  }

  // Strokes of a line, since the game draws no dashed ones.
  void route(const maps::BoardRoute& route) {
    text_ += "<path style=\"fill:none;stroke:#ffd84a;stroke-width:2\" d=\"";
    constexpr double stroke = 7;
    constexpr double gap = 5;
    double along = 0;
    for (std::size_t i = 1; i < route.points.size(); ++i) {
      const maps::Point a = scale_ * route.points[i - 1];
      const maps::Point b = scale_ * route.points[i];
      const double length = maps::distance(a, b);
      for (double from = -along; from < length; from += stroke + gap) {
        const double begin = std::max(0.0, from) / length;
        const double end = std::min(length, from + stroke) / length;
        if (end > begin) pair(a + begin * (b - a), a + end * (b - a));
      }
      along = std::fmod(along + length, stroke + gap);
    }
    text_ += "\"/>\n";
  }

  // Borders between continents, which players could not see by the colours of owners.
  void border(const maps::BoardLine& border) {
    text_ += "<path style=\"fill:none;stroke:#000000;stroke-width:4\" d=\"";
    line(border.points, false);
    text_ += "\"/>\n";
  }

  void bonus_link(const std::string& id, const std::string& colour, maps::Point centre) {
    constexpr double width = 26;
    constexpr double height = 20;
    text_ += fmt::format(
        "<rect id=\"{}\" x=\"{:.1f}\" y=\"{:.1f}\" width=\"{}\" height=\"{}\" rx=\"4\" "
        "style=\"fill:{};stroke:#000000;stroke-width:1.5\"/>\n",
        id, scale_ * centre.x - width / 2, scale_ * centre.y - height / 2, width, height, colour);
  }

 private:
  void pair(maps::Point a, maps::Point b) {
    text_ += fmt::format("M{:.1f} {:.1f}L{:.1f} {:.1f}", a.x, a.y, b.x, b.y);
  }

  void line(const std::vector<maps::Point>& points, bool closed) {
    std::string last;
    char command = 'M';
    for (const maps::Point p : points) {
      std::string place = fmt::format("{:.1f} {:.1f}", scale_ * p.x, scale_ * p.y);
      if (place == last) continue;
      text_ += command + place;
      command = 'L';
      last = std::move(place);
    }
    if (closed) text_ += 'Z';
  }

  const ExportSource& source_;
  double scale_;
  std::string text_;
};

std::string colour_code(const Livery& livery) {
  const auto [red, green, blue] = livery_colour(livery.colour);
  return fmt::format("#{:02X}{:02X}{:02X}", red, green, blue);
}

std::string drawing(const ExportSource& source, double scale,
                    const std::vector<std::string>& links) {
  const maps::Map& map = source.map();
  const maps::Land& land = source.board().land();
  Drawing drawing(source, scale);
  drawing.sea();
  for (int t = 0; t < map.territory_count(); ++t) drawing.territory(t);
  for (const maps::BoardLine& line : land.lines) {
    if (!line.is_coast() && map.continent_of(line.left) != map.continent_of(line.right)) {
      drawing.border(line);
    }
  }
  for (const maps::BoardRoute& route : land.routes) drawing.route(route);
  for (int c = 0; c < map.continent_count(); ++c) {
    const maps::Rectangle& badge = source.board().all_labels().badges[at(c)].box;
    drawing.bonus_link(links[at(c)], colour_code(source.board().continent_liveries()[at(c)]),
                       {badge.x + badge.width / 2, badge.y + badge.height / 2});
  }
  return drawing.finish();
}

// The body of the call, but for who calls and for which map.
std::string details(const ExportSource& source, double scale,
                    const std::vector<std::string>& bonuses) {
  const maps::Map& map = source.map();
  Json commands = Json::array();
  for (int t = 0; t < map.territory_count(); ++t) {
    commands.push_back(
        {{"command", "setTerritoryName"}, {"id", t + 1}, {"name", map.territory(t).name}});
    const maps::Point centre = source.board().labels()[at(t)].spot.centre;
    commands.push_back({{"command", "setTerritoryCenterPoint"},
                        {"id", t + 1},
                        {"x", fmt::format("{:.1f}", scale * centre.x)},
                        {"y", fmt::format("{:.1f}", scale * centre.y)}});
  }
  for (const maps::Border& border : map.borders()) {
    commands.push_back({{"command", "addTerritoryConnection"},
                        {"id1", border.a + 1},
                        {"id2", border.b + 1},
                        {"wrap", "Normal"}});
  }
  for (int c = 0; c < map.continent_count(); ++c) {
    commands.push_back({{"command", "addBonus"},
                        {"name", bonuses[at(c)]},
                        {"armies", map.continent(c).bonus},
                        {"color", colour_code(source.board().continent_liveries()[at(c)])}});
    for (const int t : map.continent(c).territories) {
      commands.push_back(
          {{"command", "addTerritoryToBonus"}, {"id", t + 1}, {"bonusName", bonuses[at(c)]}});
    }
  }
  // Every territory is dealt, as the game's rules say.
  const std::string all = "All territories";
  commands.push_back({{"command", "addDistributionMode"}, {"name", all}});
  for (int t = 0; t < map.territory_count(); ++t) {
    commands.push_back(
        {{"command", "addTerritoryToDistribution"}, {"id", t + 1}, {"distributionName", all}});
  }
  const Json body = {
      {"email", "you@example.com"}, {"APIToken", ""}, {"mapID", 0}, {"commands", commands}};
  return body.dump(1) + '\n';
}

}  // namespace

Export export_warzone(const ExportSource& source) {
  const maps::Map& map = source.map();
  if (map.territory_count() > most_of_warzone) {
    throw InputError("Warzone takes at most {} territories; this board has {}", most_of_warzone,
                     map.territory_count());
  }
  const double width =
      std::min(widest_drawing, pixels_of_a_territory * std::sqrt(map.territory_count() * 4.0 / 3));
  const double scale = std::max(600.0, std::round(width)) / source.board().width();
  Export result;
  const std::vector<std::string> bonuses = bonus_names(map, result.notes);
  const std::string svg = drawing(source, scale, link_ids(bonuses, result.notes));
  if (svg.size() >= largest_drawing) {
    throw InputError("Warzone takes drawings of less than {} bytes; this board's has {}",
                     largest_drawing, svg.size());
  }

  const risk::Rules& rules = source.variant().rules();
  Readme readme(source);
  readme.heading("How to play it on Warzone");
  readme.item({"Upload {}.svg on the site as a new map.", source.stem()});
  readme.item(
      {"In {}-details.json put your address, your token for the site's API and the map's number, "
       "and send it:",
       source.stem()});
  readme.command(fmt::format(
      "curl --json @{}-details.json https://www.warzone.com/API/SetMapDetails", source.stem()));
  readme.item("Begin a game on the map with the distribution \"All territories\".");
  const int divisor = rules.reinforcement_divisor;
  readme.item({"In its settings choose a minimum of {} and one more troop for each {}.",
               rules.reinforcement_minimum, counted(divisor, "territory", "territories")});
  readme.paragraph(
      "There all players give orders at once and fights follow rates of loss, not dice. Only "
      "board, names, bonuses and the two settings above are this game's. Its rules, to compare:");
  readme.rulebook();
  result.notes.insert(
      result.notes.begin(),
      Message("Warzone plays by rules of its own: only board, names and bonuses are this game's. "
              "README.txt says how to upload them."));
  result.notes.emplace_back(
      "No territory has a fixed first owner, so there is no scenario: all are dealt.");
  readme.notes({result.notes.begin() + 1, result.notes.end()});
  result.files = {{source.stem() + ".svg", svg},
                  {source.stem() + "-details.json", details(source, scale, bonuses)},
                  readme.file()};
  return result;
}

}  // namespace evorisk::app
