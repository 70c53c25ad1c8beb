// What a gallery says of a variant in words.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "experiments/gallery/choice.hpp"

namespace evorisk::app {

// "a, b and c", where `last` is " and ".
std::string listed(std::vector<std::string> texts, std::string_view last);

// What sets a variant apart from the others: sentences on the values and counts in which it lies
// among the outermost fifth of them, on its rules where fewest share them, and on its map.
std::string what_is_different(const std::vector<experiments::GalleryCandidate>& all,
                              std::size_t index);

// The match of a key with the agent in all seats: a sentence per turn, then the end.
std::vector<std::string> match_story(const risk::Variant& variant, const std::string& agent,
                                     const StreamKey& key);

}  // namespace evorisk::app
