// SPDX-License-Identifier: MPL-2.0

#pragma once

#include <stdint.h>

/// The number of allocations since the program started.
uint64_t allocation_count(void);
