#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Prints the time of each frame in milliseconds and a checksum of its pixels, of an animated image or a film.

Animated WebP is decoded by libwebpdemux, anything else by ffmpeg. The colors of transparent pixels are left out.
"""

import ctypes
import hashlib
import subprocess
import sys

import numpy


def ffmpeg(path):
    entries = subprocess.check_output(
        ["ffprobe", "-v", "error", "-select_streams", "v", "-show_entries",
         "packet=pts_time:stream=width,height", "-of", "csv=p=1", path], text=True).split()
    fields = [line.split(",") for line in entries]
    times = sorted(float(parts[1]) * 1000 for parts in fields if parts[0] == "packet")
    width, height = next((int(p[1]), int(p[2])) for p in fields if p[0] == "stream")
    raw = subprocess.check_output(
        ["ffmpeg", "-v", "error", "-nostdin", "-i", path, "-fps_mode", "passthrough",
         "-pix_fmt", "rgba", "-f", "rawvideo", "-"])
    frames = numpy.frombuffer(raw, numpy.uint8).reshape(-1, height, width, 4)
    return zip(times, frames, strict=True)


class Data(ctypes.Structure):
    _fields_ = [("bytes", ctypes.c_char_p), ("size", ctypes.c_size_t)]


def webp(path):
    library = ctypes.CDLL("libwebpdemux.so.2")
    library.WebPAnimDecoderNewInternal.restype = ctypes.c_void_p
    content = open(path, "rb").read()
    data = Data(content, len(content))
    decoder = ctypes.c_void_p(library.WebPAnimDecoderNewInternal(ctypes.byref(data), None, 0x107))
    info = (ctypes.c_uint32 * 9)()
    library.WebPAnimDecoderGetInfo(decoder, info)
    pixels, end, start = ctypes.POINTER(ctypes.c_uint8)(), ctypes.c_int(), 0
    while library.WebPAnimDecoderHasMoreFrames(decoder):
        library.WebPAnimDecoderGetNext(decoder, ctypes.byref(pixels), ctypes.byref(end))
        count = info[0] * info[1] * 4
        yield start, numpy.ctypeslib.as_array(pixels, (count,)).reshape(info[1], info[0], 4)
        start = end.value


path = sys.argv[1]
for time, frame in webp(path) if path.endswith(".webp") else ffmpeg(path):
    shown = frame.copy()
    shown[shown[..., 3] == 0] = 0
    print(round(time), hashlib.md5(shown.tobytes()).hexdigest())
