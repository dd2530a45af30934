# SPDX-License-Identifier: MPL-2.0
"""Interlaced video: fields that stay in their frames, and frames made from fields."""

import random

import gi
import numpy
from harness import MS, Gst, Harness, structure

gi.require_version("GstVideo", "1.0")
from gi.repository import GstVideo  # noqa: E402

SECOND = Gst.SECOND
FLAGS = ("INTERLACED", 1 << 20), ("TFF", 1 << 21), ("RFF", 1 << 22), ("ONEFIELD", 1 << 23)
INTERLACED, TFF, RFF = (Gst.BufferFlags(value) for _, value in FLAGS[:3])


def _caps(form="GRAY8", width=4, height=6, rate="25/1", mode="interleaved", order=None):
    caps = f"video/x-raw,format={form},width={width},height={height},framerate={rate},interlace-mode={mode}"
    return caps + (f",field-order={order}" if order else "")


def _frames(count, top_first=True, width=4, height=6):
    """Frames whose rows have the number of the moment of their field: 0, 1, 2 and so on, times 4."""
    frames = []
    for k in range(count):
        rows = numpy.zeros((height, width), "u1")
        rows[0 if top_first else 1::2] = 8 * k
        rows[1 if top_first else 0::2] = 8 * k + 4
        frames.append(rows)
    return frames


def _push(h, frames, flags=0, first=0, length=40 * MS):
    for k, rows in enumerate(frames, first):
        buffer = Gst.Buffer.new_wrapped(rows.tobytes())
        buffer.pts, buffer.duration = k * length, length
        if flags:
            buffer.set_flags(Gst.BufferFlags(flags))
        assert h.source.push(buffer) == Gst.FlowReturn.OK, h.errors()


def _moments(h):
    """The number of the moment that each output frame shows; asserts that all of its rows do."""
    moments = []
    for buffer in h.buffers:
        content = set(buffer.extract_dup(0, buffer.get_size()))
        assert len(content) == 1, content
        moments.append(content.pop() // 4)
        assert not buffer.get_flags() & Gst.BufferFlags(sum(value for _, value in FLAGS))
    return moments


def _warnings(h):
    found = []
    while message := h.bus.pop_filtered(Gst.MessageType.WARNING):
        found.append(message.parse_warning()[0].message)
    return found


def each_field_is_a_frame_in_the_order_of_time():
    for factor in (1.0, 2.0, 0.5):
        for order in ("top-field-first", "bottom-field-first", None):
            for top in (True, False):
                if order and top != (order == "top-field-first"):
                    continue
                h = Harness("videoretime", _caps(order=order), factor=factor, fields="progressive")
                h.segment()
                _push(h, _frames(10, top), TFF if top and not order else 0)
                h.end()
                moments = _moments(h)
                assert not h.errors() and not _warnings(h)
                caps = structure(h.of(Gst.EventType.CAPS)[-1].parse_caps(), 0)
                assert caps.get_fraction("framerate") == (True, 50, 1)
                assert caps.get_string("interlace-mode") == "progressive" and not caps.has_field("field-order")
                assert h.frames(24) == (20 * factor, 0, 400 * factor * MS)
                # At half the speed all moments of the fields are there, twice each.
                expected = [min(19, int(k / factor)) for k in range(int(20 * factor))]
                assert all(abs(a - b) <= (factor < 1) for a, b in zip(moments, expected)), (factor, order, moments)
                assert sorted(set(moments)) == moments if factor == 1 else moments == sorted(moments)


def the_rows_between_are_means_of_those_around_them():
    seed = random.randrange(1 << 30)
    for form, kind in (("GRAY8", "u1"), ("GRAY16_LE", "<u2")):
        size = 16 * 8 * numpy.dtype(kind).itemsize
        rows = numpy.frombuffer(random.Random(seed).randbytes(size), kind).reshape(8, 16)
        h = Harness("videoretime", _caps(form, 16, 8, order="top-field-first"), fields="progressive")
        h.segment()
        _push(h, [rows])
        h.end()
        for field, buffer in enumerate(h.buffers):
            out = numpy.frombuffer(buffer.extract_dup(0, size), kind).reshape(8, 16).astype(int)
            wide = rows.astype(int)
            for row in range(8):
                above, below = (row - 1 if row else 1), (row + 1 if row < 7 else 6)
                expected = wide[row] if row % 2 == field else (wide[above] + wide[below] + 1) // 2
                assert (out[row] == expected).all(), (seed, form, field, row)
        assert len(h.buffers) == 2


def backwards_and_in_pieces_the_fields_are_the_same():
    kept = []
    for rate in (1.0, -1.0):
        h = Harness("videoretime", _caps(order="top-field-first"), factor=2.0, fields="progressive")
        h.segment(0, 400 * MS, rate=rate)
        frames = list(enumerate(_frames(10)))
        for k, rows in frames if rate > 0 else reversed(frames):
            _push(h, [rows], first=k)
        h.end()
        moments = _moments(h)
        kept.append(moments if rate > 0 else moments[::-1])
    assert kept[0] == kept[1] and len(kept[0]) == 40, kept


def mixed_video_keeps_whole_frames_and_shows_a_repeated_field():
    h = Harness("videoretime", _caps(mode="mixed", rate="25/1"), fields="progressive")
    h.segment()
    whole = numpy.full((6, 4), 200, "u1")
    _push(h, [whole])
    _push(h, _frames(3)[2:], INTERLACED | TFF | RFF, first=1, length=60 * MS)
    h.end()
    assert not h.errors()
    shown = [buffer.extract_dup(0, 1)[0] for buffer in h.buffers]
    assert shown == [200, 200, 200, 16, 20, 16], shown


def fields_that_stay_in_their_frames_are_reported_once_for_all_frames():
    for properties, caps, warnings in (
        ({"factor": 2.0}, _caps(order="top-field-first"), 1),
        ({"factor": 1.0}, _caps(order="top-field-first"), 0),
        ({"factor": 2.0}, _caps(mode="progressive"), 0),
        ({"factor": 2.0}, _caps(mode="mixed"), 0),
        ({"factor": 2.0, "fields": "progressive"}, _caps(order="top-field-first"), 0),
    ):
        h = Harness("videoretime", caps, **properties)
        h.segment()
        _push(h, _frames(10))
        h.end()
        found = _warnings(h)
        assert len(found) == warnings, (properties, caps, found)
        assert all("fields=progressive" in text for text in found), found


def a_format_whose_rows_cannot_be_read_is_refused():
    alternate = _caps(mode="alternate").replace("raw,", "raw(format:Interlaced),")
    for caps, isTaken in (
        (_caps("v210", 48, order="top-field-first"), False), (alternate, False),
        (_caps("v210", 48, mode="progressive"), True), (_caps(), True),
    ):
        h = Harness("videoretime", caps, factor=2.0, fields="progressive")
        pad = h.element.get_static_pad("sink")
        assert pad.query_accept_caps(Gst.Caps.from_string(caps)) == isTaken, caps
        h.segment()
        flow = h.push(24 if isTaken else 768, 0, 40 * MS)
        assert (flow == Gst.FlowReturn.NOT_NEGOTIATED) != isTaken, (caps, flow)


def the_fields_of_any_format_with_rows_become_frames():
    formats = (
        "I420", "NV12", "YUY2", "UYVY", "RGB", "BGRx", "AYUV", "I420_10LE", "P010_10LE", "Y42B", "Y444", "A420", "GBRA",
    )
    for form in formats:
        caps = _caps(form, 34, 18, order="bottom-field-first")
        info = GstVideo.VideoInfo.new_from_caps(Gst.Caps.from_string(caps))
        h = Harness("videoretime", caps, factor=2.0, fields="progressive")
        h.segment()
        for k in range(3):
            assert h.push(info.size, k * 40 * MS, 40 * MS) == Gst.FlowReturn.OK, (form, h.errors())
        # A buffer that is too small is an error, and no more than that.
        assert h.push(info.size // 2, 120 * MS, 40 * MS) == Gst.FlowReturn.ERROR
        assert h.errors() and all(size == info.size for _, _, size, _ in h.take()), form


def the_latency_is_that_of_the_next_field():
    # Of partly interlaced video the next one can be three fields later.
    for mode, flags, frames, most in (("interleaved", 0, 1, 20), ("mixed", INTERLACED | TFF | RFF, 1.5, 60)):
        h = Harness("videoretime", _caps(mode=mode, order="top-field-first"), factor=1.01, fields="progressive")
        h.segment()
        waited = []
        for k in range(100):
            h.buffers.clear()
            _push(h, _frames(1), flags, first=k, length=round(frames * 40 * MS))
            waited += [k * frames * 40 * MS - b.pts / 1.01 for b in h.buffers]
        assert h.query_latency() == (10 + most) * MS
        assert 19 * MS < max(waited) <= 20 * MS, (mode, max(waited))


def a_first_field_waits_for_no_field_that_arrived_with_it():
    # At factors 1/2 and 1/4 each tick shows a first field: an odd number of fields arrives one field earlier.
    for factor, angle, late, told in ((0.5, 0, None, 0), (0.5, 180, None, 40), (0.5, 360, None, 40),
                                      (0.25, 180, None, 40), (0.25, 360, None, 80), (0.75, 0, None, 20),
                                      (0.5, 0, 5, 20)):
        h = Harness("videoretime", _caps(), factor=factor, motion_blur=angle, fields="progressive")
        h.segment()
        waited = []
        for k in range(20):
            start = k * 40 * MS + (0 if late is None or k < late else 3 * MS)
            h.push(24, start, 40 * MS)
            waited += [start - pts / factor for pts, _, _, _ in h.take()]
        above = h.query_latency() - 10 * MS - max(waited)
        case = factor, angle, late, max(waited), above
        assert h.query_latency() == (10 + told) * MS and 0 <= above < 7 * MS + (late is not None) * 20 * MS, case
