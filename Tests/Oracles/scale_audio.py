# SPDX-License-Identifier: MPL-2.0
"""Compares a scaled audio track, sample by sample, with the formulas of docs/architecture.md.

Both files are decoded by ffmpeg in their native sample format. Frame counts must be equal, and samples bit for bit; a
sample may be the other neighbour only if the exact value is halfway.
"""

import argparse
import sys
from fractions import Fraction

import numpy as np

import media

#: ffmpeg's sample format (planar or not) -> raw format requested from ffmpeg, numpy type on the pipe.
FORMATS = {
    "u8": ("s32le", "<i4"),
    "s16": ("s32le", "<i4"),
    "s32": ("s32le", "<i4"),
    "flt": ("f32le", "<f4"),
    "dbl": ("f64le", "<f8"),
}

#: Samples processed at once; limits the memory.
CHUNK = 1 << 20


class Track:
    """One decoded audio track, read from its start in windows that only move forward."""

    def __init__(self, path, selector):
        info = media.stream(path, selector)
        self.path, self.selector = path, selector
        self.channels, self.rate = info["channels"], info["sample_rate"]
        name = info["sample_fmt"].removesuffix("p")
        if name not in FORMATS:
            raise SystemExit(f"{path}: sample format {name} is not judged")
        self.raw, self.dtype = FORMATS[name]
        declared = int(info.get("bits_per_raw_sample") or 0)
        width = {"u8": 8, "s16": 16, "s32": 32}.get(name)
        #: Bits of an integer sample in whole bytes; None for floats.
        self.bits = -(-(declared or width) // 8) * 8 if width else None

    @property
    def format(self):
        """The native format as text."""
        return f"{self.bits} bit" if self.bits else self.raw[:3]

    def chunks(self):
        """Arrays of frames x channels in the native width, in order."""
        size = np.dtype(self.dtype).itemsize * self.channels
        with media.decoded(self.path, self.selector, "-f", self.raw) as pipe:
            while data := pipe.read(CHUNK // self.channels * size):
                chunk = np.frombuffer(data, self.dtype, len(data) // size * self.channels)
                yield (chunk >> (32 - self.bits) if self.bits else chunk).reshape(-1, self.channels)

    def count(self):
        """The number of frames, by decoding all of them."""
        return sum(len(chunk) for chunk in self.chunks())

    def windows(self):
        """A function (first, end) -> frames; `first` must never decrease."""
        chunks, held, start = self.chunks(), np.empty((0, self.channels), self.dtype), 0

        def window(first, end):
            nonlocal held, start
            parts, have = [held], start + len(held)
            while have < end and (chunk := next(chunks, None)) is not None:
                parts.append(chunk)
                have += len(chunk)
            held = np.concatenate(parts)[first - start:]
            start = first
            return held[:end - first]

        return window


def positions(n, count, length, method):
    """The fractional source index that is read for each output frame of the array `n`."""
    if count == 1 or length == 1:
        return np.zeros(len(n))
    if method == "smooth" and length > count:
        x = n / (float(length - 1) / float(count - 1))
        t = x - np.floor(x)
        position = np.floor(x) + t * t * (3 - 2 * t)
    else:
        position = float(count - 1) * n / float(length - 1)
    return np.where(n == length - 1, float(count - 1), np.minimum(position, count - 1))


def exact_values(position, window, count):
    """The interpolated values in double precision, not yet rounded to the sample format."""
    b = np.trunc(position).astype(np.int64)
    a = (position - b)[:, None]
    first = b[0]
    source = window(first, min(b[-1] + 2, count)).astype(np.float64)
    low, high = source[b - first], source[np.minimum(b + 1, count - 1) - first]
    return low + a * (high - low)


def rounded(values, track):
    """Values as samples of the track's format: to nearest, ties to even, saturating."""
    if not track.bits:
        return values.astype(track.dtype)
    limit = 1 << (track.bits - 1)
    return np.clip(np.rint(values), -limit, limit - 1).astype(np.int64)


def judge_samples(source, result, count, length, method):
    """Compares all samples: (result's frames, samples that differ, ties, largest difference)."""
    wanted, frames, wrong, ties, largest = source.windows(), 0, 0, 0, 0
    step = max(1, int(CHUNK / source.channels * min(1, length / count))) if count else 1
    for chunk in result.chunks():
        for at in range(0, len(chunk), step):
            got = chunk[at:at + step][:max(0, length - frames - at)]
            if not len(got):
                break
            n = np.arange(frames + at, frames + at + len(got), dtype=np.float64)
            values = exact_values(positions(n, count, length, method), wanted, count)
            want = rounded(values, source)
            differs = (got != want) & ~(np.isnan(got) & np.isnan(want))
            exact, got, want = (x[differs].astype(np.float64) for x in (values, got, want))
            off = np.abs(got - want)
            tie = np.abs(exact - got) == np.abs(exact - want)
            wrong, ties = wrong + int(np.sum(~tie)), ties + int(np.sum(tie))
            largest = max(largest, off.max(initial=0))
        frames += len(chunk)
    return frames, wrong, ties, largest


def judge(arguments):
    """Every finding about the result, as lines."""
    source = Track(arguments.source, f"a:{arguments.track}")
    result = Track(arguments.result, f"a:{arguments.track}")
    findings = [
        f"{what}: {got}, expected {want}"
        for what, got, want in [
            ("channels", result.channels, source.channels),
            ("sample rate", result.rate, source.rate),
            ("sample format", result.format, source.format),
        ]
        if got != want
    ]
    if findings:
        return findings
    count = source.count()
    length = int(float(count) * float(Fraction(arguments.factor)))
    got, wrong, ties, largest = judge_samples(source, result, count, length, arguments.method)
    print(f"{count} frames of {source.format} in {source.channels} channels became {got}")
    print(f"differing samples: {wrong}, on a tie: {ties}, largest difference: {largest:g}")
    if got != length:
        findings.append(f"frames: {got}, expected {length}")
    if wrong:
        findings.append(f"{wrong} samples differ, by up to {largest:g}")
    return findings


def main():
    """Parses the command line and runs the comparison."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("result")
    parser.add_argument("--factor", required=True, help="a decimal, or a quotient such as 1/3")
    parser.add_argument("--method", choices=["linear", "smooth"], default="linear")
    parser.add_argument("--track", type=int, default=0, help="audio track to judge (default 0)")
    return media.report(judge(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
