#include "metrics/bulk/lanes.hpp"

// Which instruction sets are worth their compilation: AVX-512, AVX2, SSE4 (whatever else an x86-64
// may be), NEON. HWY_SCALAR stands for all the others and for scalable vectors, which have no size
// that arrays could have: there, one match at a time is faster than emulated lanes.
#define HWY_BROKEN_EMU128 1
#ifndef EVORISK_BULK_DISABLED_TARGETS
#define EVORISK_BULK_DISABLED_TARGETS 0
#endif
#define HWY_DISABLED_TARGETS                                                                \
  (HWY_EMU128 | HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | \
   HWY_RVV | EVORISK_BULK_DISABLED_TARGETS)

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "metrics/bulk/lanes.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>
// The include above comes first: it includes this file once per instruction set.
#if HWY_TARGET != HWY_SCALAR
#include "metrics/bulk/lanes_batch-inl.hpp"
#else
HWY_BEFORE_NAMESPACE();
namespace evorisk::metrics::bulk {
namespace HWY_NAMESPACE {

void play(const LanePlan&, Feed& feed, LaneMemory&, SingleMatch& single) {
  for (Slot slot; feed.next(slot);) *slot.out = single.play(seed_words(slot.seed_key, slot.match));
}

}  // namespace HWY_NAMESPACE
}  // namespace evorisk::metrics::bulk
HWY_AFTER_NAMESPACE();
#endif

#if HWY_ONCE
namespace evorisk::metrics::bulk {

HWY_EXPORT(play);

void play_lanes(const LanePlan& plan, Feed& feed, LaneMemory& memory, SingleMatch& single) {
  HWY_DYNAMIC_DISPATCH(play)(plan, feed, memory, single);
}

}  // namespace evorisk::metrics::bulk
#endif
