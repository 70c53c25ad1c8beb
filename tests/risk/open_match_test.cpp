// Matches played one event at a time, with people in some of the seats.
#include "risk/record/open_match.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/error.hpp"
#include "tests/risk/play.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace {

RecordHeader header_of(std::vector<std::string> agents, std::uint64_t seed) {
  return {.program = "test", .agents = std::move(agents), .key = test_key(seed)};
}

// The seats that are people's are played by these agents, from the streams that the agents in those
// seats would have.
class People {
 public:
  People(const OpenMatch& match, const std::vector<std::string>& agents)
      : seats_(agents), randoms_(agent_randoms(match.header().key, match.variant().players())) {
    for (int seat = 0; seat < match.variant().players(); ++seat)
      seats_[seat].begin_match(match.variant(), seat);
  }
  Action decide(const State& state) {
    const int seat = state.seat();
    return ask(seats_[seat], state, randoms_[static_cast<std::size_t>(seat)]);
  }

 private:
  Seats seats_;
  std::vector<Random> randoms_;
};

std::string without_header(const std::string& record) {
  std::string text;
  for (std::size_t at = record.find('\n') + 1; at < record.size();) {
    const std::size_t end = record.find('\n', at);
    text += record.substr(at, record.find(",\"sum\"", at) - at) + "\n";
    at = end + 1;
  }
  return text;
}

// Any rules, any map: the same match as the plain engine plays, whoever of the seats are people;
// the record holds, and plays again.
TEST(OpenMatch, PlaysWhatTheEnginePlays) {
  Random random(test_key(0, 1));
  for (int i = 0; i < evorisk::test::cases(160); ++i) {
    Rules rules = random_rules(random);
    rules.turn_limit = std::min(rules.turn_limit, test::sanitized ? 6 : 30);
    rules.initial_troops = std::min(rules.initial_troops, 25);
    const auto map = random_map(random, rules.players + below(random, 12));
    if (broken_rule(rules, map->territory_count(), 1000)) continue;
    const Variant variant("random", rules, map);
    std::vector<std::string> agents;
    std::vector<std::string> seats;
    for (int seat = 0; seat < variant.players(); ++seat) {
      agents.emplace_back(random.chance(0.5) ? "cautious" : "random");
      seats.emplace_back(random.chance(0.5) ? std::string(person_agent) : agents.back());
    }
    const auto seed = static_cast<std::uint64_t>(i);
    const std::string plain = play_record(variant, header_of(agents, seed));
    OpenMatch match(variant, header_of(seats, seed));
    People people(match, agents);
    while (!match.over()) {
      if (match.waits()) {
        match.play(people.decide(match.state()));
      } else {
        ASSERT_TRUE(match.step());
      }
    }
    ASSERT_EQ(without_header(match.record()), without_header(plain));
    const Record record = read_record(match.record(), "r");
    ASSERT_FALSE(record.problem);
    ASSERT_FALSE(record.unfinished);
    ASSERT_EQ(play_again(record, match.record()).outcome, PlayedAgain::Outcome::same);
  }
}

// Taking a decision back gives the very state and record from before it; what follows is what would
// have followed.
TEST(OpenMatch, UndoLeavesNoTrace) {
  Random random(test_key(0, 2));
  int undone = 0;
  for (int i = 0; i < evorisk::test::cases(20, 2); ++i) {
    Rules rules;
    rules.players = 2 + below(random, 2);
    rules.initial_troops = below(random, 4);
    rules.allocation = random.chance(0.5) ? Allocation::pick : Allocation::random;
    rules.turn_limit = 20;
    const Variant variant("random", rules, random_map(random, 9));
    std::vector<std::string> agents(static_cast<std::size_t>(rules.players), "random");
    std::vector<std::string> seats = agents;
    seats[0] = seats.back() = person_agent;
    const auto seed = static_cast<std::uint64_t>(i);
    OpenMatch match(variant, header_of(seats, seed));
    OpenMatch straight(variant, header_of(seats, seed));
    People people(match, agents);
    while (!match.over()) {
      if (!match.waits()) {
        ASSERT_FALSE(match.can_undo() && match.state().phase() == Phase::draw);
        match.step();
        straight.step();
        ASSERT_FALSE(match.can_undo());
        continue;
      }
      const Action action = people.decide(match.state());
      const Attack* attack = std::get_if<Attack>(&action);
      const bool rolls = attack != nullptr && attack->from >= 0;
      if (!rolls) {
        const State before = match.state();
        const std::string record = match.record();
        match.play(action);
        ASSERT_EQ(match.can_undo(), match.waits() && match.state().seat() == before.seat() &&
                                        match.state().turn() == before.turn());
        if (match.can_undo()) {
          match.undo();
          ++undone;
          ASSERT_TRUE(match.state() == before);
          ASSERT_EQ(match.record(), record);
          match.play(action);
        }
      } else {
        match.play(action);
        ASSERT_FALSE(match.can_undo());
      }
      straight.play(action);
    }
    ASSERT_EQ(match.record(), straight.record());
  }
  EXPECT_GT(undone, evorisk::test::cases(60) * 5);
}

// A record that breaks off anywhere is gone on with, to the same end.
TEST(OpenMatch, GoesOnWhereARecordBreaksOff) {
  Random random(test_key(0, 3));
  const Variant variant = load_variant("thesis-9");
  const std::vector<std::string> seats = {std::string(person_agent), "strategist"};
  const std::vector<std::string> agents = {"cautious", "strategist"};
  const auto play = [&](OpenMatch& match, std::size_t events) {
    People people(match, agents);
    while (!match.over() && match.events().size() < events) {
      if (match.waits()) {
        match.play(people.decide(match.state()));
      } else {
        match.step();
      }
    }
  };
  OpenMatch whole(variant, header_of(seats, 5));
  play(whole, 1'000'000);
  for (int i = 0; i < evorisk::test::cases(40); ++i) {
    const auto events = random.below(static_cast<std::uint32_t>(whole.events().size()));
    OpenMatch part(variant, header_of(seats, 5));
    play(part, events);
    const Record record = read_record(part.record(), "r");
    ASSERT_TRUE(record.unfinished);
    OpenMatch resumed(variant, record.header);
    ASSERT_FALSE(resumed.follow(record));
    ASSERT_TRUE(resumed.state() == part.state());
    ASSERT_EQ(resumed.record(), part.record());
    // What could be taken back still can.
    OpenMatch undone(variant, record.header);
    ASSERT_FALSE(undone.follow(record));
    for (; part.can_undo(); part.undo(), undone.undo()) ASSERT_TRUE(undone.can_undo());
    ASSERT_FALSE(undone.can_undo());
    ASSERT_EQ(undone.record(), part.record());
    // The person goes on as in the whole match.
    while (!resumed.over()) {
      const Event& next = whole.events()[resumed.events().size()];
      if (!resumed.waits()) {
        resumed.step();
      } else if (const auto* battle = std::get_if<Battle>(&next)) {
        resumed.play(battle->attack);
      } else if (const auto* placement = std::get_if<Placement>(&next)) {
        resumed.play(*placement);
      } else if (const auto* exchange = std::get_if<Exchange>(&next)) {
        resumed.play(*exchange);
      } else {
        resumed.play(std::get<Fortify>(next));
      }
    }
    ASSERT_EQ(resumed.record(), whole.record());
  }
  // One of another seed comes out differently.
  Record other = read_record(whole.record(), "r");
  other.header.key.seed += 1;
  OpenMatch match(variant, other.header);
  const auto problem = match.follow(other);
  ASSERT_TRUE(problem);
  EXPECT_EQ(problem->line, 2);
}

TEST(OpenMatch, SaysHowARecordBreaksOff) {
  const Variant variant = load_variant("two");
  const std::string text = play_record(variant, header_of({"cautious", "cautious"}, 1));
  const std::string lines = text.substr(0, text.rfind('\n', text.size() - 2) + 1);
  EXPECT_TRUE(read_record(lines, "r").unfinished);
  EXPECT_FALSE(read_record(lines.substr(0, lines.size() - 1), "r").unfinished);
  EXPECT_FALSE(read_record(text, "r").unfinished);
  std::string changed = lines;
  changed[changed.find("\"deal\"") + 1] = 'D';
  EXPECT_FALSE(read_record(changed, "r").unfinished);
}

TEST(OpenMatch, RefusesOtherAgents) {
  const Variant variant = load_variant("two");
  EXPECT_THROW(OpenMatch(variant, header_of({"person"}, 1)), InputError);
  EXPECT_THROW(OpenMatch(variant, header_of({"person", "persona"}, 1)), InputError);
}

}  // namespace
}  // namespace evorisk::risk
