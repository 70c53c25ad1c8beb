// play() of one instruction set and width: lanes, or one match at a time where there are no
// vectors.
#if defined(EVORISK_METRICS_BULK_LANES_PLAY_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef EVORISK_METRICS_BULK_LANES_PLAY_INL
#undef EVORISK_METRICS_BULK_LANES_PLAY_INL
#else
#define EVORISK_METRICS_BULK_LANES_PLAY_INL
#endif

#include <hwy/highway.h>

#if HWY_TARGET != HWY_SCALAR
#include "metrics/bulk/lanes/batch-inl.hpp"
#else
#include "metrics/bulk/lanes.hpp"

HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {
namespace EVORISK_LANES {

constexpr std::size_t lanes = 1;

inline void play(const LanePlan&, MatchQueue& queue, LaneMemory&, SingleMatch& single) {
  play_alone(queue, single);
}

}  // namespace EVORISK_LANES
}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif
#endif
