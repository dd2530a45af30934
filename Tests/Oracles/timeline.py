# SPDX-License-Identifier: MPL-2.0
"""Prints the clips of a timeline as OpenTimelineIO and its adapters read it: `timeline.py FILE [RATE]`.

A line for each track, with the clips as START+DURATION*SPEED in frames, at the rate of the file.
"""
import sys

import opentimelineio as otio

path = sys.argv[1]
options = {"rate": float(sys.argv[2])} if path.endswith(".edl") else {}
timeline = otio.adapters.read_from_file(path, **options)
if isinstance(timeline, otio.schema.SerializableCollection):
    timeline = next(iter(timeline.find_children(descended_from_type=otio.schema.Timeline)))


def text(item):
    if not isinstance(item, otio.schema.Clip):
        return type(item).__name__
    speed = 1
    for effect in item.effects:
        speed *= effect.time_scalar
    span = item.trimmed_range()
    return f"{span.start_time.value:g}+{span.duration.value:g}*{speed:g}"


for track in timeline.tracks:
    print(track.kind, *(text(item) for item in track))
