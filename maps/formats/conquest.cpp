#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>
#include <sstream>

#include "base/index.hpp"
#include "base/names.hpp"
#include "maps/formats/foreign.hpp"
#include "maps/formats/text.hpp"

namespace evorisk::maps {
namespace {

// How the program's own files are known: their pictures are text::canvas_pixels wide and high.
constexpr std::string_view own_author = "evorisk";

std::vector<std::string> fields(const std::string& line) {
  std::vector<std::string> found;
  std::istringstream parts(line);
  for (std::string field; std::getline(parts, field, ',');)
    found.emplace_back(text::trimmed(field));
  while (!found.empty() && found.back().empty()) found.pop_back();
  return found;
}

// Finds names as written, else without regard to case.
class NameTable {
 public:
  bool add(const std::string& name) {
    const int index = static_cast<int>(exact_.size());
    if (!exact_.emplace(name, index).second) return false;
    folded_.emplace(text::lower(name), index);
    return true;
  }
  std::optional<int> find(std::string_view name) const {
    if (const auto found = exact_.find(name); found != exact_.end()) return found->second;
    const auto found = folded_.find(text::lower(name));
    return found == folded_.end() ? std::nullopt : std::optional(found->second);
  }
  Message unknown(std::string_view kind, std::string_view name) const {
    std::vector<std::string_view> names;
    for (const auto& [known, index] : exact_) names.push_back(known);
    const auto nearest = nearest_name(name, names);
    const Message what(kind);
    if (!nearest) return Message("unknown {} {}", what, text::quoted(name));
    return Message("unknown {} {}; did you mean \"{}\"?", what, text::quoted(name), *nearest);
  }

 private:
  std::map<std::string, int, std::less<>> exact_;
  std::map<std::string, int, std::less<>> folded_;
};

class ConquestReader {
 public:
  explicit ConquestReader(text::Document document) : map_{std::move(document)} {}

  MapFileContent read() {
    constexpr std::array<std::string_view, 3> sections = {"map", "continents", "territories"};
    document_.only(sections);
    if (const auto& stray = document_.sections.front().lines; !stray.empty()) {
      document_.fail(stray.front().number, "expected [Map], found {}",
                     text::quoted(stray.front().text));
    }
    if (const text::Section* map = document_.find("map")) settings(*map);
    for (const text::Line& line : document_.at("continents").lines) continent(line);
    const auto& territories = document_.at("territories").lines;
    for (const text::Line& line : territories) territory(line);
    for (std::size_t t = 0; t < territories.size(); ++t) {
      neighbours(static_cast<int>(t), territories[t]);
    }
    const auto edge = static_cast<double>(text::canvas_pixels);
    return map_.finish(own_ ? std::optional(Point{edge, edge}) : std::nullopt,
                       [this](int t) { return map_.data.territories[at(t)].name; });
  }

 private:
  void settings(const text::Section& section) {
    for (const text::Line& line : section.lines) {
      const auto equals = line.text.find('=');
      if (equals == line.text.npos) {
        document_.fail(line.number, "expected KEY=VALUE, found {}", text::quoted(line.text));
      }
      const std::string key = text::lower(text::trimmed(line.text.substr(0, equals)));
      const std::string value(text::trimmed(line.text.substr(equals + 1)));
      if (key == "author" && value == own_author) {
        own_ = true;
        continue;
      }
      map_.left_out.emplace_back(line.text);
      if (key == "image")
        map_.data.name = value.substr(0, std::min(value.rfind('.'), value.size()));
    }
  }

  void continent(const text::Line& line) {
    // The last "=": a bonus holds none.
    const auto equals = line.text.rfind('=');
    const std::string name(text::trimmed(line.text.substr(0, equals)));
    const auto bonus = equals == line.text.npos
                           ? std::nullopt
                           : text::integer(text::trimmed(line.text.substr(equals + 1)));
    if (!bonus || name.empty()) {
      document_.fail(line.number, "a continent is NAME=BONUS, found {}", text::quoted(line.text));
    }
    if (!continents_.add(name)) {
      document_.fail(line.number, "continent {} comes twice", text::quoted(name));
    }
    map_.add_continent(name, *bonus);
  }

  void territory(const text::Line& line) {
    const auto parts = fields(line.text);
    const auto x = parts.size() >= 4 ? text::number(parts[1]) : std::nullopt;
    const auto y = parts.size() >= 4 ? text::number(parts[2]) : std::nullopt;
    if (!x || !y || parts[0].empty()) {
      document_.fail(line.number,
                     "a territory is NAME,X,Y,CONTINENT,NEIGHBOUR,..., "
                     "found {}",
                     text::quoted(line.text));
    }
    const std::string name(parts[0]);
    if (!territories_.add(name)) {
      document_.fail(line.number, "territory {} comes twice", text::quoted(name));
    }
    const auto continent = continents_.find(parts[3]);
    if (!continent) document_.fail(line.number, continents_.unknown("continent", parts[3]));
    map_.add_territory(name, at(*continent), {*x, *y});
  }

  void neighbours(int from, const text::Line& line) {
    const auto parts = fields(line.text);
    for (std::size_t i = 4; i < parts.size(); ++i) {
      const auto to = territories_.find(parts[i]);
      if (!to) document_.fail(line.number, territories_.unknown("territory", parts[i]));
      map_.borders.add(from, *to);
    }
  }

  text::Draft map_;
  const text::Document& document_ = map_.document;
  bool own_ = false;
  NameTable continents_;
  NameTable territories_;
};

// A name that a line of the file can hold and that no other has; notes when it is another one.
std::string fitting(const std::string& name, bool no_equals, const std::string& what,
                    std::set<std::string>& taken, std::vector<std::string>& notes) {
  std::string fit(text::trimmed(name));
  for (char& c : fit) c = c == ',' ? ';' : c == '=' && no_equals ? '-' : c;
  // Such a line would be a comment or a section.
  if (fit.starts_with(';')) fit.front() = ':';
  if (fit.starts_with('[')) fit.front() = '(';
  if (fit.empty()) fit = "-";
  fit = text::unique_name(fit, taken);
  if (fit != name) notes.push_back(fmt::format("{} is called \"{}\"", what, fit));
  return fit;
}

void note_limits(const Map& map, std::vector<std::string>& notes) {
  std::size_t most_neighbours = 0;
  for (int t = 0; t < map.territory_count(); ++t) {
    most_neighbours = std::max(most_neighbours, map.neighbours(t).size());
  }
  const auto note = [&](auto count, int limit, std::string_view what) {
    if (static_cast<long long>(count) <= limit) return;
    notes.push_back(fmt::format("{} {}: the game itself takes at most {}", count, what, limit));
  };
  note(map.territory_count(), 255, "territories");
  note(map.continent_count(), 32, "continents");
  note(most_neighbours, 10, "neighbours of one territory");
}

}  // namespace

bool is_conquest(std::string_view text) {
  return text::has_section(text, "territories") || text::has_section(text, "map");
}

MapFileContent read_conquest(std::string_view text, const std::string& source) {
  return ConquestReader(text::parsed(text, source)).read();
}

MapWriting write_conquest(const Map& given, const MapPicture* picture) {
  MapWriting written;
  const Map map = text::named_as_printed(given, written.notes);
  const auto pixels = picture ? text::pixels_of(*picture) : text::pixels_of(map, written.notes);
  const std::string stem = picture ? picture->stem : text::file_stem(map.name());
  std::string& out = written.text;
  out += fmt::format("[Map]\nauthor={}\nimage={}.bmp\nwrap=no\nscroll=none\nwarn=yes\n", own_author,
                     stem);
  if (stem != map.name()) {
    written.notes.push_back(
        fmt::format("the map's name is only held by the picture's, \"{}\"", stem));
  }
  if (!picture) {
    written.notes.emplace_back(
        "the picture that [Map] names is not written; \"evorisk export\" writes it");
  }
  note_limits(map, written.notes);

  out += "\n[Continents]\n";
  std::set<std::string> taken;
  std::vector<std::string> continents;
  for (int c = 0; c < map.continent_count(); ++c) {
    // A comma is no harm in its own line, but ends the name in a territory's.
    const std::string& name = map.continent(c).name;
    const std::string what = fmt::format("continent {} \"{}\"", c, name);
    continents.push_back(fitting(name, true, what, taken, written.notes));
    out += fmt::format("{}={}\n", continents.back(), map.continent(c).bonus);
  }

  taken.clear();
  std::vector<std::string> names;
  for (int t = 0; t < map.territory_count(); ++t) {
    names.push_back(
        fitting(map.territory(t).name, false, "territory " + map.label(t), taken, written.notes));
  }
  out += "\n[Territories]\n";
  for (int t = 0; t < map.territory_count(); ++t) {
    const auto [x, y] = pixels[at(t)];
    out += fmt::format("{},{},{},{}", names[at(t)], x, y, continents[at(map.continent_of(t))]);
    for (const int neighbour : map.neighbours(t)) {
      out += ',' + names[at(neighbour)];
    }
    out += '\n';
  }
  return text::remembering(std::move(written), given, read_conquest);
}

}  // namespace evorisk::maps
