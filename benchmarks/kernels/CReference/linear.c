// SPDX-License-Identifier: MPL-2.0

#include "linear.h"

#include <math.h>

// A product and a sum are rounded separately, as in the formulas.
#pragma STDC FP_CONTRACT OFF

#if defined(__x86_64__)
#define CLONES __attribute__((target_clones("default", "avx2", "avx512dq")))
#else
#define CLONES
#endif

// One loop for each channel count, so that it is a constant to the compiler.
#define LOOP(CHANNELS, SAMPLE, ROUND)                                                                                  \
  for (size_t i = 0; i < frames; i++) {                                                                                \
    double position = last * (double)(first + (int64_t)i) / end;                                                       \
    int64_t whole = (int64_t)position;                                                                                 \
    double part = position - (double)whole;                                                                            \
    const SAMPLE *near = source + (size_t)whole * (CHANNELS);                                                          \
    for (size_t c = 0; c < (CHANNELS); c++) {                                                                          \
      double from = near[c], to = near[(CHANNELS) + c];                                                                \
      output[i * (CHANNELS) + c] = (SAMPLE)ROUND(from + part * (to - from));                                           \
    }                                                                                                                  \
  }

#define LOOPS(SAMPLE, ROUND)                                                                                           \
  double last = (double)(count - 1), end = (double)(length - 1);                                                       \
  switch (channels) {                                                                                                  \
  case 1: LOOP(1, SAMPLE, ROUND) break;                                                                                \
  case 2: LOOP(2, SAMPLE, ROUND) break;                                                                                \
  case 6: LOOP(6, SAMPLE, ROUND) break;                                                                                \
  case 8: LOOP(8, SAMPLE, ROUND) break;                                                                                \
  default: LOOP(channels, SAMPLE, ROUND) break;                                                                        \
  }

CLONES void linear_s16(const int16_t *source, int16_t *restrict output, size_t channels, int64_t first, size_t frames,
                       int64_t count, int64_t length) {
  LOOPS(int16_t, rint)
}

CLONES void linear_f32(const float *source, float *restrict output, size_t channels, int64_t first, size_t frames,
                       int64_t count, int64_t length) {
  LOOPS(float, )
}

#define FIXED(CHANNELS)                                                                                                \
  for (size_t i = 0; i < frames; i++) {                                                                                \
    uint64_t position = i * step;                                                                                      \
    int32_t part = (int32_t)((position & 0xFFFFFFFF) >> 17);                                                           \
    const int16_t *near = source + (position >> 32) * (CHANNELS);                                                      \
    for (size_t c = 0; c < (CHANNELS); c++) {                                                                          \
      int32_t from = near[c], to = near[(CHANNELS) + c];                                                               \
      output[i * (CHANNELS) + c] = (int16_t)(from + ((part * (to - from)) >> 15));                                     \
    }                                                                                                                  \
  }

CLONES void linear_s16_fixed(const int16_t *source, int16_t *restrict output, size_t channels, size_t frames,
                             uint64_t step) {
  switch (channels) {
  case 1: FIXED(1) break;
  case 2: FIXED(2) break;
  case 6: FIXED(6) break;
  case 8: FIXED(8) break;
  default: FIXED(channels) break;
  }
}
