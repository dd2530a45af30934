// SPDX-License-Identifier: MPL-2.0
//
// libwebp's and libwebpmux's C APIs as a module. Nothing needs a shim; only Sources/WebP imports it.
#ifndef RETIME_CWEBP_SHIM_H
#define RETIME_CWEBP_SHIM_H

#include <webp/decode.h>
#include <webp/encode.h>
#include <webp/mux.h>

#endif
