// Training of the learned agent: the same bytes at any number of threads and after a break.
#include "experiments/train/train.hpp"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.hpp"
#include "base/json.hpp"

namespace evorisk::experiments {
namespace {

TrainConfig small_training() {
  TrainConfig config;
  config.rounds = 9;  // the strategist plays the first six
  config.boards = 6;
  config.matches = 2;
  config.seed = 5;
  return config;
}

std::string played(const TrainConfig& config, int threads) {
  Training training(config);
  while (!training.done()) training.play_round(threads);
  return training.state_json().dump();
}

TEST(Train, ThreadsDoNotMatter) {
  const std::string one = played(small_training(), 1);
  EXPECT_EQ(played(small_training(), 2), one);
  EXPECT_EQ(played(small_training(), 4), one);
  TrainConfig other = small_training();
  other.seed = 6;
  EXPECT_NE(played(other, 2), one);
}

TEST(Train, GoesOnFromAnyRound) {
  const std::string whole = played(small_training(), 2);
  Training training(small_training());
  while (!training.done()) {
    training.play_round(2);
    const auto state = parse_json(training.state_json().dump());
    Training next(small_training());
    next.restore(JsonView(state, "state"));
    EXPECT_EQ(next.state_json().dump(), state.dump());
    training = std::move(next);
  }
  EXPECT_EQ(training.state_json().dump(), whole);
}

TEST(Train, LearnsWithEveryRound) {
  TrainConfig config = small_training();
  config.variants.push_back(risk::load_variant("thesis-9"));
  config.from_shipped = true;
  Training training(config);
  EXPECT_EQ(training.weights(), *risk::shipped_weights());
  for (risk::ValueWeights before = training.weights(); !training.done();
       before = training.weights()) {
    training.play_round(2);
    EXPECT_FALSE(training.weights() == before);
  }
  ASSERT_EQ(training.rows().size(), 1u);
  const TrainRow& row = training.rows().front();
  EXPECT_EQ(row.round, config.rounds);
  EXPECT_GT(row.positions, 100);
  EXPECT_GT(row.loss, 0);
  EXPECT_LT(row.loss, 1);
}

// What is written is a mean of what it played with: of round r with the weight 5 / (r + 4), shrunk
// by every later one.
TEST(Train, WritesAMeanOfItsWeights) {
  Training training(small_training());
  std::vector<double> mean(risk::ValueWeights::count);
  while (!training.done()) {
    training.play_round(2);
    const auto now = training.state_json().at("weights").at("weights").get<std::vector<double>>();
    const double share = 5.0 / (training.round() + 4);
    const auto written = training.weights().flat();
    for (std::size_t i = 0; i < mean.size(); ++i) {
      mean[i] += share * (now[i] - mean[i]);
      ASSERT_NEAR(written[i], mean[i], 1e-5) << i;
    }
  }
}

TEST(Train, RefusesABrokenState) {
  Training training(small_training());
  training.play_round(2);
  const nlohmann::ordered_json good = training.state_json();
  for (const char* key : {"format", "round", "steps", "rows", "now", "weights", "averaged", "mean",
                          "square", "pool"}) {
    nlohmann::ordered_json bad = good;
    bad[key] = "x";
    EXPECT_THROW(Training(small_training()).restore(JsonView(bad, "state")), InputError) << key;
    bad.erase(key);
    EXPECT_THROW(Training(small_training()).restore(JsonView(bad, "state")), InputError) << key;
  }
}

}  // namespace
}  // namespace evorisk::experiments
