// What is understood of a designer's likes, in words.
#pragma once

#include <vector>

#include "base/message.hpp"
#include "ga/evaluation/likes.hpp"

namespace evorisk::app {

// A sentence for each preference that is sure beyond a standard error, the surest first: "you like
// many continents (99 % sure)", with a "perhaps" up to 2.8 of them: what chance makes one of ten
// exceed in 5 %. One that nothing is sure yet where there is none. The share is the probability
// that the weight has its sign.
std::vector<Message> understood(const ga::Likes& likes, const ga::Config& config);

}  // namespace evorisk::app
