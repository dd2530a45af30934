// SPDX-License-Identifier: MPL-2.0

#pragma once

#include <stdint.h>

/// How often memory was asked for since the program began.
uint64_t allocation_count(void);
