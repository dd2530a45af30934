// SPDX-License-Identifier: MPL-2.0

/// How wide the vectors of this processor are: 3 for x86-64-v3 (AVX2), 4 for x86-64-v4 (AVX-512), 0 for all else.
static inline int processor_level(void) {
#if defined(__x86_64__)
  __builtin_cpu_init();
  if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512cd")
      && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("fma")
      && __builtin_cpu_supports("bmi") && __builtin_cpu_supports("bmi2"))
    return 4;
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi")
      && __builtin_cpu_supports("bmi2"))
    return 3;
#endif
  return 0;
}
