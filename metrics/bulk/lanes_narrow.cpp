// Batches of one vector: few matches fill it for longer.
#define EVORISK_LANES narrow
#define EVORISK_LANES_VECTORS 1
#include "metrics/bulk/lanes.hpp"
#include "metrics/bulk/lanes_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/bulk/lanes_narrow.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include "metrics/bulk/lanes/play-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

HWY_ATTR void play_narrow(const LanePlan& plan, MatchQueue& queue, LaneMemory& memory,
                          SingleMatch& single) {
  narrow::play(plan, queue, memory, single);
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace evorisk::metrics::bulk {

HWY_EXPORT(play_narrow);

void play_narrow_lanes(const LanePlan& plan, MatchQueue& queue, LaneMemory& memory,
                       SingleMatch& single) {
  HWY_DYNAMIC_DISPATCH(play_narrow)(plan, queue, memory, single);
}

}  // namespace evorisk::metrics::bulk
#endif
