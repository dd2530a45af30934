# SPDX-License-Identifier: MPL-2.0
"""Positions, durations and seeks after changes of the factor: what was played keeps the factors it was played at."""

import os
import random
import tempfile
from fractions import Fraction

from harness import MS, Gst, pictures, sound

SECOND = Gst.SECOND
SET, KEEP = Gst.SeekType.SET, Gst.SeekType.NONE
ACCURATE = Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
FACTORS = (0.25, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0)


def _elements(**properties):
    """Both elements, and the size of a buffer of 100 ms."""
    return (sound(method="linear", **properties), 200), (pictures(**properties), 4)


def _play(h, size, start, end):
    """Pushes input from one source time in ms to another."""
    for time in range(start, end, 100):
        assert h.push(size, time * MS, 100 * MS) == Gst.FlowReturn.OK


def _seek(h, time, **options):
    """Seeks to a stream time, and returns the source time that upstream gets."""
    assert h.sink.push_event(Gst.Event.new_seek(1.0, Gst.Format.TIME, ACCURATE, SET, time, KEEP, -1))
    return h.sought()[4]


def _asked(h, query, parse):
    assert h.sink.peer_query(query)
    return parse(query)[1]


def _duration(h):
    return _asked(h, Gst.Query.new_duration(Gst.Format.TIME), Gst.Query.parse_duration)


def _position(h):
    return _asked(h, Gst.Query.new_position(Gst.Format.TIME), Gst.Query.parse_position)


def _flush(h, source):
    """Answers a seek as a demuxer does."""
    h.flush()
    h.buffers.clear()
    h.segment(source)


def the_duration_is_what_was_played_plus_the_rest_at_the_new_factor():
    for h, size in _elements(factor=1.0):
        h.segment()
        _play(h, size, 0, 1000)
        assert _duration(h) == 4 * SECOND
        h.element.set_property("factor", 2.0)
        # 0.9 or 1 s were sent, and the next 0.1 s have the new factor.
        played = _position(h)
        assert 900 * MS <= played <= SECOND
        assert _duration(h) == played + 2 * (4 * SECOND - played)
        _play(h, size, 1000, 2000)
        assert _duration(h) == played + 2 * (4 * SECOND - played)
        h.element.set_property("factor", 0.5)
        reached = _position(h)
        left = 4 * SECOND - (played + (reached - played) // 2)
        assert abs(_duration(h) - (reached + left // 2)) <= 1


def a_seek_follows_the_factors_so_far():
    for h, size in _elements(factor=1.0):
        h.segment()
        _play(h, size, 0, 1000)
        h.element.set_property("factor", 2.0)
        played = _position(h)
        for target in (0, 500 * MS, played):
            assert _seek(h, target) == target
        assert _seek(h, played + SECOND) == played + SECOND // 2
        _play(h, size, 1000, 1500)
        assert _seek(h, played + SECOND) == played + SECOND // 2
        # After the seek, the current factor applies from there on, and the part before keeps its factors.
        _flush(h, played + SECOND // 2)
        start, _, time, _ = h.segments()[-1]
        assert time == played + SECOND, (start, time)
        assert _seek(h, 700 * MS) == 700 * MS
        _flush(h, 700 * MS)
        assert h.segments()[-1][2] == 700 * MS
        assert _duration(h) == 700 * MS + 2 * 3300 * MS
        assert _seek(h, 900 * MS) == 800 * MS
        _flush(h, 0)
        assert _duration(h) == 8 * SECOND


def an_unchanged_factor_has_exact_times_after_seeks():
    for factor in (1.0, 1.3, 0.37):
        for h, size in _elements(factor=factor):
            for source in (0, 1234567891, 5, 3 * SECOND):
                _flush(h, source)
                expected = round(Fraction(str(factor)) * source)
                assert h.segments()[-1][0::2] == (expected, expected)
                _play(h, size, source // MS // 100 * 100, source // MS // 100 * 100 + 300)
            assert _duration(h) == round(Fraction(str(factor)) * 4 * SECOND)


def a_new_stream_starts_without_the_factors_of_the_one_before():
    for h, size in _elements(factor=1.0):
        h.segment(0, SECOND)
        _play(h, size, 0, 500)
        h.element.set_property("factor", 3.0)
        _play(h, size, 500, 1000)
        # As in gapless playback: without a flush.
        h.send(Gst.Event.new_stream_start("next"))
        h.segment(0, None, base=SECOND)
        assert _duration(h) == 12 * SECOND
        assert _seek(h, 300 * MS) == 100 * MS


def backward_playback_has_one_factor():
    for h, size in _elements(factor=1.0):
        h.segment()
        _play(h, size, 0, 1000)
        h.element.set_property("factor", 2.0)
        _play(h, size, 1000, 2000)
        h.flush()
        h.segment(0, 2 * SECOND, rate=-1.0)
        assert _duration(h) == 8 * SECOND
        assert _seek(h, 2 * SECOND) == SECOND


def random_changes_and_seeks_follow_a_model_in_fractions():
    for seed in range(5):
        generator = random.Random(seed)
        for h, size in _elements(factor=1.0):
            h.duration = 100 * SECOND
            # (source, output, factor) from a source time on, in nanoseconds.
            course, source = [(Fraction(0), Fraction(0), Fraction(1))], 0
            h.segment()

            def output(time):
                start, at, factor = [part for part in course if part[0] <= time][-1]
                return at + (time - start) * factor

            def source_of(time):
                start, at, factor = [part for part in course if part[1] <= time][-1]
                return start + (time - at) / factor

            def change(time, factor):
                at = output(time)
                course[:] = [part for part in course if part[0] < time] + [(time, at, factor)]

            for _ in range(200):
                if generator.random() < 0.5 or source > 90000:
                    target = generator.randrange(int(output(50 * SECOND)))
                    sought = _seek(h, target)
                    # Durations are rounded, and a nanosecond of them may be several of the source.
                    assert abs(sought - source_of(target)) <= 100, (seed, sought, target)
                    source = sought // MS // 100 * 100
                    _flush(h, sought)
                    change(Fraction(sought), Fraction(h.element.get_property("factor")))
                    assert abs(h.segments()[-1][2] - output(sought)) <= 100
                    continue
                count = generator.randrange(6, 15)
                _play(h, size, source, source + 100 * count)
                source += 100 * count
                reached, before = source_of(_position(h)), Fraction(h.element.get_property("factor"))
                h.element.set_property("factor", generator.choice(FACTORS))
                factor = Fraction(h.element.get_property("factor"))
                change(reached, factor)
                # A nanosecond of the output is up to four of the source, and these up to twelve of the output.
                assert abs(_duration(h) - output(100 * SECOND)) <= 12, seed
                _play(h, size, source, source + 100)
                source += 100
                if factor != before:
                    late = (_duration(h) - output(100 * SECOND)) / (before - factor)
                    # It changes at the next frame of the source; a frame of the output may last for several.
                    assert abs(late) <= 400 * MS, (seed, late)
                    start, at, _ = course.pop()
                    course.append((start + late, at + late * before, factor))


class _Counted:
    """A file of frames that state their number, 25 a second, played through `videoretime`."""

    FRAMES, RATE = 500, 25

    def __init__(self, chain):
        handle, self.path = tempfile.mkstemp()
        os.close(handle)
        write = Gst.parse_launch(
            "appsrc name=source format=time caps=video/x-raw,format=GRAY8,width=4,height=1,"
            f"framerate={self.RATE}/1 ! matroskamux ! filesink location={self.path}"
        )
        source = write.get_by_name("source")
        write.set_state(Gst.State.PLAYING)
        for n in range(self.FRAMES):
            buffer = Gst.Buffer.new_wrapped(n.to_bytes(4, "little"))
            buffer.pts, buffer.duration = n * SECOND // self.RATE, SECOND // self.RATE
            source.emit("push-buffer", buffer)
        source.emit("end-of-stream")
        assert write.get_bus().timed_pop_filtered(10 * SECOND, Gst.MessageType.EOS)
        write.set_state(Gst.State.NULL)
        self.pipeline = Gst.parse_launch(
            f"filesrc location={self.path} ! matroskademux ! queue ! {chain} "
            "! appsink name=sink sync=false max-buffers=1"
        )
        self.sink = self.pipeline.get_by_name("sink")
        self.pipeline.set_state(Gst.State.PLAYING)

    def frame(self):
        """The number of the next frame, and its stream time."""
        sample = self.sink.emit("try-pull-sample", 10 * SECOND)
        assert sample, "no frame"
        buffer, segment = sample.get_buffer(), sample.get_segment()
        # A frame that overlaps the start of the segment is shown from there on.
        time = segment.to_stream_time(Gst.Format.TIME, max(buffer.pts, segment.start))
        return int.from_bytes(buffer.extract_dup(0, 4), "little"), time

    def seek(self, time):
        assert self.pipeline.seek(1.0, Gst.Format.TIME, ACCURATE, SET, time, KEEP, -1)
        return self.frame()

    def close(self):
        self.pipeline.set_state(Gst.State.NULL)
        os.remove(self.path)


def a_seek_to_the_position_shows_the_frame_that_is_shown():
    for seed in range(2):
        generator = random.Random(seed)
        film, count, same = _Counted("videoretime name=retime"), 100, 0
        element = film.pipeline.get_by_name("retime")
        for _ in range(count):
            element.set_property("factor", generator.choice(FACTORS))
            for _ in range(generator.randrange(6, 20)):
                number, start = film.frame()
            again, time = film.seek(start)
            # A nanosecond of the source is up to three of the output; a time between two frames may be rounded to either.
            assert abs(time - start) <= 2 and abs(again - number) <= 1, (seed, number, start, again, time)
            same += again == number
            if number > film.FRAMES // 2:
                film.seek(0)
        # Which times lie between two frames depends on where the factors change, and that on the threads.
        assert same >= 0.9 * count, (seed, same)
        film.close()
