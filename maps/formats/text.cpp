#include "maps/formats/text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/regex/pending/unicode_iterator.hpp>
#include <cctype>
#include <cmath>

#include "base/counted.hpp"
#include "base/error.hpp"
#include "base/names.hpp"
#include "base/reading/number_in.hpp"
#include "base/reading/plain_letter.hpp"
#include "base/utf8.hpp"
#include "maps/formats/remark.hpp"
#include "maps/generate/naming.hpp"
#include "maps/layout/layout.hpp"
#include "maps/layout/vector.hpp"

namespace evorisk::maps::text {

std::string_view trimmed(std::string_view text) {
  const auto first = text.find_first_not_of(" \t");
  if (first == text.npos) return {};
  return text.substr(first, text.find_last_not_of(" \t") - first + 1);
}

std::string lower(std::string_view text) {
  std::string result(text);
  for (char& c : result) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return result;
}

namespace {

std::string decoded(std::string_view bytes, const std::string& source,
                    std::vector<std::string>& notes) {
  if (const auto nul = bytes.find('\0'); nul != bytes.npos) {
    const auto line = 1 + std::count(bytes.begin(), bytes.begin() + static_cast<long>(nul), '\n');
    throw InputError("{}: line {}: a NUL byte is no text", source, line);
  }
  if (bytes.starts_with("\xEF\xBB\xBF")) bytes.remove_prefix(3);
  if (valid_utf8_prefix(bytes) == bytes.size()) return std::string(bytes);
  notes.push_back("the text is not UTF-8 and was read as Windows-1252");
  // What Windows-1252 has in place of Latin-1's second set of control characters; 0xFFFD:
  // undefined.
  constexpr std::array<char32_t, 32> high = {
      0x20AC, 0xFFFD, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160,
      0x2039, 0x0152, 0xFFFD, 0x017D, 0xFFFD, 0xFFFD, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022,
      0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0xFFFD, 0x017E, 0x0178};
  std::u32string codes;
  for (const unsigned char c : bytes) codes += c >= 0x80 && c < 0xA0 ? high[c - 0x80u] : c;
  using Encoder = boost::u32_to_u8_iterator<std::u32string::const_iterator, char>;
  return {Encoder(codes.cbegin()), Encoder(codes.cend())};
}

// As it is written.
std::optional<std::string_view> section_name(std::string_view line) {
  if (line.size() < 2 || line.front() != '[' || line.back() != ']') return std::nullopt;
  return trimmed(line.substr(1, line.size() - 2));
}

// Calls use(line, number) for each line, without the blanks around it, which ends by any of the
// three line ends.
template <class Use>
void for_lines(std::string_view text, const Use& use) {
  for (std::size_t number = 1; !text.empty(); ++number) {
    const auto end = std::ranges::find_if(text, [](char c) { return c == '\r' || c == '\n'; });
    const auto size = static_cast<std::size_t>(end - text.begin());
    use(trimmed(text.substr(0, size)), number);
    text.remove_prefix(size);
    text.remove_prefix(text.starts_with("\r\n") ? 2 : text.empty() ? 0 : 1);
  }
}

Document in_sections(std::string_view text) {
  Document document{"", {Section{"", 0, {}}}, {}, {}};
  for_lines(text, [&](std::string_view line, std::size_t number) {
    if (line.starts_with(';')) {
      document.comments.push_back({number, std::string(line)});
    } else if (const auto name = section_name(line)) {
      document.sections.push_back({lower(*name), number, {}});
    } else if (!line.empty()) {
      document.sections.back().lines.push_back({number, std::string(line)});
    }
  });
  return document;
}

}  // namespace

Document parsed(std::string_view bytes, const std::string& source) {
  std::vector<std::string> notes;
  Document document = in_sections(decoded(bytes, source, notes));
  document.source = source;
  document.notes = std::move(notes);
  return document;
}

const Section* Document::find(std::string_view name) const {
  for (const Section& section : sections) {
    if (section.name == name) return &section;
  }
  return nullptr;
}

const Section& Document::at(std::string_view name) const {
  const Section* section = find(name);
  if (section == nullptr) {
    throw InputError("{}: section [{}] is missing", source, name);
  }
  return *section;
}

void Document::only(std::span<const std::string_view> names) const {
  std::set<std::string_view> seen;
  for (const Section& section : sections) {
    if (section.number == 0) continue;
    if (std::find(names.begin(), names.end(), section.name) == names.end()) {
      fail(section.number, unknown_name("section", section.name, names));
    }
    if (!seen.insert(section.name).second) {
      fail(section.number, "section [{}] comes twice", shortened(section.name));
    }
  }
}

std::string quoted(std::string_view text) {
  return '"' + shortened(text, 80) + '"';
}

void Document::fail(std::size_t line, const Message& problem) const {
  throw InputError("{}: line {}: {}", source, line, problem);
}

std::optional<long long> integer(std::string_view text) {
  return number_in<long long>(text);
}

std::optional<double> number(std::string_view text) {
  const auto value = number_in<double>(text);
  return value && std::abs(*value) <= 1e9 ? value : std::nullopt;
}

bool has_section(std::string_view text, std::string_view name) {
  bool found = false;
  for_lines(text, [&](std::string_view line, std::size_t) {
    const auto own = section_name(line);
    found = found || (own && own->size() == name.size() && lower(*own) == name);
  });
  return found;
}

void BorderList::add(int from, int to) {
  if (!listed_.insert({from, to}).second) doubled_.emplace_back(from, to);
}

std::vector<Border> BorderList::finish(std::vector<std::string>& notes,
                                       const std::function<std::string(int)>& label) const {
  std::vector<Border> borders;
  std::vector<std::string> one_way;
  std::vector<std::string> loops;
  std::vector<std::string> doubles;
  for (const auto& [from, to] : listed_) {
    if (from == to) {
      loops.push_back(label(from));
      continue;
    }
    const bool both_ways = listed_.contains({to, from});
    if (!both_ways) one_way.push_back(label(from) + " -> " + label(to));
    if (!both_ways || from < to) borders.push_back(ordered_border(from, to));
  }
  for (const auto& [from, to] : doubled_) doubles.push_back(label(from) + " -> " + label(to));
  const auto note = [&](const std::string& what, const std::vector<std::string>& items) {
    if (!items.empty()) notes.push_back(what + enumerated(items, 8).text());
  };
  note("borders listed in one direction only now count both ways: ", one_way);
  note("borders listed twice count once: ", doubles);
  note("territories that border on themselves do so no more: ", loops);
  return borders;
}

int bonus_in_range(long long bonus, const std::string& continent, std::vector<std::string>& notes) {
  const auto nearest = static_cast<int>(std::clamp(bonus, 1LL, 1000LL));
  if (nearest != bonus) {
    notes.push_back(fmt::format("the bonus of {} is {} instead of {}: a map holds 1 to 1000",
                                continent, nearest, bonus));
  }
  return nearest;
}

void drop_empty_continents(MapData& data, std::vector<std::string>& notes) {
  std::size_t number = 0;
  std::erase_if(data.continents, [&](const Continent& continent) {
    const std::size_t c = number++;
    if (!continent.territories.empty()) return false;
    notes.push_back(
        fmt::format("continent {} \"{}\" holds no territory and is left out", c, continent.name));
    return true;
  });
}

void Draft::add_continent(const std::string& name, long long bonus) {
  data.continents.push_back({name, bonus_in_range(bonus, name, notes), {}});
}

void Draft::add_territory(const std::string& name, std::size_t continent, Point pixel) {
  data.continents[continent].territories.push_back(static_cast<int>(data.territories.size()));
  data.territories.push_back({name, std::nullopt});
  pixels.push_back(pixel);
}

namespace {

void place(std::span<Territory> territories, std::vector<Point> pixels,
           std::optional<Point> canvas) {
  pixels.push_back({0, 0});
  const auto [lowest, highest] = bounds(pixels);
  if (lowest == highest) return;
  double edge = std::max(highest.x - lowest.x, highest.y - lowest.y);
  if (canvas && lowest == Point{0, 0} && highest.x <= canvas->x && highest.y <= canvas->y) {
    edge = std::max(canvas->x, canvas->y);
  }
  for (std::size_t t = 0; t < territories.size(); ++t) {
    territories[t].position =
        Point{(pixels[t].x - lowest.x) / edge, (pixels[t].y - lowest.y) / edge};
  }
}

}  // namespace

MapFileContent Draft::finish(std::optional<Point> canvas,
                             const std::function<std::string(int)>& label) {
  const auto said =
      std::find_if(document.comments.begin(), document.comments.end(),
                   [](const Line& comment) { return comment.text.starts_with(remark_start); });
  const bool remarked = said != document.comments.end();
  const auto comments = std::ssize(document.comments) - (remarked ? 1 : 0);
  if (comments > 0) left_out.push_back(counted(comments, "comment line"));
  if (!left_out.empty()) notes.push_back("not kept: " + enumerated(left_out, 20).text());
  place(data.territories, pixels, canvas);
  drop_empty_continents(data, notes);
  data.borders = borders.finish(notes, label);
  if (remarked && !broken_invariant(data)) {
    const std::string source = fmt::format("{}: line {}", document.source, said->number);
    data = with_remark(Map(std::move(data)), said->text, source).data();
  }
  return {std::move(data), std::move(notes)};
}

MapWriting remembering(MapWriting written, const Map& map,
                       MapFileContent (*read)(std::string_view, const std::string&), Remark where) {
  const auto continents = map.continents();
  if (std::any_of(continents.begin(), continents.end(),
                  [](const Continent& continent) { return continent.island; })) {
    written.notes.emplace_back("only a comment says which continents are islands");
  }
  if (map.data().placed) {
    written.notes.emplace_back(
        "only a comment says that territories are drawn just where they lie");
  }
  const Map said(read(written.text, "").data);
  written.text.insert(where == Remark::at_begin ? 0 : written.text.size(), remark(said, map));
  return written;
}

Map named_as_printed(const Map& map, std::vector<std::string>& notes) {
  const auto nameless = [](const auto& items) {
    return std::count_if(items.begin(), items.end(),
                         [](const auto& item) { return item.name.empty(); });
  };
  const auto note = [&notes](auto count, const char* one, const char* many) {
    if (count > 0) notes.push_back(counted(count, one, many));
  };
  note(nameless(map.continents()), "continent has no name and gets the one that is printed",
       "continents have no names and get those that are printed");
  note(nameless(map.data().territories), "territory has no name and gets the one that is printed",
       "territories have no names and get those that are printed");
  return with_names(map, 1);
}

std::string unique_name(const std::string& wanted, std::set<std::string>& taken) {
  std::string name = wanted;
  for (int i = 2; !taken.insert(name).second; ++i) name = fmt::format("{} {}", wanted, i);
  return name;
}

std::vector<std::pair<int, int>> pixels_of(const Map& map, std::vector<std::string>& notes) {
  const std::vector<Territory>& territories = map.data().territories;
  const auto missing =
      std::ranges::count(territories, false, [](const auto& t) { return t.position.has_value(); });
  std::vector<Point> drawn;
  if (missing > 0) drawn = layout(map);
  bool rounded = false;
  const auto pixel = [](double share) {
    return static_cast<int>(std::lround(share * canvas_pixels));
  };
  std::vector<std::pair<int, int>> pixels;
  for (std::size_t t = 0; t < territories.size(); ++t) {
    const auto& given = territories[t].position;
    const Point point = given ? *given : drawn[t];
    pixels.emplace_back(pixel(point.x), pixel(point.y));
    const Point back{pixels.back().first / static_cast<double>(canvas_pixels),
                     pixels.back().second / static_cast<double>(canvas_pixels)};
    rounded = rounded || (given && back != point);
  }
  if (rounded) {
    notes.push_back(
        fmt::format("positions are rounded to a picture of {0} x {0} pixels", canvas_pixels));
  }
  if (missing > 0) {
    notes.push_back(counted(missing, "territory had no position and was given one",
                            "territories had no position and were given one"));
  }
  return pixels;
}

std::vector<std::pair<int, int>> pixels_of(const MapPicture& picture) {
  std::vector<std::pair<int, int>> pixels;
  for (const Point p : picture.places) {
    pixels.emplace_back(static_cast<int>(std::lround(p.x)), static_cast<int>(std::lround(p.y)));
  }
  return pixels;
}

std::string file_stem(const std::string& name) {
  std::string stem;
  for (const char c : trimmed(name)) {
    const bool unfit = std::string_view("/\\:*?\"<>|=").find(c) != std::string_view::npos;
    stem += unfit ? '_' : c;
  }
  while (stem.starts_with('.')) stem.erase(0, 1);
  return stem.empty() ? "map" : stem;
}

}  // namespace evorisk::maps::text

namespace evorisk::maps {

std::string file_word(const std::string& name) {
  std::string word;
  const std::string stem = text::file_stem(name);
  for (std::size_t i = 0; i < stem.size(); ++i) {
    char c = stem[i];
    if (c == '\xC3' && i + 1 < stem.size()) {
      const bool large = static_cast<unsigned char>(stem[++i]) < 0x9F;
      c = plain_letter(stem[i]);
      if (large && c != ' ') c = static_cast<char>(c - 'a' + 'A');
    }
    const auto byte = static_cast<unsigned char>(c);
    if ((byte & 0xC0u) == 0x80) continue;  // the rest of a letter beyond ASCII
    const bool fit = byte < 0x80 && (std::isalnum(byte) != 0 || c == '-' || c == '.' || c == '_');
    word += fit ? c : '_';
  }
  const auto is_letter = [](unsigned char c) { return std::isalnum(c) != 0; };
  if (std::ranges::none_of(word, is_letter)) return "map";  // of a name in other letters
  // Programs that are given the file take what begins with "-" for an option.
  if (word.starts_with('-')) word[0] = '_';
  constexpr std::size_t longest = 80;  // a format adds to it, and file systems end at 255
  return word.substr(0, longest);
}

}  // namespace evorisk::maps
