# SPDX-License-Identifier: MPL-2.0
"""The pitch, the formants, the method and the quality, changed while audio is played."""

import itertools
import json
import random

import numpy
from control import _control as control
from harness import MS, Gst
from pitch import _feed, _frequency, _kept, _taken, _times_fit, _tone

SECOND = Gst.SECOND
RATE = 8000


def _set(h, name, value):
    if isinstance(value, float):
        h.element.set_property(name, value)
    else:
        Gst.util_set_object_arg(h.element, name, value)


def _changed(changes, count=3 * RATE, block=400, **properties):
    """The output for a tone, with properties set before some of its blocks, as {number: (name, value)}."""
    properties.setdefault("pitch", "follow")
    h = _kept(**properties)
    h.segment()
    samples = _tone(count)
    for number, first in enumerate(range(0, count, block)):
        if number in changes:
            _set(h, *changes[number])
        _feed(h, samples[first:first + block], block, first=first)
    h.end()
    assert not h.errors()
    _times_fit(h.buffers)
    end = h.buffers[-1].pts + h.buffers[-1].duration
    out = _taken(h)
    assert end == len(out) * SECOND // RATE
    return out


def _roughness(out):
    """The largest second difference, without the fades at both ends of a stretched stream."""
    return numpy.abs(numpy.diff(out[RATE // 4:-RATE // 4], 2)).max()


def a_change_of_the_pitch_does_not_click_and_keeps_the_length():
    for quality, factor in itertools.product(("best", "live"), (0.5, 1.0, 1.5)):
        same = {"factor": factor, "stretch_quality": quality}
        modes = ("follow", "keep", "+3", "-2.5", "+7")
        running = {mode: _roughness(_changed({}, pitch=mode, **same)) for mode in modes}
        for one in modes:
            for other in modes:
                if one == other:
                    continue
                out = _changed({20: ("pitch", other)}, pitch=one, **same)
                assert len(out) == int(3 * RATE * factor), (same, one, other, len(out))
                rough, most = _roughness(out), max(running[one], running[other])
                assert rough <= most * 1.02, (same, one, other, rough, most)
                third = len(out) // 3
                for mode, part in ((one, out[:third * 8 // 10]), (other, out[-third:-third // 10])):
                    shift = 0 if mode in ("follow", "keep") else float(mode)
                    pitch = 440 * 2 ** (shift / 12) / (factor if mode == "follow" else 1)
                    assert abs(_frequency(part) - pitch) < 3, (same, one, other, mode, _frequency(part))


def a_change_of_the_quality_does_not_click_and_keeps_the_length():
    for factor, pitch in itertools.product((0.7, 1.0, 1.5), ("keep", "+3", "-5")):
        same = {"factor": factor, "pitch": pitch}
        qualities = ("best", "live")
        running = {quality: _changed({}, stretch_quality=quality, **same) for quality in qualities}
        for one, other in (qualities, qualities[::-1]):
            out = _changed({20: ("stretch-quality", other), 40: ("stretch-quality", one)}, stretch_quality=one, **same)
            assert len(out) == int(3 * RATE * factor), (same, one, len(out))
            rough, most = _roughness(out), max(map(_roughness, running.values()))
            assert rough <= most * 1.02, (same, one, rough, most)
            assert abs(_frequency(out) - _frequency(running[one])) < 1, (same, one)
            # The other one is heard in between.
            change = int(RATE * factor)
            assert (out[:change] == running[one][:change]).all(), (same, one)
            if factor != 1 or pitch != "keep":
                assert (out[change:2 * change] != running[one][change:2 * change]).any(), (same, one)


def random_changes_leave_no_gap_and_no_click():
    seed = random.randrange(1 << 30)
    generator = random.Random(seed)
    for _ in range(4):
        changes, factor = {}, generator.choice((0.7, 1.0, 1.3))
        for number in sorted(generator.sample(range(10, 170), 16)):
            changes[number] = generator.choice((
                ("pitch", "follow"), ("pitch", "keep"), ("pitch", f"{generator.randint(1, 9)}"),
                ("semitones", float(generator.randint(-9, 9))), ("formants", "keep"), ("formants", "follow"),
                ("method", "linear"), ("method", "sinc"), ("stretch-quality", "live"), ("stretch-quality", "best"),
            ))
        out = _changed(changes, 9 * RATE, factor=factor)
        assert len(out) == int(9 * RATE * factor), (seed, len(out))
        # The highest pitch that can be heard has the largest differences.
        highest = 440 * max(2 ** (9 / 12), 1 / factor)
        assert _roughness(out) <= 0.5 * (2 * numpy.pi * highest / RATE) ** 2 * 1.1, (seed, _roughness(out))


def after_a_change_the_audio_is_that_of_the_new_setting():
    samples = numpy.frombuffer(random.Random(5).randbytes(RATE * 6), "<i2") / 32768
    for factor in (0.5, 0.7, 1.7):
        outs = []
        for method in ("linear", None):
            h = _kept(pitch="follow", factor=factor, method=method or "sinc")
            h.segment()
            _feed(h, samples[:RATE], 400)
            h.element.set_property("method", "linear")
            _feed(h, samples[RATE:], 400, first=RATE)
            h.end()
            outs.append(_taken(h))
        assert len(outs[0]) == len(outs[1]) == int(len(samples) * factor)
        same = int((1.2 * RATE) * factor) + 200
        assert numpy.abs(outs[0] - outs[1])[same:].max() < 1e-9, factor
        assert numpy.abs(outs[0] - outs[1])[:int(RATE * factor) - 200].max() > 0.01, factor


def the_buffers_after_a_change_do_not_matter():
    pitches = [("pitch", *pair) for pair in (("follow", "keep"), ("+3", "follow"), ("keep", "-4"))]
    qualities = [("stretch-quality", *pair) for pair in (("best", "live"), ("live", "best"))]
    for quality in "best", "live":
        for name, one, other in pitches + qualities:
            first = {"pitch": "keep", "stretch_quality": quality, name.replace("-", "_"): one}
            outs = []
            for block in (400, 100, 1000):
                outs.append(_changed({8000 // block: (name, other)}, block=block, factor=1.25, **first))
            for out in outs[1:]:
                assert (out == outs[0]).all(), (quality, one, other)


def semitones_and_the_pitch_are_one_setting():
    h = _kept(pitch="follow")
    told = []
    for name in ("pitch", "semitones"):
        h.element.connect(f"notify::{name}", lambda element, spec: told.append(spec.name))

    def both():
        return h.element.get_property("pitch"), h.element.get_property("semitones")

    _set(h, "semitones", 0.0)
    assert both() == ("follow", 0)
    _set(h, "semitones", 3.0)
    assert both() == ("+3", 3) and told[-2:] == ["pitch", "semitones"] or told[-2:] == ["semitones", "pitch"], told
    _set(h, "semitones", -2.5)
    assert both() == ("-2.5", -2.5)
    _set(h, "semitones", 0.0)
    assert both() == ("keep", 0)
    for text, semitones in (("+7", 7), ("keep", 0), ("follow", 0), ("-0.1", -0.1)):
        _set(h, "pitch", text)
        assert both() == (text, semitones)
    # While audio is played, what cannot be read changes nothing.
    for text in ("nonsense", "+25", ""):
        _set(h, "pitch", text)
        assert both() == ("-0.1", -0.1), both()


def a_controller_of_the_semitones_is_followed_without_a_click():
    h = _kept(pitch="keep", factor=1.2)
    control(h, [(0, 0.0), (2, 5.0), (4, 0.0)], name="semitones")
    h.segment()
    _feed(h, _tone(5 * RATE), 160)
    h.end()
    assert h.frames(8)[0] == 6 * RATE


def the_latency_is_that_of_both_until_the_change_is_done():
    h = _kept(pitch="keep", factor=1.5)
    h.segment()

    def latency():
        query = Gst.Query.new_latency()
        assert h.sink.peer_query(query)
        return query.parse_latency()[1]

    _feed(h, _tone(RATE), 400)
    kept = latency()
    _set(h, "pitch", "follow")
    _feed(h, _tone(400), 400, first=RATE)
    assert latency() == kept
    _feed(h, _tone(2 * RATE), 400, first=RATE + 400)
    assert latency() < kept - 50 * MS, (latency(), kept)


def changes_along_a_map_leave_its_times_as_they_are():
    seed = random.randrange(1 << 30)
    generator = random.Random(seed)
    sections = (
        {"from": "0", "to": "1", "speed": "1/2"},
        {"from": "1", "to": "2", "speed": ["1/2", "2"], "ease": "smooth"},
        {"hold": "2", "for": "0.25"},
        {"from": "2", "to": "2.5", "speed": "1"},
        {"from": "3", "to": "end", "speed": "5/4"},
    )
    text = json.dumps({"retime-map": 1, "sections": sections})
    expected = len(_changed({}, 4 * RATE, map=text))
    for _ in range(6):
        changes = {}
        for number in generator.sample(range(5, 75), 6):
            changes[number] = generator.choice((
                ("pitch", "follow"), ("pitch", "keep"), ("pitch", "+5"), ("joint-fade", "20000000"), ("method", "smooth"),
                ("stretch-quality", "live"), ("stretch-quality", "best"),
            ))
        out = _changed(changes, 4 * RATE, map=text)
        assert len(out) == expected, (seed, len(out), expected)
        # The hold is silent, and has fades on either side.
        held = [n for n in range(len(out) - 1600) if not out[n:n + 1600].any()]
        assert held, (seed, changes)
        assert numpy.abs(numpy.diff(out, 2)).max() < 0.5, (seed, changes, numpy.abs(numpy.diff(out, 2)).max())
