// Missions: decks, cards, and who wins by them when; worked out by hand.
#include "risk/rules/missions.hpp"

#include <gmock/gmock.h>

#include <bit>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"
#include "maps/io.hpp"
#include "risk/agents/planning/aims.hpp"
#include "tests/risk/missions.hpp"
#include "tests/risk/play.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace mission_rules {
namespace {

using evorisk::test::cases;
using testing::HasSubstr;
using Json = nlohmann::ordered_json;

// The cards of War.
enum War {
  destroy = 0,
  many = 6,
  strong,
  asia_south,
  asia_africa,
  north_africa,
  north_oceania,
  europe_south,
  europe_oceania,
  war_cards
};

// Seat 0 owns `own`, seat 1 `others`, seat 2 all else; one troop each.
Position owning(const Variant& variant, const std::vector<int>& own,
                const std::vector<int>& others = {}) {
  const auto n = static_cast<std::size_t>(variant.territories());
  Position position;
  position.owners.assign(n, variant.players() - 1);
  position.troops.assign(n, 1);
  for (const int t : others) position.owners[static_cast<std::size_t>(t)] = 1;
  for (const int t : own) position.owners[static_cast<std::size_t>(t)] = 0;
  return position;
}

std::vector<int> lands(const Variant& variant, const std::vector<const char*>& names) {
  std::vector<int> territories;
  for (const maps::Continent& continent : variant.map().continents()) {
    for (const char* name : names) {
      if (continent.name != name) continue;
      territories.insert(territories.end(), continent.territories.begin(),
                         continent.territories.end());
    }
  }
  return territories;
}

std::vector<int> first(int count) {
  std::vector<int> territories;
  for (int t = 0; t < count; ++t) territories.push_back(t);
  return territories;
}

std::uint64_t fulfilled_cards(const State& state, int seat) {
  std::uint64_t cards = 0;
  for (int card = 0; card < state.variant().missions(); ++card) {
    const bool fulfilled = state.fulfilled(seat, card);
    EXPECT_EQ(fulfilled, conquests_missing(state, seat, card) == 0) << card;
    if (fulfilled) cards |= std::uint64_t{1} << card;
  }
  return cards;
}

template <class... Cards>
std::uint64_t set_of(Cards... cards) {
  return ((std::uint64_t{1} << cards) | ... | 0);
}

TEST(Missions, EachKindOfCardByHand) {
  const Variant variant = war(3);
  ASSERT_EQ(variant.missions(), war_cards);
  State state(variant);
  const auto cards = [&](const std::vector<int>& own, auto... changes) {
    Position position = owning(variant, own, {});
    (changes(position), ...);
    arrange(state, position);
    return fulfilled_cards(state, 0);
  };
  const auto without = [](std::vector<int> set) {
    set.pop_back();
    return set;
  };
  const auto asia_africa_lands = lands(variant, {"Ásia", "África"});
  // Eighteen territories of one troop each are neither many nor strong.
  EXPECT_EQ(cards(asia_africa_lands), set_of(asia_africa));
  EXPECT_EQ(cards(without(asia_africa_lands)), 0u);
  EXPECT_EQ(cards(lands(variant, {"Ásia", "América do Sul"})), set_of(asia_south));
  EXPECT_EQ(cards(lands(variant, {"América do Norte", "África"})), set_of(north_africa));
  EXPECT_EQ(cards(lands(variant, {"América do Norte", "Oceania"})), set_of(north_oceania));
  // A third of choice: any whole one, but not a part of one.
  EXPECT_EQ(cards(lands(variant, {"Europa", "América do Sul"})), 0u);
  auto three = lands(variant, {"Europa", "América do Sul", "Oceania"});
  EXPECT_EQ(cards(three), set_of(europe_south, europe_oceania));
  three = lands(variant, {"Europa", "América do Sul"});
  for (const int t : without(lands(variant, {"África"}))) three.push_back(t);
  EXPECT_EQ(cards(three), 0u);
  // 24 territories; seat 0's own armies are its to destroy, and those of seats 3 to 5 are absent,
  // so those cards ask for 24 too. Seat 1 owns nothing here, and nobody knows who destroyed it.
  const std::uint64_t twenty_four =
      set_of(many, destroy + 0, destroy + 1, destroy + 3, destroy + 4, destroy + 5);
  EXPECT_EQ(cards(first(24)) & set_of(many, 0, 1, 2, 3, 4, 5), twenty_four);
  EXPECT_EQ(cards(first(23)) & set_of(many, 0, 1, 2, 3, 4, 5), 0u);
  // 18 with two troops on each.
  const auto two_on = [](int count) {
    return [count](Position& p) {
      for (int t = 0; t < count; ++t) p.troops[static_cast<std::size_t>(t)] = 2;
    };
  };
  EXPECT_EQ(cards(first(18), two_on(18)) & set_of(strong), set_of(strong));
  EXPECT_EQ(cards(first(18), two_on(17)) & set_of(strong), 0u);
  EXPECT_EQ(cards(first(20), two_on(18)) & set_of(strong), set_of(strong));
  EXPECT_DOUBLE_EQ(conquests_missing(state, 0, many), 4);
  arrange(state, owning(variant, first(16)));  // two more, and two troops short on 18 of one each
  EXPECT_DOUBLE_EQ(conquests_missing(state, 0, strong), 2 + 18 / 3.0);
}

// Seat 1 owns territory 0 alone, next to 1 and 2 of seat 0 or 2.
Variant small(int players, std::vector<Mission> cards) {
  Rules rules;
  rules.players = players;
  rules.objective = Objective::missions;
  Mission otherwise;
  otherwise.territories = 4;
  return Variant("small", rules, row_map({{3, 2}, {3, 2}}),
                 MissionDeck{std::move(cards), otherwise});
}
Mission destroying(int seat) {
  Mission mission;
  mission.kind = Mission::Kind::destroy;
  mission.seat = seat;
  return mission;
}
Mission owning(int territories, int troops) {
  Mission mission;
  mission.territories = territories;
  mission.troops = troops;
  return mission;
}

// The troops of a turn, as far as they may on `base`.
void place_all(State& state, int base) {
  while (state.phase() < Phase::attack) {
    const int c = state.continent();
    const int at = c >= 0 && state.variant().map().continent_of(base) != c
                       ? state.variant().map().continent(c).territories.front()
                       : base;
    play(state, Placement{at, state.to_place()});
  }
}
// A turn that begins with a conquest.
void conquer(State& state, int base, int to) {
  place_all(state, base);
  if (state.over()) return;
  play(state, Battle{{base, to}, {0, std::min({3, state.troops(to), state.troops(base) - 1})}});
}
// What is left of a turn in which nothing (more) is done.
void pass(State& state) {
  int own = 0;
  while (state.owner(own) != state.seat()) ++own;
  place_all(state, own);
  if (state.phase() == Phase::attack) play(state, Battle{});
  if (state.phase() == Phase::fortify) play(state, Fortify{});
  if (state.phase() == Phase::draw) {
    int card = 0;
    while (refusal(state, Draw{card}) != Refusal::none) ++card;
    play(state, Draw{card});
  }
}

TEST(Missions, DestroyingASeatThatIsTheHoldersAbsentOrDestroyedByAnother) {
  const Variant variant =
      small(3, {destroying(0), destroying(1), destroying(2), destroying(5), owning(5, 1)});
  // 0: seat 0, 1: seat 1, the others seat 2.
  const auto start = [&](std::vector<int> missions, int seat = 0) {
    Position position;
    position.owners = {0, 1, 2, 2, 2, 2};
    position.troops = {4, 1, 1, 1, 1, 1};
    position.seat = seat;
    position.missions = std::move(missions);
    State state(variant);
    arrange(state, position);
    return state;
  };
  {  // by oneself: at once
    State state = start({1, 2, 4});
    EXPECT_EQ(state.task(0, 1), 1);
    conquer(state, 0, 1);
    ASSERT_TRUE(state.over());
    EXPECT_EQ(state.winner(), 0);
    EXPECT_EQ(end_reason(state), EndReason::mission);
    EXPECT_EQ(state.destroyed_by(1), 0);
  }
  {  // one's own, and a seat that is not in the match: four territories instead
    State state = start({0, 3, 4});
    EXPECT_EQ(state.task(0, 0), variant.missions());
    EXPECT_EQ(state.task(1, 3), variant.missions());
    EXPECT_EQ(state.task(2, 0), 0);
    conquer(state, 0, 1);
    EXPECT_FALSE(state.over());
  }
  {  // by another: the card turns into four territories, which counts in the holder's own turn
    State state = start({4, 3, 1}, 2);
    pass(state);
    ASSERT_EQ(state.seat(), 0);
    EXPECT_EQ(state.task(2, 1), 1);
    conquer(state, 0, 1);
    EXPECT_EQ(state.task(2, 1), variant.missions());
    EXPECT_TRUE(state.fulfilled(2, 1));
    EXPECT_FALSE(state.over());
    // Told nothing of seat 2's card, a state cannot tell that it wins.
    State other = state;
    other.hide_missions(0);
    EXPECT_EQ(other.mission(2), -1);
    for (State* s : {&state, &other}) {
      pass(*s);
      ASSERT_EQ(s->seat(), 2);
      EXPECT_FALSE(s->over());
      pass(*s);
    }
    EXPECT_TRUE(state.over());
    EXPECT_EQ(state.winner(), 2);
    EXPECT_FALSE(other.over());
    EXPECT_EQ(other.ruled_out(2) & 0b10010u, 0b00010u);  // four territories, but not five
  }
}

TEST(Missions, AreDecidedWhenTroopsArePlacedByAConquestAndWhenTheTurnEnds) {
  const Variant variant = small(2, {owning(2, 3), owning(4, 1), owning(2, 2)});
  Position position;
  position.owners = {0, 0, 0, 1, 1, 1};
  position.troops = {1, 1, 2, 1, 1, 1};
  position.missions = {0, 1};
  State state(variant);
  arrange(state, position);
  // Seat 0 owns a continent (+2) and gets 3 more: two territories with three troops each.
  play(state, Placement{2, 1});
  play(state, Placement{1, 1});
  EXPECT_EQ(state.phase(), Phase::reinforce);
  play(state, Placement{1, 1});
  EXPECT_FALSE(state.over());  // not all are placed
  play(state, Placement{0, 2});
  EXPECT_EQ(state.winner(), 0);
  EXPECT_EQ(state.turn(), 1);

  position.missions = {1, 0};
  position.troops[0] = 5;
  arrange(state, position);
  conquer(state, 2, 3);
  EXPECT_EQ(state.winner(), 0);

  // Fortified: 2 of 2, at the end of the turn. The other's mission, fulfilled as well, is nothing
  // in this turn.
  position.missions = {2, 0};
  position.troops = {5, 1, 1, 3, 3, 3};
  arrange(state, position);
  while (state.phase() < Phase::attack) play(state, Placement{0, state.to_place()});
  play(state, Battle{});
  play(state, Fortify{0, 1, 1});
  EXPECT_FALSE(state.over());
  play(state, Fortify{});
  EXPECT_EQ(state.winner(), 0);

  // All territories without the mission is a conquest still.
  position.missions = {-1, 0};
  position.owners = {0, 0, 0, 0, 0, 1};
  position.troops = {1, 1, 1, 1, 9, 1};
  arrange(state, position);
  conquer(state, 4, 5);
  EXPECT_EQ(end_reason(state), EndReason::conquest);
}

TEST(Missions, BuiltInDecks) {
  const auto texts = [](const Variant& variant) {
    std::string all;
    for (int i = 0; i <= variant.missions(); ++i) {
      all += (i == 0 ? "" : "; ") + mission_text(variant.mission(i), variant.map()).text();
    }
    return all;
  };
  EXPECT_EQ(
      texts(war(2)),
      "destroy seat 1; destroy seat 2; destroy seat 3; destroy seat 4; destroy seat 5; "
      "destroy seat 6; conquer 24 territories; conquer 18 territories with at least 2 troops "
      "each; conquer Ásia and América do Sul; conquer Ásia and África; conquer América do "
      "Norte and África; conquer América do Norte and Oceania; conquer Europa, América do Sul "
      "and a third continent; conquer Europa, Oceania and a third continent; conquer 24 "
      "territories");
  // Three continents of 6, 3 and 4 of 13 territories: 4, 6, and 3 with 4 are near 3/8; 9 and 10 are
  // too many.
  EXPECT_EQ(texts(classic("thesis-9", "war-classic", 3)),
            "destroy seat 1; destroy seat 2; destroy seat 3; conquer 8 territories; conquer 6 "
            "territories with at least 2 troops each; conquer continent 2; conquer continent 0; "
            "conquer continent 1 and continent 2; conquer 8 territories");
  // On whatever board, decks are whole and asked for nothing that everybody is dealt.
  Random random(test_key(5));
  for (int i = 0; i < cases(400); ++i) {
    const int players = 2 + below(random, 5);
    const int n = std::max(players, 2 + below(random, 60));
    const maps::MapPtr map = random_map(random, n);
    const MissionDeck deck = built_in_missions(*map, players);
    ASSERT_EQ(broken_missions(deck, *map, players), std::nullopt);
    ASSERT_TRUE(deck.otherwise.territories > (n + players - 1) / players ||
                deck.otherwise.territories == n);
    const Json json = missions_to_json(deck, *map);
    ASSERT_EQ(missions_from_json(JsonView(json, "deck"), *map, players), deck);
  }
}

TEST(Missions, BadDecksAreRefused) {
  struct Row {
    const char* rules;
    const char* missions;
    const char* message;
  };
  const char* three = R"({"preset": "war-classic", "players": 3})";
  const Row rows[] = {
      {R"({"preset": "war"})", R"({"cards": []})", "rules.objective is not \"missions\""},
      {three, R"([])", "missions: expected an object"},
      {three, R"({"card": []})", "did you mean \"cards\""},
      {three, R"({"cards": [{"territories": 20}]})",
       "has 1 mission for 3 players, must have 3 to 64"},
      {three, R"({"cards": [{"territories": 43}, {}, {}]})", "cards[0].territories"},
      {three, R"({"cards": [{"territories": 0}, {}, {}]})", "1 to 42"},
      {three, R"({"cards": [{"territories": 5, "troops": 0}]})", "cards[0].troops"},
      {three, R"({"cards": [{"territories": 5, "more": 1}]})", "\"more\" goes with \"continents\""},
      {three, R"({"cards": [{"destroy": 1, "troops": 2}]})", "\"troops\" goes with"},
      {three, R"({"cards": [{}]})", "exactly one of"},
      {three, R"({"cards": [{"destroy": 1, "territories": 2}]})", "exactly one of"},
      {three, R"({"cards": [{"destroy": 6}]})", "cards[0].destroy"},
      {three, R"({"cards": [{"continents": ["Asia"]}]})", "did you mean \"Ásia\""},
      {three, R"({"cards": [{"continents": [6]}]})", "cards[0].continents[0]"},
      {three, R"({"cards": [{"continents": []}, {"destroy": 1}, {"destroy": 2}], "otherwise":
          {"territories": 24}})",
       "must name at least one"},
      {three, R"({"cards": [{"continents": [0, 1, 0]}, {"territories": 9}, {"territories": 8}]})",
       "names continent 0 twice"},
      {three, R"({"cards": [{"continents": [0, 1], "more": 5}, {"territories": 9},
          {"territories": 8}]})",
       "cards[0].more is 5, must be 0 to 4"},
      {three, R"({"cards": [{"destroy": 1}, {"destroy": 2}, {"destroy": 0}]})",
       "\"otherwise\" is missing"},
      {three, R"({"otherwise": {"destroy": 1}, "cards": [{"destroy": 1}, {"destroy": 2},
          {"destroy": 0}]})",
       "otherwise destroys a seat"},
  };
  for (const Row& row : rows) {
    const Json json = {{"format", 1},
                       {"rules", parse_json(row.rules)},
                       {"map", "war"},
                       {"missions", parse_json(row.missions)}};
    std::string message;
    try {
      variant_from_json(JsonView(json, "v.json"), ".");
    } catch (const InputError& error) {
      message = error.what();
    }
    EXPECT_THAT(message, HasSubstr("v.json")) << row.missions;
    EXPECT_THAT(message, HasSubstr(row.message)) << row.missions;
  }
}

}  // namespace
}  // namespace mission_rules
}  // namespace evorisk::risk
