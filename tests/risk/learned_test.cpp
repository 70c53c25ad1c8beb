// The learned agent: what its value sees of a position, and the files of its weights.
#include "risk/agents/learned/learned.hpp"

#include <cmath>
#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/files.hpp"
#include "risk/agents/learned/campaigns.hpp"
#include "risk/agents/planning/draft.hpp"
#include "tests/risk/arranged.hpp"
#include "tests/risk/play.hpp"
#include "tests/risk/random_rules.hpp"
#include "tests/support/process.hpp"

namespace evorisk::risk {
namespace {

using Inputs = std::array<float, value_inputs>;

Inputs inputs_of(const Prospect& prospect) {
  Inputs inputs;
  prospect.inputs(inputs);
  return inputs;
}

// Random rules after `change`, on a random board of `least` to `most` territories.
template <class F>
Variant random_variant(Random& random, int least, int most, F&& change) {
  for (;;) {
    Rules rules = random_rules(random);
    change(rules);
    rules.turn_limit = 60;
    rules.initial_troops = std::min(rules.initial_troops, 10);
    const int territories = std::max(rules.players, least + below(random, most - least + 1));
    const maps::MapPtr map = random_map(random, territories);
    if (!broken_rule(rules, territories, 6 * map->continent_count())) {
      return Variant("random", rules, map);
    }
  }
}

// A match of strategists that is broken off in this phase of some turn; over when it has ended
// before.
State position(const Variant& variant, Random& random, int turn, Phase phase = Phase::attack) {
  Seats seats({});
  for (int s = 0; s < variant.players(); ++s) {
    seats.add(make_agent("strategist"));
    seats[s].begin_match(variant, s);
  }
  std::vector<Random> randoms = agent_randoms(test_key(random.below(1000)), variant.players());
  State state(variant);
  while (!state.over() && (state.turn() < turn || state.phase() != phase)) {
    state.apply(next_event(state, seats, randoms, random));
  }
  return state;
}

// The inputs of one seat, from their definitions and the state alone; those of others follow.
void expect_seat(const State& state, std::span<const float> inputs, int seat) {
  const Variant& variant = state.variant();
  const BattleOdds& odds = battle_odds(variant.rules());
  double troops = 0;
  for (const int n : state.troop_counts()) troops += n;
  double incomes = 0;
  double income = 0;
  double bonuses = 0;
  double promise = 0;
  double grip = 0;
  double secured = 0;
  const auto reached = [&](int t) {
    int strongest = 0;
    int enemy = -1;
    for (const int u : variant.neighbours(t)) {
      if (state.owner(u) == state.owner(t) || state.troops(u) < strongest) continue;
      if (state.troops(u) == strongest && state.owner(u) < enemy) continue;
      strongest = state.troops(u);
      enemy = state.owner(u);
    }
    if (enemy < 0) return std::pair(0.0, 0.0);
    const int more = variant.reinforcement(state.territories_of(enemy)) +
                     (state.hand_size(enemy) >= 3 ? variant.exchange_troops(state.exchanges()) : 0);
    return std::pair(odds.fight(strongest, state.troops(t)).win,
                     odds.fight(strongest + more, state.troops(t)).win);
  };
  for (int s = 0; s < variant.players(); ++s) {
    if (state.territories_of(s) == 0) continue;
    double of_seat = variant.reinforcement(state.territories_of(s));
    for (int c = 0; c < variant.continents(); ++c) {
      int size = 0;
      int own = 0;
      double there = 0;
      double mine = 0;
      double kept = 1;
      for (int t = 0; t < variant.territories(); ++t) {
        if (variant.map().continent_of(t) != c) continue;
        ++size;
        there += state.troops(t);
        kept *= 1 - reached(t).second;
        if (state.owner(t) != s) continue;
        ++own;
        mine += state.troops(t);
      }
      if (own == size) of_seat += variant.bonus(c);
      if (s != seat) continue;
      bonuses += variant.bonus(c);
      promise += variant.bonus(c) * (1.0 * own / size) * (1.0 * own / size);
      grip += variant.bonus(c) * (mine / there) * (mine / there);
      if (own == size) secured += variant.bonus(c) * kept;
    }
    incomes += of_seat;
    if (s == seat) income = of_seat;
  }
  double exposed = 0;
  double reaches = 0;
  double borders = 0;
  double front = 0;
  double lacking = 0;
  for (int t = 0; t < variant.territories(); ++t) {
    if (state.owner(t) != seat) continue;
    exposed += reached(t).first;
    reaches += reached(t).second;
    if (state.enemy_neighbours(t) == 0) continue;
    ++borders;
    front += state.troops(t) - 1;
    int strongest = 0;
    for (const int u : variant.neighbours(t)) {
      if (state.owner(u) != seat) strongest = std::max(strongest, state.troops(u));
    }
    lacking += std::max(0, strongest - state.troops(t));
  }
  const int more = state.conquered() && state.seat() == seat && state.cards_in_deck() > 0 ? 1 : 0;
  const int cards = state.hand_size(seat) + more;
  const double own = state.territories_of(seat);
  const double expected[] = {
      own / variant.territories(),
      state.troops_of(seat) / troops,
      income / std::max(1.0, incomes),
      secured / std::max(1.0, incomes),
      promise / bonuses,
      grip / bonuses,
      std::min(2.0, cards / 5.0),
      cards >= 3 ? std::min(2.0, variant.exchange_troops(state.exchanges()) / troops) : 0,
      lacking / troops,
      exposed / own,
      reaches / own,
      borders / own,
      front / state.troops_of(seat)};
  for (int i = 0; i < seat_inputs; ++i) {
    EXPECT_NEAR(inputs[static_cast<std::size_t>(i)], expected[i], 2e-3) << "input " << i;
  }
}

TEST(Prospect, SeesThePosition) {
  Random random(test_key(3, 1));
  int seen = 0;
  while (seen < 60) {
    const Variant variant =
        random_variant(random, 4, 43, [](Rules& rules) { rules.objective = Objective::conquest; });
    const State state = position(variant, random, 1 + below(random, 12));
    if (state.over()) continue;
    Terrain terrain;
    terrain.begin_match(variant);
    Prospect prospect;
    prospect.begin_match(terrain);
    prospect.look(state, state.seat());
    const Inputs inputs = inputs_of(prospect);
    expect_seat(state, std::span(inputs).subspan(first_own_input), state.seat());
    if (variant.players() == 2) {
      expect_seat(state, std::span(inputs).subspan(first_rival_input), 1 - state.seat());
    }
    EXPECT_TRUE(std::ranges::equal(terrain.fixed(), std::span(inputs).first(fixed_inputs)));
    ++seen;
  }
}

// What is kept up while it conquers is what is computed anew.
TEST(Prospect, KeepsItsSums) {
  Random random(test_key(3, 2));
  int conquests = 0;
  for (int played = 0; played < 200; ++played) {
    const Variant variant = random_variant(random, 2, 76, [](Rules&) {});
    const State state = position(variant, random, 1 + below(random, 12));
    if (state.over()) continue;
    const int seat = state.seat();
    Terrain terrain;
    terrain.begin_match(variant);
    Prospect prospect;
    prospect.begin_match(terrain);
    prospect.look(state, seat);
    for (int change = 0; change < 30; ++change) {
      const int from = below(random, variant.territories());
      if (prospect.owner(from) != seat) continue;
      const auto around = variant.neighbours(from);
      const int to = around[random.below(static_cast<std::uint32_t>(around.size()))];
      if (prospect.owner(to) == seat) {
        prospect.set_troops(to, 1 + below(random, 90));
        const int troops = below(random, prospect.troops(to));
        if (troops > 0) prospect.move(to, from, troops);
      } else {
        prospect.conquer(from, to, 1 + below(random, 5), 1 + below(random, 5));
        ++conquests;
      }
      if (prospect.alone()) break;
      Prospect anew = prospect;
      anew.recount();
      ASSERT_EQ(inputs_of(prospect), inputs_of(anew));
    }
  }
  EXPECT_GT(conquests, 400);
}

// Where the strategist finds no idle troops, the agent makes the move between borders that its
// value likes most, all or half of the troops, and otherwise chooses where the idle ones go.
TEST(Learned, MovesTroopsByItsValue) {
  Random random(test_key(3, 3));
  const auto weights = shipped_weights();
  int moves = 0;
  int idle_moves = 0;
  for (int played = 0; played < 300; ++played) {
    const Variant variant = random_variant(random, 4, 43, [&](Rules& rules) {
      rules.objective = Objective::conquest;
      rules.fortify = random.chance(0.5) ? FortifyMode::connected : FortifyMode::adjacent;
    });
    const State state = position(variant, random, 1 + below(random, 12), Phase::fortify);
    if (state.over()) continue;
    const int seat = state.seat();
    const auto base = make_agent("strategist");
    base->begin_match(variant, seat);
    const Fortify idle = base->fortify(state, random);
    Terrain terrain;
    terrain.begin_match(variant);
    Prospect now;
    now.begin_match(terrain);
    now.look(state, seat);
    const auto worth = [&](const Fortify& move) {
      Prospect after = now;
      if (move.from >= 0) after.move(move.from, move.to, move.troops);
      return logistic(value_logit(*weights, inputs_of(after)));
    };
    float most = worth(idle);
    if (idle.from < 0 || state.enemy_neighbours(idle.to) > 0) {
      for (int from = 0; from < variant.territories(); ++from) {
        for (int to = 0; to < variant.territories(); ++to) {
          if (state.owner(to) != seat || state.enemy_neighbours(to) == 0) continue;
          if (idle.from >= 0 ? from != idle.from : state.enemy_neighbours(from) == 0) continue;
          for (const int part : {1, 2}) {
            const Fortify move{from, to, state.movable(from) / part};
            if (idle.from >= 0 && part == 2) continue;
            if (refusal(state, move) == Refusal::none) most = std::max(most, worth(move));
          }
        }
      }
    }
    ValueTrace trace;
    const auto agent = make_learned(weights, &trace);
    agent->begin_match(variant, seat);
    const Fortify chosen = agent->fortify(state, random);
    EXPECT_EQ(worth(chosen), most);
    EXPECT_EQ(trace.size(), chosen.from < 0 ? 0u : 1u);
    if (idle.from < 0) moves += chosen.from >= 0 ? 1 : 0;
    if (idle.from < 0 || !(chosen != idle)) continue;
    ++idle_moves;
    ASSERT_EQ(agent->explain(state).options.size(), 2u);
    EXPECT_GT(agent->explain(state).options[0].value, agent->explain(state).options[1].value);
  }
  EXPECT_GT(moves, 20);
  EXPECT_GT(idle_moves, 5);
}

// Urgency lets it attack where the attack costs something: more, the later it is, and only while
// more than two are left.
TEST(Learned, AcceptsCostlierAttacksTheLaterAmongSeveral) {
  constexpr double urgency = 0.6;
  Random random(test_key(3, 6));
  const auto weights = shipped_weights();
  int urged = 0;
  int duels = 0;
  for (int played = 0; played < 1200; ++played) {
    const Variant variant = random_variant(random, 6, 43, [&](Rules& rules) {
      rules.objective = Objective::conquest;
      rules.players = 2 + played % 4;
    });
    const State state = position(variant, random, 1 + below(random, 58));
    if (state.over()) continue;
    const int seat = state.seat();
    const auto patient = make_learned(weights);
    const auto urgent = make_learned(weights, nullptr, {.urgency = urgency});
    for (const auto& agent : {patient.get(), urgent.get()}) agent->begin_match(variant, seat);
    const Attack calm = patient->attack(state, random);
    const Attack attack = urgent->attack(state, random);
    const std::vector<Explanation::Option> options = urgent->explain(state).options;
    const auto left = std::ranges::count_if(state.territory_counts(), [](int n) { return n > 0; });
    Terrain terrain;
    terrain.begin_match(variant);
    Prospect now;
    now.begin_match(terrain);
    now.look(state, seat);
    const double stop = logistic(value_logit(*weights, inputs_of(now)));
    const double share = left == 2 ? 0 : urgency * state.turn() / variant.rules().turn_limit;
    EXPECT_NEAR(options.back().value, stop * (1 - share), 1e-6);
    if (attack.from >= 0) {
      EXPECT_GT(options.front().value, options.back().value);
      // The fight goes on by the same measure.
      EXPECT_EQ(urgent->attack(state, random), attack);
      const double again = urgent->explain(state).options.front().value;
      EXPECT_GT(again, options.back().value);
      EXPECT_LE(again, options.front().value);
    }
    if (left == 2) {
      EXPECT_EQ(attack, calm);
      ++duels;
    } else if (calm.from >= 0) {
      EXPECT_EQ(attack, calm);
    } else if (attack.from >= 0) {
      EXPECT_LE(options.front().value, stop);
      ++urged;
    }
  }
  EXPECT_GT(duels, 50);
  EXPECT_GT(urged, 20);
}

// A value that falls with each territory it takes, and is high once two seats are left: only a
// campaign that eliminates a rival is worth its steps, from one border or, with the next territory
// of the rival elsewhere, from two.
TEST(Learned, HuntsTheLastTerritoriesOfARival) {
  auto weights = std::make_shared<ValueWeights>();
  ValueNetwork& several = weights->networks[1];
  several.in(0, first_own_input) = -1;  // its share of the territories
  several.bias[0] = 1;
  several.out[0] = 4;
  several.out_bias = -4;
  weights->networks[0].out_bias = 5;  // a duel
  for (int prey = 1; prey <= 9; ++prey) {
    for (const int bases : {1, 2}) {
      // Own territories 0 and 1, the prey's around them, and two of another rival behind.
      const int other = 2 + prey;
      std::vector<std::pair<int, int>> borders{{0, 1}, {1, other}, {other, other + 1}};
      std::vector<int> owners{0, 0};
      std::vector<int> troops{100, 100};
      std::vector<int> all{0, 1};
      for (int t = 2; t < other; ++t) {
        borders.push_back({t % bases, t});
        owners.push_back(1);
        troops.push_back(1);
        all.push_back(t);
      }
      for (const int t : {other, other + 1}) {
        owners.push_back(2);
        troops.push_back(50);
        all.push_back(t);
      }
      Rules rules;
      rules.players = 3;
      const Variant variant("hunt", rules, make_map(other + 2, borders, {{1, all}}));
      State state(variant);
      arrange(state, {.owners = owners, .troops = troops, .hands = {}});
      Terrain terrain;
      terrain.begin_match(variant);
      Prospect now;
      now.begin_match(terrain);
      now.look(state, 0);
      for (const bool hunts : {false, true}) {
        Campaigns campaigns(weights, hunts);
        campaigns.begin_match(variant, terrain, 0);
        const double stop = campaigns.value(now);
        Attack attack;
        const double best = campaigns.best(now, 0, stop, stop, &attack);
        // The last conquest, and one before it from the same border, are seen without hunting.
        const bool seen = prey <= 2 / bases || (hunts && prey <= 8);
        EXPECT_EQ(best > 0.9, seen) << prey << " from " << bases << ": " << best;
        if (seen) {
          EXPECT_EQ(attack.from, 0);
          EXPECT_EQ(owners[static_cast<std::size_t>(attack.to)], 1);
        } else {
          EXPECT_EQ(best, stop);
        }
        EXPECT_EQ(campaigns.promise(now, 0) > 0.9, prey == 1 || (hunts && prey <= 8));
      }
    }
  }
}

// Of the two claims that the draft ranks highest, that which leaves it more likely to win if
// strategists go on, and all initial troops stand along borders.
TEST(Learned, PicksByItsValue) {
  Random random(test_key(3, 5));
  const auto weights = shipped_weights();
  int seconds = 0;
  for (int played = 0; played < 100; ++played) {
    const Variant variant = random_variant(random, 4, 43, [&](Rules& rules) {
      rules.objective = Objective::conquest;
      rules.allocation = Allocation::pick;
    });
    const auto agent = make_learned(weights);
    Seats strategists({});
    for (int s = 0; s < variant.players(); ++s) {
      strategists.add(make_agent("strategist"));
      strategists[s].begin_match(variant, s);
    }
    State state(variant);
    const auto pick = [&](State& at) { at.pick(strategists[at.seat()].pick(at, random)); };
    for (int claims = below(random, variant.territories()); claims > 0; --claims) pick(state);
    const int seat = state.seat();
    Draft draft;
    draft.begin_match(variant);
    const int first = draft.best(state);
    const int second = draft.best(state, [first](int t) { return t == first ? -1000.0 : 0.0; });
    const auto worth = [&](int claim) {
      State after = state;
      after.pick(claim);
      while (after.phase() == Phase::pick) pick(after);
      Terrain terrain;
      terrain.begin_match(variant);
      Prospect prospect;
      prospect.begin_match(terrain);
      prospect.look(after, seat);
      for (int s = 0; s < variant.players(); ++s) {
        std::vector<int> borders;
        for (int t = 0; t < variant.territories(); ++t) {
          if (after.owner(t) == s && after.enemy_neighbours(t) > 0) borders.push_back(t);
        }
        const int troops = initial_troops_to_place(variant.rules(), after.territories_of(s), s);
        // The last ones get those that are left over.
        const auto count = static_cast<int>(borders.size());
        for (int b = 0; b < count; ++b) {
          const int more = troops / count + (b >= count - troops % count ? 1 : 0);
          prospect.set_troops(borders[static_cast<std::size_t>(b)], 1 + more);
        }
      }
      return logistic(value_logit(*weights, inputs_of(prospect)));
    };
    agent->begin_match(variant, seat);
    const int claim = agent->pick(state, random);
    if (state.free_count() == 1) {
      EXPECT_EQ(claim, first);
      continue;
    }
    EXPECT_EQ(claim, worth(second) > worth(first) ? second : first);
    seconds += claim == second ? 1 : 0;
  }
  EXPECT_GT(seconds, 10);
}

// To the last bit, whichever instructions the processor has: matches depend on it.
TEST(Value, IsThatOfAPlainNetwork) {
  Random random(test_key(3, 4));
  const ValueWeights weights = *shipped_weights();
  for (int trial = 0; trial < 200; ++trial) {
    Inputs inputs;
    for (float& input : inputs) {
      input = random.chance(0.3) ? 0 : static_cast<float>(4 * random.unit() - 2);
    }
    // Where two seats are left there are no other rivals, and those inputs are not read.
    const bool duel = random.chance(0.5);
    inputs[share_input] = duel ? 0.5F : 0.25F;
    const ValueNetwork& network = weights.networks[duel ? 0 : 1];
    // The units in sixteen sums, which are added up in pairs that are half of them apart.
    std::array<float, 16> sums{};
    for (int h = 0; h < value_units; ++h) {
      // Those that are fixed and every second of the others; the rest.
      float unit = network.bias[h];
      float rest = 0;
      for (int i = 0; i < (duel ? duel_inputs : value_inputs); ++i) {
        (i < fixed_inputs || (i - fixed_inputs) % 2 == 0 ? unit : rest) +=
            network.in(h, i) * inputs[static_cast<std::size_t>(i)];
      }
      sums[static_cast<std::size_t>(h % 16)] += std::max(0.0F, unit + rest) * network.out[h];
    }
    for (std::size_t half = 8; half > 0; half /= 2) {
      for (std::size_t i = 0; i < half; ++i) sums[i] += sums[i + half];
    }
    const float expected = network.out_bias + sums[0];
    EXPECT_EQ(value_logit(weights, inputs), expected);
  }
}

TEST(Value, LogisticIsTheLogisticFunction) {
  for (double x = -30; x <= 30; x += 0.01) {
    EXPECT_NEAR(logistic(static_cast<float>(x)), 1 / (1 + std::exp(-x)), 2e-6);
  }
}

TEST(Value, WeightsOfTheProgramAreRead) {
  const ValueWeights weights = *shipped_weights();
  const nlohmann::ordered_json json = weights_to_json(weights);
  EXPECT_EQ(weights_from_json(JsonView(json, "weights")), weights);
}

TEST(Value, BadWeightsAreRefused) {
  const nlohmann::ordered_json good = weights_to_json(*shipped_weights());
  const test::TemporaryDirectory directory;
  struct Case {
    const char* pointer;
    nlohmann::ordered_json value;
    const char* says;
  };
  auto few = good["weights"];
  few.erase(few.size() - 1);
  auto broken = good["weights"];
  broken[3] = nullptr;  // as JSON writes a NaN
  auto great = good["weights"];
  great[3] = 1e30;
  for (const Case& c : {Case{"/format", 1, "format"},
                        {"/inputs", value_inputs - 1, "inputs"},
                        {"/units", 7, "units"},
                        {"/weights", few, "expected"},
                        {"/weights", broken, "weights[3]"},
                        {"/weights", great, "weights[3]"},
                        {"/wieghts", 1, "weights"}}) {
    nlohmann::ordered_json bad = good;
    bad[nlohmann::ordered_json::json_pointer(c.pointer)] = c.value;
    const auto file = directory.write("weights.json", bad.dump());
    try {
      make_agent("learned:{\"weights\":\"" + file.string() + "\"}");
      ADD_FAILURE() << c.pointer << " is taken";
    } catch (const InputError& error) {
      EXPECT_NE(std::string(error.what()).find(file.string()), std::string::npos);
      EXPECT_NE(std::string(error.what()).find(c.says), std::string::npos) << error.what();
    }
  }
  directory.write("weights.json", "{\"format\":");
  EXPECT_THROW(read_weights((directory.path() / "weights.json").string()), InputError);
  EXPECT_THROW(read_weights((directory.path() / "none.json").string()), SystemError);
}

}  // namespace
}  // namespace evorisk::risk
