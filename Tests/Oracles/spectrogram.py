# SPDX-License-Identifier: MPL-2.0
"""Checks the PNG of `retime spectrogram` against its formula, recomputed with numpy.

ffmpeg decodes the audio to doubles and the image to RGB. Frames, window, DCT-II (as a matrix product), decibels, level
and folding are those of docs/architecture.md. Each pixel must have the colour of a level that differs from the
formula's by at most one.
"""

import argparse
import colorsys
import subprocess
import sys

import media
import numpy as np

TOP = 2 * 20 * np.log10(32767 / 1024)


def sound(path, channel):
    """The samples of the first track in the 16-bit range: one channel, or the mean of all."""
    channels = media.stream(path, "a:0")["channels"]
    with media.decoded(path, "a:0", "-f", "f64le") as pipe:
        samples = np.frombuffer(pipe.read(), np.float64).reshape(-1, channels) * 32768
    return samples.mean(axis=1) if channel is None else samples[:, channel]


def magnitudes(samples, size, hop):
    """|X|, one row for each frame."""
    if len(samples) < size:
        samples = np.pad(samples, (0, size - len(samples)))
    starts = np.arange(0, len(samples) - size + 1, hop)
    n = np.arange(size)
    window = 0.5 * (1 - np.cos(2 * np.pi * n / size))
    matrix = np.cos(np.pi / size * np.outer(n + 0.5, np.arange(size)))
    parts = [
        np.abs((samples[starts[at:at + 256, None] + n] * window) @ matrix)
        for at in range(0, len(starts), 256)
    ]
    return np.concatenate(parts)


def folded(loudness, limit):
    """The maximum of the frames of each column."""
    frames, shift = len(loudness), 0
    while -(-frames // (1 << shift)) > 2 * limit:
        shift += 1
    groups, columns = -(-frames // (1 << shift)), min(limit, frames)
    column = (np.arange(frames) >> shift) * columns // groups
    result = np.zeros((columns, loudness.shape[1]))
    np.maximum.at(result, column, loudness)
    return result


def table(name):
    """The 256 colours of the palettes that are given by a formula."""
    def color(index):
        n = index / 255
        if name == "grey":
            return (n, n, n)
        red, green, blue = colorsys.hsv_to_rgb(0.6666 - 0.6666 * n, 1, np.sqrt(n))
        return (green, red, blue)

    return np.array([color(i) for i in range(256)]) * 255


def picture(path, left, top, width, height):
    """The pixels of a part of a PNG, from the bottom up, column by column."""
    shown = media.stream(path, "v:0")
    command = ["ffmpeg", "-v", "error", "-nostdin", "-i", f"file:{path}", "-f", "rawvideo",
               "-pix_fmt", "rgb24", "-"]
    raw = subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout
    pixels = np.frombuffer(raw, np.uint8).reshape(shown["height"], shown["width"], 3)
    if (width, height) != (shown["width"], shown["height"]) and not left:
        raise SystemExit(f"{path}: is {shown['width']}x{shown['height']}, not {width}x{height}")
    return pixels[top:top + height, left:left + width][::-1].transpose(1, 0, 2).astype(float)


def judge(arguments):
    """Every finding about the image, as lines."""
    loudness = folded(
        magnitudes(sound(arguments.source, arguments.channel), arguments.size,
                   arguments.hop or arguments.size // 2),
        arguments.columns,
    )
    with np.errstate(divide="ignore"):
        level = np.clip(20 * np.log10(loudness / arguments.size) / TOP, 0, 1) * 255
    columns, rows = level.shape
    pixels = picture(arguments.picture, arguments.left, arguments.top, columns, rows)
    colors = table(arguments.colors)
    index = np.floor(level).astype(int)
    off = np.min([
        np.abs(pixels - colors[np.clip(index + step, 0, 255)]).max(axis=2) for step in (-1, 0, 1)
    ], axis=0)
    exact = np.abs(pixels - colors[index]).max(axis=2) <= 0.51
    print(f"{columns}x{rows}: {np.sum(~exact)} pixels a level away, worst colour off by {off.max():.2f}")
    print(f"levels from {index.min()} to {index.max()}, {len(np.unique(index))} different")
    findings = []
    if off.max() > 0.51:
        findings.append(f"{np.sum(off > 0.51)} pixels are more than a level away")
    if np.sum(~exact) > exact.size / 1000:
        findings.append(f"{np.sum(~exact)} of {exact.size} pixels are a level away")
    return findings


def main():
    """Parses the command line and runs the check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("picture")
    parser.add_argument("--size", type=int, default=1024)
    parser.add_argument("--hop", type=int, default=0, help="default: half the size")
    parser.add_argument("--columns", type=int, default=8192)
    parser.add_argument("--channel", type=int, help="default: the mean of all")
    parser.add_argument("--colors", choices=["original", "grey"], default="original")
    parser.add_argument("--left", type=int, default=0, help="where the spectrogram begins")
    parser.add_argument("--top", type=int, default=0)
    return media.report(judge(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
