// The instruction sets that are worth their compilation: AVX-512, AVX2, SSE4 (whatever else an
// x86-64 may be) and NEON. HWY_SCALAR stands for all others, and for scalable vectors, which have
// no size that arrays could have: there, one match at a time is faster than emulated lanes.
// Of finished.cpp and totals_batch.cpp, too.
//
// To be included before anything of Highway's; no #pragma once, for the inclusion is what counts.
#define HWY_BROKEN_EMU128 1
#ifndef EVORISK_BULK_DISABLED_TARGETS
#define EVORISK_BULK_DISABLED_TARGETS 0
#endif
#define HWY_DISABLED_TARGETS                                                                \
  (HWY_EMU128 | HWY_SSSE3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | HWY_SVE2_128 | \
   HWY_RVV | EVORISK_BULK_DISABLED_TARGETS)
