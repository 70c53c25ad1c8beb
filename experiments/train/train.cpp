#include "experiments/train/train.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/parallel.hpp"
#include "ga/genome/genome.hpp"
#include "risk/agents/learned/learned.hpp"
#include "risk/match.hpp"

namespace evorisk::experiments {

namespace {

using Json = nlohmann::ordered_json;
using Sample = std::array<float, risk::value_inputs>;

constexpr double lambda = 0.9;
constexpr double discount = 0.98;   // of a position against the next one: sooner is better
constexpr int imitated_rounds = 6;  // at first the strategist plays, and values are learned of it
constexpr double decay = 4;         // of what earlier rounds add to the mean of the weights
constexpr int row_rounds = 20;      // after each row it is remembered as it is
constexpr std::size_t remembered = 8;  // earlier selves

// Who else sits there, and how often.
constexpr const char* opponents[] = {"strategist", "cautious",     "builder", "breaker",
                                     "aggressive", "earlier self", "itself"};
constexpr int kinds = std::size(opponents);
constexpr int earlier = kinds - 2;
constexpr int itself = kinds - 1;
constexpr int shares[kinds] = {4, 1, 1, 1, 1, 3, 5};

int drawn_kind(Random& random) {
  int left = random.index(std::accumulate(std::begin(shares), std::end(shares), 0));
  int kind = 0;
  while (left >= shares[kind]) left -= shares[kind++];
  return kind;
}

}  // namespace

const ga::SearchSpace& training_space() {
  static const ga::SearchSpace space = [] {
    const std::string source = "experiments/train/space.json";
    const Json document = parse_json(space_text(), source);
    return ga::search_space_from_json(JsonView(document, source), ".");
  }();
  return space;
}

risk::Variant drawn_variant(Random& random, std::optional<int> players) {
  ga::Config config;
  config.search_space = training_space();
  for (;;) {
    const ga::Genome genome = ga::random_genome(config.search_space, random);
    risk::Rules rules = ga::rules_of(genome.genes, config);
    rules.players = players              ? *players
                    : random.chance(0.5) ? 2
                                         : 3 + random.index(risk::max_players - 2);
    std::int64_t bonuses = 0;
    for (const maps::Continent& continent : genome.map->continents()) bonuses += continent.bonus;
    if (risk::broken_rule(rules, genome.map->territory_count(), bonuses)) continue;
    return risk::Variant("training", rules, genome.map);
  }
}

struct Training::Board {
  std::vector<Sample> inputs;
  std::vector<float> targets;
  // By kind of opponent, in the matches where it sat: points and seats of the agent itself, and of
  // that kind.
  struct Met {
    double points[2] = {};
    std::int64_t seats[2] = {};
  };
  std::array<Met, kinds> met;
  std::int64_t unfinished = 0;

  void count(const std::array<int, risk::max_players>& kind, int players, int winner) {
    unfinished += winner < 0 ? 1 : 0;
    for (int k = 0; k < itself; ++k) {
      if (std::find(kind.begin(), kind.begin() + players, k) == kind.begin() + players) continue;
      Met& of = met[static_cast<std::size_t>(k)];
      for (int s = 0; s < players; ++s) {
        const int who = kind[static_cast<std::size_t>(s)];
        if (who != k && who != itself) continue;
        ++of.seats[who == k];
        of.points[who == k] += winner < 0 ? 1.0 / players : winner == s ? 1 : 0;
      }
    }
  }
};

struct Training::Table {
  std::array<int, risk::max_players> kind{};
  std::vector<std::unique_ptr<risk::Agent>> agents;
  std::array<risk::ValueTrace, risk::max_players> traces;
};

Training::Training(TrainConfig config) : config_(std::move(config)) {
  if (config_.from_shipped) {
    weights_ = averaged_ = *risk::shipped_weights();
    return;
  }
  Random random({.seed = config_.seed, .purpose = Purpose::training});
  const auto draw = [&] { return static_cast<float>(0.8 * random.unit() - 0.4); };
  for (risk::ValueNetwork& network : weights_.networks) {
    for (float& weight : network.in.reshaped()) weight = draw();
    for (float& weight : network.out) weight = draw();
  }
  averaged_ = weights_;
}

Training::Table Training::seat_agents(const risk::Variant& variant, Random& random) const {
  const bool imitates = !config_.from_shipped && round_ < imitated_rounds;
  const auto now = imitates ? nullptr : std::make_shared<const risk::ValueWeights>(weights_);
  Table table;
  const int own = random.index(variant.players());
  for (int s = 0; s < variant.players(); ++s) {
    const auto seat = static_cast<std::size_t>(s);
    int kind = s == own ? itself : drawn_kind(random);
    if (kind == earlier && pool_.empty()) kind = 0;
    table.kind[seat] = kind;
    table.agents.push_back(kind == itself    ? risk::make_learned(now, &table.traces[seat])
                           : kind == earlier ? risk::make_learned(random.pick(pool_))
                                             : risk::make_agent(opponents[kind]));
  }
  return table;
}

Training::Board Training::play_board(int number) const {
  StreamKey key{.seed = config_.seed,
                .purpose = Purpose::training,
                .generation = static_cast<std::uint32_t>(round_) + 1,
                .individual = static_cast<std::uint32_t>(number)};
  Random random(key);
  const auto& given = config_.variants;
  const risk::Variant variant = given.empty()
                                    ? drawn_variant(random)
                                    : given[static_cast<std::size_t>(number) % given.size()];
  Board board;
  for (int m = 0; m < config_.matches; ++m) {
    Table table = seat_agents(variant, random);
    std::vector<risk::Agent*> sitting;
    for (const auto& agent : table.agents) sitting.push_back(agent.get());
    ++key.match;
    const int winner = risk::MatchPlayer(variant, sitting).play(key).winner;
    board.count(table.kind, variant.players(), winner);
    for (int s = 0; s < variant.players(); ++s) {
      // An unfinished match is lost for all, or all would play for it.
      keep_samples(table.traces[static_cast<std::size_t>(s)], winner == s ? 1 : 0, board);
    }
  }
  return board;
}

// Backwards: what came of a position is a mixture of the values after it and of the end.
void Training::keep_samples(const risk::ValueTrace& trace, double worth, Board& board) const {
  const std::size_t first = board.inputs.size();
  board.inputs.insert(board.inputs.end(), trace.begin(), trace.end());
  board.targets.resize(board.inputs.size());
  const bool imitates = !config_.from_shipped && round_ < imitated_rounds;
  double target = worth;
  for (std::size_t i = board.inputs.size(); i-- > first;) {
    board.targets[i] = static_cast<float>(target);
    const double value =
        imitates ? target : risk::logistic(risk::value_logit(weights_, board.inputs[i]));
    target = discount * (lambda * target + (1 - lambda) * value);
  }
}

// All positions in random order.
std::vector<Training::Labelled> Training::labelled(const std::vector<Board>& boards) const {
  std::vector<Labelled> samples;
  for (const Board& board : boards) {
    for (std::size_t i = 0; i < board.inputs.size(); ++i) {
      samples.emplace_back(&board.inputs[i], board.targets[i]);
    }
  }
  Random random({.seed = config_.seed,
                 .purpose = Purpose::training,
                 .generation = static_cast<std::uint32_t>(round_) + 1,
                 .individual = static_cast<std::uint32_t>(config_.boards)});
  random.shuffle(samples.begin(), samples.end());
  return samples;
}

void Training::play_round(int threads) {
  std::vector<Board> boards(static_cast<std::size_t>(config_.boards));
  parallel_for_dynamic(config_.boards, threads, [&](std::int64_t b) {
    boards[static_cast<std::size_t>(b)] = play_board(static_cast<int>(b));
  });
  note(boards, learn(labelled(boards)));
  ++round_;
  average();
  if (round_ % row_rounds == 0 || done()) end_row();
}

// Polynomial-decay averaging (Shamir and Zhang 2013).
void Training::average() {
  const auto share = static_cast<float>((decay + 1) / (round_ + decay));
  const Flat now = weights_.flat();
  Flat mean = averaged_.flat();
  for (std::size_t i = 0; i < now.size(); ++i) mean[i] += share * (now[i] - mean[i]);
  averaged_ = risk::ValueWeights::from_flat(mean);
}

// Adds to the sums of the row; `loss` is the sum over the positions.
void Training::note(const std::vector<Board>& boards, double loss) {
  now_.loss += loss;
  now_.strengths.resize(itself);
  for (const Board& board : boards) {
    now_.positions += static_cast<std::int64_t>(board.inputs.size());
    now_.unfinished += static_cast<double>(board.unfinished);
    for (std::size_t k = 0; k < itself; ++k) {
      const Board::Met& met = board.met[k];
      Strength& strength = now_.strengths[k];
      strength.opponent = opponents[k];
      if (met.seats[1] == 0) continue;
      // Per seat, weighted by how many the opponent had.
      const auto seats = static_cast<double>(met.seats[1]);
      strength.own += seats * met.points[0] / static_cast<double>(met.seats[0]);
      strength.theirs += met.points[1];
      strength.seats += met.seats[1];
    }
  }
}

void Training::end_row() {
  const int rounds = (round_ - 1) % row_rounds + 1;
  now_.round = round_;
  now_.loss /= static_cast<double>(std::max<std::int64_t>(1, now_.positions));
  now_.unfinished /= static_cast<double>(rounds) * config_.boards * config_.matches;
  rows_.push_back(std::exchange(now_, {}));
  pool_.push_back(std::make_shared<const risk::ValueWeights>(weights_));
  if (pool_.size() <= remembered) return;
  // Of the older half every second one in turn, so that some stay for long.
  pool_.erase(pool_.begin() + static_cast<std::ptrdiff_t>(rows_.size() % (remembered / 2) + 1));
}

Json Training::plan_json() const {
  Json variants = Json::array();
  for (const risk::Variant& variant : config_.variants) {
    variants.push_back(risk::variant_to_json(variant));
  }
  return {{"format", 1},
          {"seed", config_.seed},
          {"rounds", config_.rounds},
          {"boards", config_.boards},
          {"matches", config_.matches},
          {"from_shipped", config_.from_shipped},
          {"variants", std::move(variants)}};
}

}  // namespace evorisk::experiments
