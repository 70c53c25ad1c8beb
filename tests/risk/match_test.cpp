// Whole matches: what observers and listeners see, illegal agents, seats that are interchangeable,
// and one signature that changes with any change of behaviour.
#include <map>

#include "base/error.hpp"
#include "maps/io.hpp"
#include "tests/risk/play.hpp"

namespace evorisk::risk {
namespace {

// --- Observers and listeners ---

// Replays what it hears, and counts the moves of the branching factor from the position alone.
class Replaying : public MatchListener, public TurnObserver {
 public:
  explicit Replaying(const Variant& variant) : replayed(variant) {}

  void on_start(const State& state) override {
    replayed.restart();
    ASSERT_TRUE(state == replayed);
    moves.clear();
    turns = 0;
    phase = Phase::deal;
  }
  void on_event(const State& state, const Event& event) override {
    ASSERT_TRUE(state == replayed);
    ASSERT_EQ(refusal(state, event), Refusal::none);
    count(state);
    replayed.apply(event);
  }
  void on_finish(const State& state, const MatchResult& result, const Action* refused,
                 Refusal why) override {
    ASSERT_TRUE(state == replayed);
    EXPECT_EQ(result.end == EndReason::invalid, refused != nullptr);
    EXPECT_EQ(result.end == EndReason::invalid, why != Refusal::none);
    EXPECT_EQ(result.turns, state.turn());
    if (result.end != EndReason::invalid) {
      EXPECT_EQ(result.turns, turns);
    }
    ++finished;
  }
  // Called after the turn's last event, before anything of the next one.
  void on_turn_end(const TurnEnd& end) override {
    EXPECT_EQ(end.turn, ++turns);
    EXPECT_EQ(end.moves, moves[end.turn]);
    EXPECT_EQ(end.mover, movers[end.turn]);
    for (int seat = 0; seat < replayed.variant().players(); ++seat) {
      int territories = 0;
      int troops = 0;
      for (int t = 0; t < replayed.variant().territories(); ++t) {
        if (replayed.owner(t) != seat) continue;
        ++territories;
        troops += replayed.troops(t);
      }
      EXPECT_EQ(end.territories[static_cast<std::size_t>(seat)], territories);
      EXPECT_EQ(end.troops[static_cast<std::size_t>(seat)], troops);
    }
  }

  State replayed;
  int finished = 0;

 private:
  // At the first event of each phase.
  void count(const State& s) {
    if (s.turn() == 0) return;
    const int me = s.seat();
    movers[s.turn()] = me;
    Phase now = s.phase();
    if (now == Phase::continent) now = Phase::reinforce;
    if (now == phase && s.turn() == counted_turn) return;
    phase = now;
    counted_turn = s.turn();
    std::int64_t m = 0;
    for (int t = 0; t < s.variant().territories(); ++t) {
      if (s.owner(t) != me) continue;
      int enemies = 0;
      int friends = 0;
      for (const int u : s.variant().map().neighbours(t)) ++(s.owner(u) == me ? friends : enemies);
      if (now == Phase::reinforce) m += s.turn_troops();
      if (now == Phase::attack) {
        m += enemies * std::min(s.variant().rules().attack_dice, s.troops(t) - 1);
      }
      if (now == Phase::fortify) m += friends * (s.troops(t) - 1);
    }
    moves[s.turn()] += m;
  }

  std::map<int, std::int64_t> moves;
  std::map<int, int> movers;
  int turns = 0;
  Phase phase = Phase::deal;
  int counted_turn = 0;
};

TEST(Match, ObserversSeeEveryTurnAndListenersCanReplay) {
  for (const char* preset : {"thesis", "risk", "war", "risk-classic"}) {
    for (const int players : {2, 3, 6}) {
      Rules rules = preset_rules(preset);
      rules.players = players;
      rules.turn_limit = std::min(rules.turn_limit, 100);
      const Variant variant("match", rules, maps::library_map("thesis-9"));
      std::vector<std::string> kinds(static_cast<std::size_t>(players), "cautious");
      kinds[1] = "random";
      const Seats seats(kinds);
      MatchPlayer player(variant, seats.span());
      Replaying replaying(variant);
      std::map<EndReason, int> ends;
      for (std::uint64_t match = 0; match < 60; ++match) {
        const MatchResult heard = player.play(test_key(match), &replaying, &replaying);
        const MatchResult alone = player.play(test_key(match));
        EXPECT_EQ(heard.winner, alone.winner);
        EXPECT_EQ(heard.turns, alone.turns);
        ++ends[heard.end];
        EXPECT_EQ(heard.end == EndReason::conquest, heard.winner >= 0);
        EXPECT_EQ(heard.offender, -1);
        if (heard.end == EndReason::turn_limit) {
          EXPECT_EQ(heard.turns, rules.turn_limit);
        }
      }
      EXPECT_EQ(replaying.finished, 60);
      EXPECT_EQ(ends[EndReason::invalid], 0);
      ASSERT_FALSE(HasFailure());
    }
  }
  EXPECT_STREQ(end_reason_name(EndReason::turn_limit), "turn_limit");
}

TEST(Match, TheSameKeyGivesTheSameMatchAndOthersDoNot) {
  const Variant variant("match", Rules{}, maps::library_map("thesis-9"));
  const Seats seats({"cautious", "cautious"});
  MatchPlayer player(variant, seats.span());
  const Seats others({"cautious", "cautious"});
  MatchPlayer other(variant, others.span());
  std::set<std::pair<int, int>> results;
  for (std::uint64_t match = 0; match < 50; ++match) {
    const MatchResult a = player.play(test_key(match));
    other.play(test_key(match + 1));  // a player carries nothing over
    const MatchResult b = other.play(test_key(match));
    EXPECT_EQ(a.turns, b.turns);
    EXPECT_EQ(a.winner, b.winner);
    results.insert({a.turns, a.winner});
  }
  EXPECT_GT(results.size(), 10u);
}

// --- Illegal agents ---

enum class Decision { pick, exchange, place, attack, fortify };

// Plays like `random` until its k-th decision of one kind, then answers nonsense.
class Rude : public Agent {
 public:
  Rude(Decision when, int countdown, int nonsense)
      : when_(when), countdown_(countdown), nonsense_(nonsense) {}

  void begin_match(const Variant& variant, int seat) override {
    left_ = countdown_;
    agent_->begin_match(variant, seat);
  }
  int pick(const State& s, Random& r) override {
    return due(Decision::pick) ? nonsense_ : agent_->pick(s, r);
  }
  Exchange exchange(const State& s, Random& r) override {
    if (!due(Decision::exchange)) return agent_->exchange(s, r);
    return {{0, 0, nonsense_ < 0 ? 0 : nonsense_}, -1};
  }
  Placement place(const State& s, Random& r) override {
    return due(Decision::place) ? Placement{nonsense_, 1} : agent_->place(s, r);
  }
  Attack attack(const State& s, Random& r) override {
    return due(Decision::attack) ? Attack{0, nonsense_} : agent_->attack(s, r);
  }
  Fortify fortify(const State& s, Random& r) override {
    return due(Decision::fortify) ? Fortify{0, nonsense_, 1} : agent_->fortify(s, r);
  }

 private:
  bool due(Decision decision) { return decision == when_ && --left_ == 0; }

  Decision when_;
  int countdown_;
  int nonsense_;
  int left_ = 0;
  std::unique_ptr<Agent> agent_ = make_agent("random");
};

TEST(Match, AnIllegalDecisionEndsItAsInvalid) {
  Rules rules;
  rules.allocation = Allocation::pick;
  rules.initial_troops = 2;
  const Variant variant("rude", rules, maps::library_map("thesis-9"));
  for (const Decision when :
       {Decision::pick, Decision::exchange, Decision::place, Decision::attack, Decision::fortify}) {
    for (const int nonsense : {-7, -1, 0, 13, 1'000'000, std::numeric_limits<int>::max(),
                               std::numeric_limits<int>::min()}) {
      for (const int seat : {0, 1}) {
        // 0 is free, owned or adjacent now and then.
        if (nonsense == 0 && when != Decision::fortify && when != Decision::exchange) continue;
        Seats seats({});
        for (int s = 0; s < 2; ++s) {
          if (s == seat) {
            seats.add(std::make_unique<Rude>(when, 3, nonsense));
          } else {
            seats.add(make_agent("random"));
          }
        }
        MatchPlayer player(variant, seats.span());
        Replaying replaying(variant);
        int invalid = 0;
        for (std::uint64_t match = 0; match < 20; ++match) {
          const MatchResult result = player.play(test_key(match), &replaying, &replaying);
          if (result.end != EndReason::invalid) continue;  // it was over before
          ++invalid;
          EXPECT_EQ(result.offender, seat);
          EXPECT_EQ(result.winner, -1);
          EXPECT_EQ(result.turns == 0,
                    when == Decision::pick || (when == Decision::place && result.turns == 0));
        }
        EXPECT_GT(invalid, 0) << static_cast<int>(when) << ' ' << nonsense;
        ASSERT_FALSE(HasFailure());
      }
    }
  }
}

// --- Seats ---

// 2 × 4 territories, mirrored: t and 7 - t.
maps::MapPtr mirrored_map() {
  return make_map(8,
                  {{0, 1}, {1, 2}, {2, 3}, {0, 2}, {3, 4}, {4, 5}, {5, 6}, {6, 7}, {5, 7}, {2, 5}},
                  {{2, {0, 1, 2, 3}}, {2, {4, 5, 6, 7}}});
}

TEST(Symmetry, SeatsAreInterchangeable) {
  // One match as it is, and the same with the seats' parts exchanged: there seat 0 has an empty
  // first turn, so that seat 1 may begin. From then on all that happens must be mirrored.
  Rules rules;
  rules.reinforcement_minimum = 0;
  rules.reinforcement_divisor = 100;  // no troops without a continent
  rules.initial_troops = 12;
  const Variant variant("mirror", rules, mirrored_map());
  int conquests = 0;
  for (std::uint64_t match = 0; match < 300; ++match) {
    Random random(test_key(match, 5));
    std::vector<int> order{0, 1, 2, 3, 4, 5, 6, 7};
    random.shuffle(order.begin(), order.end());
    State a(variant);
    State b(variant);
    for (std::size_t i = 0; i < 8; ++i) {
      a.apply(Deal{order[i]});
      b.apply(Deal{order[i ^ 1]});
    }
    for (int i = 0; i < 12; ++i) {
      for (int part = 0; part < 2; ++part) {
        // Of `a`'s two seats' parts, in either order.
        const auto place = [&](State& state, int owner) {
          const int rank = (i * 7 + owner * 3) % 4;
          const auto own = state.owned(state.seat());
          state.apply(Placement{bits::select(own.data(), 1, rank), 1});
        };
        place(a, part);
        place(b, 1 - part);
      }
    }
    ASSERT_EQ(a.phase() == Phase::continent, b.owned(1)[0] == 0x0f || b.owned(1)[0] == 0xf0);
    if (b.phase() == Phase::continent) continue;  // seat 0's first turn would not be empty
    b.apply(Battle{});
    b.apply(Fortify{});
    Seats as({"cautious", "random"});
    Seats bs({"random", "cautious"});
    for (int seat = 0; seat < 2; ++seat) {
      as[seat].begin_match(variant, seat);
      bs[seat].begin_match(variant, seat);
    }
    Random a_dice(test_key(match));
    Random b_dice(test_key(match));
    std::vector<Random> a_randoms = agent_randoms(test_key(match), 2);
    std::vector<Random> b_randoms{a_randoms[1], a_randoms[0]};
    while (!a.over() && !b.over()) {
      for (int t = 0; t < 8; ++t) {
        ASSERT_EQ(a.owner(t), 1 - b.owner(t));
        ASSERT_EQ(a.troops(t), b.troops(t));
      }
      ASSERT_EQ(a.phase(), b.phase());
      ASSERT_EQ(a.seat(), 1 - b.seat());
      ASSERT_EQ(a.turn(), b.turn() - 1);
      const Event event = next_event(a, as, a_randoms, a_dice);
      ASSERT_TRUE(event == next_event(b, bs, b_randoms, b_dice));
      a.apply(event);
      b.apply(event);
    }
    if (a.winner() >= 0) {
      ++conquests;
      ASSERT_EQ(a.winner(), 1 - b.winner());
    }
  }
  EXPECT_GT(conquests, 50);
}

TEST(Symmetry, SwappingTheAgentsMirrorsTheStatistics) {
  const Variant variant("mirror", Rules{}, mirrored_map());
  constexpr int matches = 4000;
  const auto wins = [&](const char* first, const char* second) {
    const Seats seats({first, second});
    MatchPlayer player(variant, seats.span());
    std::vector<double> won(2);
    for (std::uint64_t match = 0; match < matches; ++match) {
      const int winner = player.play(test_key(match)).winner;
      if (winner >= 0) ++won[static_cast<std::size_t>(winner)];
    }
    return won;
  };
  const std::vector<double> straight = wins("cautious", "random");
  const std::vector<double> swapped = wins("random", "cautious");
  // What remains is the first turn's advantage.
  EXPECT_GT(straight[0], 0.85 * matches);
  EXPECT_GT(swapped[1], 0.75 * matches);
  EXPECT_GT(straight[0], swapped[1]);
  EXPECT_LT(straight[1], 0.05 * matches);
  EXPECT_LT(swapped[0], 0.1 * matches);
}

// --- Agents by name ---

TEST(Agents, AreMadeByNameAndParameters) {
  for (const AgentKind& kind : agent_kinds()) {
    EXPECT_FALSE(kind.summary.empty());
    if (kind.name == "external") continue;  // needs a command
    EXPECT_NE(make_agent(std::string(kind.name)), nullptr);
    EXPECT_NE(make_agent(std::string(kind.name) + ":{}"), nullptr);
  }
  const auto message = [](const std::string& description) -> std::string {
    try {
      make_agent(description);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message("cautios").find("did you mean \"cautious\""), std::string::npos);
  EXPECT_NE(message("").find("agent"), std::string::npos);
  EXPECT_NE(message("cautious:{\"courage\": 1}").find("courage"), std::string::npos);
  EXPECT_NE(message("cautious:[]").find("object"), std::string::npos);
  EXPECT_NE(message("random:{").find("random"), std::string::npos);
}

// --- Signature ---

std::uint64_t mix(std::uint64_t hash, std::uint64_t value) {
  return (hash ^ value) * 0x100000001b3u;  // FNV-1a's step
}

class Hashing : public MatchListener {
 public:
  void on_start(const State&) override { add(1); }
  void on_event(const State&, const Event& event) override {
    add(static_cast<int>(event.index()));
    std::visit([this](const auto& e) { add_fields(e); }, event);
  }
  void on_finish(const State& state, const MatchResult& result, const Action*, Refusal) override {
    add(static_cast<int>(result.end));
    add(result.winner);
    add(result.turns);
    for (int t = 0; t < state.variant().territories(); ++t) {
      add(state.owner(t) * 100 + state.troops(t));
      for (int seat = 0; seat < state.variant().players(); ++seat)
        add(state.holds(seat, t) ? 1 : 0);
    }
  }
  std::uint64_t hash = 0xcbf29ce484222325u;

 private:
  void add(int value) { hash = mix(hash, static_cast<std::uint64_t>(value)); }
  void add_fields(const Deal& e) { add(e.territory); }
  void add_fields(const Pick& e) { add(e.territory); }
  void add_fields(const Placement& e) { add(e.territory * 1000 + e.troops); }
  void add_fields(const Exchange& e) {
    for (const int card : e.cards) add(card);
    add(e.bonus_territory);
  }
  void add_fields(const Battle& e) {
    add(e.attack.from);
    add(e.attack.to);
    add(e.losses.attacker * 10 + e.losses.defender);
  }
  void add_fields(const Fortify& e) {
    add(e.from);
    add(e.to);
    add(e.troops);
  }
  void add_fields(const Draw& e) { add(e.card); }
  void add_fields(const MissionDeal& e) { add(e.card); }
};

// Of every event of 400 matches under five rule sets with two to six players. A commit that changes
// any of these numbers changes how the game is simulated: say so in its message, and write the
// new numbers here.
TEST(Signature, OfWholeMatches) {
  struct Golden {
    const char* map;
    const char* preset;
    std::vector<std::string> agents;
    std::uint64_t signature;
    bool missions = false;
  };
  const std::vector<Golden> rows = {
      {"thesis-9", "thesis", {"cautious", "cautious"}, 0xa9c7ddeeca10e7d9u},
      {"thesis-1", "risk", {"cautious", "cautious"}, 0x2e51f58cc5abae38u},
      {"thesis-war", "war", {"cautious", "random"}, 0x960ab916dc49855au},
      {"risk", "risk-classic", {"cautious", "random", "cautious"}, 0x22b03856d44406a1u},
      {"thesis-5",
       "war-classic",
       {"cautious", "cautious", "cautious", "cautious", "random", "random"},
       0xaf805b6b3c6b3647u},
      {"war",
       "war-classic",
       {"cautious", "random", "cautious", "random"},
       0x33715596488fbd01u,
       true},
  };
  for (const Golden& row : rows) {
    Rules rules = preset_rules(row.preset);
    rules.players = static_cast<int>(row.agents.size());
    rules.turn_limit = std::min(rules.turn_limit, 80);
    rules.objective = row.missions ? Objective::missions : Objective::conquest;
    const Variant variant("golden", rules, maps::library_map(row.map));
    const Seats seats(row.agents);
    MatchPlayer player(variant, seats.span());
    Hashing hashing;
    for (std::uint64_t match = 0; match < 80; ++match) {
      player.play({.seed = 1, .purpose = Purpose::match, .match = match}, nullptr, &hashing);
    }
    EXPECT_EQ(hashing.hash, row.signature)
        << row.map << ", " << row.preset << ": 0x" << std::hex << hashing.hash << "u";
  }
}

}  // namespace
}  // namespace evorisk::risk
