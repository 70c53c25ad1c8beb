// Print and play: what is said, what is named, and the same bytes again.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <set>

#include "app/print/board.hpp"
#include "app/print/flow.hpp"
#include "app/print/kit.hpp"
#include "app/print/pages.hpp"
#include "app/text/words/language.hpp"
#include "base/error.hpp"
#include "base/files.hpp"
#include "base/index.hpp"
#include "base/json.hpp"
#include "maps/generate/generator.hpp"
#include "maps/generate/naming.hpp"
#include "maps/io.hpp"
#include "risk/rules/rules_text.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk::app {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

TEST(PrintKit, TellsWhichLettersItsFontsLack) {
  maps::MapData map = maps::library_map("path-5")->data();
  map.territories[0].name = "Ilhéu 日本日";
  map.continents[0].name = "Ásia 語";
  const risk::Variant variant("São João", {}, std::make_shared<const maps::Map>(map));
  ASSERT_EQ(notes_on_letters(variant).size(), 1u);
  EXPECT_THAT(notes_on_letters(variant).front().text(), testing::EndsWith(": 日本語"));
  EXPECT_TRUE(notes_on_letters(risk::Variant("a", {}, maps::library_map("war"))).empty());
}

TEST(Print, SetsTypographicQuotes) {
  for (const auto& [plain, printed] : std::vector<std::pair<const char*, const char*>>{
           {"the player's", "the player\u2019s"},
           {"without \"fit to page\".", "without \u201cfit to page\u201d."},
           {"\"a\" ('b')", "\u201ca\u201d (\u2018b\u2019)"},
           {"Sant'\u00c1", "Sant\u2019\u00c1"},
           {"\"'a' b\" \u2013\"c\"", "\u201c\u2018a\u2019 b\u201d \u2013\u201cc\u201d"},
           {"", ""}}) {
    EXPECT_EQ(kit::Canvas::typeset(plain), printed);
  }
  // Measured as it is printed.
  kit::Canvas canvas(kit::Canvas::Format::svg, 10, 10, "");
  EXPECT_EQ(canvas.measure("'", kit::Face::text, 5).width,
            canvas.measure("\u2018", kit::Face::text, 5).width);
}

TEST(Print, NamesTheClassicBoardInItsLanguage) {
  const risk::Variant risk = risk::load_variant("risk");
  const maps::Map& names = with_all_names(risk, 1, Language::portuguese).map();
  EXPECT_EQ(names.territory(0).name, "Alasca");
  EXPECT_EQ(names.territory(20).name, "Grã-Bretanha");
  EXPECT_EQ(names.continent(3).name, "Europa");
  EXPECT_EQ(with_all_names(risk).map(), risk.map());
  // One name that is not the classic board's: then all are the map's own.
  maps::MapData data = risk.map().data();
  data.territories[2].name = "Brasil";
  const maps::Map own(data);
  EXPECT_EQ(translated(own, Language::portuguese), own);
}

TEST(Print, SignsOfSheetsCoverNoNameAndNoCircle) {
  for (const char* name : {"risk", "war", "thesis-1"}) {
    const risk::Variant variant = with_all_names(risk::load_variant(name));
    const KitOptions options;
    const kit::Board board(variant, options, kit::plan_sheets(options, 42));
    const kit::Sheets& sheets = board.sheets();
    for (int row = 0; row < sheets.rows; ++row) {
      for (int column = 0; column < sheets.columns; ++column) {
        const auto [place, radius] = kit::place_of_sign(board, column, row, 18);
        EXPECT_GE(place.x - radius, column * sheets.tile_width);
        EXPECT_LE(place.y + radius, (row + 1) * sheets.tile_height);
        for (const maps::Rectangle& box : maps::marks_of(board.all_labels())) {
          const double x = std::clamp(place.x, box.x, box.x + box.width);
          const double y = std::clamp(place.y, box.y, box.y + box.height);
          EXPECT_GE(std::hypot(x - place.x, y - place.y), radius) << name << row << column;
        }
      }
    }
  }
}

TEST(Print, SeamsOfSheetsCutNoContinentOfTheLegend) {
  const std::vector<double> seams{180, 360};
  for (int count = 1; count <= 12; ++count) {
    const auto [width, starts] = kit::legend_columns(68, 536, count, seams);
    EXPECT_LE(starts.back() + width, 536) << count;
    for (std::size_t c = 0; c < starts.size(); ++c) {
      EXPECT_GE(starts[c], c == 0 ? 68 : starts[c - 1] + width) << count;
      for (const double seam : seams)
        EXPECT_FALSE(starts[c] < seam && seam < starts[c] + width - 3) << count << ' ' << c;
    }
  }
  EXPECT_EQ(kit::legend_columns(68, 536, 2, {}).starts, (std::vector<double>{68, 126}));
  // A little narrower rather than apart.
  EXPECT_EQ(kit::legend_columns(68, 356, 2, {180}).starts, (std::vector<double>{68, 125}));
}

// The areas of ink in a picture, by flooding. A pixel that ink touches at all is of it.
int areas_of_ink(const std::vector<std::uint32_t>& pixels, int width) {
  std::vector<bool> ink;
  for (const std::uint32_t pixel : pixels) ink.push_back((pixel & 0xFFu) < 0xF8u);
  int areas = 0;
  std::vector<int> open;
  const auto reach = [&](int i) {
    if (i < 0 || i >= std::ssize(ink) || !ink[at(i)]) return;
    ink[at(i)] = false;
    open.push_back(i);
  };
  for (int i = 0; i < std::ssize(ink); ++i) {
    reach(i);
    areas += open.empty() ? 0 : 1;
    while (!open.empty()) {
      const int here = open.back();
      open.pop_back();
      for (const int step : {-width, -1, 1, width}) reach(here + step);
    }
  }
  return areas;
}

// Digits have the colour of the ground: white lies between, a third of a millimetre.
TEST(Kit, NumbersOfTokensLieWithinTheirShapes) {
  risk::Rules rules;
  rules.players = risk::max_players;
  const risk::Variant variant = with_all_names({"x", rules, maps::library_map("thesis-9")});
  const kit::Board board(variant, {});
  constexpr int resolution = 3;
  for (int player = 0; player < risk::max_players; ++player) {
    for (const int worth : {1, 5, 10}) {
      kit::Canvas canvas(kit::Canvas::Format::png, kit::token_side, kit::token_side, "",
                         resolution);
      canvas.rectangle(0, 0, kit::token_side, kit::token_side);
      canvas.fill(kit::paper_white);
      kit::draw_token({variant, {}, board}, canvas, player, worth, 0, 0);
      const int width = static_cast<int>(resolution * kit::token_side);
      const int digits = worth == 10 ? 2 : 1;
      EXPECT_EQ(areas_of_ink(canvas.pixels(), width), 1 + digits) << player << ' ' << worth;
    }
  }
}

TEST(Kit, HasSheetsEnoughForATokenInEachCircle) {
  int more = 0;
  for (const std::uint64_t seed : {2, 3}) {
    Random random({.seed = seed, .purpose = Purpose::test});
    const risk::Variant variant = with_all_names(
        {"x", {}, std::make_shared<const maps::Map>(maps::generate_map({42, 6, 0.3}, random))});
    KitOptions options;
    for (const KitPage& page : kit_pages(variant))
      options.sheets += page.name.starts_with("board-") ? 1 : 0;
    more += options.sheets > 4 ? 1 : 0;
    if (options.sheets >= 8) continue;  // the most of so many territories
    const kit::Board board(variant, options, kit::plan_sheets(options, 42));
    for (const maps::AreaLabel& label : board.labels())
      EXPECT_GE(label.spot.radius, 0.45 * kit::token_side) << seed;
  }
  EXPECT_GT(more, 0);
}

TEST(PrintFlow, KeepsTogetherWhatFitsIntoTheRestOfAColumn) {
  kit::Canvas canvas(kit::Canvas::Format::svg, 100, 100, "");
  int pages = 1;
  kit::Flow flow(canvas, {.height = 100, .columns = 1}, wording(Language::english),
                 [&]() -> kit::Canvas& {
                   ++pages;
                   return canvas;
                 });
  const auto blocks = [](double height) {
    return [height](kit::Flow& in) {
      in.block(height, [](kit::Canvas&, double, double) {});
      in.block(20, [](kit::Canvas&, double, double) {});
    };
  };
  flow.together(blocks(30));
  flow.together(blocks(29));
  EXPECT_EQ(pages, 1);
  flow.together(blocks(5));
  EXPECT_EQ(pages, 2);
}

TEST(Example, FollowsTheRules) {
  for (const char* conquest : {"min", "max", "dice"}) {
    for (const char* ties : {"defender", "attacker"}) {
      risk::Rules rules;
      risk::set_rule(rules, "conquest_move", std::string(conquest));
      risk::set_rule(rules, "ties", std::string(ties));
      const risk::Variant variant("x", rules, risk::load_variant("thesis-9").map_ptr());
      const kit::Example example = kit::example_fight(variant, 1);
      EXPECT_TRUE(variant.adjacent(example.from, example.to));
      int attackers = example.attackers;
      int defenders = example.defenders;
      for (const kit::ExampleRoll& roll : example.rolls) {
        EXPECT_EQ(static_cast<int>(roll.attack.size()), std::min(3, attackers - 1));
        EXPECT_EQ(static_cast<int>(roll.defence.size()), std::min(3, defenders));
        int lost = 0;
        const std::size_t pairs = std::min(roll.attack.size(), roll.defence.size());
        for (std::size_t i = 0; i < pairs; ++i) {
          const bool won = rules.ties == risk::Ties::attacker ? roll.attack[i] >= roll.defence[i]
                                                              : roll.attack[i] > roll.defence[i];
          lost += won ? 0 : 1;
        }
        EXPECT_EQ(roll.attacker_loses, lost);
        EXPECT_EQ(roll.defender_loses, static_cast<int>(pairs) - lost);
        attackers -= roll.attacker_loses;
        defenders -= roll.defender_loses;
        EXPECT_EQ(roll.attackers_left, attackers);
        EXPECT_EQ(roll.defenders_left, defenders);
      }
      ASSERT_TRUE(example.conquered);
      const auto& last = example.rolls.back();
      const int moves = std::string_view(conquest) == "max" ? attackers - 1
                        : std::string_view(conquest) == "min"
                            ? std::max(1, last.defender_loses)
                            : std::min(static_cast<int>(last.attack.size()), attackers - 1);
      EXPECT_EQ(example.moves, moves);
    }
  }
}

TEST(Example, IsTold) {
  kit::ExampleRoll roll;
  roll.attack = {6, 4, 2};
  roll.defence = {5, 3};
  roll.defender_loses = 2;
  roll.attackers_left = 5;
  roll.defenders_left = 1;
  EXPECT_EQ(kit::example_words(roll).text(wording(Language::portuguese)),
            "Dados comparados: 6:5, 4:3. O atacante não perde nenhum exército, o defensor perde 2 "
            "exércitos; ficam 5 contra 1.");
  EXPECT_EQ(kit::example_words(roll).text(wording(Language::english)),
            "Dice compared: 6:5, 4:3. The attacker loses no troops, the defender 2 troops; "
            "5 against 1 are left.");
  std::swap(roll.attacker_loses, roll.defender_loses);
  EXPECT_THAT(kit::example_words(roll).text(wording(Language::portuguese)),
              HasSubstr("O atacante perde 2 exércitos, o defensor não perde nenhum exército;"));
  const risk::Variant variant = risk::load_variant("war");
  const kit::Example example = kit::example_fight(variant, 1);
  ASSERT_TRUE(example.conquered);
  const std::string ending =
      kit::example_ending(example, variant).text(wording(Language::portuguese));
  EXPECT_THAT(ending, StartsWith("O território " + variant.map().territory(example.to).name +
                                 " é conquistado: "));
  EXPECT_THAT(ending,
              HasSubstr(" do território " + variant.map().territory(example.from).name + ", onde"));
}

TEST(Names, AreDistinctPronounceableAndTheSameForASeed) {
  for (int number = 0; number < test::cases(300); ++number) {
    SCOPED_TRACE(number);
    const auto seed = static_cast<std::uint64_t>(number);
    Random random({.seed = 99, .purpose = Purpose::test, .match = seed});
    const int territories = 2 + static_cast<int>(random.below(119));
    const maps::Map plain = maps::generate_map({territories, 1 + territories / 8, 0.3}, random);
    const maps::Map map = maps::with_names(plain, seed);
    EXPECT_EQ(map, maps::with_names(plain, seed));
    std::set<std::string> names;
    const auto look_at = [&](const std::string& name) {
      EXPECT_TRUE(names.insert(name).second) << name;
      EXPECT_GE(name.size(), 4u) << name;
      EXPECT_LE(name.size(), 11u) << name;
      EXPECT_TRUE(name[0] >= 'A' && name[0] <= 'Z') << name;
      EXPECT_FALSE(maps::is_offensive(name)) << name;
      int consonants = 0;
      for (const char c : name.substr(1)) {
        EXPECT_TRUE(c >= 'a' && c <= 'z') << name;
        consonants =
            std::string_view("aeiou").find(c) == std::string_view::npos ? consonants + 1 : 0;
        EXPECT_LE(consonants, 3) << name;
      }
    };
    for (int t = 0; t < territories; ++t) look_at(map.territory(t).name);
    for (const auto& continent : map.continents()) look_at(continent.name);
    if (HasFailure()) return;
  }
}

TEST(Names, StayWhereTheyAreGiven) {
  const maps::MapPtr risk = risk::load_variant("risk").map_ptr();
  EXPECT_EQ(maps::with_names(*risk, 5), *risk);
  maps::MapData data = risk->data();
  data.territories[7].name.clear();
  const maps::Map map = maps::with_names(maps::Map(data), 5);
  EXPECT_NE(map.territory(7).name, "");
  EXPECT_EQ(map.territory(8).name, risk->territory(8).name);
  EXPECT_TRUE(maps::is_offensive("Merdova"));
  EXPECT_FALSE(maps::is_offensive("Skindal"));
}

TEST(Kit, IsTheSameBytesForTheSameSeed) {
  const risk::Variant variant = risk::load_variant(test::sanitized ? "thesis-8" : "thesis-9");
  KitOptions options;
  const std::string pdf = kit_pdf(variant, options);
  EXPECT_THAT(pdf.substr(0, 8), StartsWith("%PDF-1."));
  const auto pages = kit_pages(variant, options);
  EXPECT_EQ(kit_pdf(variant, options), pdf);
  const auto again = kit_pages(variant, options);
  ASSERT_EQ(again.size(), pages.size());
  std::set<std::string> names;
  for (std::size_t i = 0; i < pages.size(); ++i) {
    EXPECT_EQ(again[i].name, pages[i].name);
    EXPECT_TRUE(again[i].svg == pages[i].svg) << pages[i].name;
    EXPECT_TRUE(names.insert(pages[i].name).second) << pages[i].name;
    EXPECT_THAT(pages[i].svg, HasSubstr("</svg>"));
  }
  options.seed = 2;
  EXPECT_NE(kit_pdf(variant, options), pdf);
  options.language = Language::portuguese;
  options.paper = Paper::letter;
  options.save_ink = true;
  EXPECT_NE(kit_board(variant, options), "");
}

// Cards of the own deck, and of the built-in one; the rulebook lists all of them.
TEST(Kit, HasTheMissionsOfTheVariant) {
  risk::Rules rules;
  rules.players = 3;
  rules.objective = risk::Objective::missions;
  const maps::MapPtr map = risk::load_variant("thesis-9").map_ptr();
  risk::MissionDeck own;
  own.otherwise.territories = 13;
  for (int seat = 0; seat < risk::max_players; ++seat) {
    risk::Mission& mission = own.cards.emplace_back();
    mission.kind = risk::Mission::Kind::destroy;
    mission.seat = seat;
  }
  for (int territories = 1; territories <= 12; ++territories) {
    risk::Mission& mission = own.cards.emplace_back();
    mission.territories = territories;
    mission.troops = 2;
  }
  for (const bool built_in : {false, true}) {
    const risk::Variant variant("x", rules, map,
                                built_in ? std::nullopt : std::optional<risk::MissionDeck>(own));
    std::map<std::string, int> counts;
    const KitOptions options{.paper = built_in ? Paper::letter : Paper::a4,
                             .sheets = 1,
                             .language = built_in ? Language::english : Language::portuguese};
    for (const KitPage& page : kit_pages(variant, options))
      ++counts[page.name.substr(0, page.name.find('-'))];
    EXPECT_EQ(counts["missions"], (variant.missions() + 15) / 16);
  }
  for (const KitPage& page : kit_pages(risk::load_variant("two")))
    EXPECT_THAT(page.name, testing::Not(StartsWith("missions")));

  const maps::Map named = maps::with_names(*map, 1);
  for (const Language language : {Language::english, Language::portuguese}) {
    std::set<std::string> said;
    for (const risk::Mission& mission : own.cards) {
      const std::string words = mission_card_words(mission, named, language);
      EXPECT_TRUE(said.insert(words).second) << words;
      EXPECT_TRUE(words[0] >= 'A' && words[0] <= 'Z') << words;
    }
  }
  risk::Mission two;
  two.kind = risk::Mission::Kind::continents;
  two.continents = {0, 1};
  two.more = 1;
  const std::string first = named.continent(0).name;
  const std::string second = named.continent(1).name;
  EXPECT_EQ(mission_card_words(two, named, Language::portuguese),
            "Conquistar os continentes " + first + " e " + second + " e mais um à sua escolha.");
  EXPECT_EQ(mission_card_words(two, named, Language::english),
            "Conquer " + first + ", " + second + " and a third continent.");
  two.more = 0;
  two.continents = {1};
  EXPECT_EQ(mission_card_words(two, named, Language::portuguese),
            "Conquistar o continente " + second + ".");
  EXPECT_EQ(mission_card_words(own.cards[0], named, Language::portuguese),
            "Destruir os exércitos azuis: tomar você mesmo o último território deles.");
  EXPECT_THAT(mission_otherwise_words(own.otherwise, named, Language::english),
              HasSubstr("conquer 13 territories"));
}

TEST(Kit, HasNoLastPageOfRulesForAnExampleAlone) {
  KitOptions options;
  options.language = Language::portuguese;
  risk::Rules rules = risk::load_variant("war-classic").rules();
  rules.players = 3;
  const auto pages = kit_pages({"war", rules, risk::load_variant("war").map_ptr()}, options);
  EXPECT_EQ(std::ranges::count_if(
                pages, [](const KitPage& page) { return page.name.starts_with("rules-"); }),
            2);
  EXPECT_THAT(pages[1].svg, HasSubstr("</svg>"));
}

TEST(Kit, IsSetUpForAsManyAsItsMissionsAndTerritoriesServe) {
  EXPECT_EQ(kit::most_players(risk::load_variant("war")), 6);
  EXPECT_EQ(kit::most_players(risk::load_variant("war-classic")), 6);
  EXPECT_EQ(kit::most_players(risk::load_variant("cycle-4")), 4);
  risk::Rules rules;
  rules.players = 3;
  rules.objective = risk::Objective::missions;
  risk::MissionDeck own;
  own.otherwise.territories = 20;
  own.cards.assign(5, own.otherwise);
  EXPECT_EQ(kit::most_players({"x", rules, risk::load_variant("war").map_ptr(), own}), 5);
}

TEST(Kit, CutsTheBoardIntoAsManySheetsAsAskedFor) {
  for (int count = 1; count <= most_sheets; ++count) {
    for (const Paper paper : {Paper::a4, Paper::letter}) {
      KitOptions options;
      options.paper = paper;
      options.sheets = count;
      const kit::Sheets sheets = kit::plan_sheets(options, 30);
      EXPECT_EQ(sheets.columns * sheets.rows, count);
      const double right = sheets.columns > 1 ? kit::glue_tab : 0;
      const double below = sheets.rows > 1 ? kit::glue_tab : 0;
      EXPECT_LE(sheets.tile_width + right + 2 * kit::page_margin, sheets.paper_width + 1e-9);
      EXPECT_LE(sheets.tile_height + below + 2 * kit::page_margin, sheets.paper_height + 1e-9);
    }
  }
  EXPECT_EQ(kit::plan_sheets({}, 8).columns * kit::plan_sheets({}, 8).rows, 1);
  EXPECT_EQ(kit::plan_sheets({}, 42).columns * kit::plan_sheets({}, 42).rows, 4);
  KitOptions options;
  options.sheets = most_sheets + 1;
  EXPECT_THROW(kit::plan_sheets(options, 30), InputError);
}

TEST(PrintCommand, WritesAKitAndReplacesItOnlyWhenToldTo) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions options;
  options.directory = directory.path();
  const auto run = [&](std::vector<std::string> arguments) {
    return test::run(arguments, options);
  };
  auto result = run({"print", "two", "--out", "kit", "--seed", "3"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "kit/kit.pdf\n");
  const std::string pdf = directory.read("kit/kit.pdf");
  EXPECT_THAT(pdf.substr(0, 8), StartsWith("%PDF-1."));
  EXPECT_THAT(directory.read("kit/board.svg"), HasSubstr("</svg>"));
  EXPECT_THAT(directory.read("kit/cards-1.svg"), HasSubstr("</svg>"));
  result = run({"print", "two", "--out", "kit", "--no-svg"});
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("kit/kit.pdf exists already; --force replaces it"));
  result = run(
      {"print", "two", "--out", "kit", "--no-svg", "--force", "--seed", "3", "--language", "pt"});
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_NE(directory.read("kit/kit.pdf"), pdf);
}

TEST(PrintCommand, CallsTheGameByItsPlainName) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions options;
  options.directory = directory.path();
  auto result = test::run({"print", "two", "--out", "plain"}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  result = test::run(
      {"print", "two", "--preset", "war", "--set", "turn_limit=30", "--out", "changed"}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  // The board says no rules, but the name of the game.
  EXPECT_TRUE(directory.read("changed/board.svg") == directory.read("plain/board.svg"));
  EXPECT_NE(directory.read("changed/rules-1.svg"), directory.read("plain/rules-1.svg"));
}

TEST(PrintCommand, CallsTheGameAsIsSaidAndNamesItsDesigner) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions options;
  options.directory = directory.path();
  auto result =
      test::run({"print", "two", "--title", "Rosa", "--by", "Ana", "--out", "named"}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  result = test::run({"print", "two", "--title", "Rosa", "--out", "titled"}, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_TRUE(directory.read("named/board.svg") == directory.read("titled/board.svg"));
  EXPECT_NE(directory.read("named/rules-1.svg"), directory.read("titled/rules-1.svg"));
  EXPECT_THAT(directory.read("named/kit.pdf"), HasSubstr("/Title (Rosa)"));
}

TEST(Example, DoesNotGoOnWithOneTroop) {
  const risk::Variant variant = risk::load_variant("war");
  kit::Example example = kit::example_fight(variant, 1);
  example.conquered = false;
  example.rolls.back().attackers_left = 1;
  EXPECT_THAT(kit::example_ending(example, variant).text(), HasSubstr("cannot attack any more"));
  example.rolls.back().attackers_left = 2;
  EXPECT_THAT(kit::example_ending(example, variant).text(), HasSubstr("may go on"));
}

// Letter by letter, a text of this length would take hours.
TEST(PrintFlow, LongTextsAreCutWhereTheyFit) {
  kit::Canvas canvas(kit::Canvas::Format::svg, 100, 100, "");
  const auto width = [&](const std::string& text) {
    return canvas.measure(text, kit::Face::text, 3).width;
  };
  std::string text;
  for (int i = 0; i < 1'000'000; ++i) text += "\u00e9";
  const std::string cut = kit::shortened(canvas, text, kit::Face::text, 3, 60);
  EXPECT_TRUE(cut.ends_with("\u00e9..."));
  EXPECT_LE(width(cut), 60);
  EXPECT_GT(width("\u00e9" + cut), 60);
  EXPECT_EQ(kit::shortened(canvas, "short", kit::Face::text, 3, 60), "short");
  EXPECT_EQ(kit::shortened(canvas, "short", kit::Face::text, 3, 1), "...");
}

TEST(PrintCommand, WritesOneFileWhereOneIsNamed) {
  const test::TemporaryDirectory directory;
  test::ProcessOptions options;
  options.directory = directory.path();
  const std::vector<std::string> command = {"print", "two", "--out", "kits/two.pdf"};
  auto result = test::run(command, options);
  EXPECT_EQ(result.exit_code, 0) << result.err;
  EXPECT_EQ(result.out, "kits/two.pdf\n");
  EXPECT_THAT(directory.read("kits/two.pdf").substr(0, 8), StartsWith("%PDF-1."));
  const auto entries = std::filesystem::directory_iterator(directory.path() / "kits");
  EXPECT_EQ(std::distance(begin(entries), end(entries)), 1);
  result = test::run(command, options);
  EXPECT_EQ(result.exit_code, 2);
  EXPECT_THAT(result.err, HasSubstr("kits/two.pdf exists already; --force replaces it"));
}

TEST(PrintCommand, TellsItsNotesInJsonToo) {
  const test::TemporaryDirectory directory;
  const auto result = test::run_in(
      directory, {"print", "two", "--title", "\u65e5\u672c", "--out", "two.pdf", "--json"});
  ASSERT_EQ(result.exit_code, 0) << result.err;
  const std::string note = parse_json(result.out).at("notes").at(0);
  EXPECT_THAT(note, HasSubstr("no form for these letters"));
  EXPECT_THAT(result.err, HasSubstr(note));
}

TEST(PrintCommand, LeavesNoPageOfTheKitThatItReplaces) {
  const test::TemporaryDirectory directory;
  ASSERT_EQ(test::run_in(directory, {"print", "thesis-9", "--sheets", "4", "--out", "k"}).exit_code,
            0);
  const auto there = [&](const char* name) {
    return std::filesystem::exists(directory.path() / "k" / name);
  };
  ASSERT_TRUE(there("board-4.svg"));
  const std::vector<const char*> mine = {"notes-1.svg", "board-2.txt", "board-old.svg",
                                         "board.svg"};
  for (const char* name : mine) write_file(directory.path() / "k" / name, "mine", Flush::to_system);
  const auto again =
      test::run_in(directory, {"print", "two", "--sheets", "1", "--out", "k", "--force"});
  EXPECT_EQ(again.exit_code, 0) << again.err;
  EXPECT_TRUE(there("board-1.svg"));
  EXPECT_FALSE(there("board-2.svg"));
  for (const char* name : mine) EXPECT_TRUE(there(name)) << name;
}

}  // namespace
}  // namespace evorisk::app
