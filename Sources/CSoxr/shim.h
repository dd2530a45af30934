// SPDX-License-Identifier: MPL-2.0
//
// libsoxr's C API as a module. Nothing needs a shim; only Sources/Resampling imports it.
#ifndef RETIME_CSOXR_SHIM_H
#define RETIME_CSOXR_SHIM_H

#include <soxr.h>

#endif
