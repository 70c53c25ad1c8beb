#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>
#include <sstream>

#include "base/index.hpp"
#include "base/utf8.hpp"
#include "maps/formats/foreign.hpp"
#include "maps/formats/text.hpp"

namespace evorisk::maps {
namespace {

std::vector<std::string> words(const std::string& line) {
  std::istringstream in(line);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string with_spaces(std::string_view name) {
  std::string spaced(name);
  std::replace(spaced.begin(), spaced.end(), '_', ' ');
  return spaced;
}

// The picture's size from the customary comment "; Dimensions: 677 x 425 Pixels".
std::optional<Point> canvas_of(const text::Document& document) {
  for (const text::Line& comment : document.comments) {
    const auto parts = words(comment.text);
    if (parts.size() < 5 || text::lower(parts[1]) != "dimensions:" || parts[3] != "x") continue;
    const auto width = text::number(parts[2]);
    const auto height = text::number(parts[4]);
    if (width && height && *width > 0 && *height > 0) return Point{*width, *height};
  }
  return std::nullopt;
}

class DominationReader {
 public:
  explicit DominationReader(text::Document document) : map_{std::move(document)} {}

  MapFileContent read() {
    constexpr std::array<std::string_view, 4> sections = {"files", "continents", "countries",
                                                          "borders"};
    document_.only(sections);
    header();
    for (const text::Line& line : document_.at("continents").lines) continent(line);
    for (const text::Line& line : document_.at("countries").lines) country(line);
    for (const text::Line& line : document_.at("borders").lines) neighbours(line);
    leftovers();
    return map_.finish(canvas_of(document_), [this](int t) {
      return fmt::format("{} {}", t + 1, map_.data.territories[at(t)].name);
    });
  }

 private:
  void header() {
    for (const text::Line& line : document_.sections.front().lines) {
      if (line.text.starts_with("name ")) {
        map_.data.name = text::trimmed(line.text.substr(5));
      } else {
        map_.left_out.emplace_back(line.text);
      }
    }
  }

  void continent(const text::Line& line) {
    const auto parts = words(line.text);
    const auto bonus =
        parts.size() == 2 || parts.size() == 3 ? text::integer(parts[1]) : std::nullopt;
    if (!bonus) {
      document_.fail(line.number, "a continent is NAME BONUS COLOUR, found {}",
                     text::quoted(line.text));
    }
    coloured_ = coloured_ || parts.size() == 3;
    map_.add_continent(with_spaces(parts[0]), *bonus);
  }

  void country(const text::Line& line) {
    const auto parts = words(line.text);
    const auto index = parts.empty() ? std::nullopt : text::integer(parts[0]);
    const bool placed = parts.size() == 5;
    const auto x = placed ? text::number(parts[3]) : 0;
    const auto y = placed ? text::number(parts[4]) : 0;
    if ((parts.size() != 3 && !placed) || !index || !x || !y) {
      document_.fail(line.number, "a country is NUMBER NAME CONTINENT X Y, found {}",
                     text::quoted(line.text));
    }
    const auto expected = static_cast<long long>(map_.data.territories.size()) + 1;
    if (*index != expected) {
      document_.fail(line.number,
                     "countries are numbered in order; expected {}, "
                     "found {}",
                     expected, *index);
    }
    const auto continent = text::integer(parts[2]);
    const auto continents = static_cast<long long>(map_.data.continents.size());
    if (!continent || *continent < 1 || *continent > continents) {
      document_.fail(line.number, "there is no continent {} (valid: 1 to {})", shortened(parts[2]),
                     continents);
    }
    const std::string wanted = with_spaces(parts[1]);
    const std::string name = text::unique_name(wanted, taken_);
    if (name != wanted) {
      map_.notes.push_back(fmt::format("country {} is a second \"{}\" and is now called \"{}\"",
                                       *index, wanted, name));
    }
    map_.add_territory(name, static_cast<std::size_t>(*continent - 1), {*x, *y});
  }

  void neighbours(const text::Line& line) {
    const auto count = static_cast<long long>(map_.data.territories.size());
    std::optional<int> from;
    for (const std::string& word : words(line.text)) {
      const auto index = text::integer(word);
      if (!index || *index < 1 || *index > count) {
        document_.fail(line.number, "there is no country {} (valid: 1 to {})", shortened(word),
                       count);
      }
      const int t = static_cast<int>(*index) - 1;
      if (from) {
        map_.borders.add(*from, t);
      } else {
        from = t;
      }
    }
  }

  void leftovers() {
    if (const text::Section* files = document_.find("files")) {
      for (const text::Line& line : files->lines) map_.left_out.emplace_back(line.text);
    }
    if (coloured_) map_.left_out.emplace_back("the continents' colours");
  }

  text::Draft map_;
  const text::Document& document_ = map_.document;
  std::set<std::string> taken_;
  bool coloured_ = false;
};

// A name as one word. Notes what the game shows otherwise.
std::string one_word(std::string name, const std::string& what, std::vector<std::string>& notes) {
  if (name.find('_') != name.npos) {
    notes.push_back(fmt::format("\"_\" in the name of {} stands for a space there", what));
  }
  std::replace(name.begin(), name.end(), ' ', '_');
  // Such a line would be a comment.
  if (name.front() == ';') {
    notes.push_back(
        fmt::format("the name of {} cannot start with \";\"; it starts with \":\"", what));
    name.front() = ':';
  }
  return name;
}

}  // namespace

bool is_domination(std::string_view text) {
  return text::has_section(text, "countries") || text::has_section(text, "borders") ||
         text::has_section(text, "files");
}

MapFileContent read_domination(std::string_view text, const std::string& source) {
  return DominationReader(text::parsed(text, source)).read();
}

MapWriting write_domination(const Map& given, const MapPicture* picture) {
  constexpr std::array<std::string_view, 10> colours = {
      "yellow", "red", "blue", "orange", "green", "magenta", "cyan", "pink", "gray", "white"};
  MapWriting written;
  const Map map = text::named_as_printed(given, written.notes);
  const auto pixels = picture ? text::pixels_of(*picture) : text::pixels_of(map, written.notes);
  const std::string stem = picture ? picture->stem : file_word(map.name());
  std::string& out = written.text;
  out +=
      fmt::format("; Dimensions: {} x {} Pixels\n", picture ? picture->width : text::canvas_pixels,
                  picture ? picture->height : text::canvas_pixels);
  const std::string_view title = text::trimmed(map.name());
  if (!title.empty()) out += fmt::format("name {}\n", title);
  if (title != map.name()) {
    written.notes.emplace_back("spaces at the ends of the map's name are left out");
  }
  if (picture) out += fmt::format("circle {}\n", picture->circle);
  out += fmt::format("\n[files]\npic {0}_pic.png\nmap {0}_map.png\ncrd {0}.cards\n", stem);
  if (!picture) {
    written.notes.emplace_back(
        "the pictures and the card file that [files] names are not written; \"evorisk export\" "
        "writes them");
  }

  out += "\n[continents]\n";
  for (int c = 0; c < map.continent_count(); ++c) {
    const Continent& continent = map.continent(c);
    const std::string what = fmt::format("continent {}", c);
    out += fmt::format("{} {} {}\n", one_word(continent.name, what, written.notes), continent.bonus,
                       colours[static_cast<std::size_t>(c) % colours.size()]);
  }

  // A name that is changed by losing "_" may meet another one.
  std::set<std::string> taken;
  out += "\n[countries]\n";
  for (int t = 0; t < map.territory_count(); ++t) {
    const std::string what = fmt::format("territory {}", map.label(t));
    std::string name = one_word(map.territory(t).name, what, written.notes);
    if (!taken.insert(name).second) {
      const std::string wanted = name;
      for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{}_{}", wanted, i);
      written.notes.push_back(
          fmt::format("{} is called \"{}\" to tell it from another", what, with_spaces(name)));
    }
    const auto [x, y] = pixels[at(t)];
    out += fmt::format("{} {} {} {} {}\n", t + 1, name, map.continent_of(t) + 1, x, y);
  }

  out += "\n[borders]\n";
  for (int t = 0; t < map.territory_count(); ++t) {
    out += fmt::format("{}", t + 1);
    for (const int neighbour : map.neighbours(t)) out += fmt::format(" {}", neighbour + 1);
    out += '\n';
  }
  // The game shows the comments above the borders to people.
  written = text::remembering(std::move(written), given, read_domination, text::Remark::at_end);
  const bool ascii = std::ranges::all_of(
      written.text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (!ascii) written.text.insert(0, "\xEF\xBB\xBF");
  return written;
}

}  // namespace evorisk::maps
