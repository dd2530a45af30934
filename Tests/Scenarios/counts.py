# SPDX-License-Identifier: MPL-2.0
"""Counts and drops of videoretime: compared with videorate where the factor is 1, and with the output itself."""

import json
from fractions import Fraction

from harness import MS, PICTURES, Gst, Harness

SECOND = Gst.SECOND
NAMES = ("in", "out", "duplicate", "drop")


def _make(name="videoretime", source="30/1", wanted=None, **properties):
    wanted = wanted and PICTURES.format(rate=wanted, width=4)
    return Harness(name, PICTURES.format(rate=source, width=4), wanted=wanted, **properties)


def _counts(h):
    return {name: h.element.get_property(name) for name in NAMES}


def _holds(counts):
    return counts["in"] - counts["drop"] + counts["duplicate"] == counts["out"]


def _times(rate, count, first=0):
    """The start and end times of frames of a rate, rounded down as demuxers do."""
    def time(k):
        return int(k / Fraction(rate) * SECOND)
    return [(time(k), time(k + 1) - time(k), k) for k in range(first, first + count)]


def _push(h, pieces):
    for pts, duration, number in pieces:
        h.push(4, pts, duration, fill=number)


def _shown(h):
    assert not h.errors()
    return [(b.extract_dup(0, 1)[0], b.pts, b.duration) for b in h.buffers]


def _play(h, pieces, rate=1.0, stop=True):
    """Plays pieces to the end of the last one; returns the displayed frames and the counts."""
    h.segment(0, pieces[-1][0] + pieces[-1][1] if stop else None, rate=rate)
    _push(h, pieces if rate > 0 else reversed(pieces))
    h.end()
    return _shown(h), _counts(h)


def _counted(numbers, came):
    """The counts that follow from the numbers of the displayed frames, if each is a source frame."""
    different = len(set(numbers))
    return dict(zip(NAMES, (came, len(numbers), len(numbers) - different, came - different)))


def counts_are_those_of_videorate():
    compared = 0
    for source, wanted in (
        ("30/1", "25/1"), ("25/1", "30/1"), ("30/1", "60/1"), ("24/1", "60/1"), ("30/1", "15/1"),
        ("30/1", "7/1"), ("30/1", "24/1"), ("30000/1001", "25/1"), ("50/1", "30000/1001"),
    ):
        pieces = _times(source, 60)
        _, theirs = _play(_make("videorate", source, wanted), pieces)
        shown, ours = _play(_make("videoretime", source, wanted), pieces)
        numbers = [number for number, _, _ in shown]
        assert ours == _counted(numbers, 60) and _holds(ours), (source, wanted, ours)
        if _holds(theirs):
            compared += 1
        else:
            # videorate does not count the last frame if it is not displayed.
            theirs["drop"] += 1
        assert ours == theirs, (source, wanted, ours, theirs)
    assert compared >= 6


def pictures_are_those_of_videorate_where_none_lies_in_the_middle():
    # Nor half an output frame after a tick, where videorate displays a frame that is not displayed yet here.
    for source, wanted in (("30/1", "25/1"), ("30000/1001", "25/1"), ("30/1", "30/1"), ("25/1", "30/1")):
        pieces = _times(source, 100)
        theirs, _ = _play(_make("videorate", source, wanted), pieces)
        ours, _ = _play(_make("videoretime", source, wanted), pieces)
        assert [n for n, _, _ in ours] == [n for n, _, _ in theirs], (source, wanted, ours, theirs)
        for (_, one, _), (_, other, _) in zip(ours, theirs):
            assert abs(one - other) <= 1, (source, wanted, one, other)


def counts_begin_anew_where_those_of_videorate_do():
    for name in ("videoretime", "videorate"):
        h = _make(name, wanted="60/1")
        h.segment(0, SECOND)
        _push(h, _times("30/1", 10))
        assert _counts(h)["in"] == 10, name
        # Another segment continues the counts.
        h.segment(5 * SECOND, 6 * SECOND)
        _push(h, [(5 * SECOND + pts, duration, k) for pts, duration, k in _times("30/1", 10)])
        assert _counts(h)["in"] == 20, name
        h.flush()
        assert set(_counts(h).values()) == {0}, name
        h.segment()
        _push(h, _times("30/1", 3))
        assert _counts(h)["in"] == 3, name
        h.element.set_state(Gst.State.READY)
        assert set(_counts(h).values()) == {0}, name


def each_picture_counts_before_it_goes():
    h = _make(wanted="60/1")
    seen = []
    h.element.get_static_pad("src").add_probe(
        Gst.PadProbeType.BUFFER, lambda pad, info: seen.append(_counts(h)["out"]) or Gst.PadProbeReturn.OK
    )
    _play(h, _times("30/1", 5))
    assert seen == list(range(1, 11)), seen


def counts_are_what_is_shown_at_every_factor_rate_and_rule_in_both_directions():
    pieces = _times("30/1", 40)
    for rule in ("next", "nearest", "previous"):
        for factor in (0.1, 0.37, 0.5, 1.0, 1.5, 2.0, 3.3):
            for wanted in (None, "25/1", "60/1", "0/1"):
                for rate in (1.0, -1.0):
                    for alone in (False, True):
                        h = _make(wanted=wanted, factor=factor, frames=rule, drop_only=alone)
                        shown, counts = _play(h, pieces, rate)
                        case = (rule, factor, wanted, rate, alone, counts)
                        assert counts == _counted([n for n, _, _ in shown], 40), case
                        assert _holds(counts), case
                        if alone:
                            assert counts["duplicate"] == 0, case


def counts_are_what_a_map_shows():
    sections = (
        {"from": "0", "to": "0.3", "speed": ["1/2", "2"], "ease": "smooth"},
        {"hold": "0.3", "for": "0.25"},
        {"from": "0.3", "to": "0.5", "speed": "1"},
        {"from": "0.7", "to": "end", "speed": "3"},
    )
    text = json.dumps({"retime-map": 1, "sections": sections})
    for wanted in (None, "60/1", "0/1"):
        for rate in (1.0, -1.0):
            shown, counts = _play(_make(wanted=wanted, map=text), _times("30/1", 40), rate)
            assert counts == _counted([n for n, _, _ in shown], 40), (wanted, rate, counts)
            # From 0.5 s to 0.7 s at least five frames are dropped.
            assert counts["drop"] >= 5, counts


def counts_go_on_over_changes_of_the_factor_and_of_caps():
    for rate in (1.0, -1.0):
        h = _make(wanted="60/1", factor=2.0)
        pieces = _times("30/1", 30)
        h.segment(0, SECOND, rate=rate)
        order = pieces if rate > 0 else pieces[::-1]
        _push(h, order[:10])
        h.element.set_property("factor", 0.7)
        _push(h, order[10:20])
        h.send(Gst.Event.new_caps(Gst.Caps.from_string(PICTURES.format(rate="30/1", width=4))))
        _push(h, order[20:])
        h.end()
        counts = _counts(h)
        assert counts == _counted([n for n, _, _ in _shown(h)], 30), (rate, counts)


def what_lies_outside_the_segment_came_and_is_dropped():
    h = _make(factor=2.0)
    h.segment(200 * MS, 500 * MS)
    _push(h, _times("10/1", 10))
    h.end()
    counts = _counts(h)
    assert (counts["in"], counts["drop"]) == (10, 7) and _holds(counts), counts


def what_is_mixed_is_neither_dropped_nor_repeated():
    for rule in ("blend", "flow"):
        for factor, expected in ((4.0, (20, 80, 3, 0)), (0.75, (20, 15, 0, 0)), (0.5, (20, 10, 0, 10))):
            for rate in (1.0, -1.0):
                h = _make(factor=factor, frames=rule, repeats="keep")
                pieces = [(pts, duration, 12 * k) for pts, duration, k in _times("30/1", 20)]
                _, counts = _play(h, pieces, rate)
                assert counts == dict(zip(NAMES, expected)), (rule, factor, rate, counts)


def what_a_shutter_lets_in_is_not_dropped():
    # Four frames in each tick. With the shutter open half of the time, the third and the fourth are not visible.
    for angle, dropped in ((360, 0), (180, 20)):
        for rate in (1.0, -1.0):
            h = _make(factor=0.25, motion_blur=angle, frames="previous")
            pieces = [(pts, duration, 6 * k) for pts, duration, k in _times("30/1", 40)]
            _, counts = _play(h, pieces, rate)
            assert counts == dict(zip(NAMES, (40, 10, 0, dropped))), (angle, rate, counts)


def drop_only_shows_what_videorate_shows():
    for wanted in ("15/1", "20/1", "25/1", "10/1", "7/1", "30/1"):
        pieces = _times("30/1", 60)
        theirs, their_counts = _play(_make("videorate", wanted=wanted, drop_only=True), pieces)
        ours, counts = _play(_make(wanted=wanted, drop_only=True), pieces)
        assert [(n, pts) for n, pts, _ in ours] == [(n, pts) for n, pts, _ in theirs], (wanted, ours, theirs)
        assert counts == _counted([n for n, _, _ in ours], 60)
        # videorate has counted its drops in this mode since 1.24.
        their_counts["drop"] = their_counts["in"] - their_counts["out"]
        assert counts == their_counts, (wanted, counts, their_counts)


def drop_only_leaves_each_picture_in_its_place():
    pieces = _times("30/1", 60)
    for factor in (0.2, 0.5, 0.75, 1.0, 2.0, 5.0):
        for wanted in ("30/1", "24/1", "60/1"):
            forward, counts = _play(_make(wanted=wanted, factor=factor, drop_only=True), pieces)
            rate, length = Fraction(wanted), Fraction(str(factor)) / 30
            # The frames with a tick between the frame before and themselves.
            stay = [k for k in range(60) if k == 0 or int(k * length * rate) > int((k - 1) * length * rate)]
            assert [number for number, _, _ in forward] == stay, (factor, wanted, forward)
            for number, pts, _ in forward:
                assert abs(pts - number * length * SECOND) <= 1 + factor, (factor, wanted, number, pts)
            for (_, pts, duration), (_, following, _) in zip(forward, forward[1:]):
                assert pts + duration <= following + 1 + factor, (factor, wanted, pts)
            backward, others = _play(_make(wanted=wanted, factor=factor, drop_only=True), pieces, -1.0)
            assert backward[::-1] == forward and others == counts, (factor, wanted)


def drop_only_waits_for_nothing():
    for alone, waiting in ((True, 0), (False, SECOND // 30 + 1)):
        h = _make(factor=0.5, drop_only=alone)
        h.segment()
        assert h.query_latency() == 10 * MS + waiting


def skip_to_first_leaves_out_what_is_before_the_first_picture():
    pieces = _times("30/1", 30, first=15)
    for name in ("videoretime", "videorate"):
        for wanted in ("30/1", "60/1"):
            h = _make(name, wanted=wanted, skip_to_first=True)
            shown, counts = _play(h, pieces)
            times = 1 if wanted == "30/1" else 2
            assert shown[0][:2] == (15, 500 * MS), (name, wanted, shown[0])
            assert counts == dict(zip(NAMES, (30, 30 * times, 30 * times - 30, 0))), (name, wanted, counts)


def skip_to_first_changes_nothing_else():
    pieces = _times("30/1", 30, first=17)
    for factor in (0.37, 1.0, 2.0):
        for wanted in (None, "25/1", "60/1", "0/1"):
            for rate in (1.0, -1.0):
                for rule in ("next", "nearest", "blend"):
                    both = []
                    for skips in (False, True):
                        h = _make(wanted=wanted, factor=factor, frames=rule, skip_to_first=skips)
                        both.append(_play(h, pieces, rate)[0])
                    begin = Fraction(17, 30) * Fraction(str(factor)) * SECOND
                    expected = [item for item in both[0] if item[1] >= begin - 3]
                    assert both[1] == expected, (factor, wanted, rate, rule, both)
                    if wanted != "0/1" and (factor, wanted) != (1.0, None):
                        assert len(both[1]) < len(both[0]), (factor, wanted, rate)
