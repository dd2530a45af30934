# SPDX-License-Identifier: MPL-2.0
"""Smart rendering: a video with a cut every ten seconds, and the check of the results.

A code in the upper left corner of each source frame is its number, so a result tells which frames it shows.
"""

import functools
import json
import os
import random
import re
import subprocess
import sys

from clips import CODE_BITS, FFMPEG, SMART_FRAMES, SMART_RATE
from sidebyside import Case

HERE = os.path.dirname(os.path.abspath(__file__))
INTERVALS = (30, 60, 250)
#: Frames from one cut to the next.
PERIOD = 300
#: Fewer consecutive frames are encoded rather than copied.
FEWEST_COPIED = 8
#: The PSNR in dB from which an encoded frame counts as right.
GOOD = 36
#: A result may be damaged: its frames are counted, not the decoder's messages.
QUIET = ["ffmpeg", "-nostdin", "-v", "quiet", "-y"]
WHOLE = "ffmpeg select, libx264"
SMARTCUT = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "retime/smartcut-1.7")


def cuts(frames):
    """The removed ranges, as frame numbers: one in each period, 30 % in total, never from or to a key frame."""
    chosen, found = random.Random(7), []
    for first in range(0, frames, PERIOD):
        while True:
            start = first + chosen.randint(60, 140)
            end = start + chosen.randint(60, 120)
            if all(edge % interval for edge in (start, end) for interval in INTERVALS):
                break
        found.append((start, end))
    return found


def kept(frames):
    """The ranges of frames that are left."""
    edges = [0, *(edge for cut in cuts(frames) for edge in cut), frames]
    return list(zip(edges[::2], edges[1::2]))


def share(frames, interval):
    """The share of the result's frames that smart rendering encodes: those before the first key frame of a range."""
    total = encoded = 0
    for start, end in kept(frames):
        copied = end - -(-start // interval) * interval
        total += end - start
        encoded += end - start - (copied if copied >= FEWEST_COPIED else 0)
    return encoded / total


def job(interval):
    return f"smart rendering, key frames every {interval}"


def cases(all_cases):
    """Names with the functions that make the cases, one for each key frame interval."""
    for interval in INTERVALS:
        yield job(interval), functools.partial(case, all_cases, interval)


def case(all_cases, interval):
    loops = all_cases.clips.smart_loops
    source, frames = all_cases.clips(f"smart{interval}x{loops}.mp4"), loops * SMART_FRAMES
    ranges, rate = cuts(frames), SMART_RATE
    options = [word for a, b in ranges for word in ("--range", f"{a}/{rate}-{b}/{rate}=cut")]
    removed = "+".join(f"between(n,{a},{b - 1})" for a, b in ranges)
    select = f"select='not({removed})',setpts=N/{rate}/TB"
    whole = ["-an", "-vf", select, "-c:v", "libx264", "-preset", "medium", "-crf", "18", "ffmpeg.mp4"]
    copying = [os.path.join(HERE, "losslesscut"), source, "lossless.mp4", str(rate), json.dumps(kept(frames))]
    lines = {
        "retime --smart": all_cases.retime(source, "retime.mp4", "--smart", "--no-audio", *options),
        WHOLE: [*FFMPEG, "-i", source, *whole],
        "LosslessCut's way": [sys.executable, *copying],
    }
    remarks = ["auto-editor is left out: its package on PyPI downloads the program from elsewhere when it runs"]
    if os.path.isdir(SMARTCUT):
        times = ",".join(f"{edge}/{rate}" for cut in ranges for edge in cut)
        module = ["env", f"PYTHONPATH={SMARTCUT}", "python3", "-m", "smartcut"]
        lines["smartcut"] = [*module, source, "smartcut.mp4", "--cut", times]
    else:
        remarks.append("smartcut is left out: scripts/setup benchmarks could not install it")
    encoded = share(frames, interval)
    remarks.append(f"{encoded:.0%} of the frames are before the first key frame after a cut")
    title = f"Smart rendering: 720p H.264, {frames // rate} s, key frames every {interval} frames, {len(ranges)} cuts"
    results = dict(zip(lines, ["retime.mp4", "ffmpeg.mp4", "lossless.mp4", "smartcut.mp4"]))
    return Case(
        title, lines, {WHOLE: {"cpu": round(encoded + 0.06, 2)}}, [source], job(interval),
        apart=["LosslessCut's way", "smartcut"], remarks=remarks, is_long=loops > 2,
        check=lambda name, folder: check(folder, source, results[name], frames),
    )


# MARK: Check


def numbers(folder, name):
    """The numbers in the corners of the frames, in presentation order."""
    read = f"crop={CODE_BITS * 16}:16:0:0,scale={CODE_BITS}:1:flags=area,format=gray"
    line = [*QUIET, "-i", name, "-an", "-vf", read, "-vsync", "passthrough", "-f", "rawvideo", "-"]
    pixels = subprocess.run(line, cwd=folder, stdout=subprocess.PIPE).stdout
    codes = [pixels[at : at + CODE_BITS] for at in range(0, len(pixels), CODE_BITS)]
    return [sum((pixel > 127) << bit for bit, pixel in enumerate(code)) for code in codes]


def planned(shown, frames):
    """Pairs of a result's frame and the source frame that it shows, of those that are planned and in order.

    The source repeats, so a number means the next frame with it, at most two periods further.
    """
    plan = {frame for start, end in kept(frames) for frame in range(start, end)}
    last, pairs = -1, []
    for at, number in enumerate(shown):
        step = (number - last) % SMART_FRAMES
        if 0 < step <= 2 * PERIOD and last + step in plan:
            last += step
            pairs.append((at, last))
    return pairs, len(plan)


def selected(places):
    """A filter that selects frames by their number, and makes the times those of a constant rate."""
    ranges = []
    for place in places:
        if ranges and ranges[-1][1] == place - 1:
            ranges[-1][1] = place
        else:
            ranges.append([place, place])
    terms = [f"between(n,{a},{b})" for a, b in ranges]
    # ffmpeg evaluates no sum of more than 100 terms.
    sums = [f"({'+'.join(terms[at : at + 50])})" for at in range(0, len(terms), 50)]
    return f"select='{'+'.join(sums)}',settb=1/{SMART_RATE},setpts=N"


def check(folder, source, result, frames):
    """Compares each frame of a result with the source's: the counts, and the least PSNR of an encoded frame."""
    shown = numbers(folder, result)
    pairs, wanted = planned(shown, frames)
    ours, theirs = (selected(places) for places in zip(*pairs))
    graph = f"[0:v]{ours}[a];[1:v]{theirs}[b];[a][b]psnr=stats_file=psnr.log"
    line = [*QUIET, "-i", result, "-i", source, "-lavfi", graph, "-f", "null", "-"]
    subprocess.run(line, cwd=folder, check=True)
    with open(os.path.join(folder, "psnr.log")) as file:
        ratios = [float(ratio) for ratio in re.findall(r"psnr_avg:(\S+)", file.read())]
    copied = ratios.count(float("inf"))
    right = sum(ratio >= GOOD for ratio in ratios)
    return {
        "planned": wanted, "frames": len(shown), "copied": copied, "right": right, "wrong": len(shown) - right,
        "psnr": min((ratio for ratio in ratios if ratio < float("inf")), default=None),
    }
