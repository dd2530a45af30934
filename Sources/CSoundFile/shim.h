// SPDX-License-Identifier: MPL-2.0
//
// libsndfile's C API as a module. Nothing needs a shim; only Sources/SoundFile imports it.
#ifndef RETIME_CSOUNDFILE_SHIM_H
#define RETIME_CSOUNDFILE_SHIM_H

#include <sndfile.h>

#endif
