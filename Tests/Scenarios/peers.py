# SPDX-License-Identifier: MPL-2.0
"""The pipelines of docs/coming-from.md for GStreamer's elements: theirs and ours, on the same two seconds."""

import pathlib
import re
import tempfile
import wave

import numpy
from harness import Gst

RATE, TONE = 44100, 441
PAGE = pathlib.Path(__file__).parents[2] / "docs/coming-from.md"
PICTURES = (
    "videotestsrc num-buffers=60 pattern=black ! video/x-raw,format=GRAY8,width=8,height=8,framerate=30/1 ! "
)


def _rows():
    """Their pipelines and the replacements here, where both are elements."""
    section = PAGE.read_text().split("## GStreamer's elements\n")[1]
    rows = re.findall(r"^\| [^|]+ \| `([^`]+)` \| `([^`]+)` \|$", section, re.MULTILINE)
    assert len(rows) == 8, rows
    return rows


def _play(line, rate=1.0):
    """The output buffers of a pipeline, played at a rate."""
    pipeline = Gst.parse_launch(f"{line} ! fakesink name=sink")
    buffers, pad = [], pipeline.get_by_name("sink").get_static_pad("sink")

    def note(pad, info):
        if info.type & Gst.PadProbeType.BUFFER:
            buffer = info.get_buffer()
            buffers.append(buffer.extract_dup(0, buffer.get_size()))
        elif info.get_event().type == Gst.EventType.FLUSH_STOP:
            buffers.clear()
        return Gst.PadProbeReturn.OK

    probe = pad.add_probe(
        Gst.PadProbeType.BUFFER | Gst.PadProbeType.EVENT_DOWNSTREAM | Gst.PadProbeType.EVENT_FLUSH, note
    )
    for state, end in ((Gst.State.PAUSED, Gst.MessageType.ASYNC_DONE), (Gst.State.PLAYING, Gst.MessageType.EOS)):
        pipeline.set_state(state)
        message = pipeline.get_bus().timed_pop_filtered(Gst.CLOCK_TIME_NONE, end | Gst.MessageType.ERROR)
        assert message.type == end, message.parse_error()
        if state == Gst.State.PAUSED and rate != 1:
            kinds = Gst.SeekType.SET, Gst.SeekType.NONE
            assert pipeline.seek(rate, Gst.Format.TIME, Gst.SeekFlags.FLUSH, kinds[0], 0, kinds[1], 0)
    pad.remove_probe(probe)
    pipeline.set_state(Gst.State.NULL)
    return buffers


def _tone(path):
    """A file with two seconds of a tone."""
    times = numpy.arange(2 * RATE) / RATE
    with wave.open(path, "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes((20000 * numpy.sin(2 * numpy.pi * TONE * times)).astype("<i2").tobytes())


def _sound(path, element, rate):
    """The duration in seconds, and the frequency in the middle."""
    line = f"filesrc location={path} ! wavparse ! audioconvert ! audio/x-raw,format=F32LE ! {element}"
    samples = numpy.frombuffer(b"".join(_play(line, rate)), "<f4")
    middle = samples[len(samples) // 4:-len(samples) // 4]
    crossings = numpy.count_nonzero((middle[:-1] < 0) & (middle[1:] >= 0))
    return len(samples) / RATE, crossings * RATE / len(middle)


def elements_in_the_place_of_others_make_what_is_as_long_and_as_high():
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/tone.wav"
        _tone(path)
        for theirs, ours in _rows():
            if theirs.startswith("video"):
                counts = [len(_play(PICTURES + element)) for element in (theirs, ours)]
                # videorate displays the last frame once if its segment has no end.
                assert 0 <= counts[1] - counts[0] <= 2, (theirs, ours, counts)
                continue
            rate = 1.5 if "absorb-rate" in ours else 1.0
            (length, pitch), (other, height) = (_sound(path, element, rate) for element in (theirs, ours))
            # Theirs drop at the end what they have not rendered yet.
            assert -0.1 < length - other < 0.01, (theirs, ours, length, other)
            assert abs(pitch / height - 1) < 0.01, (theirs, ours, pitch, height)
