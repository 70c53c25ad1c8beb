// What the readers and writers of line-based map formats share. Internal to maps/formats/.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "maps/formats/foreign.hpp"
#include "maps/formats/registry.hpp"
#include "maps/map.hpp"

namespace evorisk::maps::text {

std::string_view trimmed(std::string_view text);  // without spaces and tabs at the ends
std::string lower(std::string_view text);         // ASCII letters only
std::string quoted(std::string_view text);        // in quotation marks, shortened if long

// One line, trimmed, with its number from 1.
struct Line {
  std::size_t number;
  std::string text;
};

// A "[name]" section, its name in lower case, and its lines without blank ones and without those
// that start with ";". The lines before the first section stand in one without a name.
struct Section {
  std::string name;
  std::size_t number;  // of its "[name]" line
  std::vector<Line> lines;
};

struct Document {
  std::string source;
  std::vector<Section> sections;  // at least one, the nameless one
  std::vector<Line> comments;
  std::vector<std::string> notes;

  // Null when there is none.
  const Section* find(std::string_view name) const;
  // Throws InputError when there is none.
  const Section& at(std::string_view name) const;
  // Throws InputError for a section whose name is not among `names`, and for one that comes twice.
  void only(std::span<const std::string_view> names) const;
  // Throws InputError "<source>: line N: <problem>".
  [[noreturn]] void fail(std::size_t line, const Message& problem) const;
  template <class First, class... Rest>
  [[noreturn]] void fail(std::size_t line, fmt::format_string<First, Rest...> format, First&& first,
                         Rest&&... rest) const {
    fail(line, Message(format, std::forward<First>(first), std::forward<Rest>(rest)...));
  }
};

// Of UTF-8, with or without byte order mark: what is not valid UTF-8 is taken for Windows-1252
// (such files come from Windows programs), and noted. Throws InputError for a NUL byte.
Document parsed(std::string_view bytes, const std::string& source);

// The whole text as a number; coordinates beyond a thousand million are none.
std::optional<long long> integer(std::string_view text);
std::optional<double> number(std::string_view text);

// Whether the text has a "[name]" line, in any case.
bool has_section(std::string_view text, std::string_view name);

// Collects borders that a file lists for each of their two territories.
class BorderList {
 public:
  void add(int from, int to);
  // Undirected borders; notes name those that were listed in one direction only (they count both
  // ways), twice, or from a territory to itself (left out). `label` names a territory.
  std::vector<Border> finish(std::vector<std::string>& notes,
                             const std::function<std::string(int)>& label) const;

 private:
  std::set<std::pair<int, int>> listed_;
  std::vector<std::pair<int, int>> doubled_;
};

// A bonus as a map can hold it (1 ... 1000); noted when the file's is another.
int bonus_in_range(long long bonus, const std::string& continent, std::vector<std::string>& notes);

// Drops continents without territories, with a note.
void drop_empty_continents(MapData& data, std::vector<std::string>& notes);

// A map while the lines of its file are read.
struct Draft {
  const Document document;
  MapData data = {};
  std::vector<Point> pixels = {};  // of each territory
  BorderList borders = {};
  std::vector<std::string> left_out = {};  // what the file holds and a map does not
  std::vector<std::string> notes = document.notes;

  void add_continent(const std::string& name, long long bonus);
  void add_territory(const std::string& name, std::size_t continent, Point pixel);
  // The whole map, with notes of all that was left out or changed. Pixel positions go into the unit
  // square, keeping proportions: `canvas` is the picture's size where known; otherwise the largest
  // coordinate is the edge. All zero means that there are none. `label` names a territory.
  MapFileContent finish(std::optional<Point> canvas, const std::function<std::string(int)>& label);
};

// Makes a name different from all in `taken` ("Name", "Name 2", "Name 3", ...) and takes it.
std::string unique_name(const std::string& wanted, std::set<std::string>& taken);

// The picture that exported files speak of is this wide and high.
inline constexpr int canvas_pixels = 1000;

// Positions in pixels of that picture; invented for territories without one. Notes what the pixels
// cannot hold.
std::vector<std::pair<int, int>> pixels_of(const Map& map, std::vector<std::string>& notes);

// The places of a picture, which is theirs.
std::vector<std::pair<int, int>> pixels_of(const MapPicture& picture);

// The map with the names that print gives it where it has none; notes how many.
Map named_as_printed(const Map& map, std::vector<std::string>& notes);

// What was written of a map, with a comment of all that `read`, the format's reader, does not find
// in it (formats/remark.hpp): the map comes back as it was.
enum class Remark { at_begin, at_end };
MapWriting remembering(MapWriting written, const Map& map,
                       MapFileContent (*read)(std::string_view, const std::string&),
                       Remark where = Remark::at_begin);

// A name fit for a file ("Risk II" gives "Risk II"; slashes, colons and the like give "_"; an empty
// one gives "map").
std::string file_stem(const std::string& name);

}  // namespace evorisk::maps::text
