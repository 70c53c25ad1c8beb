// Missions in whole matches: the deal, what agents see of it, records, presets.
#include <gmock/gmock.h>

#include "maps/io.hpp"
#include "risk/agents/planning/aims.hpp"
#include "risk/record/record.hpp"
#include "tests/risk/missions.hpp"
#include "tests/risk/play.hpp"
#include "tests/risk/state_check.hpp"
#include "tests/support/cases.hpp"

namespace evorisk::risk {
namespace mission_matches {
namespace {

using evorisk::test::cases;
using testing::HasSubstr;

constexpr int war_cards = 14;

TEST(Missions, TheDealIsUniform) {
  const Variant variant = war(4);
  Random dice(test_key(7));
  State state(variant);
  const int deals = 28'000;
  constexpr auto n = static_cast<std::size_t>(war_cards);
  std::vector<std::vector<double>> seats(4, std::vector<double>(n, 0));
  std::vector<double> pairs(n * n, 0);
  for (int i = 0; i < deals; ++i) {
    state.restart();
    while (state.phase() == Phase::mission) state.apply(chance_event(state, dice));
    for (int s = 0; s < 4; ++s)
      ++seats[static_cast<std::size_t>(s)][static_cast<std::size_t>(state.mission(s))];
    ++pairs[static_cast<std::size_t>(state.mission(1)) * n +
            static_cast<std::size_t>(state.mission(3))];
  }
  // 99.9 % quantiles with 13 and 181 degrees of freedom.
  for (const auto& seen : seats) {
    EXPECT_LT(chi_square(seen, std::vector<double>(n, deals / double{war_cards})), 34.5);
  }
  std::vector<double> expected(n * n, deals / (war_cards * (war_cards - 1.0)));
  for (std::size_t c = 0; c < n; ++c) expected[c * n + c] = 0;
  EXPECT_LT(chi_square(pairs, expected), 245);

  // So are the guesses at what is not known, among what can be.
  state.hide_missions(1);
  const int own = state.mission(1);
  std::vector<double> guessed(n, 0);
  for (int i = 0; i < 13'000; ++i) {
    State guess = state;
    guess_missions(guess, dice);
    ASSERT_EQ(guess.mission(1), own);
    if (i % 100 == 0) {
      ASSERT_EQ(state_inconsistency(guess), "");
    }
    ++guessed[static_cast<std::size_t>(guess.mission(2))];
  }
  expected.assign(n, 1000);
  expected[static_cast<std::size_t>(own)] = 0;
  EXPECT_LT(chi_square(guessed, expected), 32.9);
}

// Sits in a seat, looks whether it is shown more than its own card, and lets another decide.
class Probe final : public Agent {
 public:
  explicit Probe(const std::string& agent) : agent_(make_agent(agent)) {}
  void begin_match(const Variant& variant, int seat) override {
    seat_ = seat;
    looks = 0;
    agent_->begin_match(variant, seat);
  }
  int pick(const State& s, Random& r) override { return agent_->pick(look(s), r); }
  Exchange exchange(const State& s, Random& r) override { return agent_->exchange(look(s), r); }
  Placement place(const State& s, Random& r) override { return agent_->place(look(s), r); }
  Attack attack(const State& s, Random& r) override { return agent_->attack(look(s), r); }
  Fortify fortify(const State& s, Random& r) override { return agent_->fortify(look(s), r); }
  int looks = 0;
  int own = -1;

 private:
  const State& look(const State& state) {
    ++looks;
    own = state.mission(seat_);
    EXPECT_GE(own, 0);
    for (int s = 0; s < state.variant().players(); ++s) {
      if (s != seat_) {
        EXPECT_EQ(state.mission(s), -1);
      }
    }
    return state;
  }
  std::unique_ptr<Agent> agent_;
  int seat_ = 0;
};

// Follows a match with a state of its own, which knows all.
class Follower final : public MatchListener {
 public:
  explicit Follower(const Variant& variant) : state(variant) {}
  void on_start(const State&) override {
    state.restart();
    events = 0;
  }
  void on_event(const State& before, const Event& event) override {
    ASSERT_EQ(refusal(state, event), Refusal::none);
    // Now and then: this is slow.
    if (++events % 97 == 0) {
      ASSERT_EQ(state_inconsistency(state), "");
    }
    ASSERT_EQ(before == state, true);
    state.apply(event);
  }
  void on_finish(const State& end, const MatchResult& result, const Action*, Refusal) override {
    ASSERT_EQ(end == state, true);
    ASSERT_EQ(state_inconsistency(state), "");
    ASSERT_TRUE(state.over());
    ASSERT_EQ(result.end, end_reason(state));
    const int winner = result.winner;
    if (winner < 0) {
      ASSERT_EQ(result.turns, state.variant().rules().turn_limit);
    } else if (result.end == EndReason::mission) {
      ASSERT_TRUE(state.fulfilled(winner, state.mission(winner)));
      ASSERT_EQ(state.seat(), winner);
    } else {
      ASSERT_EQ(state.territories_of(winner), state.variant().territories());
    }
  }
  State state;
  int events = 0;
};

TEST(Missions, ThousandsOfMatchesOfTwoToSixPlayersEnd) {
  struct Row {
    const char* map;
    int matches;
  };
  int ends[end_reason_count] = {};
  for (const Row& row : {Row{"war", 40}, Row{"thesis-9", 320}, Row{"risk", 40}}) {
    for (int players = 2; players <= 6; ++players) {
      const Variant base = classic(row.map, "war-classic", players);
      Rules rules = base.rules();
      rules.turn_limit = 400;
      const Variant variant(row.map, rules, base.map_ptr());
      Seats seats({});
      std::vector<Probe*> probes;
      const char* kinds[] = {"builder", "random", "cautious", "aggressive", "breaker", "turtle"};
      for (int seat = 0; seat < players; ++seat) {
        auto probe = std::make_unique<Probe>(kinds[seat]);
        probes.push_back(probe.get());
        seats.add(std::move(probe));
      }
      MatchPlayer player(variant, seats.span());
      Follower follower(variant);
      for (int m = 0; m < cases(row.matches); ++m) {
        ++ends[static_cast<int>(
            player.play(test_key(static_cast<std::uint64_t>(m)), nullptr, &follower).end)];
        for (int s = 0; s < players; ++s) {
          const Probe& probe = *probes[static_cast<std::size_t>(s)];
          if (probe.looks > 0 && !follower.state.eliminated(s)) {
            ASSERT_EQ(probe.own, follower.state.mission(s));
          }
        }
        if (HasFatalFailure()) return;
      }
    }
  }
  EXPECT_GT(ends[static_cast<int>(EndReason::mission)], cases(1500));
  EXPECT_EQ(ends[static_cast<int>(EndReason::invalid)], 0);
}

// What an agent is shown, and so what it decides, does not depend on the cards of others; on its
// own it does.
TEST(Missions, AgentsCannotPeek) {
  const Variant variant = war(4);
  Seats players({"strategist", "builder", "strategist", "cautious"});
  for (const AgentKind& kind : agent_kinds()) {
    if (kind.name == "external") continue;
    const std::string name = std::string(kind.name) + ":" + std::string(kind.example);
    int own_matters = 0;
    for (int m = 0; m < (kind.bulk ? 16 : cases(8)); ++m) {
      Random dice(test_key(static_cast<std::uint64_t>(m), 3));
      std::vector<Random> randoms = agent_randoms(test_key(static_cast<std::uint64_t>(m), 3), 4);
      State state(variant);
      for (int seat = 0; seat < 4; ++seat) players[seat].begin_match(variant, seat);
      const auto stop = static_cast<std::uint32_t>(60 + below(dice, 300));
      while (!state.over() && state.events() < stop) {
        state.apply(next_event(state, players, randoms, dice));
      }
      while (!state.over() && state.phase() != Phase::attack && state.phase() != Phase::reinforce) {
        state.apply(next_event(state, players, randoms, dice));
      }
      if (state.over()) continue;
      const int seat = state.seat();
      const auto decision = [&](const State& truth) {
        State view = truth;
        view.hide_missions(seat);
        const auto agent = make_agent(name);
        agent->begin_match(variant, seat);
        Random random(test_key(99));
        return std::pair(view, ask(*agent, view, random));
      };
      const auto first = decision(state);
      State other = state;
      for (int s = 0; s < 4; ++s) other.assume_mission(s, -1);
      other.assume_mission(seat, state.mission(seat));
      guess_missions(other, dice);  // all others hold other cards
      const auto second = decision(other);
      ASSERT_TRUE(first.first == second.first);
      ASSERT_TRUE(first.second == second.second) << name;
      for (int card = 0; card < variant.missions(); ++card) {
        if (card == state.mission(seat)) continue;
        other.assume_mission(seat, card);
        own_matters += decision(other).second == first.second ? 0 : 1;
        if (!kind.bulk) break;
      }
    }
    if (kind.name == "strategist" || kind.name == "builder") {
      EXPECT_GT(own_matters, 0) << name;
    }
    if (kind.name == "cautious" || kind.name == "random") {
      EXPECT_EQ(own_matters, 0) << name;
    }
  }
}

std::string resealed(const std::string& text, const std::string& from, const std::string& to) {
  RecordSum sum;
  std::string sealed;
  for (std::size_t at = 0; at < text.size();) {
    const std::size_t end = text.find('\n', at);
    std::string line = text.substr(at, end - at);
    line.resize(line.rfind(",\"sum\""));
    if (line == from) line = to;
    sealed += sum.seal(line);
    at = end + 1;
  }
  return sealed;
}

TEST(Missions, RecordsHoldThemAndTamperedCardsShow) {
  const Variant variant = war(3);
  const RecordHeader header{.program = "evorisk test",
                            .agents = {"strategist", "builder", "cautious"},
                            .key = {.seed = 4, .purpose = Purpose::match}};
  const std::string text = play_record(variant, header);
  const Record record = read_record(text, "r.jsonl");
  ASSERT_FALSE(record.problem) << record.problem->line << ": " << record.problem->message.text();
  EXPECT_EQ(record.result.end, EndReason::mission);
  EXPECT_EQ(record.variant->deck(), variant.deck());
  EXPECT_EQ(play_again(record, text).outcome, PlayedAgain::Outcome::same);

  const int dealt = std::get<MissionDeal>(record.events[1]).card;
  const int other = std::get<MissionDeal>(record.events[0]).card;
  const auto line = [](int card) {
    return R"({"event":"mission","seat":1,"card":)" + std::to_string(card);
  };
  const auto problem = [](const std::string& changed) {
    return read_record(changed, "r.jsonl").problem.value_or(RecordProblem{}).message;
  };
  std::string slipped = text;
  slipped.replace(slipped.find(line(dealt)), line(dealt).size(), line((dealt + 1) % 10));
  EXPECT_THAT(problem(slipped), HasSubstr("the checksum does not match"));
  EXPECT_THAT(problem(resealed(text, line(dealt), line(other))),
              HasSubstr("the mission is another player's"));
  EXPECT_THAT(problem(resealed(text, line(dealt), line(14))), HasSubstr("no such mission"));
  // A card that would have won, or not, is found by the rules; any other by playing again.
  for (int card = 0; card < war_cards; ++card) {
    if (card == dealt || card == other || card == std::get<MissionDeal>(record.events[2]).card) {
      continue;
    }
    const std::string forged = resealed(text, line(dealt), line(card));
    const Record read = read_record(forged, "r.jsonl");
    EXPECT_TRUE(read.problem ||
                play_again(read, forged).outcome == PlayedAgain::Outcome::different);
  }
}

TEST(Missions, ThePresetsArePlayedToTheirEnds) {
  for (const char* preset : {"risk-classic", "war-classic"}) {
    for (int players = preset[0] == 'r' ? 2 : 3; players <= 6; ++players) {
      Rules rules = load_variant(preset).rules();
      rules.players = players;
      const Variant variant(preset, rules, load_variant(preset).map_ptr());
      std::vector<std::string> kinds(static_cast<std::size_t>(players), "strategist");
      kinds.back() = "cautious";
      const Seats seats(kinds);
      MatchPlayer player(variant, seats.span());
      for (std::uint64_t m = 0; m < 3; ++m) {
        const MatchResult result = player.play(test_key(m));
        EXPECT_GE(result.winner, 0) << preset << " of " << players;
        EXPECT_EQ(result.end, preset[0] == 'r' ? EndReason::conquest : EndReason::mission);
      }
    }
  }
}

}  // namespace
}  // namespace mission_matches
}  // namespace evorisk::risk
