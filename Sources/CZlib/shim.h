// SPDX-License-Identifier: MPL-2.0
//
// zlib's C API as a module. Nothing needs a shim; only Sources/Deflate imports it.
#ifndef RETIME_CZLIB_SHIM_H
#define RETIME_CZLIB_SHIM_H

#include <zlib.h>

#endif
