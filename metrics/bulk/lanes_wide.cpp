// Batches of two vectors: the walk along the map's lists is shared, and one's instructions fill the
// other's waits.
#define EVORISK_LANES wide
#define EVORISK_LANES_VECTORS 2
#include "metrics/bulk/lanes.hpp"
#include "metrics/bulk/lanes_targets.hpp"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/bulk/lanes_wide.cpp"
#include <hwy/foreach_target.h>
// The include above comes first: it includes this file once per instruction set.
#include "metrics/bulk/lanes/play-inl.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

HWY_ATTR void play_wide(const LanePlan& plan, MatchQueue& queue, LaneMemory& memory,
                        SingleMatch& single) {
  wide::play(plan, queue, memory, single);
}

HWY_ATTR std::size_t count_wide() {
  return wide::lanes;
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace evorisk::metrics::bulk {

HWY_EXPORT(play_wide);

void play_wide_lanes(const LanePlan& plan, MatchQueue& queue, LaneMemory& memory,
                     SingleMatch& single) {
  HWY_DYNAMIC_DISPATCH(play_wide)(plan, queue, memory, single);
}

HWY_EXPORT(count_wide);

std::size_t wide_lanes() {
  return HWY_DYNAMIC_DISPATCH(count_wide)();
}

}  // namespace evorisk::metrics::bulk
#endif
