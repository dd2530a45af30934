# SPDX-License-Identifier: MPL-2.0
"""Every number that a client can send, at the limits of its range: none may end the process.

The output for such numbers is not checked. A failure prints its seed: `extremes.py SEED` repeats that sequence.
"""

import random
import sys

from gi.repository import GLib, GObject
from harness import MS, NONE, Gst, Harness, sound

SMALL = [0, 1, 2, 999, 10**6, 10**9, 3 * 10**9]
TIMES = SMALL + [2**31, 2**53, 2**56 - 1, 2**62, 2**63 - 2, 2**63 - 1, 2**63, 2**64 - 2, NONE]
SIGNED = [-(2**63), -(2**63) + 1, -(2**62), -(10**9), -1] + [n for n in TIMES if n < 2**63]
RATES = [1.0, 1.0, 1.0, -1.0, -2.0, 0.5, 1e-300, -1e-300, 1e300, -1e300]
RATES += [float("inf"), float("-inf"), float("nan")]
FRACTIONS = ["0/1", "1/1", "25/1", "30000/1001", "1/2147483647", "2147483647/1", "1000/1", "1001/1"]
FRACTIONS += ["2147483647/2147483646", "90000/1"]
FORMATS = [Gst.Format.TIME] * 5 + [Gst.Format.BYTES, Gst.Format.DEFAULT, Gst.Format.PERCENT]
SAMPLES = ["S8", "U8", "S16LE", "S24LE", "S24_32LE", "S32LE", "F32LE", "F64LE"]
PIXELS = ["GRAY8", "I420", "RGBA", "I420_10LE", "v210", "NV12"]


class Lot:
    """One element and the numbers that are sent to it."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.any = self.random.choice
        name = self.any(["audioretime", "videoretime", "dctspectrogram"])
        self.is_sound = name != "videoretime"
        self.h = Harness(name, self.caps(), answers=self.answer)
        self.h.most = 2 if name == "dctspectrogram" else 50
        self.set_properties()

    def caps(self):
        if not self.is_sound:
            fields = ["video/x-raw", f"format={self.any(PIXELS)}"]
            fields += [f"width={self.any([1, 4, 2**31 - 1])}", f"height={self.any([1, 2, 2**31 - 1])}"]
            if self.random.random() < 0.9:
                fields.append(f"framerate={self.any(FRACTIONS)}")
            return ",".join(fields)
        channels = self.any([1, 1, 2, 2, 64, 65, 2**16, 2**28, 2**29, 2**31 - 1])
        mask = ",channel-mask=(bitmask)0" if channels > 2 else ""
        layout = self.any(["interleaved", "interleaved", "non-interleaved"])
        rate = self.any([1, 2, 1000, 48000, 2**31 - 1])
        return (
            f"audio/x-raw,format={self.any(SAMPLES)},layout={layout},rate={rate},channels={channels}{mask}"
        )

    def set_properties(self):
        """Sets each property to a limit of its range, or within it."""
        for spec in self.h.element.list_properties():
            if spec.owner_type != self.h.element.__gtype__ or self.random.random() < 0.5:
                continue
            if not spec.flags & GObject.ParamFlags.WRITABLE:
                continue
            if spec.value_type.name == "GstFraction":
                text = self.any(["1/100000", "10000/1", "1/3", "2147483647/2147483646"])
                Gst.util_set_object_arg(self.h.element, spec.name, text)
                continue
            values = [spec.default_value]
            if hasattr(spec, "minimum"):
                values += [spec.minimum, spec.maximum]
            if hasattr(spec, "enum_class"):
                # PyGObject had its own table before its enumerations were Python's.
                table = getattr(type(spec.default_value), "__enum_values__", None)
                values = list(table or range(spec.enum_class.minimum, spec.enum_class.maximum + 1))
            if isinstance(spec.default_value, float):
                # A later GLib treats NaN as a programming error.
                values += [0.5, 2.0, 1 / 3] + [float("nan")] * (GLib.MINOR_VERSION < 80)
            self.h.element.set_property(spec.name, self.any(values))

    def answer(self, query):
        """Returns a random answer of upstream."""
        if query.type == Gst.QueryType.DURATION:
            query.set_duration(query.parse_duration()[0], self.any(SIGNED))
        elif query.type == Gst.QueryType.POSITION:
            query.set_position(query.parse_position()[0], self.any(SIGNED))
        elif query.type == Gst.QueryType.SEEKING:
            query.set_seeking(query.parse_seeking()[0], True, self.any(SIGNED), self.any(SIGNED))
        elif query.type == Gst.QueryType.BUFFERING:
            form = query.parse_buffering_range()[0]
            query.set_buffering_range(form, *(self.any(SIGNED) for _ in range(3)))
            query.add_buffering_range(*sorted((self.any(SIGNED), self.any(SIGNED))))
        elif query.type == Gst.QueryType.LATENCY:
            least, most = sorted((self.any(TIMES), self.any(TIMES)))
            query.set_latency(True, min(least, 2**63), most)
        else:
            return False
        return True

    def segment(self):
        segment = Gst.Segment()
        segment.init(self.any(FORMATS))
        segment.rate, segment.applied_rate = self.any(RATES), self.any(RATES)
        if self.random.random() < 0.7:
            segment.rate = self.any([1.0, -1.0])
        for field in ("base", "offset", "start", "stop", "time", "position", "duration"):
            if self.random.random() < 0.4:
                setattr(segment, field, self.any(TIMES))
        self.h.send(Gst.Event.new_segment(segment))

    def buffer(self):
        size = self.any([0, 1, 3, 4, 8, 24, 64, 512])
        buffer = Gst.Buffer.new_wrapped(bytes(size)) if size else Gst.Buffer()
        for field in ("pts", "dts", "duration", "offset", "offset_end"):
            if self.random.random() < 0.6:
                setattr(buffer, field, self.any(TIMES))
        if self.random.random() < 0.5:
            buffer.pts = self.any(SMALL)
        for flag in (Gst.BufferFlags.DISCONT, Gst.BufferFlags.GAP, Gst.BufferFlags.CORRUPTED):
            if self.random.random() < 0.2:
                buffer.set_flags(flag)
        self.h.source.push(buffer)

    def event_from_upstream(self):
        kind = self.random.randrange(5)
        if kind == 0:
            start = self.any([time for time in TIMES if time != NONE])
            self.h.send(Gst.Event.new_gap(start, self.any(TIMES)))
        elif kind == 1:
            self.h.send(Gst.Event.new_segment_done(self.any(FORMATS), self.any(SIGNED)))
        elif kind == 2:
            self.h.send(Gst.Event.new_caps(Gst.Caps.from_string(self.caps())))
        elif kind == 3:
            self.h.flush()
        else:
            self.h.send(Gst.Event.new_eos())
            self.h.flush()

    def event_from_downstream(self):
        kind = self.random.randrange(3)
        if kind == 0:
            types = [Gst.SeekType.NONE, Gst.SeekType.SET, Gst.SeekType.END]
            ends = [self.any(types), self.any(SIGNED), self.any(types), self.any(SIGNED)]
            event = Gst.Event.new_seek(self.any(RATES), self.any(FORMATS), Gst.SeekFlags.FLUSH, *ends)
        elif kind == 1:
            kind = self.any([Gst.QOSType.OVERFLOW, Gst.QOSType.UNDERFLOW, Gst.QOSType.THROTTLE])
            # GStreamer itself refuses a report of a time before 0.
            place = self.any(TIMES)
            late = max(self.any(SIGNED), -min(place, 2**63))
            event = Gst.Event.new_qos(kind, self.any(RATES), late, place)
        else:
            event = Gst.Event.new_reconfigure()
        self.h.sink.push_event(event)

    def question(self):
        form = self.any(FORMATS)
        segment = Gst.Query.new_segment(form)
        query = self.any([
            Gst.Query.new_duration(form), Gst.Query.new_position(form), Gst.Query.new_seeking(form),
            Gst.Query.new_buffering(form), Gst.Query.new_latency(), segment,
            Gst.Query.new_convert(form, self.any(SIGNED), self.any(FORMATS)),
        ])
        self.h.sink.peer_query(query)

    def throw(self):
        self.segment()
        doings = [self.buffer] * 6 + [self.segment, self.question, self.question, self.set_properties]
        doings += [self.event_from_upstream, self.event_from_downstream]
        for _ in range(30):
            self.h.buffers.clear()
            self.any(doings)()
        self.h.stop()


def _throw(seeds):
    for seed in seeds:
        print("seed", seed, file=sys.stderr, flush=True)
        Lot(seed).throw()


def extreme_numbers_do_not_end_the_process():
    _throw(range(400))


def more_frames_than_come_may_be_announced():
    for frames, factor in ((2**62, 2.0), (10**15, 1e4), (2**38, 1e4), (1000, 2.0), (10, 2.0)):
        h = sound(factor=factor)
        most = h.element.find_property("source-frames").maximum
        h.element.set_property("source-frames", min(frames, most))
        h.segment()
        h.push(200, 0, 100 * MS)
        h.end()
        came = min(100, h.element.get_property("source-frames") or 100)
        assert h.frames()[0] == came * factor


if __name__ == "__main__":
    _throw(range(*map(int, sys.argv[1:])) if len(sys.argv) > 2 else [int(sys.argv[1])])
