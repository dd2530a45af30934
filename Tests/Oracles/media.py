# SPDX-License-Identifier: MPL-2.0
"""Queries of ffmpeg and ffprobe: streams, frame times and decoded bytes.

Nothing here depends on Retime. Times are exact: Fractions of a second, from a frame's own integer timestamp and its
stream's time base.
"""

import json
import subprocess
from contextlib import contextmanager
from fractions import Fraction

#: Containers whose video starts at an arbitrary time, or must start after 0 to make space for reordered frames; in all
#: others a finished file counts from 0.
FREE_START = ("mpegts", "mpeg", "flv")


def probe(path, *arguments):
    """The JSON of one ffprobe run as a dictionary."""
    command = ["ffprobe", "-v", "error", "-of", "json", *arguments, f"file:{path}"]
    return json.loads(subprocess.run(command, check=True, stdout=subprocess.PIPE).stdout)


def streams(path):
    """Every stream that ffprobe lists."""
    return probe(path, "-show_streams")["streams"]


def stream(path, selector):
    """The one stream of `selector` ("V:0", "a:1"); V excludes cover pictures."""
    found = probe(path, "-show_streams", "-select_streams", selector)["streams"]
    if not found:
        raise SystemExit(f"{path}: has no stream {selector}")
    return found[0]


def frames(path, selector, *arguments):
    """Decoded frames in presentation order as (pts, duration or None, samples or None).

    A frame without a timestamp, as in MPEG program streams, follows the one before it. Samples that are trimmed by an
    edit list, a codec delay or discard padding are excluded, and the timestamp is that of the first one left, as in a
    player.
    """
    base = Fraction(stream(path, selector)["time_base"])
    fields = "frame=pts,best_effort_timestamp,pkt_duration,nb_samples"
    shown = probe(path, "-select_streams", selector, "-show_entries", fields, *arguments)
    result, end = [], None
    for frame in shown["frames"]:
        stamp = frame.get("pts", frame.get("best_effort_timestamp"))
        duration = frame.get("pkt_duration")
        pts = end if stamp is None else stamp * base
        if pts is None:
            raise SystemExit(f"{path}: frame {len(result)} of {selector} has no timestamp")
        end = pts + duration * base if duration else None
        result.append((pts, end and end - pts, frame.get("nb_samples")))
    return result


def common_start(path):
    """The time of the first video frame or audio sample."""
    first = []
    for entry in streams(path):
        cover = entry["disposition"].get("attached_pic")
        if entry["codec_type"] in ("video", "audio") and not cover:
            found = frames(path, str(entry["index"]), "-read_intervals", "%+#64")
            first += [pts for pts, _, _ in found[:1]]
    return min(first, default=Fraction(0))


def first_picture(path):
    """The time of the first video frame."""
    return frames(path, "V:0", "-read_intervals", "%+#64")[0][0]


def starts_freely(path):
    """Whether the container is one of FREE_START."""
    return probe(path, "-show_format")["format"]["format_name"] in FREE_START


def zero(path):
    """The time that a finished file counts from: 0, or its first video frame where the start is arbitrary."""
    return first_picture(path) if starts_freely(path) else Fraction(0)


@contextmanager
def decoded(path, selector, *arguments):
    """A pipe of the raw decoded bytes of one stream: all of them, none repeated or dropped."""
    command = ["ffmpeg", "-nostdin", "-v", "error", "-i", f"file:{path}", "-map", f"0:{selector}"]
    command += ["-fps_mode", "passthrough", *arguments, "-"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, bufsize=1 << 20)
    try:
        yield process.stdout
    finally:
        process.stdout.close()
        process.wait()


def report(findings):
    """Prints one line for each finding and returns the exit status: 1 if there are any."""
    for finding in findings:
        print(f"FAIL {finding}")
    if not findings:
        print("ok")
    return 1 if findings else 0
