# SPDX-License-Identifier: MPL-2.0
"""Checks which frame a retimed clip displays at each tick, by the rule of docs/architecture.md.

SOURCE is a clip of barcode.py (every frame contains its number); RESULT is the retimed clip. All times are exact
fractions. Source times and the source's duration count from the source's start.
"""

import argparse
import sys
from bisect import bisect_left, bisect_right
from fractions import Fraction
from math import ceil

import barcode
import media

#: The number of findings of one kind that are printed in full.
SHOWN = 8


def nominal_rate(path):
    """The frame rate stated by the container."""
    info = media.stream(path, "V:0")
    keys = ("r_frame_rate", "avg_frame_rate")
    rates = [Fraction(info[key]) for key in keys if info[key][0] != "0"]
    plausible = [rate for rate in rates if rate <= 480]
    if not plausible:
        raise SystemExit(f"{path}: no frame rate; give --fps as a number")
    return plausible[0]


def on_grid(times, rate, base, constant):
    """Times moved to the nearest n / rate; None if one is further off than its time base allows.

    With `constant`, also None if a frame of the grid is missing.
    """
    for anchor in (Fraction(0), times[0]):
        steps = [round((time - anchor) * rate) for time in times]
        snapped = [anchor + step / rate for step in steps]
        if all(abs(time - exact) < base for time, exact in zip(times, snapped)):
            gaps = any(b - a != 1 for a, b in zip(steps, steps[1:]))
            return None if constant and gaps else snapped
    return None


def source_times(frames, origin, rate, base, reading):
    """(times, duration) of the source, by the selected reference, and that reference's name."""
    container = [pts - origin for pts, _, _ in frames]
    snapped = None if reading == "container" else on_grid(container, rate, base, reading == "auto")
    if snapped:
        return snapped, snapped[-1] + 1 / rate, "grid"
    if reading == "grid":
        raise SystemExit(f"the source's times do not lie on a grid of {rate} fps")
    gap = container[-1] - container[-2] if len(container) > 1 else 1 / rate
    return container, container[-1] + (frames[-1][1] or gap), "container"


def select(times, t, rule, half):
    """The index of the frame displayed at `t`, given the scaled times in order and half the duration of an output
    frame."""
    after = bisect_left(times, t)
    if rule == "next":
        return min(after, len(times) - 1)
    if rule == "previous":
        return max(bisect_right(times, t) - 1, 0)
    if after == 0 or after == len(times):
        return min(after, len(times) - 1)
    is_due = times[after] < t + half
    return after if is_due and times[after] - t < t - times[after - 1] else after - 1


def expected(times, duration, factor, fps, rule):
    """The (time, source index) of every output frame; `fps` is None for vfr."""
    scaled = [factor * time for time in times]
    if fps is None:
        return [(time, index) for index, time in enumerate(scaled)]
    ticks = (k / fps for k in range(ceil(factor * duration * fps)))
    return [(t, select(scaled, t, rule, 1 / fps / 2)) for t in ticks]


def judge_times(wanted, shown, base):
    """Findings about timestamps: exact if the time base can hold them, else its neighbours."""
    findings = []
    for k, ((want, _), (got, _, _)) in enumerate(zip(wanted, shown)):
        exact = (want / base).denominator == 1
        if got != want if exact else abs(got - want) >= base:
            off = float((got - want) * 1000)
            findings.append(f"frame {k}: timestamp {got} s, expected {want} s ({off:+.3f} ms)")
    return findings


def judge_frames(wanted, shown, source):
    """Findings about the displayed frames."""
    return [
        f"tick {k} at {want} s: shows {got}, expected {source[index][2]}"
        for k, ((want, index), (_, _, got)) in enumerate(zip(wanted, shown))
        if got != source[index][2]
    ]


def judge(arguments):
    """Every finding about the result, as lines."""
    source, factor = barcode.read(arguments.source), Fraction(arguments.factor)
    rate = Fraction(arguments.source_rate or nominal_rate(arguments.source))
    named = {"source": rate, "vfr": None}
    fps = named[arguments.fps] if arguments.fps in named else Fraction(arguments.fps)
    base = Fraction(media.stream(arguments.source, "V:0")["time_base"])
    origins = {"common": media.common_start, "video": media.first_picture, "zero": lambda _: 0}
    origin = origins[arguments.origin](arguments.source)
    times, duration, reading = source_times(source, origin, rate, base, arguments.source_times)
    wanted = expected(times, duration, factor, fps, arguments.frames)

    zero = media.zero(arguments.result)
    shown = [(pts - zero, length, number) for pts, length, number in barcode.read(arguments.result)]
    result_base = Fraction(media.stream(arguments.result, "V:0")["time_base"])
    print(
        f"{len(source)} frames, {duration} s ({reading} times, from {float(origin):g} s) -> "
        f"{len(shown)} of {len(wanted)} expected, time base {result_base} s"
    )
    findings = []
    if len(shown) != len(wanted):
        findings.append(f"frames: {len(shown)}, expected {len(wanted)}")
    kinds = {"pictures": judge_frames(wanted, shown, source),
             "timestamps": judge_times(wanted, shown, result_base)}
    for kind, found in kinds.items():
        findings += found[:SHOWN]
        if len(found) > SHOWN:
            findings.append(f"{len(found)} wrong {kind} in all")
    return findings


def main():
    """Parses the command line and runs the check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("source")
    parser.add_argument("result")
    parser.add_argument("--factor", required=True, help="a decimal, or a quotient such as 1/3")
    parser.add_argument("--fps", default="source", help="N, N/D, source or vfr")
    parser.add_argument("--frames", choices=["next", "nearest", "previous"], default="nearest")
    parser.add_argument(
        "--source-times", choices=["auto", "grid", "container"], default="auto",
        help="n / fps, or as the container rounded them (default: grid if the rate is constant)",
    )
    parser.add_argument("--source-rate", help="the source's rate, where ffprobe misjudges it")
    parser.add_argument(
        "--origin", choices=["common", "video", "zero"], default="common",
        help="what source times count from: first sound or picture, first picture, container zero",
    )
    return media.report(judge(parser.parse_args()))


if __name__ == "__main__":
    sys.exit(main())
