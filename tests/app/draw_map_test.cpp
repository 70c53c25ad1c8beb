// Map pictures: well-formed whatever the names, and complete.
#include "app/view/draw_map.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <set>
#include <string>
#include <vector>

#include "app/view/palette.hpp"
#include "base/random.hpp"
#include "maps/generate/generator.hpp"
#include "maps/generate/naming.hpp"
#include "maps/io.hpp"
#include "maps/layout/board.hpp"
#include "maps/layout/land/labels.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"

namespace evorisk::app {
namespace {

using maps::broken_in_two;
using maps::Map;
using maps::MapData;
using maps::text_width;
using testing::HasSubstr;
using testing::Not;

// What a strict reader of XML finds.
struct Document {
  std::string problem;  // of the first thing that is not well-formed
  std::vector<std::string> ids;
  std::vector<std::string> references;  // url(#...) and href="#..."
  std::vector<std::string> texts;       // of <text> elements, with entities replaced
};

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Document read() {
    while (at_ < text_.size() && document_.problem.empty()) {
      if (text_[at_] == '<') {
        tag();
      } else {
        characters();
      }
    }
    if (document_.problem.empty() && !open_.empty())
      document_.problem = "not closed: " + open_.back();
    return document_;
  }

 private:
  void fail(const std::string& problem) {
    document_.problem = problem + " near \"" + std::string(text_.substr(at_, 40)) + "\"";
    at_ = text_.size();
  }

  static bool is_name(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == ':' || c == '_';
  }

  std::string name() {
    std::string result;
    while (at_ < text_.size() && is_name(text_[at_])) result += text_[at_++];
    if (result.empty()) fail("no name");
    return result;
  }

  std::string unescaped(std::string_view raw) {
    std::string result;
    for (std::size_t i = 0; i < raw.size(); ++i) {
      if (raw[i] == '<') fail("bare <");
      if (static_cast<unsigned char>(raw[i]) < 0x20 && raw[i] != '\n') fail("control character");
      if (raw[i] != '&') {
        result += raw[i];
        continue;
      }
      const std::size_t end = raw.find(';', i);
      const std::string_view entity =
          raw.substr(i, end == std::string_view::npos ? 1 : end - i + 1);
      if (entity == "&amp;")
        result += '&';
      else if (entity == "&lt;")
        result += '<';
      else if (entity == "&gt;")
        result += '>';
      else if (entity == "&quot;")
        result += '"';
      else if (entity == "&#39;" || entity == "&apos;")
        result += '\'';
      else
        fail("entity");
      i += entity.size() - 1;
    }
    return result;
  }

  void tag() {
    ++at_;
    if (text_[at_] == '/') {
      ++at_;
      const std::string closed = name();
      if (open_.empty() || open_.back() != closed) return fail("closes " + closed);
      open_.pop_back();
      if (text_[at_] != '>') return fail("no >");
      ++at_;
      return;
    }
    const std::string opened = name();
    std::set<std::string> seen;
    while (at_ < text_.size() && text_[at_] == ' ') {
      ++at_;
      const std::string attribute = name();
      if (!seen.insert(attribute).second) return fail("twice " + attribute);
      if (text_.substr(at_, 2) != "=\"") return fail("no value");
      at_ += 2;
      const std::size_t end = text_.find('"', at_);
      if (end == std::string_view::npos) return fail("no end of value");
      const std::string value = unescaped(text_.substr(at_, end - at_));
      at_ = end + 1;
      if (attribute == "id") document_.ids.push_back(value);
      if (attribute == "href") document_.references.push_back(value.substr(1));
      if (value.starts_with("url(#")) {
        document_.references.push_back(value.substr(5, value.size() - 6));
      }
    }
    if (text_.substr(at_, 2) == "/>") {
      at_ += 2;
    } else if (text_[at_] == '>') {
      ++at_;
      open_.push_back(opened);
    } else {
      fail("tag");
    }
  }

  void characters() {
    const std::size_t end = std::min(text_.find('<', at_), text_.size());
    const std::string content = unescaped(text_.substr(at_, end - at_));
    at_ = end;
    if (open_.empty()) {
      if (content.find_first_not_of('\n') != std::string::npos) fail("outside");
    } else if (open_.back() == "text") {
      document_.texts.push_back(content);
    }
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::vector<std::string> open_;
  Document document_;
};

Document read_svg(const std::string& svg) {
  Document document = Reader(svg).read();
  EXPECT_EQ(document.problem, "");
  EXPECT_TRUE(svg.starts_with("<svg "));
  EXPECT_THAT(svg, Not(testing::ContainsRegex("[^a-z]nan[^a-z]")));  // names may have it inside
  EXPECT_THAT(svg, Not(HasSubstr("inf ")));
  // A reader of paths leaves out all that follows a command without numbers.
  for (auto at = svg.find(" d=\""); at != std::string::npos; at = svg.find(" d=\"", at + 1)) {
    const std::string data = svg.substr(at + 4, svg.find('"', at + 4) - at - 4);
    EXPECT_THAT(data, testing::StartsWith("M"));
    for (const char* empty : {"qz", "qM", "lM", "lz"}) EXPECT_EQ(data.find(empty), data.npos);
    EXPECT_TRUE(data.back() != 'q' && data.back() != 'l') << data.substr(0, 80);
  }
  const std::set<std::string> ids(document.ids.begin(), document.ids.end());
  EXPECT_EQ(ids.size(), document.ids.size()) << "an id occurs twice";
  for (const std::string& reference : document.references) {
    EXPECT_TRUE(ids.contains(reference)) << reference;
  }
  return document;
}

bool has_text(const Document& document, const std::string& text) {
  return std::find(document.texts.begin(), document.texts.end(), text) != document.texts.end();
}

Map generated(int territories, int continents, double density, std::uint64_t seed = 1) {
  Random random({.seed = seed, .purpose = Purpose::test});
  return maps::generate_map({territories, continents, density}, random);
}

TEST(DrawMap, ShowsEveryNumberNameAndBonus) {
  for (const std::string_view name : maps::library_names()) {
    SCOPED_TRACE(name);
    // What has no name gets the one that is printed.
    const Map map = maps::with_names(*maps::library_map(name), 1);
    const Document document = read_svg(draw_map(*maps::library_map(name)));
    for (int t = 0; t < map.territory_count(); ++t) {
      EXPECT_TRUE(has_text(document, std::to_string(t)));
      const std::string& territory = map.territory(t).name;
      const auto lines = broken_in_two(territory);
      EXPECT_TRUE(has_text(document, territory) ||
                  (has_text(document, lines.front()) && has_text(document, lines.back())))
          << territory;
    }
    const std::vector<maps::Badge> badges = maps::make_board(map).labels.badges;
    ASSERT_EQ(badges.size(), static_cast<std::size_t>(map.continent_count()));
    for (std::size_t c = 0; c < badges.size(); ++c) {
      for (const std::string& line : badges[c].lines) EXPECT_TRUE(has_text(document, line)) << line;
    }
  }
}

TEST(DrawMap, EverySizeIsWellFormedAndSmall) {
  for (const auto& [territories, continents, most_bytes] : {std::tuple{2, 1, 8'000},
                                                            {2, 2, 8'000},
                                                            {3, 1, 8'000},
                                                            {5, 2, 9'000},
                                                            {42, 6, 26'000},
                                                            {60, 60, 60'000},
                                                            {250, 25, 120'000},
                                                            {1000, 60, 500'000}}) {
    if (test::sanitized && territories > 60) continue;
    const std::string svg = draw_map(generated(territories, continents, 0.45));
    const Document document = read_svg(svg);
    EXPECT_TRUE(has_text(document, std::to_string(territories - 1)));
    EXPECT_LT(svg.size(), static_cast<std::size_t>(most_bytes)) << territories;
  }
}

// Many routes to islands are shorter than a troop marker.
TEST(DrawMap, ShortRoutesAreDrawn) {
  for (std::uint64_t seed = 0; seed < (test::sanitized ? 3 : 12); ++seed) {
    Random random({.seed = seed, .purpose = Purpose::test});
    for (const char* style : {"archipelago", "network"}) {
      read_svg(draw_map(maps::generate_map({30, 0, {}, style}, random)));
    }
  }
}

TEST(DrawMap, HostileNamesStayText) {
  MapData data = generated(6, 2, 0.5).data();
  const std::vector<std::string> names = {
      "<script>alert(1)</script>", "\"quoted\" & 'single'",           "]]><!-- --",
      "&amp; &#0; &nope;",         "São Tomé e Príncipe 中国 Ελλάδα", std::string(300, 'W')};
  for (std::size_t t = 0; t < names.size(); ++t) data.territories[t].name = names[t];
  data.name = "</svg><b onload=\"x\">";
  data.continents[0].name = "a<b>&\"c\"";
  const std::string svg = draw_map(Map(data), {.caption = true});
  const Document document = read_svg(svg);
  EXPECT_THAT(svg, Not(HasSubstr("<script")));
  EXPECT_THAT(svg, Not(HasSubstr("<b")));
  EXPECT_TRUE(has_text(document, "a<b>&\"c\" +" + std::to_string(data.continents[0].bonus)));
  EXPECT_TRUE(has_text(document, std::string(300, 'W')));
}

TEST(DrawMap, OptionsDoWhatTheySay) {
  const maps::MapPtr risk = maps::library_map("risk");
  const std::string whole = draw_map(*risk);
  EXPECT_EQ(draw_map(*risk), whole);
  EXPECT_THAT(whole, HasSubstr("prefers-color-scheme:dark"));
  EXPECT_FALSE(has_text(read_svg(draw_map(*risk, {.names = false})), "Kamchatka"));
  EXPECT_FALSE(has_text(read_svg(draw_map(*risk, {.numbers = false})), "17"));
  EXPECT_THAT(draw_map(*risk, {.style = false}), Not(HasSubstr("<style>")));
  EXPECT_THAT(draw_map(*risk, {.width = 480}), HasSubstr(" width=\"480\" height=\""));
  EXPECT_TRUE(has_text(read_svg(draw_map(*risk, {.caption = true})),
                       "Risk: 42 territories, 83 borders, 6 continents"));
  const auto rings = [](const std::string& svg) {
    std::size_t count = 0;
    for (auto i = svg.find("disc chosen"); i != std::string::npos;
         i = svg.find("disc chosen", i + 1)) {
      ++count;
    }
    return count;
  };
  EXPECT_EQ(rings(whole), 0u);
  EXPECT_EQ(rings(draw_map(*risk, {.highlight = {3, 17}})), 2u);

  // Two pictures in one page share no id.
  const Document first = read_svg(draw_map(*risk, {.id_prefix = "a-"}));
  const Document second = read_svg(draw_map(*risk, {.id_prefix = "b-"}));
  for (const std::string& id : first.ids) {
    EXPECT_EQ(std::count(second.ids.begin(), second.ids.end(), id), 0) << id;
  }
}

TEST(DrawMap, EveryBorderCanBePointedAt) {
  for (const char* name : {"two", "risk", "thesis-9"}) {
    const maps::MapPtr map = maps::library_map(name);
    const std::string svg = draw_map(*map, {.areas = true});
    const auto paths_of = [&](const std::string& kind) {
      std::vector<std::string> paths;
      const std::string begin = "<path class=\"" + kind + "\" d=\"";
      for (auto i = svg.find(begin); i != std::string::npos; i = svg.find(begin, i + 1)) {
        paths.push_back(svg.substr(i + begin.size(), svg.find('"', i + begin.size()) - i));
      }
      return paths;
    };
    EXPECT_EQ(std::ssize(paths_of("area")), map->territory_count());
    const std::vector<std::string> edges = paths_of("edge");
    EXPECT_EQ(std::ssize(edges), map->border_count());
    EXPECT_EQ(std::set(edges.begin(), edges.end()).size(), edges.size());
    for (const std::string& edge : edges) EXPECT_THAT(edge, testing::StartsWith("M")) << name;
    EXPECT_EQ(read_svg(svg).problem, "");
  }
}

TEST(Palette, NeighbouringContinentsDifferTwice) {
  for (std::uint64_t seed = 1; seed <= 40; ++seed) {
    const Map map = generated(80, 3 + static_cast<int>(seed), 0.5, seed);
    const auto worn = liveries(map);
    for (const maps::Border& border : map.borders()) {
      const int a = map.continent_of(border.a);
      const int b = map.continent_of(border.b);
      if (a == b) continue;
      const Livery first = worn[static_cast<std::size_t>(a)];
      const Livery second = worn[static_cast<std::size_t>(b)];
      EXPECT_NE(first.colour, second.colour);
      EXPECT_NE(first.pattern, second.pattern) << "seed " << seed;
    }
  }
  // The first seven share neither colour nor pattern.
  const auto worn = liveries(generated(40, 7, 0.5));
  std::set<int> colours;
  std::set<int> patterns;
  for (const Livery livery : worn) {
    colours.insert(livery.colour);
    patterns.insert(livery.pattern);
  }
  EXPECT_EQ(colours.size(), 7u);
  EXPECT_EQ(patterns.size(), 7u);
  // As many as twelve have a colour each.
  std::set<int> twelve;
  for (const Livery livery : liveries(generated(60, 12, 0.5))) twelve.insert(livery.colour);
  EXPECT_EQ(twelve.size(), 12u);
}

// Whole pictures, byte by byte.
TEST(DrawMap, GoldenPictures) {
  for (const char* name : {"cycle-4", "thesis-9"}) {
    evorisk::test::expect_golden(std::string("tests/app/golden/") + name + ".svg",
                                 draw_map(*maps::library_map(name)));
  }
  Random random({.seed = 1, .purpose = Purpose::map_generation});
  evorisk::test::expect_golden(
      "tests/app/golden/archipelago.svg",
      draw_map(
          maps::generate_map({.territories = 12, .density = {}, .style = "archipelago"}, random)));
}

TEST(Text, WidthsAndBreaks) {
  EXPECT_EQ(text_width("", 10), 0);
  EXPECT_GT(text_width("WWW", 10), text_width("iii", 10));
  EXPECT_EQ(text_width("ação", 10), text_width("a", 10) * 1 + text_width("ç", 10) +
                                        text_width("ã", 10) + text_width("o", 10));
  EXPECT_EQ(broken_in_two("Peru"), std::vector<std::string>{"Peru"});
  EXPECT_EQ(broken_in_two("Madagascarlandia"), std::vector<std::string>{"Madagascarlandia"});
  EXPECT_EQ(broken_in_two("Eastern United States"),
            (std::vector<std::string>{"Eastern", "United States"}));
  EXPECT_EQ(broken_in_two("Grã-Bretanha"), (std::vector<std::string>{"Grã-", "Bretanha"}));
}

}  // namespace
}  // namespace evorisk::app
