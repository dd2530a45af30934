# SPDX-License-Identifier: MPL-2.0
"""The factor as a fraction, which is exact, compared with the factor as a number."""

import array
import random
from fractions import Fraction

from harness import MS, Gst, pictures, sound

SECOND = Gst.SECOND


def _fraction(h, text):
    Gst.util_set_object_arg(h.element, "factor-fraction", text)


def _played(h, samples, splits):
    """The output for samples in blocks that end at `splits`, frame by frame."""
    h.segment()
    for start, stop in zip([0, *splits], [*splits, len(samples)]):
        buffer = Gst.Buffer.new_wrapped(samples[start:stop].tobytes())
        buffer.pts, buffer.duration = start * MS, (stop - start) * MS
        assert h.source.push(buffer) == Gst.FlowReturn.OK
    h.end()
    return array.array("h", b"".join(b.extract_dup(0, b.get_size()) for b in h.buffers))


def setting_one_of_factor_fraction_and_rate_sets_the_others_and_says_so():
    names = ["factor", "factor-fraction", "rate"]
    for h in (sound(), pictures()):
        told = []
        for name in names:
            h.element.connect(f"notify::{name}", lambda element, spec: told.append(spec.name))
        _fraction(h, "2/6")
        assert h.element.get_property("factor") == 1 / 3 and h.element.get_property("rate") == 3
        assert sorted(told) == names, told
        h.element.set_property("factor", 0.25)
        assert sorted(told) == sorted(2 * names), told
        assert h.element.get_property("factor") == 0.25 and h.element.get_property("rate") == 4
        h.element.set_property("rate", 2.5)
        assert sorted(told) == sorted(3 * names), told
        assert h.element.get_property("factor") == 0.4
        h.stop()


def a_rate_is_as_exact_as_a_fraction():
    samples = array.array("h", (k * 7919 % 65536 - 32768 for k in range(300000)))
    for rate, frames in ((3.0, 100000), (6.0, 50000), (1 / 0.7, 210000), (1 / 3, 900000)):
        h = sound(method="linear")
        h.element.set_property("rate", rate)
        out = _played(h, samples, [])
        assert len(out) == frames, (rate, len(out))
        if rate > 2:
            assert out == samples[::int(rate)]


def a_third_is_exact_for_frames():
    samples = array.array("h", (k * 7919 % 65536 - 32768 for k in range(300000)))
    for method in ("linear", "smooth"):
        h = sound(method=method)
        _fraction(h, "1/3")
        assert _played(h, samples, []) == samples[::3]
    # So is a number with all its digits; with fewer, it can only approximate a third.
    assert _played(sound(factor=1 / 3, method="linear"), samples, []) == samples[::3]
    assert len(_played(sound(factor=0.333333333333333, method="linear"), samples, [])) == 99999
    h = sound(method="linear")
    _fraction(h, "3/1")
    assert _played(h, samples, [])[::3] == samples


def a_fraction_makes_the_same_of_any_buffers():
    samples = array.array("h", random.Random(1).randbytes(40000))
    for text in ("1/3", "3/2", "355/113", "2147483647/2147483646"):
        results = []
        for seed in range(4):
            splits = sorted(random.Random(seed).sample(range(1, len(samples)), 12 * seed))
            h = sound()
            _fraction(h, text)
            results.append(_played(h, samples, splits))
        assert all(result == results[0] for result in results), text
        assert len(results[0]) == int(len(samples) * Fraction(text)), text


def a_third_is_exact_for_pictures_and_a_number_with_fewer_digits_is_not():
    # After a year the difference between a number and a third is more than a nanosecond.
    year = 366 * 24 * 3600 * SECOND
    positions = [k * SECOND // 30 for k in range(2000)] + [year + 3 * k * SECOND // 7 for k in range(2000)]
    for is_exact in (True, False):
        h = pictures("0/1")
        if is_exact:
            _fraction(h, "1/3")
        else:
            h.element.set_property("factor", 0.333333333333333)
        h.segment()
        for position in positions:
            h.push(4, position, SECOND // 30)
        h.end()
        assert len(h.buffers) == len(positions)
        differences = {b.pts - round(Fraction(p, 3)) for b, p in zip(h.buffers, positions)}
        assert (differences == {0}) == is_exact, differences


def a_fraction_picks_every_third_picture():
    h = pictures("30000/1001", width=8)
    _fraction(h, "1/3")
    h.segment()
    for k in range(6000):
        buffer = Gst.Buffer.new_wrapped(k.to_bytes(8, "big"))
        buffer.pts, buffer.duration = k * 1001 * SECOND // 30000, 1001 * SECOND // 30000
        h.source.push(buffer)
    h.end()
    assert [int.from_bytes(b.extract_dup(0, 8), "big") for b in h.buffers] == list(range(0, 6000, 3))
    assert all(abs(b.pts - Fraction(k * 1001, 30000) * SECOND) <= 1 for k, b in enumerate(h.buffers))


def a_fraction_may_be_set_while_it_plays():
    h = pictures("0/1")
    h.segment()
    for k in range(30):
        if k == 10:
            _fraction(h, "1/3")
        if k == 20:
            _fraction(h, "7/2")
        h.push(4, k * 100 * MS, 100 * MS)
    h.end()
    parts = (Fraction(100), Fraction(100, 3), Fraction(350))
    expected = [round(sum(min(10, max(0, k - 10 * n)) * part for n, part in enumerate(parts)) * MS) for k in range(30)]
    assert [b.pts for b in h.buffers] == expected, expected


def a_fraction_stays_when_the_number_next_to_it_is_set():
    samples = array.array("h", bytes(600000))
    h = sound(method="linear")
    _fraction(h, "1/3")
    h.element.set_property("factor", h.element.get_property("factor"))
    assert len(_played(h, samples, [])) == 100000


def a_fraction_is_refused_beside_a_map():
    h = pictures()
    h.element.set_state(Gst.State.NULL)
    h.element.set_property("map", '{"retime-map":1,"sections":[{"from":"0","to":"end","speed":"2"}]}')
    _fraction(h, "3/2")
    assert h.element.set_state(Gst.State.PAUSED) == Gst.StateChangeReturn.FAILURE
    assert "factor is 1.5" in h.errors()[0]
