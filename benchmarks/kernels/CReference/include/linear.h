// SPDX-License-Identifier: MPL-2.0

#pragma once

#include <stddef.h>
#include <stdint.h>

/// Output frames `first ..< first + frames` of a clip of `count` frames that becomes `length` frames, by the formulas
/// of docs/architecture.md, "ControlBlocks", in straightforward C.
///
/// `source` starts at the clip's first frame; `frames` ends before the clip's last one.
void linear_s16(const int16_t *source, int16_t *output, size_t channels, int64_t first, size_t frames, int64_t count,
                int64_t length);
void linear_f32(const float *source, float *output, size_t channels, int64_t first, size_t frames, int64_t count,
                int64_t length);

/// The same with positions in fixed point, 32 bits before and 32 after the point, and other bits in the output, as
/// implementations do that need not follow the formulas.
void linear_s16_fixed(const int16_t *source, int16_t *output, size_t channels, size_t frames, uint64_t step);
