# SPDX-License-Identifier: MPL-2.0
"""Subtitles, which keep to the times of audio and video with the same properties."""

from harness import MS, NONE, Gst, Harness, sound

CAPS = "text/x-raw,format=utf8"


def _text(**properties):
    h = Harness("textretime", CAPS, **properties)
    h.segment()
    return h


def _shown(h):
    return [(pts, duration) for pts, duration, _, _ in h.take()]


def subtitles_get_the_times_of_the_factor():
    h = _text(factor=2.5)
    h.push(3, 100 * MS, 50 * MS)
    h.push(3, 400 * MS)
    h.end()
    assert _shown(h) == [(250 * MS, 125 * MS), (1000 * MS, NONE)]


def subtitles_pass_unchanged_at_factor_1():
    h = _text()
    h.push(3, 100 * MS, 50 * MS)
    h.push(3)
    h.segment(300 * MS, base=20 * MS)
    h.push(3, 320 * MS, 10 * MS)
    assert _shown(h) == [(100 * MS, 50 * MS), (NONE, NONE), (320 * MS, 10 * MS)]
    assert h.segments()[-1] == (300 * MS, None, 300 * MS, 20 * MS)


def subtitles_are_clipped_to_their_segment():
    h = _text(factor=2.0)
    h.segment(1000 * MS, 2000 * MS)
    for start in (500, 900, 1500, 1950, 2500):
        h.push(3, start * MS, 200 * MS)
    assert _shown(h) == [(2000 * MS, 200 * MS), (3000 * MS, 400 * MS), (3900 * MS, 100 * MS)]


def subtitles_follow_a_map_and_those_of_cuts_are_left_out():
    text = '{"retime-map":1,"sections":[{"from":"0","to":"1","speed":"1"},{"from":"2","to":"end","speed":"1/2"}]}'
    h = _text(map=text)
    for start in (500, 900, 1200, 1900, 3000):
        h.push(3, start * MS, 200 * MS)
    assert _shown(h) == [
        (500 * MS, 200 * MS), (900 * MS, 100 * MS), (1000 * MS, 200 * MS), (3000 * MS, 400 * MS)
    ]


def gaps_between_subtitles_are_scaled():
    h = _text(factor=3.0)
    h.send(Gst.Event.new_gap(100 * MS, 200 * MS))
    gap = h.of(Gst.EventType.GAP)[0].parse_gap()
    assert tuple(gap) == (300 * MS, 600 * MS), gap


def seeks_and_queries_of_subtitles_use_output_times():
    h = _text(factor=2.0)
    h.push(3, 100 * MS, 50 * MS)
    assert h.sink.peer_query_duration(Gst.Format.TIME) == (True, 8 * Gst.SECOND)
    assert h.sink.peer_query_position(Gst.Format.TIME) == (True, 300 * MS)
    seek = Gst.Event.new_seek(
        1.0, Gst.Format.TIME, Gst.SeekFlags.FLUSH, Gst.SeekType.SET, 600 * MS, Gst.SeekType.NONE, 0
    )
    assert h.sink.push_event(seek)
    assert h.sought()[4] == 300 * MS


def a_factor_that_changes_applies_from_the_next_subtitle():
    h = _text(factor=1.0)
    h.push(3, 100 * MS, 50 * MS)
    h.element.set_property("factor", 2.0)
    h.push(3, 200 * MS, 50 * MS)
    h.push(3, 300 * MS, 50 * MS)
    assert _shown(h) == [(100 * MS, 50 * MS), (200 * MS, 100 * MS), (400 * MS, 100 * MS)]


def subtitles_of_a_group_do_not_delay_its_changes():
    h, audio = _text(group="text"), sound(group="text", method="linear")
    audio.segment()
    # Subtitles are sent long before they are shown.
    h.push(3, 9000 * MS, 50 * MS)
    audio.push(200, 0, 100 * MS)
    audio.element.set_property("factor", 2.0)
    audio.push(200, 100 * MS, 100 * MS)
    audio.end()
    assert audio.frames()[0] == 300
    h.push(3, 9100 * MS, 50 * MS)
    assert _shown(h) == [(9000 * MS, 50 * MS), (18100 * MS, 100 * MS)]
