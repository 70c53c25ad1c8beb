// What breeding hands on beside a map that is not finished yet.
#pragma once

#include <memory>

#include "maps/growing_embedding.hpp"

namespace evorisk::ga {

// How the borders of a map can be drawn; null where nobody knows.
using MapDrawing = std::shared_ptr<maps::GrowingEmbedding>;

}  // namespace evorisk::ga
