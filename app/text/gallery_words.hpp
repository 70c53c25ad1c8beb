// The texts of a gallery about a variant.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/random.hpp"
#include "experiments/gallery/choice.hpp"

namespace evorisk::app {

// "a, b and c", where `last` is " and ".
std::string listed(std::vector<std::string> texts, std::string_view last);

// The differences between a variant and the others, in sentences: values and counts in the
// outermost fifth of all variants, its least shared rules, and its map.
std::string what_is_different(const std::vector<experiments::GalleryCandidate>& all,
                              std::size_t index);

// The match for a key with the agent in all seats: a sentence per turn, then one on the end.
std::vector<std::string> match_story(const risk::Variant& variant, const std::string& agent,
                                     const StreamKey& key);

}  // namespace evorisk::app
