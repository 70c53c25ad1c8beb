// Match records: written, read back, checked line by line, played again.
#include "risk/record/record.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/json.hpp"
#include "base/random.hpp"
#include "maps/io.hpp"
#include "risk/agent.hpp"
#include "risk/state.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/golden.hpp"

namespace evorisk::risk {
namespace {

using testing::HasSubstr;
using Outcome = PlayedAgain::Outcome;

struct GoldenMatch {
  const char* file;
  const char* variant;
  std::vector<std::string> settings;
  std::vector<std::string> agents;
  std::uint64_t seed;
};

const std::vector<GoldenMatch>& golden_matches() {
  static const std::vector<GoldenMatch> matches = {
      {"two", "two", {}, {"cautious", "cautious"}, 1},
      {"path-5-dice", "path-5", {"conquest_move=dice", "ties=attacker"}, {"cautious", "random"}, 2},
      {"thesis-9", "thesis-9", {}, {"cautious", "cautious"}, 3},
      {"thesis-10-limit",
       "thesis-10",
       {"turn_limit=6", "fortify=connected", "reinforcement_rounding=ceil"},
       {"cautious", "cautious"},
       4},
      {"thesis-8-three",
       "thesis-8",
       {"players=3", "allocation=pick", "initial_troops=4", "card_set=matching"},
       {"cautious", "random", "cautious"},
       5},
      {"cycle-4-four",
       "cycle-4",
       {"players=4", "conquest_move=max", "fortify=single", "card_forced_at=3"},
       {"cautious", "cautious", "cautious", "cautious"},
       6},
      {"mirror-12-six",
       "mirror-12",
       {"players=6", "initial_troops_mode=total", "initial_troops=5", "fortify=none",
        "elimination_takes_cards=false"},
       {"cautious", "random", "cautious", "random", "cautious", "random"},
       7},
      {"thesis-9-missions",
       "thesis-9",
       {"players=3", "objective=missions"},
       {"cautious", "random", "cautious"},
       8},
  };
  return matches;
}

Variant variant_with(const std::string& name, const std::vector<std::string>& settings) {
  const Variant base = load_variant(name);
  Rules rules = base.rules();
  set_rules(rules, settings);
  return Variant(name, rules, base.map_ptr());
}

RecordHeader golden_header(std::vector<std::string> agents, std::uint64_t seed) {
  return {.program = "evorisk test",
          .agents = std::move(agents),
          .key = {.seed = seed, .purpose = Purpose::match}};
}

std::string play(const GoldenMatch& match) {
  return play_record(variant_with(match.variant, match.settings),
                     golden_header(match.agents, match.seed));
}

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = std::min(text.find('\n', at), text.size() - 1);
    lines.push_back(text.substr(at, end - at + 1));
    at = end + 1;
  }
  return lines;
}

std::string join(const std::vector<std::string>& lines) {
  std::string text;
  for (const std::string& line : lines) text += line;
  return text;
}

// The same lines with checksums that match them: what a careful forger would make.
std::string resealed(const std::vector<std::string>& lines) {
  RecordSum sum;
  std::string text;
  for (const std::string& line : lines) text += sum.seal(line.substr(0, line.find(",\"sum\"")));
  return text;
}

std::optional<RecordProblem> problem_of(const std::string& text) {
  return read_record(text, "r.jsonl").problem;
}

TEST(Record, GoldenRecordsHoldAndArePlayedAgainToTheSameBytes) {
  std::set<std::filesystem::path> files;
  for (const GoldenMatch& match : golden_matches()) {
    SCOPED_TRACE(match.file);
    const std::string name = std::string("tests/risk/golden/") + match.file + ".jsonl";
    test::expect_golden(name, play(match));
    files.insert(test::source_file(name));
    const std::string text = read_file(test::source_file(name));
    const Record record = read_record(text, match.file);
    ASSERT_FALSE(record.problem) << record.problem->line << ": " << record.problem->message.text();
    const PlayedAgain again = play_again(record, text);
    EXPECT_EQ(again.outcome, Outcome::same) << again.message;
  }
  for (const auto& entry :
       std::filesystem::directory_iterator(test::source_file("tests/risk/golden")))
    EXPECT_TRUE(files.contains(entry.path())) << entry.path() << " belongs to no test";
}

// A record says what the match did: same events, same end, same ends of turns as an observer sees.
TEST(Record, IsTheMatch) {
  struct Observer : TurnObserver {
    std::vector<std::string> lines;
    void on_turn_end(const TurnEnd& end) override {
      const nlohmann::ordered_json line = {{"event", "turn_end"},  {"turn", end.turn},
                                           {"mover", end.mover},   {"territories", end.territories},
                                           {"troops", end.troops}, {"moves", end.moves}};
      lines.push_back(line.dump());
    }
  };
  Random random({.seed = 11, .purpose = Purpose::test});
  const char* names[] = {"two", "thesis-8", "mirror-12", "star-6", "path-5"};
  int ends[end_reason_count] = {};
  for (int i = 0; i < evorisk::test::cases(150, 6); ++i) {
    const auto base = maps::library_map(names[random.below(5)]);
    Rules rules = random_rules(random);
    rules.turn_limit = std::min(rules.turn_limit, test::sanitized ? 10 : 60);
    rules.initial_troops = std::min(rules.initial_troops, 25);
    rules.players = std::min(rules.players, base->territory_count());
    const Variant variant("test", rules, base);
    std::vector<std::unique_ptr<Agent>> agents;
    std::vector<Agent*> seats;
    RecordHeader header = golden_header({}, random.next());
    for (int seat = 0; seat < rules.players; ++seat) {
      header.agents.emplace_back(random.chance(0.5) ? "cautious" : "random");
      agents.push_back(make_agent(header.agents.back()));
      seats.push_back(agents.back().get());
    }
    Observer observer;
    RecordWriter writer(header);
    const MatchResult result = MatchPlayer(variant, seats).play(header.key, &observer, &writer);
    ++ends[static_cast<int>(result.end)];
    ASSERT_EQ(play_record(variant, header), writer.text());

    std::vector<std::string> turn_ends;
    for (const std::string& line : lines_of(writer.text()))
      if (line.starts_with("{\"event\":\"turn_end\""))
        turn_ends.push_back(line.substr(0, line.find(",\"sum\"")) + "}");
    ASSERT_EQ(turn_ends, observer.lines);

    const Record record = read_record(writer.text(), "r");
    ASSERT_FALSE(record.problem) << record.problem->line << ": " << record.problem->message.text()
                                 << "\n"
                                 << writer.text();
    ASSERT_EQ(record.header, header);
    ASSERT_EQ(record.variant->rules(), rules);
    ASSERT_EQ(record.variant->map(), *base);
    ASSERT_EQ(record.result.end, result.end);
    ASSERT_EQ(record.result.winner, result.winner);
    ASSERT_EQ(record.result.turns, result.turns);
    State state(*record.variant);
    for (const Event& event : record.events) {
      ASSERT_EQ(refusal(state, event), Refusal::none);
      state.apply(event);
    }
    ASSERT_TRUE(state.over());
    ASSERT_EQ(state.winner(), result.winner);
    ASSERT_EQ(play_again(record, writer.text()).outcome, Outcome::same);
  }
  EXPECT_GT(ends[static_cast<int>(EndReason::conquest)], test::sanitized ? -1 : 2);
  EXPECT_GT(ends[static_cast<int>(EndReason::turn_limit)], 2);
}

// An agent that answers illegally after a while.
class Stubborn final : public Agent {
 public:
  explicit Stubborn(int decisions) : left_(decisions), agent_(make_agent("cautious")) {}
  void begin_match(const Variant& variant, int seat) override {
    agent_->begin_match(variant, seat);
  }
  int pick(const State& state, Random& random) override {
    return wrong() ? 99 : agent_->pick(state, random);
  }
  Exchange exchange(const State& state, Random& random) override {
    return wrong() ? Exchange{{7, 7, 7}, -1} : agent_->exchange(state, random);
  }
  Placement place(const State& state, Random& random) override {
    return wrong() ? Placement{0, -3} : agent_->place(state, random);
  }
  Attack attack(const State& state, Random& random) override {
    return wrong() ? Attack{0, 0} : agent_->attack(state, random);
  }
  Fortify fortify(const State& state, Random& random) override {
    return wrong() ? Fortify{0, 0, 1} : agent_->fortify(state, random);
  }

 private:
  bool wrong() { return left_-- <= 0; }
  int left_;
  std::unique_ptr<Agent> agent_;
};

TEST(Record, ShowsAnIllegalActionAndItsReason) {
  for (const char* allocation : {"allocation=random", "allocation=pick"}) {
    const Variant variant = variant_with("thesis-8", {allocation, "initial_troops=2"});
    std::set<std::string> actions;
    for (int decisions = 0; decisions < 120; decisions += test::sanitized ? 3 : 1) {
      const auto cautious = make_agent("cautious");
      Stubborn stubborn(decisions);
      Agent* seats[] = {cautious.get(), &stubborn};
      RecordWriter writer(golden_header({"cautious", "person"}, 5));
      const MatchResult result =
          MatchPlayer(variant, seats)
              .play({.seed = 5, .purpose = Purpose::match}, nullptr, &writer);
      const Record record = read_record(writer.text(), "r");
      ASSERT_FALSE(record.problem)
          << record.problem->line << ": " << record.problem->message.text();
      ASSERT_EQ(record.result.end, result.end);
      ASSERT_EQ(record.result.offender, result.offender);
      ASSERT_EQ(record.refused.has_value(), result.end == EndReason::invalid);
      if (!record.refused) continue;
      EXPECT_EQ(result.offender, 1);
      EXPECT_NE(record.why, Refusal::none);
      const auto lines = lines_of(writer.text());
      const auto refused = parse_json(lines[lines.size() - 2]);
      EXPECT_EQ(refused["reason"], refusal_text(record.why));
      actions.insert(refused["action"]);
      EXPECT_EQ(play_again(record, writer.text()).outcome, Outcome::same);
    }
    EXPECT_GE(actions.size(), 3u) << allocation;
    EXPECT_EQ(actions.contains("pick"), std::string(allocation) == "allocation=pick");
  }
}

// --- Tampering ---

TEST(TamperedRecord, AnyChangedByteShowsAtItsLine) {
  const std::string text = play(golden_matches()[5]);
  const auto first_end = text.find('\n');
  Random random({.seed = 12, .purpose = Purpose::test});
  for (int i = 0; i < evorisk::test::cases(4000); ++i) {
    std::string changed = text;
    // Every byte of the first events, random ones of the rest.
    const std::size_t at = i < 1000 ? first_end + 1 + static_cast<std::size_t>(i)
                                    : random.below(static_cast<std::uint32_t>(text.size()));
    if (at >= text.size()) continue;
    const auto change = static_cast<char>(1 + random.below(255));
    changed[at] = static_cast<char>(changed[at] ^ change);
    const int line = 1 + static_cast<int>(std::count(
                             text.begin(), text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
    try {
      const auto problem = problem_of(changed);
      ASSERT_TRUE(problem) << "byte " << at;
      ASSERT_EQ(problem->line, line) << "byte " << at << ": " << problem->message.text();
    } catch (const InputError& error) {
      // A header that cannot be read is no record.
      ASSERT_EQ(line, 1) << error.what();
      ASSERT_THAT(error.what(), HasSubstr("line 1"));
    }
  }
}

TEST(TamperedRecord, RemovedAddedAndMovedLinesShowWhereTheyWere) {
  const auto lines = lines_of(play(golden_matches()[2]));
  ASSERT_GT(lines.size(), 60u);
  Random random({.seed = 13, .purpose = Purpose::test});
  const auto count = static_cast<std::uint32_t>(lines.size());
  for (int i = 0; i < evorisk::test::cases(600); ++i) {
    // Not the header: without it there is no record.
    const std::size_t a = 1 + random.below(count - 1);
    const std::size_t b = 1 + random.below(count - 1);
    auto changed = lines;
    std::size_t expected = a;
    switch (i % 4) {
      case 0:
        changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(a));
        break;
      case 1:
        changed.insert(changed.begin() + static_cast<std::ptrdiff_t>(a), changed[b]);
        if (b + 1 == a || b == a) expected = b + 1;
        if (b == a) expected = a + 1;
        break;
      case 2:
        if (a == b) continue;
        std::swap(changed[a], changed[b]);
        expected = std::min(a, b);
        break;
      case 3:  // breaks off
        changed.resize(a);
        break;
    }
    const auto problem = problem_of(join(changed));
    ASSERT_TRUE(problem);
    ASSERT_EQ(problem->line, static_cast<int>(expected) + 1) << i % 4 << ' ' << a << ' ' << b;
  }
  auto changed = lines;
  changed.back().pop_back();
  EXPECT_THAT(problem_of(join(changed))->message, HasSubstr("middle of a line"));
  EXPECT_THAT(problem_of(join(lines) + "\n")->message, HasSubstr("goes on"));
  EXPECT_THROW(read_record("", "r"), InputError);
}

// A forger who mends the checksums: what the rules forbid shows at its line, and the rest when the
// match is played again.
TEST(TamperedRecord, ForgedRecordsAreFoundByTheRulesOrByPlayingAgain) {
  Random random({.seed = 14, .purpose = Purpose::test});
  int by_rules = 0;
  int by_playing = 0;
  for (const GoldenMatch& match : golden_matches()) {
    const std::string text = play(match);
    const auto lines = lines_of(text);
    ASSERT_EQ(resealed(lines), text);
    for (int i = 0; i < evorisk::test::cases(120); ++i) {
      auto changed = lines;
      const std::size_t at = 1 + random.below(static_cast<std::uint32_t>(lines.size() - 1));
      if (i % 3 == 0) {
        changed.erase(changed.begin() + static_cast<std::ptrdiff_t>(at));
      } else {
        // Another digit for one digit of the line (not of its checksum).
        std::string& line = changed[at];
        std::vector<std::size_t> digits;
        for (std::size_t c = 0; c < line.find(",\"sum\""); ++c)
          if (line[c] >= '0' && line[c] <= '9') digits.push_back(c);
        if (digits.empty()) continue;
        char& digit = line[digits[random.below(static_cast<std::uint32_t>(digits.size()))]];
        digit = static_cast<char>('0' + (digit - '0' + 1 + static_cast<int>(random.below(9))) % 10);
      }
      const std::string forged = resealed(changed);
      const Record record = read_record(forged, "r");
      if (record.problem) {
        ++by_rules;
        ASSERT_GT(record.problem->line, static_cast<int>(at)) << record.problem->message.text();
      } else {
        ++by_playing;
        const PlayedAgain again = play_again(record, forged);
        ASSERT_EQ(again.outcome, Outcome::different);
        ASSERT_EQ(again.problem->line, static_cast<int>(at) + 1);
      }
    }
  }
  EXPECT_GT(by_rules, evorisk::test::cases(500));
  EXPECT_GT(by_playing, 0);
}

TEST(TamperedRecord, ProblemsSayWhatIsWrong) {
  const auto lines = lines_of(play(golden_matches()[0]));
  const auto find = [&](const std::string& part) {
    for (std::size_t i = 1; i < lines.size(); ++i)
      if (lines[i].find(part) != std::string::npos) return i;
    ADD_FAILURE() << part;
    return std::size_t{1};
  };
  const auto problem_with = [&](std::size_t at, const std::string& line) {
    auto changed = lines;
    changed[at] = line;
    const auto problem = problem_of(resealed(changed));
    EXPECT_TRUE(problem);
    return problem ? problem->message : "";
  };
  const std::size_t place = find("\"event\":\"place\"");
  EXPECT_THAT(
      problem_with(place,
                   R"({"event":"place","seat":0,"phase":"reinforce","territory":0,"troops":99)"),
      HasSubstr("not that many troops"));
  EXPECT_THAT(
      problem_with(place,
                   R"({"event":"place","seat":0,"phase":"reinforce","territory":2,"troops":1)"),
      HasSubstr("no such territory"));
  EXPECT_THAT(problem_with(place, R"({"event":"place","seat":0,"phase":"reinforce","territory":0)"),
              HasSubstr("\"troops\" is missing"));
  EXPECT_THAT(problem_with(place, R"({"event":"march","seat":0)"), HasSubstr("unknown event"));
  EXPECT_THAT(problem_with(place, R"({"event":7)"), HasSubstr("event"));
  EXPECT_THAT(problem_with(place, R"([)"), HasSubstr(""));
  EXPECT_THAT(problem_with(place, R"({"event":"attack","seat":0,"from":0,"to":1,"losses":[1,1])"),
              HasSubstr("another kind of decision"));
  EXPECT_THAT(problem_with(place, R"({"event":"end","reason":"conquest","winner":0,"turns":1)"),
              HasSubstr("has not ended"));
  EXPECT_THAT(problem_with(place, R"({"event":"turn_end","turn":1)"),
              HasSubstr("no turn ends here"));
  EXPECT_THAT(
      problem_with(
          place,
          R"({"event":"refused","seat":0,"action":"place","territory":9,"troops":1,"reason":"x")"),
      HasSubstr("it should be"));
  EXPECT_THAT(problem_with(place, R"({"event":"refused","seat":0,"action":"dance")"),
              HasSubstr("unknown action"));
  const std::size_t deal = find("\"event\":\"deal\"");
  EXPECT_THAT(problem_with(deal + 1, lines[deal]), HasSubstr("not free"));
  const std::size_t end = find("\"event\":\"turn_end\"");
  std::string moves = lines[end];
  moves.insert(moves.find("\"moves\":") + 8, "1");
  EXPECT_THAT(problem_with(end, moves), HasSubstr("it should be {\"event\":\"turn_end\""));
  EXPECT_THAT(problem_with(end, R"({"event":"draw","seat":0,"card":0)"), HasSubstr("it should be"));
}

TEST(TamperedRecord, HeadersThatAreNoneAreRefused) {
  const auto lines = lines_of(play(golden_matches()[0]));
  const std::string header = lines[0].substr(0, lines[0].find(",\"sum\""));
  const auto with = [&](const std::string& from, const std::string& to) {
    auto changed = lines;
    const std::size_t at = header.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    changed[0] = std::string(header).replace(at, from.size(), to);
    return resealed(changed);
  };
  const std::string simulation = "\"simulation\":" + std::to_string(simulation_version);
  const char* rows[][3] = {
      {"\"format\":1", "\"format\":2", "format"},
      {"\"record\":\"match\"", "\"recorded\":\"match\"", "no match record"},
      {"\"record\":\"match\"", "\"record\":\"run\"", "match"},
      {simulation.c_str(), "\"simulation\":0", "simulation"},
      {simulation.c_str(), "\"simulation\":\"1\"", "simulation"},
      {"\"seed\":1", "\"seed\":-1", "seed"},
      {"\"seed\":1", "\"seed\":1.5", "seed"},
      {"\"purpose\":1", "\"purpose\":0", "purpose"},
      {"\"agents\":[\"cautious\",", "\"agents\":[", "agents"},
      {"\"agents\":[", "\"agents\":[3,", "agents[0]"},
      {"\"players\":2", "\"players\":3", "players"},
      {"\"attack_dice\":3", "\"attack_dice\":9", "attack_dice"},
      {"\"attack_dice\":3", "\"attack_die\":3", "attack_dice"},
      {"\"stream\":{", "\"stream\":{\"thread\":1,", "thread"},
      {"\"borders\":[[0,1]]", "\"borders\":[]", "parts"},
      {"\"program\"", "\"programme\"", "program"},
  };
  for (const auto& [from, to, part] : rows) {
    try {
      read_record(with(from, to), "r.jsonl");
      ADD_FAILURE() << to << " was taken";
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), HasSubstr("r.jsonl, line 1")) << to;
      EXPECT_THAT(error.what(), HasSubstr(part)) << to;
    }
  }
  // Legal but not as it is written: found although the checksum is right.
  EXPECT_EQ(problem_of(with("\"program\":\"", "\"program\": \""))->line, 1);
  EXPECT_EQ(problem_of(with(",\"card_set\":\"any\"", ""))->line, 1);
  // What cannot be played again is said to be so.
  for (const auto& [from, to, outcome] :
       {std::tuple{simulation.c_str(), "\"simulation\":1", Outcome::other_version},
        std::tuple{"[\"cautious\"", "[\"somebody\"", Outcome::other_agents},
        std::tuple{"[\"cautious\"", "[\"person\"", Outcome::same},
        std::tuple{"\"seed\":1", "\"seed\":2", Outcome::different}}) {
    const std::string text = with(from, to);
    const Record record = read_record(text, "r");
    EXPECT_FALSE(record.problem);
    const PlayedAgain again = play_again(record, text);
    EXPECT_EQ(again.outcome, outcome) << again.message;
    EXPECT_EQ(again.problem.has_value(), outcome == Outcome::different);
    EXPECT_GT(again.message.size(), 20u);
  }
}

TEST(Record, AgentsMayNameFilesThatAreNotUtf8) {
  const std::string line =
      RecordLines::header(golden_header({"learned:weights=a\xff"}, 1), load_variant("two"));
  EXPECT_THAT(line, testing::HasSubstr("\"learned:weights=a\ufffd\""));
}

TEST(Record, AgentsMustFitTheSeats) {
  const Variant variant = load_variant("two");
  EXPECT_THROW(play_record(variant, golden_header({"cautious"}, 1)), InputError);
  EXPECT_THROW(play_record(variant, golden_header({"cautious", "cautius"}, 1)), InputError);
}

}  // namespace
}  // namespace evorisk::risk
