// What is understood of a designer's likes, in words.
#include "app/text/words/taste.hpp"

#include <gtest/gtest.h>

#include <string>

#include "ga/config.hpp"
#include "ga/evaluation/likes.hpp"

namespace evorisk::app {
namespace {

// A designer who likes candidates with more continents than others, again and again.
TEST(Taste, PerhapsIsLeftOutBeyondWhatTenTestsFindByChance) {
  const ga::Config config;
  ga::Likes likes;
  bool near = false;  // between two errors and the 2.8 of ten tests
  bool beyond = false;
  for (int said = 1; said <= 60; ++said) {
    ga::Judgement judgement{.statement = {1, ga::Verdict::like, "g0-" + std::to_string(said)}};
    judgement.difference[1] = 1.5;
    judgement.variance.fill(1);
    likes.apply(judgement);
    const ga::Preference learnt = likes.preference(config);
    const double errors = learnt.weights()[1] / learnt.errors()[1];
    const std::string sentence = understood(likes, config).front().text();
    EXPECT_EQ(sentence.starts_with("you like many continents"), errors > 2.8070) << errors;
    near = near || (errors > 2 && errors < 2.8);
    beyond = beyond || errors > 2.81;
  }
  EXPECT_TRUE(near && beyond);
}

}  // namespace
}  // namespace evorisk::app
