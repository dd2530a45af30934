# SPDX-License-Identifier: MPL-2.0
"""Makes and reads clips in which every frame contains its number as a barcode.

The number is encoded in binary in the top 32 rows: 16 columns, 20 pixels wide, lowest bit left, and white is 1.
"""

import argparse
import json
import subprocess
import sys

import numpy as np

import media

BITS, COLUMN, ROWS = 16, 20, 32
WIDTH, HEIGHT = BITS * COLUMN, 48
BLACK, GREY, WHITE = 16, 128, 235


def picture(number):
    """The bytes of one yuv420p frame with the barcode of `number`."""
    luma = np.full((HEIGHT, WIDTH), BLACK, np.uint8)
    bits = (number >> np.arange(BITS)) & 1
    luma[:ROWS] = np.repeat(np.where(bits, WHITE, BLACK), COLUMN)
    luma[ROWS:, number * 4 % WIDTH:][:, :8] = WHITE
    return luma.tobytes() + bytes([GREY]) * (WIDTH * HEIGHT // 2)


def make(path, numbers, fps, codec, options=()):
    """Writes a clip with the frames `numbers` at a constant frame rate."""
    command = ["ffmpeg", "-y", "-v", "error", "-f", "rawvideo", "-pix_fmt", "yuv420p"]
    command += ["-s", f"{WIDTH}x{HEIGHT}", "-framerate", fps, "-i", "-", "-c:v", codec]
    command += ["-bf", "3", "-preset", "veryfast"] if codec == "libx264" else []
    command += ["-qscale:v", "3"] if codec in ("mjpeg", "mpeg4", "mpeg2video") else []
    command += [*options, f"file:{path}"]
    process = subprocess.Popen(command, stdin=subprocess.PIPE)
    with process.stdin as pipe:
        for number in numbers:
            pipe.write(picture(number))
    if process.wait():
        raise SystemExit(f"{path}: ffmpeg failed")


def numbers(path):
    """The number in each frame of the first video track, in presentation order."""
    shown, size = [], BITS * COLUMN * ROWS
    crop = f"crop={WIDTH}:{ROWS}:0:0,format=gray"
    with media.decoded(path, "V:0", "-vf", crop, "-f", "rawvideo") as pipe:
        while len(data := pipe.read(size)) == size:
            cells = np.frombuffer(data, np.uint8).reshape(ROWS, BITS, COLUMN)
            # Away from the edges, where codecs blur.
            bright = cells[8:24, :, 5:15].mean(axis=(0, 2)) > (BLACK + WHITE) / 2
            shown.append(int(np.sum(bright << np.arange(BITS))))
    return shown


def read(path):
    """(pts, duration or None, number) of each frame of the first video track."""
    timed, shown = media.frames(path, "V:0"), numbers(path)
    if len(timed) != len(shown):
        raise SystemExit(f"{path}: ffprobe sees {len(timed)} frames, ffmpeg {len(shown)}")
    return [(pts, duration, number) for (pts, duration, _), number in zip(timed, shown)]


def main():
    """Parses the command line; makes a clip, or prints a JSON list of [pts, number]."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("path", metavar="OUT")
    making.add_argument("--frames", type=int, required=True)
    making.add_argument("--fps", required=True, help="N or N/D")
    making.add_argument("--codec", default="libx264", help="an encoder of ffmpeg")
    reading = commands.add_parser("read")
    reading.add_argument("path", metavar="FILE")
    arguments = parser.parse_args()
    if arguments.command == "make":
        if not 0 < arguments.frames <= 1 << BITS:
            raise SystemExit(f"--frames {arguments.frames}: give 1 to {1 << BITS}")
        make(arguments.path, range(arguments.frames), arguments.fps, arguments.codec)
    else:
        print(json.dumps([[str(pts), number] for pts, _, number in read(arguments.path)]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
