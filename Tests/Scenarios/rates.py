# SPDX-License-Identifier: MPL-2.0
"""A seek's rate that the element absorbs: its output plays at 1, and counts as scaletempo reports it."""

import pathlib
from fractions import Fraction

import gi
from harness import MS, NONE, Gst, Harness, pictures, sound, structure

gi.require_version("GstApp", "1.0")
from gi.repository import GstApp  # noqa: E402, F401

SECOND = Gst.SECOND
SEGMENT = Gst.EventType.SEGMENT
RABBIT = pathlib.Path(__file__).parents[2] / "media" / "rabbit320.webm"


def _said(h):
    """Each output segment, as its numbers."""
    found = [e.parse_segment() for e in h.of(SEGMENT)]
    return [
        (s.rate, s.applied_rate, s.start, s.stop, s.time, s.base, s.position) for s in found
    ]


def the_segment_is_what_scaletempo_makes_of_it():
    caps = "audio/x-raw,format=S16LE,rate=1000,channels=1,layout=interleaved"
    for rate in (0.25, 0.5, 1.0, 1.5, 2.0, 3.7):
        for start, stop, base in ((0, None, 0), (0, SECOND, 0), (2 * SECOND, 3700 * MS, 450 * MS)):
            for time in (start, 7 * SECOND):
                said = []
                for h in (Harness("scaletempo", caps), sound(absorb_rate=True)):
                    h.segment(start, stop, base, time, rate)
                    said += _said(h)
                one, other = said
                assert abs(one[3] - other[3]) <= 1, (rate, said)
                assert one[:3] == other[:3] and one[4:6] == other[4:6], (rate, said)


def a_rate_is_absorbed_to_the_frame():
    for rate in (0.25, 0.5, 1.0, 1.5, 2.0, 3.7, 10.0):
        for factor in (1.0, 2.0, 1.5):
            for start in (0, 2 * SECOND):
                h = sound(factor=factor, absorb_rate=True)
                h.segment(start, start + SECOND, rate=rate)
                for k in range(10):
                    h.push(200, start + k * 100 * MS, 100 * MS)
                h.end()
                pace = Fraction(factor) / Fraction(str(rate))
                segment = h.of(SEGMENT)[-1].parse_segment()
                count, first, last = h.frames()
                assert (segment.rate, segment.applied_rate) == (1.0, rate)
                assert (count, first) == (int(1000 * pace), start * factor), (rate, factor, count)
                assert abs(last - first - count * MS) <= 1
                # The sink's calculation: the position in the longer stream, and the time at which it is played.
                assert segment.to_stream_time(Gst.Format.TIME, first) == start * factor
                ends = segment.to_stream_time(Gst.Format.TIME, segment.stop)
                assert abs(ends - (start + SECOND) * factor) <= 10, (rate, factor, ends)
                assert segment.to_running_time(Gst.Format.TIME, segment.start) == 0
                found, position = h.sink.peer_query_position(Gst.Format.TIME)
                assert found and abs(position - (start + SECOND) * factor) <= rate * MS, position


def what_is_asked_and_sent_stays_in_stream_time():
    h = sound(factor=2.0, absorb_rate=True, method="linear")
    h.segment(SECOND, 3 * SECOND, rate=4.0)
    h.push(400, SECOND, 200 * MS)
    h.push(400, 1200 * MS, 200 * MS)
    assert h.sink.peer_query_duration(Gst.Format.TIME) == (True, 8 * SECOND)
    query = Gst.Query.new_segment(Gst.Format.TIME)
    assert h.sink.peer_query(query)
    assert query.parse_segment() == (1.0, Gst.Format.TIME, 2 * SECOND, 6 * SECOND)
    query = Gst.Query.new_seeking(Gst.Format.TIME)
    assert h.sink.peer_query(query) and query.parse_seeking()[3] == 8 * SECOND
    assert h.query_latency() == 10 * MS + 2 * MS + 1
    seek = Gst.Event.new_seek(
        3.0, Gst.Format.TIME, Gst.SeekFlags.FLUSH, Gst.SeekType.SET, 4 * SECOND, Gst.SeekType.NONE, 0
    )
    assert h.sink.push_event(seek)
    assert h.sought()[0] == 3.0 and h.sought()[4] == 2 * SECOND
    # A position: half as long by the factor and the rate, from the segment's start. Stream times: twice as long.
    h.send(Gst.Event.new_gap(1400 * MS, 200 * MS))
    assert h.of(Gst.EventType.GAP)[-1].parse_gap() == (2200 * MS, 100 * MS)
    h.send(Gst.Event.new_segment_done(Gst.Format.TIME, 3 * SECOND))
    assert h.of(Gst.EventType.SEGMENT_DONE)[-1].parse_segment_done()[1] == 6 * SECOND
    # A sink is 50 ms of its own time late: that is 25 ms of upstream's time.
    h.sink.push_event(Gst.Event.new_qos(Gst.QOSType.UNDERFLOW, 1.0, 50 * MS, 80 * MS))
    late = [e for e in h.upstream if e.type == Gst.EventType.QOS][-1].parse_qos()
    assert tuple(late)[2:] == (25 * MS, 40 * MS), late


def a_factor_that_changes_counts_besides():
    h = sound(factor=1.0, absorb_rate=True, method="linear")
    h.segment(0, SECOND, rate=2.0)
    for k in range(10):
        h.element.set_property("factor", 1.0 if k < 5 else 2.0)
        h.push(200, k * 100 * MS, 100 * MS)
    h.end()
    # 0.5 s at a half of it and 0.5 s at all of it, minus the frame that waits for its neighbour.
    count, first, last = h.frames()
    assert (count, first) == (750, 0), count
    segment = h.of(SEGMENT)[-1].parse_segment()
    assert abs(segment.to_stream_time(Gst.Format.TIME, segment.stop) - 1500 * MS) <= 3 * MS


def the_next_segment_has_its_own_rate():
    h = sound(absorb_rate=True)
    for loop, rate in enumerate((2.0, 1.0, 0.5)):
        h.segment(0, SECOND, base=loop * SECOND, rate=rate)
        for k in range(10):
            h.push(200, k * 100 * MS, 100 * MS)
        h.send(Gst.Event.new_segment_done(Gst.Format.TIME, SECOND))
        assert h.frames() == (int(1000 / rate), 0, SECOND / rate)
    assert [s[:2] for s in _said(h)] == [(1.0, 2.0), (1.0, 1.0), (1.0, 0.5)]
    h.element.set_property("absorb-rate", False)
    h.segment(0, SECOND, rate=2.0)
    h.push(200, 0, 100 * MS)
    assert _said(h)[-1][:2] == (2.0, 1.0) and h.frames()[0] == 100


def backwards_the_sink_turns_it_round_and_the_speed_is_absorbed():
    for rate in (-1.0, -2.0, -0.5):
        h = sound(absorb_rate=True)
        h.segment(SECOND, 2 * SECOND, base=300 * MS, rate=rate)
        for k in reversed(range(10)):
            h.push(200, SECOND + k * 100 * MS, 100 * MS)
        h.end()
        segment = h.of(SEGMENT)[-1].parse_segment()
        assert (segment.rate, segment.applied_rate, segment.base) == (-1.0, -rate, 300 * MS)
        assert sum(size for _, _, size, _ in h.take()) // 2 == 1000 / -rate
        for position, running, place in (
            (segment.stop, 300 * MS, 2 * SECOND),
            (segment.start, 300 * MS + int(SECOND / -rate), SECOND),
        ):
            assert segment.to_running_time(Gst.Format.TIME, position) == running
            assert segment.to_stream_time(Gst.Format.TIME, position) == place
        found, position = h.sink.peer_query_position(Gst.Format.TIME)
        assert found and position == SECOND, position


def an_instant_change_is_left_to_the_sink():
    h = sound(factor=2.0, absorb_rate=True)
    h.segment(0, SECOND, rate=2.0)
    h.send(Gst.Event.new_instant_rate_change(1.5, 0))
    assert h.of(Gst.EventType.INSTANT_RATE_CHANGE)[-1].parse_instant_rate_change()[0] == 1.5
    h.sink.push_event(Gst.Event.new_instant_rate_sync_time(1.5, 200 * MS, 300 * MS))
    sync = [e for e in h.upstream if e.type == Gst.EventType.INSTANT_RATE_SYNC_TIME][-1]
    assert tuple(sync.parse_instant_rate_sync_time()) == (1.5, 100 * MS, 150 * MS)


def a_rate_that_no_factor_has_is_refused():
    for factor, rate in ((10000.0, 0.5), (0.00001, 3.0), (1.0, 1e300)):
        h = sound(factor=factor, absorb_rate=True)
        h.segment(rate=rate)
        assert "another rate" in h.errors()[0]


class _Player:
    """playbin with the element in it, and all audio recorded."""

    def __init__(self, absorbs):
        self.playbin = Gst.ElementFactory.make("playbin")
        self.sink = Gst.ElementFactory.make("appsink")
        self.sink.set_property("sync", False)
        self.sink.set_property("caps", Gst.Caps.from_string("audio/x-raw,format=F32LE"))
        for name, value in (
            ("uri", RABBIT.resolve().as_uri()),
            ("audio-filter", Gst.parse_bin_from_description(
                f"audioretime name=retime absorb-rate={absorbs}", True)),
            ("audio-sink", self.sink),
            ("video-sink", Gst.parse_launch("fakesink sync=false")),
        ):
            self.playbin.set_property(name, value)
        # Unmodified video and audio: playsink does not release its volume.
        Gst.util_set_object_arg(self.playbin, "flags", "video+audio")
        self.playbin.set_state(Gst.State.PAUSED)
        assert self.playbin.get_state(10 * SECOND)[0] == Gst.StateChangeReturn.SUCCESS

    def play(self, rate, start, stop):
        """Seeks, and returns the frames, their rate, the last segment and the positions on the way."""
        set_, flags = Gst.SeekType.SET, Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
        assert self.playbin.seek(rate, Gst.Format.TIME, flags, set_, start, set_, stop)
        assert self.playbin.get_state(10 * SECOND)[0] == Gst.StateChangeReturn.SUCCESS
        self.playbin.set_state(Gst.State.PLAYING)
        frames, positions = 0, []
        while sample := self.sink.emit("try-pull-sample", 10 * SECOND):
            _, channels = structure(sample.get_caps(), 0).get_int("channels")
            _, self.rate = structure(sample.get_caps(), 0).get_int("rate")
            buffer = sample.get_buffer()
            frames += buffer.get_size() // (4 * channels)
            segment = sample.get_segment()
            edge = buffer.pts if segment.rate < 0 else buffer.pts + buffer.duration
            # The last frame may exceed the end by the part of a frame that contains it.
            edge = min(max(edge, segment.start), segment.stop)
            positions.append(segment.to_stream_time(Gst.Format.TIME, edge))
            self.segment = segment
        return frames, positions

    def stop(self):
        self.playbin.set_state(Gst.State.NULL)
        self.__dict__.clear()


def a_player_plays_faster_and_slower_and_knows_where_it_is():
    player = _Player("true")
    for rate in (1.5, 0.5, 2.0):
        frames, positions = player.play(rate, 1 * SECOND, 4 * SECOND)
        exact = 3 * player.rate / rate
        assert abs(frames - exact) <= 2, (rate, frames, exact)
        assert (player.segment.rate, player.segment.applied_rate) == (1.0, rate)
        assert positions == sorted(positions)
        assert abs(positions[-1] - 4 * SECOND) < 2 * rate * SECOND / player.rate, (rate, positions[-1])
    player.stop()


def a_player_plays_backwards_as_it_did():
    kept = []
    for absorbs in ("false", "true"):
        player = _Player(absorbs)
        frames, positions = player.play(-1.0, 1 * SECOND, 3 * SECOND)
        assert (player.segment.rate, player.segment.applied_rate) == (-1.0, 1.0)
        assert positions == sorted(positions, reverse=True)
        kept.append((frames, positions))
        if absorbs == "true":
            twice, positions = player.play(-2.0, 1 * SECOND, 3 * SECOND)
            assert (player.segment.rate, player.segment.applied_rate) == (-1.0, 2.0)
            assert abs(twice - frames / 2) <= 2, (twice, frames)
            assert positions == sorted(positions, reverse=True)
        player.stop()
    assert kept[0] == kept[1]


def pictures_stay_as_they_are():
    h = pictures(factor=2.0)
    h.segment(0, SECOND, rate=1.5)
    assert _said(h)[-1][:2] == (1.5, 1.0)
    assert h.of(SEGMENT)[-1].parse_segment().stop == 2 * SECOND != NONE
