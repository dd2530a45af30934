# SPDX-License-Identifier: MPL-2.0
"""A factor set by a controller: followed within buffers, so that the result does not depend on their size."""

import random

import gi
import numpy
from harness import MS, Gst, pictures, sound

gi.require_version("GstController", "1.0")
from gi.repository import GstController  # noqa: E402

SECOND = Gst.SECOND
RATE = 48000


def _control(h, points, absolute=True, smooth=False, name="factor"):
    """Makes a property linear between points, each of seconds and a value."""
    source = GstController.InterpolationControlSource.new()
    modes = GstController.InterpolationMode
    source.set_property("mode", modes.CUBIC_MONOTONIC if smooth else modes.LINEAR)
    kind = GstController.DirectControlBinding
    make = kind.new_absolute if absolute else kind.new
    assert h.element.add_control_binding(make(h.element, name, source))
    for seconds, factor in points:
        value = factor if absolute else (factor - 1e-5) / (10000 - 1e-5)
        assert source.set(int(seconds * SECOND), value)
    return source


def _play(points, samples, splits, start=0, rate=1.0, **properties):
    """The output for samples in buffers of some lengths, and the offsets of the buffers."""
    h = sound(RATE, **properties)
    _control(h, points)
    h.segment(start, rate=rate)
    first = 0
    for length in splits:
        piece = samples[first:first + length]
        buffer = Gst.Buffer.new_wrapped(piece.tobytes())
        buffer.pts = start + first * SECOND // RATE
        buffer.duration = start + (first + len(piece)) * SECOND // RATE - buffer.pts
        assert h.source.push(buffer) == Gst.FlowReturn.OK, h.errors()
        first += length
    h.end()
    assert not h.errors()
    out = b"".join(b.extract_dup(0, b.get_size()) for b in h.buffers)
    count, _, end = h.frames()
    return numpy.frombuffer(out, "<i2"), count, end


def _noise(frames, seed=1):
    return numpy.frombuffer(random.Random(seed).randbytes(2 * frames), "<i2")


def a_ramp_of_a_second_is_exact_for_any_buffers():
    seed = random.randrange(1 << 30)
    generator = random.Random(seed)
    samples = _noise(RATE, seed)
    uneven = []
    while sum(uneven) < RATE:
        uneven.append(generator.choice((1, 2, 3, 100, 479, 481, 1024, 7000)))
    kept = None
    for splits in ([RATE], [480] * 100, [1000] * 48, [1 + RATE // 7] * 7, uneven):
        out, count, end = _play([(0, 1.0), (1, 2.0)], samples, splits)
        assert (count, end) == (72000, 1500 * MS), (splits[:3], count, end, seed)
        kept = out if kept is None else kept
        assert (kept == out).all(), (splits[:3], seed)


def the_counts_are_the_integrals():
    samples = _noise(RATE)
    for points, frames in (
        ([(0, 2.0), (1, 1.0)], 72000),
        ([(0, 1.0), (0.5, 0.5), (1, 1.0)], 36000),
        ([(0, 1.0), (0.25, 1.0), (0.75, 3.0), (1, 3.0)], 96000),
        ([(0, 0.01), (1, 0.03)], 960),
        ([(0, 1.0), (1, 1.0)], 48000),
    ):
        out, count, _ = _play(points, samples, [4800] * 10)
        assert count == frames, (points, count)
        if frames == 48000:
            assert (out == samples).all()


def the_sound_is_where_the_ramp_says():
    # A ramp of samples shows the position read by each output frame: source t where t + t²/2 is the output's time.
    samples = numpy.arange(RATE // 2, dtype="<i2")
    out, count, _ = _play([(0, 1.0), (1, 2.0)], samples, [777] * 31)
    time = numpy.arange(count) / RATE
    place = (numpy.sqrt(1 + 2 * time) - 1) * RATE
    late = numpy.abs(out[:-2] - place[:-2])
    # Between two of the controller's points the speed is not exactly the square root's.
    assert count == 30000 and late.max() < 0.52, (count, late.max())


def a_rate_is_absorbed_besides():
    out, count, _ = _play([(0, 1.0), (1, 2.0)], _noise(RATE), [999] * 49, rate=2.0, absorb_rate=True)
    assert count == 36000, count


def a_curve_and_a_part_are_the_same_for_any_buffers():
    samples = _noise(RATE // 2)
    for start in (0, 1234567891):
        kept = None
        for splits in ([24000], [100] * 240, [4801] * 5):
            h = [(0, 1.0), (0.3, 1.7), (1.3, 0.6), (2, 3.0)]
            out, count, _ = _play(h, samples, splits, start)
            kept = out if kept is None else kept
            assert (kept == out).all(), (start, splits[0])


def a_share_of_the_range_is_followed_too():
    h = sound(1000)
    _control(h, [(0, 1.0), (1, 2.0)], absolute=False)
    h.segment(0, SECOND)
    for k in range(10):
        h.push(200, k * 100 * MS, 100 * MS)
    h.end()
    assert h.frames() == (1500, 0, 1500 * MS)
    # The reported end moves with the factor, and stays where nothing changes.
    assert h.segments()[-1][1] == 1500 * MS, h.segments()
    assert h.element.get_property("factor") != 1.0


def where_the_controller_has_nothing_the_factor_stays():
    h = sound(1000, factor=2.0)
    source = _control(h, [])
    h.segment()
    h.push(200, 0, 100 * MS)
    source.set(0, 0.5)
    h.push(200, 100 * MS, 100 * MS)
    h.end()
    count = h.frames()[0]
    # The first 110 ms are followed already; in the next 10 ms it goes from 2 to 0.5.
    assert count == int(220 + 12.5 + 40), count


def ten_minutes_in_one_buffer_are_followed():
    h = sound(1000)
    _control(h, [(0, 1.0), (600, 3.0)])
    h.segment()
    h.push(1200000, 0, 600 * SECOND)
    h.end()
    assert h.frames() == (1200000, 0, 1200 * SECOND)


def frames_are_where_the_ramp_says():
    for rate in ("0/1", "50/1"):
        for unit in (20, 40, 100):
            h = pictures(rate)
            _control(h, [(0, 1.0), (1, 2.0)])
            h.segment()
            for k in range(1000 // unit):
                h.push(4, k * unit * MS, unit * MS, fill=k)
            h.end()
            if rate == "0/1":
                for k, (pts, duration, _, _) in enumerate(h.take()):
                    time = k * unit * MS
                    assert pts == time + time * time // SECOND // 2, (unit, k, pts)
                    time += unit * MS
                    assert pts + duration == time + time * time // SECOND // 2
            else:
                shown = [buffer.extract_dup(0, 1)[0] for buffer in h.buffers]
                assert h.frames(4) == (75, 0, 1500 * MS)
                assert shown == sorted(shown)
                for tick, frame in enumerate(shown):
                    place = ((1 + 2 * tick / 50) ** 0.5 - 1) * 1000 / unit
                    # No frame is early by more than half a tick, and so a long frame stays.
                    assert -1 < frame - place < 0.52 or frame == len(set(shown)) - 1, (tick, frame, place)


def what_was_set_before_counts_when_the_controller_is_taken_away():
    h = sound(1000, method="linear")
    source = _control(h, [(0, 2.0), (1, 2.0)])
    h.segment()
    h.push(200, 0, 100 * MS)
    binding = h.element.get_control_binding("factor")
    assert h.element.remove_control_binding(binding)
    h.element.set_property("factor", 0.5)
    h.push(200, 100 * MS, 100 * MS)
    h.end()
    count = h.frames()[0]
    assert abs(count - 250) <= 2, count
    assert source is not None


def a_controller_of_the_rate_is_followed_as_one_of_the_factor():
    samples = _noise(RATE)
    kept = None
    for splits in ([RATE], [480] * 100, [7001] * 7):
        h = sound(RATE)
        _control(h, [(0, 1.0), (1, 2.0)], name="rate")
        h.segment()
        first = 0
        for length in splits:
            piece = samples[first:first + length]
            buffer = Gst.Buffer.new_wrapped(piece.tobytes())
            buffer.pts = first * SECOND // RATE
            buffer.duration = (first + len(piece)) * SECOND // RATE - buffer.pts
            first += len(piece)
            assert h.source.push(buffer) == Gst.FlowReturn.OK, h.errors()
        h.end()
        out = b"".join(b.extract_dup(0, b.get_size()) for b in h.buffers)
        # Every 10 ms last as long as the mean of the factors at both ends.
        factors = [round(1 / (1 + k / 100), 9) for k in range(101)]
        expected = sum((a + b) / 2 for a, b in zip(factors, factors[1:])) * RATE / 100
        assert h.frames()[0] == int(expected), expected
        kept = out if kept is None else kept
        assert kept == out, splits[0]
    v = pictures("25/1")
    _control(v, [(0, 2.0), (1, 2.0)], name="rate")
    v.segment()
    for k in range(100):
        v.push(4, k * 40 * MS, 40 * MS, fill=k)
    v.end()
    assert v.frames(4) == (50, 0, 2 * SECOND)


def the_controller_of_the_factor_wins_over_one_of_the_rate_with_a_warning():
    for names in (("rate", "factor"), ("factor", "rate")):
        for h, size in ((sound(1000, method="linear"), 200), (pictures(), 4)):
            for name in names:
                _control(h, [(0, 2.0), (9, 2.0)], name=name)
            h.segment()
            for k in range(10):
                h.push(size, k * 100 * MS, 100 * MS)
            h.end()
            assert sum(duration for _, duration, _, _ in h.take()) == 2 * SECOND
            assert h.element.get_property("factor") == 2.0
            warnings = []
            while message := h.bus.pop_filtered(Gst.MessageType.WARNING):
                warnings.append(message.parse_warning()[0].message)
            assert len(warnings) == 1 and "that of rate is ignored" in warnings[0], warnings
