// The instruction sets that are worth their compilation: AVX2, SSE4 and NEON. All others play by
// the scalar code that the kernels replace.
//
// To be included before anything of Highway's; no #pragma once, for the inclusion is what counts.
#define HWY_BROKEN_EMU128 1
#ifndef EVORISK_NARROW_DISABLED_TARGETS
#define EVORISK_NARROW_DISABLED_TARGETS 0
#endif
#define HWY_DISABLED_TARGETS                                                            \
  (HWY_EMU128 | HWY_SSSE3 | HWY_AVX3 | HWY_AVX3_DL | HWY_SVE | HWY_SVE2 | HWY_SVE_256 | \
   HWY_SVE2_128 | HWY_RVV | EVORISK_NARROW_DISABLED_TARGETS)
