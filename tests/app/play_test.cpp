// The parts of `play`: what is typed, what is drawn, what is advised.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "app/play/advice.hpp"
#include "app/play/orders.hpp"
#include "app/play/text_map.hpp"
#include "app/play/views.hpp"
#include "maps/io.hpp"
#include "risk/battle_odds.hpp"
#include "risk/legal.hpp"
#include "tests/risk/arranged.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"

namespace evorisk::app {
namespace {

using risk::Phase;
using testing::HasSubstr;
using testing::Not;

// West Land 0, West Isle 1, Sao Tome 2 (with accents), Delta 3, Delta North 4, "Cote-d'Or" 5; a
// ring.
risk::Variant coast(const std::vector<std::string>& settings = {}) {
  maps::MapData data;
  data.name = "Coast";
  for (const char* name :
       {"West Land", "West Isle", "S\u00e3o Tom\u00e9", "Delta", "Delta North", "C\u00f4te-d'Or"})
    data.territories.push_back({name, {}});
  for (int t = 0; t < 6; ++t) data.borders.push_back({t, (t + 1) % 6});
  data.continents = {{"Left", 2, {0, 1, 2}}, {"", 3, {3, 4, 5}}};
  risk::Rules rules;
  risk::set_rules(rules, settings);
  return risk::Variant("coast", rules, std::make_shared<maps::Map>(data));
}

// --- What is typed ---

struct Line {
  Phase phase;
  std::string typed;
  std::string read;  // as `shown` tells it, or the beginning of the answer
};

std::string shown(const Understood& understood) {
  if (!understood.order) return understood.answer;
  const Order& order = *understood.order;
  const auto until = order.until == 0 ? "" : " until " + std::to_string(order.until);
  switch (order.verb) {
    case Verb::act:
      break;
    case Verb::hint:
      if (!order.fight) return "hint";
      return "hint " + std::to_string(order.fight->from) + ">" + std::to_string(order.fight->to) +
             until;
    case Verb::save:
      return "save [" + order.text + "]";
    case Verb::help:
      return "help [" + order.text + "]";
    default:
      return "verb " + std::to_string(static_cast<int>(order.verb));
  }
  if (const auto* a = std::get_if<risk::Pick>(&order.action))
    return "pick " + std::to_string(a->territory);
  if (const auto* a = std::get_if<risk::Placement>(&order.action))
    return "place " + std::to_string(a->territory) + " x" + std::to_string(a->troops);
  if (const auto* a = std::get_if<risk::Exchange>(&order.action)) {
    if (a->cards[0] < 0) return "keep";
    std::string text = "exchange";
    for (const int card : a->cards) text += " " + std::to_string(card);
    return text + " bonus " + std::to_string(a->bonus_territory);
  }
  if (const auto* a = std::get_if<risk::Attack>(&order.action)) {
    if (a->from < 0) return "stop";
    return "attack " + std::to_string(a->from) + ">" + std::to_string(a->to) + until;
  }
  const auto& a = std::get<risk::Fortify>(order.action);
  if (a.from < 0) return "end";
  return "move " + std::to_string(a.from) + ">" + std::to_string(a.to) + " x" +
         std::to_string(a.troops);
}

// Seat 0 on turn in the phase: it owns 0 to 3 with 5 troops on 1, and holds the cards 0, 1, 4, 5.
risk::State position(const risk::Variant& variant, Phase phase) {
  risk::State state(variant);
  state.restart();
  if (phase == Phase::pick) return state;
  const bool cards = phase == Phase::exchange;
  arrange(state, {{0, 0, 0, 0, 1, 1},
                  {1, 5, 1, 1, 2, 2},
                  {cards ? std::vector<int>{0, 1, 4, 5} : std::vector<int>{}, {}},
                  0,
                  1,
                  0});
  if (cards || phase == Phase::continent) return state;
  state.place({1, 2});  // of continent Left
  if (phase == Phase::reinforce) return state;
  state.place({1, state.to_place()});
  if (phase == Phase::attack) return state;
  state.attack({}, {});
  return state;
}

void expect_read(std::span<const Line> lines) {
  for (const Line& line : lines) {
    SCOPED_TRACE(line.typed.substr(0, 40));
    const risk::Variant variant =
        coast({line.phase == Phase::pick ? "allocation=pick" : "allocation=random"});
    const risk::State state = position(variant, line.phase);
    ASSERT_EQ(state.phase(), line.phase);
    EXPECT_THAT(shown(understand(line.typed, state)), testing::StartsWith(line.read));
  }
}

const Line good_lines[] = {
    {Phase::pick, "4", "pick 4"},
    {Phase::pick, " pick  4 ", "pick 4"},
    {Phase::pick, "choose west l", "pick 0"},
    {Phase::pick, "West-Isle", "pick 1"},
    {Phase::pick, "delta", "pick 3"},
    {Phase::pick, "delta n", "pick 4"},
    {Phase::pick, "SAO", "pick 2"},
    {Phase::pick, "s\u00e3o tom\u00e9", "pick 2"},
    {Phase::pick, "isle", "pick 1"},
    {Phase::pick, "cote d'o", "pick 5"},
    {Phase::pick, "\"west land\"", "pick 0"},
    {Phase::reinforce, "1", "place 1 x1"},
    {Phase::reinforce, "1 2", "place 1 x2"},
    {Phase::reinforce, "place 1 all", "place 1 x3"},
    {Phase::reinforce, "put west isle 3", "place 1 x3"},
    {Phase::reinforce, "p delta north 2", "place 4 x2"},
    {Phase::reinforce, "1,2", "place 1 x2"},
    {Phase::reinforce, "1 0", "place 1 x0"},
    {Phase::continent, "sao 2", "place 2 x2"},
    {Phase::exchange, "0 2 3", "exchange 0 4 5 bonus 0"},
    {Phase::exchange, "exchange 3 2 0", "exchange 5 4 0 bonus 0"},
    {Phase::exchange, "x 0 1 2 bonus isle", "exchange 0 1 4 bonus 1"},
    {Phase::exchange, "0 0 0", "keep"},
    {Phase::exchange, "keep", "keep"},
    {Phase::attack, "3 4", "attack 3>4"},
    {Phase::attack, "attack 3 4 until 3", "attack 3>4 until 3"},
    {Phase::attack, "a 3 4 all", "attack 3>4 until 1"},
    {Phase::attack, "delta delta n", "attack 3>4"},
    {Phase::attack, "delta -> delta north", "attack 3>4"},
    {Phase::attack, "delta to 4 until 2", "attack 3>4 until 2"},
    {Phase::attack, "west land cote d'or", "attack 0>5"},
    {Phase::attack, "3\u21924", "attack 3>4"},
    {Phase::attack, "0 0", "stop"},
    {Phase::attack, "00 0", "stop"},
    {Phase::attack, "STOP", "stop"},
    {Phase::attack, "end", "stop"},
    {Phase::fortify, "1 0", "move 1>0 x1"},
    {Phase::fortify, "1 2 4", "move 1>2 x4"},
    {Phase::fortify, "1 2 0", "move 1>2 x0"},
    {Phase::fortify, "0 1 all", "move 0>1 x1"},
    {Phase::fortify, "move isle land all", "move 1>0 x"},
    {Phase::fortify, "0 0", "end"},
    {Phase::fortify, "done", "end"},
    {Phase::attack, "hint", "hint"},
    {Phase::attack, "hint 3 4", "hint 3>4 until 1"},
    {Phase::reinforce, "hint 3 4 until 2", "hint 3>4 until 2"},
    {Phase::attack, "save", "save []"},
    {Phase::attack, " save  My File.jsonl ", "save [My File.jsonl]"},
    {Phase::attack, "help", "help []"},
    {Phase::attack, "help attack", "help [attack]"},
    {Phase::attack, "?", "help []"},
    {Phase::attack, "Undo", "verb 1"},
    {Phase::attack, "quit", "verb 3"},
    {Phase::attack, "map", "verb 5"},
    {Phase::attack, "explain", "verb 10"},
    {Phase::attack, "mission", "verb 11"},
};

const Line bad_lines[] = {
    {Phase::pick, "", ""},
    {Phase::pick, "  , \t", ""},
    {Phase::pick, "6", "There is no territory 6; they are numbered 0 to 5. Type TERRITORY"},
    {Phase::pick, "99999999999", "No territory is called \"99999999999\""},
    {Phase::pick, "west", "\"west\" may be 0 West Land, 1 West Isle. Type"},
    {Phase::pick, "-1", "No territory is called \"-1\""},
    {Phase::pick, "0 0", "No territory is called \"0 0\""},
    {Phase::pick, "stop", "First choose a territory"},
    {Phase::pick, "attack 0 1", "It is time to choose a territory, not for \"attack\". Type"},
    {Phase::pick, "place", "It is time to choose a territory, not for \"place\""},
    {Phase::pick, "pick", "Something must follow \"pick\""},
    {Phase::reinforce, "all", "On which territory? Write TERRITORY all."},
    {Phase::reinforce, "1 x", "No territory is called \"1 x\". Type TERRITORY"},
    {Phase::reinforce, "atack 1", "\"atack\" is unknown; did you mean \"attack\"?"},
    {Phase::reinforce, "0 0 0", "No territory is called \"0 0\""},
    {Phase::reinforce, "end", "First place your troops"},
    {Phase::exchange, "0 1", "Three cards are exchanged, by their numbers 0 to 3. Type A B C"},
    {Phase::exchange, "0 1 2 3", "Three cards are exchanged"},
    {Phase::exchange, "0 1 4", "\"4\" is none of your cards, which are numbered 0 to 3"},
    {Phase::exchange, "0 1 x", "\"x\" is none of your cards"},
    {Phase::exchange, "0 1 2", "Several of these cards show your territories; add which"},
    {Phase::exchange, "0 1 2 bonus", "A territory is missing"},
    {Phase::exchange, "0 1 2 bonus nowhere", "No territory is called \"nowhere\""},
    {Phase::attack, "3", "Two territories are needed, FROM TO. Type FROM TO"},
    {Phase::attack, "3 9", "There is no territory 9"},
    {Phase::attack, "3 4 5", "After FROM TO only until N, or all, can follow"},
    {Phase::attack, "3 4 until", "Until how many troops? Write FROM TO until N."},
    {Phase::attack, "3 4 until 0", "Until how many troops? \"0\" is no number from 1 on."},
    {Phase::attack, "3 4 until x", "Until how many troops? \"x\" is no"},
    {Phase::attack, "3 west", "\"west\" may be 0 West Land, 1 West Isle"},
    {Phase::attack, "until 3", "Two territories are needed"},
    {Phase::attack, "stop 3", "Nothing can follow that word"},
    {Phase::attack, "cards 3", "Nothing can follow that word"},
    {Phase::attack, "help me please", "Help takes one command"},
    {Phase::attack, "hint 3", "Two territories are needed"},
    {Phase::attack, "hnt", "\"hnt\" is unknown; did you mean \"hint\"?"},
    {Phase::fortify, "1 0 x", "\"1 0 x\" is not two territories and a number"},
    {Phase::fortify, "1", "Two territories are needed"},
    {Phase::pick, "\x01zz\x02\xff!", "No territory is called \"zz !\""},
    {Phase::fortify, std::string(2000, 'a'), "That line is too long."},
};

TEST(Lines, AreUnderstood) {
  expect_read(good_lines);
}
TEST(Lines, ThatMeanNothingAreAnswered) {
  expect_read(bad_lines);
}

TEST(Help, IsAsWideAsTheTerminal) {
  std::istringstream lines(show_help("", Phase::attack, 60));
  for (std::string line; std::getline(lines, line);) {
    const bool forms = line.starts_with("  ") && !line.starts_with("      ");  // in one line
    EXPECT_TRUE(forms || line.size() <= 60) << line;
  }
}

// Of two own territories on the cards the person must say which gets the bonus; of the answer's
// words either is accepted.
TEST(Exchange, AsksWhichTerritoryGetsTheBonus) {
  const risk::Variant variant = coast();
  const risk::State state = position(variant, Phase::exchange);
  EXPECT_EQ(understand("0 1 3", state).answer,
            "Several of these cards show your territories; add which gets the bonus: bonus 0 West "
            "Land or 1 West Isle.");
}

// --- What is drawn ---

risk::State dealt(const risk::Variant& variant) {
  risk::State state(variant);
  state.restart();
  if (state.phase() == Phase::pick) {
    while (state.phase() == Phase::pick)
      state.pick(risk::bits::select(state.free_territories().data(), variant.words(), 0));
    return state;
  }
  Random random({.seed = 4, .purpose = Purpose::test});
  while (state.phase() == Phase::deal) state.apply(risk::chance_event(state, random));
  return state;
}

std::string drawn(const risk::Variant& variant, const Looks& looks) {
  return TextMap(variant.map()).draw(dealt(variant), looks).value_or("not drawn\n");
}

TEST(TextMap, IsAsItWasLookedAt) {
  std::string text;
  for (const char* name : {"thesis-9", "cycle-4", "thesis-1"}) {
    const risk::Variant variant = risk::load_variant(name);
    text += drawn(variant, {80, false, false}) + "\n" + drawn(variant, {100, false, true}) + "\n";
  }
  text += drawn(risk::load_variant("two"), {40, true, false});
  test::expect_golden("tests/app/golden/text-maps.txt", text);
}

// On every map of the library that is drawn, in any width: every territory stands there with its
// owner and troops, once; no line is wider than the window.
TEST(TextMap, ShowsEveryTerritory) {
  int drawn_maps = 0;
  for (const std::string_view name : maps::library_names()) {
    const risk::Variant variant = risk::load_variant(std::string(name));
    if (variant.territories() > (test::sanitized ? 20 : 45)) continue;
    const risk::State state = dealt(variant);
    TextMap map(variant.map());
    for (const int columns : {60, 140}) {
      const auto text = map.draw(state, {columns, false, false});
      if (!text) continue;
      ++drawn_maps;
      for (int t = 0; t < variant.territories(); ++t) {
        const std::string mark = territory_mark(state, t);
        const std::size_t at = text->find(mark);
        ASSERT_NE(at, text->npos) << name << " " << mark;
        ASSERT_EQ(text->find(mark, at + 1), text->npos) << name << " " << mark;
      }
      std::istringstream lines(*text);
      for (std::string line; std::getline(lines, line);)
        ASSERT_LT(line.size(), static_cast<std::size_t>(columns)) << name;
      ASSERT_EQ(text->find('\x1b'), text->npos);
    }
  }
  EXPECT_GT(drawn_maps, test::sanitized ? 15 : 25);
}

TEST(TextMap, IsNotDrawnWhereItCannotBeRead) {
  if (!test::sanitized) {
    EXPECT_EQ(drawn(risk::load_variant("risk"), {30, false, false}), "not drawn\n");
  }
  EXPECT_EQ(drawn(risk::load_variant("two"), {0, false, false}), "not drawn\n");
  const risk::Variant two = risk::load_variant("two");
  EXPECT_THAT(show_list(dealt(two), {0, false, false}), HasSubstr("West -> 1\n"));
}

TEST(TextMap, UsesColoursOnlyWhereAsked) {
  const risk::Variant variant = risk::load_variant("two");
  EXPECT_THAT(drawn(variant, {40, true, false}), HasSubstr("\x1b[97;44m(1:1)\x1b[0m"));
  EXPECT_THAT(drawn(variant, {40, false, false}), Not(HasSubstr("\x1b")));
  EXPECT_EQ(in_seat_colours("Seat 2 places 1 troop.", true),
            "\x1b[97;41mSeat 2\x1b[0m places 1 troop.");
  EXPECT_EQ(in_seat_colours("Seat 2 places 1 troop.", false), "Seat 2 places 1 troop.");
  EXPECT_EQ(in_seat_colours("Seat belts", true), "Seat belts");
}

TEST(TextMap, ShortensLargeNumbers) {
  const risk::Variant variant = coast();
  risk::State state(variant);
  arrange(state, {{0, 0, 0, 0, 1, 1}, {999, 1000, 20000, 1, 2, 2}, {}, 0, 1, 0});
  EXPECT_EQ(territory_mark(state, 0), "(0:999)");
  EXPECT_EQ(territory_mark(state, 2), "(2:>1k)");
  EXPECT_EQ(territory_mark(state, 5), "[5:2]");
}

// --- Advice ---

// Fights to the end as the tables have them; broken off, by the sums over what a fight passes.
TEST(Odds, AreExact) {
  for (const char* dice : {"defence_dice=2", "defence_dice=3"}) {
    const risk::Variant variant = coast({dice});
    const risk::BattleOdds& table = risk::battle_odds(variant.rules());
    for (int a = 2; a <= 20; ++a) {
      for (int d = 1; d <= 20; ++d) {
        const risk::Fight fight = table.exact(a, d);
        EXPECT_DOUBLE_EQ(fight_odds(variant, a, d).win, fight.win);
        const risk::Fight stopped = fight_odds(variant, a, d, a);
        EXPECT_EQ(stopped.win, 0);
        EXPECT_EQ(stopped.attackers, a);
        // One troop at least is always lost on the way, so these differ by what comes after.
        const risk::Fight two = fight_odds(variant, a, d, 2);
        EXPECT_LE(two.win, fight.win + 1e-12);
        EXPECT_GE(two.attackers + 1e-12, fight.attackers);
      }
    }
  }
  // 3 against 1, broken off at 2: one roll of two dice against one decides.
  const risk::Variant variant = coast({"defence_dice=2"});
  EXPECT_NEAR(fight_odds(variant, 3, 1, 2).win, 125.0 / 216, 1e-12);
  EXPECT_NEAR(fight_odds(variant, 3, 1, 2).attackers, 2 + 125.0 / 216, 1e-12);
  EXPECT_NEAR(fight_odds(variant, 3, 1).win, 125.0 / 216 + 91.0 / 216 * 15 / 36, 1e-12);
}

TEST(Hint, TellsTheOddsAndWhatAConquestBrings) {
  const risk::Variant variant = coast({"defence_dice=2"});
  const risk::State state = position(variant, Phase::attack);
  EXPECT_EQ(hint(state, {0, 5}, 1), "0 has a single troop: it cannot attack.\n");
  EXPECT_EQ(hint(state, {0, 2}, 1), "0 and 2 do not border on each other.\n");
  EXPECT_EQ(hint(state, {0, 1}, 1), "0 and 1 are not of two different seats.\n");
  EXPECT_THAT(hint(state, 100), HasSubstr("You can attack nothing"));
  risk::State other(variant);
  arrange(other, {{0, 0, 0, 0, 0, 1}, {3, 5, 1, 1, 3, 1}, {}, 0, 1, 0});
  other.place({1, 2});
  other.place({1, other.to_place()});
  EXPECT_EQ(hint(other, {0, 5}, 1),
            "0 (3) against 5 (1): conquers with 75.4 %, then with 2.8 troops left on average; 2.3 "
            "against 0.2 in all.\nThat completes continent 1 (+3), eliminates seat 2.\n");
  EXPECT_THAT(hint(other, 100), HasSubstr("75.4 %"));
  EXPECT_THAT(hint(other, 100), HasSubstr("The strategist would type: "));
}

}  // namespace
}  // namespace evorisk::app
