#include "metrics/bulk/lanes.hpp"

// The portable fallback, although GCC before 12.3 miscompiles it when it vectorises loops by itself
// (GCC bug 106322): this file is compiled without that. Scalable vectors have no size that arrays
// could have; SSSE3 without SSE4 is rare.
#define HWY_BROKEN_EMU128 0
#define HWY_DISABLED_TARGETS (HWY_SSSE3 | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | HWY_RVV)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/bulk/lanes.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include "metrics/bulk/lanes_batch-inl.hpp"

#if HWY_ONCE
namespace evorisk::metrics::bulk {

HWY_EXPORT(play);

void play_lanes(const LanePlan& plan, Feed& feed, LaneMemory& memory, SingleMatch& single) {
  HWY_DYNAMIC_DISPATCH(play)(plan, feed, memory, single);
}

}  // namespace evorisk::metrics::bulk
#endif
