// The two implementations behind profile.hpp.
#pragma once

#include "experiments/reproduce/profile.hpp"

namespace evorisk::experiments::reproduce {

namespace text {
Batch play_batch(const std::string& map, const Genes& genes, int matches, std::uint64_t seed,
                 std::uint32_t batch);
RunSummary run_search(const SearchSpec& spec, const RunControl& control);
}  // namespace text

namespace program {
Batch play_batch(const std::string& map, const Genes& genes, int matches, std::uint64_t seed,
                 std::uint32_t batch);
RunSummary run_search(const SearchSpec& spec, const RunControl& control);
}  // namespace program

}  // namespace evorisk::experiments::reproduce
