// Self-play that trains the value of `learned`. In rounds: a batch of matches with the weights as
// they are, then gradient descent over its positions.
//
// A position is worth what came of it: TD(lambda) (Sutton 1988), with the values of the weights
// that played. The other seats are the agent itself, as it is or as it was, and agents of the
// program.
#pragma once

#include <cstdint>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/json.hpp"
#include "base/random.hpp"
#include "ga/config.hpp"
#include "risk/agents/learned/learned.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::experiments {

inline constexpr int most_rounds = 1'000'000;

struct TrainConfig {
  // What is played; none: boards that are generated anew for every round, under rules drawn from
  // training_space().
  std::vector<risk::Variant> variants;
  bool from_shipped = false;  // starts from the program's weights, else from random ones
  int rounds = 400;           // 1 ... most_rounds; more made it no stronger
  int boards = 32;            // of a round
  int matches = 16;           // on each board
  std::uint64_t seed = 1;
};

// Boards and rules of a training (space.json); but for the players, who are two on half the boards.
const ga::SearchSpace& training_space();
std::string_view space_text();
// For so many players, or as many as a training draws.
risk::Variant drawn_variant(Random& random, std::optional<int> players = {});

// How it did against one opponent, in the matches where both sat: points per seat.
struct Strength {
  std::string opponent;
  double own = 0;
  double theirs = 0;
  std::int64_t seats = 0;  // of the opponent
  // 0 ... 1; 0.5: as strong.
  double share() const { return own + theirs > 0 ? own / (own + theirs) : 0.5; }
};

// Of all matches since the row before.
struct TrainRow {
  int round = 0;
  double loss = 0;        // mean cross entropy of a position
  double unfinished = 0;  // share of the matches
  std::int64_t positions = 0;
  std::vector<Strength> strengths;
};

class Training {
 public:
  explicit Training(TrainConfig config);

  const TrainConfig& config() const { return config_; }
  int round() const { return round_; }
  bool done() const { return round_ >= config_.rounds; }
  // A mean over all rounds that the later ones dominate: better than those of the last round.
  const risk::ValueWeights& weights() const { return averaged_; }
  // One for every twenty rounds.
  const std::vector<TrainRow>& rows() const { return rows_; }

  // The next one: the same at any number of threads.
  void play_round(int threads);

  // What the training is, complete; and how far it has come.
  nlohmann::ordered_json plan_json() const;
  nlohmann::ordered_json state_json() const;
  // Goes on from there. Throws InputError.
  void restore(const JsonView& state);

 private:
  using Flat = std::array<float, risk::ValueWeights::count>;
  // A position, and what came of it.
  using Labelled = std::pair<const std::array<float, risk::value_inputs>*, float>;
  struct Board;  // what its matches gave
  struct Table;  // who sits in a match

  Board play_board(int number) const;
  Table seat_agents(const risk::Variant& variant, Random& random) const;
  void keep_samples(const risk::ValueTrace& trace, double worth, Board& board) const;
  std::vector<Labelled> labelled(const std::vector<Board>& boards) const;
  // Some passes over the samples. Returns the sum of their cross entropies in the first.
  double learn(const std::vector<Labelled>& samples);
  void step(const Flat& gradient, double rate);
  void average();
  void note(const std::vector<Board>& boards, double loss);
  void end_row();

  TrainConfig config_;
  int round_ = 0;
  risk::ValueWeights weights_;                                   // that it plays with
  risk::ValueWeights averaged_;                                  // that it gives
  std::vector<std::shared_ptr<const risk::ValueWeights>> pool_;  // as it was
  // Adam (Kingma and Ba 2015).
  Flat mean_{};
  Flat square_{};
  std::int64_t steps_ = 0;
  std::vector<TrainRow> rows_;
  TrainRow now_;  // sums of the row to come
};

}  // namespace evorisk::experiments
