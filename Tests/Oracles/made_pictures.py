# SPDX-License-Identifier: MPL-2.0
"""Compares the frames of RESULT with those of TRUTH, one by one, in luma.

Prints a line for each: its number, "same" or the peak signal-to-noise ratio in dB. Both have the same size and count;
any difference in these is an error.
"""

import argparse

import media
import numpy


def lumas(path):
    """All frames of a video, as 8-bit luma."""
    info = media.stream(path, "V:0")
    size = int(info["width"]), int(info["height"])
    with media.decoded(path, "V:0", "-f", "rawvideo", "-pix_fmt", "gray") as pipe:
        raw = pipe.read()
    return numpy.frombuffer(raw, numpy.uint8).reshape(-1, size[1], size[0]).astype(int)


def main():
    """Runs the comparison of the arguments."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("truth", help="the film as it was")
    parser.add_argument("result", help="the film with pictures that were made")
    arguments = parser.parse_args()
    truth, result = lumas(arguments.truth), lumas(arguments.result)
    if len(truth) != len(result):
        raise SystemExit(f"{len(result)} pictures, and {len(truth)} were wanted")
    for number, (one, other) in enumerate(zip(truth, result)):
        error = numpy.mean((one - other) ** 2)
        print(number, "same" if error == 0 else f"{10 * numpy.log10(255 ** 2 / error):.2f}")


if __name__ == "__main__":
    main()
