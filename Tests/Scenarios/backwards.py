# SPDX-License-Identifier: MPL-2.0
"""Reverse playback: the output is the forward output in the opposite order."""

import array
import random

from harness import MS, PICTURES, Gst, Harness, pictures, sound

SECOND = Gst.SECOND
METHODS = ("linear", "smooth", "sinc")
WIDTHS = {"S8": 1, "S16LE": 2, "S24LE": 3, "S32LE": 4, "F32LE": 4, "F64LE": 8}


def _push(h, pieces):
    for pts, duration, data in pieces:
        buffer = Gst.Buffer.new_wrapped(data)
        buffer.pts, buffer.duration = pts, duration
        assert h.source.push(buffer) == Gst.FlowReturn.OK, h.errors()


def _taken(h):
    taken = [(b.pts, b.duration, b.extract_dup(0, b.get_size())) for b in h.buffers]
    h.buffers.clear()
    assert taken and not h.errors()
    return taken


def _both(make, pieces, segment):
    """The output for some pieces forwards, and backwards."""
    for rate, order in ((1.0, pieces), (-1.0, reversed(pieces))):
        h = make()
        h.segment(*segment, rate=rate)
        _push(h, order)
        h.end()
        yield _taken(h)


def _falls(taken):
    """Returns whether each buffer ends where the one before it started."""
    return all(b[0] + b[1] == a[0] for a, b in zip(taken, taken[1:]))


def _noise(frames, size, rate, block, seed=1):
    """Buffers of noise; timestamps are rounded down, as demuxers do."""
    data = random.Random(seed).randbytes(frames * size)
    starts = range(0, frames, block)
    ends = [min(start + block, frames) for start in starts]
    time = [start * SECOND // rate for start in starts] + [frames * SECOND // rate]
    return [
        (time[k], time[k + 1] - time[k], data[start * size:end * size])
        for k, (start, end) in enumerate(zip(starts, ends))
    ]


def _sound(form="S16LE", channels=1, rate=44100, layout="interleaved", **properties):
    caps = f"audio/x-raw,format={form},rate={rate},channels={channels},layout={layout}"
    caps += ",channel-mask=(bitmask)0" if channels > 2 else ""
    return lambda: Harness("audioretime", caps, **properties)


def _numbers(data, form):
    """The samples; all NaN bit patterns are one."""
    if not form.startswith("F"):
        return data
    return [n if n == n else None for n in array.array("f" if form == "F32LE" else "d", data)]


def _same_sound(make, size, block=441, segment=(0,), frames=5000, rate=44100, form="S16LE"):
    forward, backward = _both(make, _noise(frames, size, rate, block), segment)
    assert _falls(backward)
    one, other = (b"".join(data for _, _, data in taken) for taken in (forward, backward[::-1]))
    assert _numbers(one, form) == _numbers(other, form), (len(one), len(other))
    assert backward[-1][0] == forward[0][0]
    assert sum(backward[0][:2]) == sum(forward[-1][:2])


def sound_is_the_same_at_every_factor():
    for factor in (1.0, 0.37, 0.5, 1.5, 1.7, 2.0, 7.3, 0.001, 100.0):
        for method in METHODS:
            _same_sound(_sound(factor=factor, method=method), 2)


def sound_is_the_same_in_every_format_and_for_any_size_of_buffers():
    for form, width in WIDTHS.items():
        for channels in (1, 2, 3):
            for method in METHODS:
                make = _sound(form, channels, factor=1.7, method=method)
                _same_sound(make, width * channels, form=form)
    for block in (1, 2, 100, 5000):
        for method in METHODS:
            _same_sound(_sound(factor=1.7, method=method), 2, block, frames=1000)


def sound_of_a_known_length_is_the_same():
    for factor in (0.37, 1.7, 2.0):
        for frames in (4000, 5000, 6000):
            for method in METHODS:
                make = _sound(factor=factor, method=method, source_frames=frames)
                if frames <= 5000:
                    _same_sound(make, 2)
                else:
                    forward, backward = _both(make, _noise(5000, 2, 44100, 441), (0,))
                    assert _falls(backward)


def sound_of_a_part_is_the_same():
    for factor in (0.5, 1.7, 2.0):
        for segment in ((0, 50 * MS), (30 * MS,), (20 * MS, 70 * MS), (12345678, 87654321)):
            for method in METHODS:
                _same_sound(_sound(factor=factor, method=method), 2, segment=segment)


def sound_that_begins_behind_the_segments_start_is_the_same():
    pieces = _noise(5000, 2, 44100, 441)
    for method in METHODS:
        for factor in (0.5, 1.0, 2.0, 4.0):
            # In steps of 10 ms the frames of both are aligned.
            for first in (1, 2, 10, 11):
                make = _sound(factor=factor, method=method)
                forward, backward = _both(make, pieces[first:], (0,))
                assert _falls(backward)
                taken = [b"".join(data for _, _, data in t) for t in (forward, backward[::-1])]
                case = (method, factor, first, len(taken[0]), len(taken[1]))
                # 441 frames are not a whole number of steps of 0.5.
                exact = factor >= 1 or first % 2 == 0
                assert taken[0] == taken[1] or not exact and abs(case[3] - case[4]) <= 2, case
                assert abs(backward[-1][0] - forward[0][0]) <= (0 if exact else 22676), case


def whatever_ends_the_sound_plays_all_of_it():
    other = Gst.Caps.from_string("audio/x-raw,format=S16LE,rate=500,channels=1,layout=interleaved")
    ends = (
        lambda h: h.end(),
        lambda h: h.send(Gst.Event.new_segment_done(Gst.Format.TIME, 500 * MS)),
        lambda h: h.segment(0, SECOND, base=SECOND, rate=-1.0),
        lambda h: h.segment(0, SECOND, base=SECOND),
        lambda h: h.send(Gst.Event.new_caps(other)),
        lambda h: h.send(Gst.Event.new_gap(400 * MS, 100 * MS)),
        lambda h: h.push(200, 100 * MS, 100 * MS) and h.push(200, 0, 100 * MS),
    )
    for method in METHODS:
        for end in ends:
            h = sound(factor=2.0, method=method)
            h.segment(0, SECOND, rate=-1.0)
            for k in (9, 8, 7, 6, 5):
                h.push(200, k * 100 * MS, 100 * MS)
            end(h)
            h.push(200, 0, 100 * MS)
            taken = [(p, d, size) for p, d, size, _ in h.take() if p >= SECOND]
            assert _falls(taken) and sum(taken[0][:2]) == 2 * SECOND, taken
            assert taken[-1][0] == SECOND and sum(size for _, _, size in taken) == 2000, taken
        h = sound(factor=2.0, method=method)
        h.segment(0, SECOND, rate=-1.0)
        h.push(200, 900 * MS, 100 * MS)
        h.flush()
        h.segment(0, SECOND, rate=-1.0)
        h.end()
        assert not h.take()


def pictures_are_the_same_at_every_factor_rate_and_rule():
    source = [(k * 100 * MS, 100 * MS, bytes([10 * k, 250 - k, k, 7 * k])) for k in range(20)]
    for factor in (1.0, 0.37, 0.5, 1.5, 2.0, 3.3):
        for rule in ("next", "nearest", "previous", "blend"):
            for rate in (None, "25/1", "30000/1001", "3/1", "0/1"):
                for segment in ((0,), (0, 1234567890), (345678901,), (300 * MS, 1700 * MS)):
                    def make():
                        wanted = rate and PICTURES.format(rate=rate, width=4)
                        return pictures(factor=factor, frames=rule, wanted=wanted)

                    forward, backward = _both(make, source, segment)
                    case = (factor, rule, rate, segment)
                    assert forward == backward[::-1], (case, forward, backward[::-1])


def pictures_that_do_not_say_how_long_they_last_are_the_same():
    for count in (1, 2, 7):
        source = [(k * 100 * MS, Gst.CLOCK_TIME_NONE, bytes([k] * 4)) for k in range(count)]
        for factor in (1.5, 2.0):
            h = pictures(factor=factor)
            h.segment(rate=1.0)
            _push(h, source)
            h.end()
            forward = [] if not h.buffers else _taken(h)
            h = pictures(factor=factor)
            h.segment(rate=-1.0)
            _push(h, reversed(source))
            h.end()
            backward = [] if not h.buffers else _taken(h)
            assert forward == backward[::-1], (count, forward, backward)


def running_times_go_up_and_positions_down():
    for h, size in ((sound(factor=2.0), 200), (pictures(factor=2.0), 4)):
        h.segment(0, SECOND, base=300 * MS, rate=-1.0)
        assert h.segments() == [(0, 2 * SECOND, 0, 600 * MS)]
        segment = h.of(Gst.EventType.SEGMENT)[-1].parse_segment()
        assert segment.rate == -1.0
        now = 600 * MS
        for k in reversed(range(10)):
            h.push(size, k * 100 * MS, 100 * MS)
            for pts, duration, _, _ in h.take():
                assert segment.to_running_time(Gst.Format.TIME, pts + duration) == now
                now += duration
                last = pts
            if now > 600 * MS:
                assert h.sink.peer_query_position(Gst.Format.TIME) == (True, last)
        h.end()
        left = sum(duration for _, duration, _, _ in h.take())
        assert now + left == 2600 * MS, (now, left)


def a_seek_backwards_reaches_the_source_in_its_time():
    for factor in (1.0, 2.0):
        for h in (sound(factor=factor), pictures(factor=factor)):
            assert h.sink.push_event(Gst.Event.new_seek(
                -1.5, Gst.Format.TIME, Gst.SeekFlags.FLUSH,
                Gst.SeekType.SET, 0, Gst.SeekType.SET, 900 * MS,
            ))
            sought = h.sought()
            assert (sought[0], sought[4], sought[6]) == (-1.5, 0, 900 * MS / factor), sought


def the_factor_may_change_on_the_way():
    for h, size in ((sound(factor=1.0, method="linear"), 200), (pictures(factor=1.0), 4)):
        h.segment(0, SECOND, rate=-1.0)
        for k in reversed(range(10)):
            # 0.3 s at 1, 0.4 s at 2, 0.3 s at 0.5.
            h.element.set_property("factor", 1.0 if k > 6 else 2.0 if k > 2 else 0.5)
            h.push(size, k * 100 * MS, 100 * MS)
        h.end()
        segments = h.of(Gst.EventType.SEGMENT)
        assert h.segments() == [
            (0, SECOND, 0, 0), (0, 1400 * MS, 0, 300 * MS), (0, 150 * MS, 0, 1100 * MS)
        ], h.segments()
        lengths = [duration for _, duration, _, _ in h.take()]
        assert sum(lengths) in (1250 * MS, 1300 * MS), sum(lengths)


def a_change_of_the_factor_leaves_nothing_out_and_plays_nothing_twice():
    for method in METHODS:
        for factors in ((1.0, 2.0, 0.5), (0.5, 0.37, 3.0), (4.0, 0.1, 1.7)):
            h = sound(factor=factors[0], method=method)
            h.segment(0, 3 * SECOND, rate=-1.0)
            now, samples = 0, []
            for k in [*reversed(range(30)), None]:
                if k is None:
                    h.end()
                else:
                    h.element.set_property("factor", factors[0 if k > 20 else 1 if k > 9 else 2])
                    line = array.array("h", range(5 * k * 100, 5 * (k + 1) * 100, 5))
                    _push(h, [(k * 100 * MS, 100 * MS, line.tobytes())])
                segment = h.of(Gst.EventType.SEGMENT)[-1].parse_segment()
                for buffer in h.buffers:
                    start = segment.to_running_time(Gst.Format.TIME, buffer.pts + buffer.duration)
                    # At a change less than a frame is rounded away on either side.
                    assert 0 <= start - now < 2 * MS, (method, factors, start, now)
                    now = start + buffer.duration
                    samples += reversed(array.array("h", buffer.extract_dup(0, buffer.get_size())))
                h.buffers.clear()
            assert len(h.of(Gst.EventType.SEGMENT)) == 3
            # A straight line stays straight.
            steps = sorted(one - following for one, following in zip(samples, samples[1:]))
            last = 15000 - 5 * max(1, 1 / factors[0])
            assert samples[-1] == 0 and samples[0] >= last, samples[:3] + samples[-3:]
            step = 5 * max(1, *(1 / factor for factor in factors)) + 1
            case = (method, factors, steps[0], steps[-3:])
            assert steps[0] >= 0 and steps[-3] <= step and steps[-1] <= 3 * step, case


def groups_that_come_in_their_own_order_are_turned_round():
    source = _noise(4410, 2, 44100, 441)
    for factor in (0.5, 1.7):
        made = []
        for order in (range(10), (9, 8, 6, 7, 5, 2, 3, 4, 0, 1)):
            h = _sound(factor=factor)()
            h.segment(rate=1.0 if order == range(10) else -1.0)
            _push(h, [source[k] for k in order])
            h.end()
            made.append(_taken(h))
        assert _falls(made[1])
        assert b"".join(p[2] for p in made[0]) == b"".join(p[2] for p in made[1][::-1])
    pieces = [(k * 100 * MS, 100 * MS, bytes([k] * 4)) for k in range(10)]
    for factor in (0.5, 1.7):
        made = []
        for order in (range(10), (9, 8, 6, 7, 5, 2, 3, 4, 0, 1)):
            h = pictures(factor=factor)
            h.segment(rate=1.0 if order == range(10) else -1.0)
            _push(h, [pieces[k] for k in order])
            h.end()
            made.append(_taken(h))
        assert made[0] == made[1][::-1]


def flags_stay_with_the_sound_that_has_them_backwards():
    for method in METHODS:
        h = sound(factor=2.0, method=method)
        h.segment(0, 300 * MS, rate=-1.0)
        for k in (2, 1, 0):
            buffer = Gst.Buffer.new_wrapped(bytes(200))
            buffer.pts, buffer.duration = k * 100 * MS, 100 * MS
            if k == 1:
                buffer.set_flags(Gst.BufferFlags.GAP | Gst.BufferFlags.MARKER)
            h.source.push(buffer)
        h.end()
        lasting = [(b.pts, b.duration) for b in h.buffers if b.has_flags(Gst.BufferFlags.GAP)]
        assert _falls(lasting) and sum(lasting[0]) == 400 * MS and lasting[-1][0] == 200 * MS, lasting
        # The segment of the start is on the first buffer of its audio.
        marked = [b.pts for b in h.buffers if b.has_flags(Gst.BufferFlags.MARKER)]
        assert marked == [200 * MS], (method, marked)


def sound_without_flags_is_not_cut_backwards():
    for method in METHODS:
        h = sound(factor=2.0, method=method)
        h.segment(0, 500 * MS, rate=-1.0)
        for k in reversed(range(5)):
            h.push(200, k * 100 * MS, 100 * MS)
        h.end()
        assert len(h.buffers) == 5, (method, h.take())


def a_jump_leaves_a_hole_where_it_is():
    for method in METHODS:
        h = sound(factor=2.0, method=method)
        h.segment(0, 4 * SECOND, rate=-1.0)
        for start in (3000, 1000, 900, 0):
            h.push(200, start * MS, 100 * MS)
        h.end()
        runs = []
        for pts, duration, _, discont in h.take():
            if discont:
                runs.append([pts, pts + duration])
            else:
                assert pts + duration == runs[-1][0], (pts, duration, runs)
                runs[-1][0] = pts
        assert runs == [[k * MS, e * MS] for k, e in ((6000, 6200), (1800, 2200), (0, 200))], runs


def other_caps_and_directions_may_follow():
    h = pictures(factor=2.0)
    h.segment(0, SECOND, rate=-1.0)
    h.push(4, 900 * MS, 100 * MS)
    h.send(Gst.Event.new_caps(Gst.Caps.from_string(PICTURES.format(rate="10/1", width=8))))
    h.push(8, 800 * MS, 100 * MS)
    h.segment(0, SECOND, base=200 * MS)
    assert [(p // MS, s) for p, _, s, _ in h.take()][:3] == [(1900, 4), (1800, 4), (1700, 8)]
    h.push(8, 0, 100 * MS)
    h.end()
    assert [p // MS for p, _, _, _ in h.take()] == [0, 100]
    h = sound(factor=2.0)
    for loop, rate in enumerate((1.0, -1.0, 1.0, -1.0)):
        h.segment(0, 100 * MS, base=loop * 100 * MS, rate=rate)
        h.push(200, 0, 100 * MS)
        h.send(Gst.Event.new_segment_done(Gst.Format.TIME, 0 if rate < 0 else 100 * MS))
        done = h.of(Gst.EventType.SEGMENT_DONE)[-1].parse_segment_done()
        assert done[1] == (0 if rate < 0 else 200 * MS)
        assert h.frames() == (200, 0, 200 * MS)
    assert [base for _, _, _, base in h.segments()] == [0, 200 * MS, 400 * MS, 600 * MS]


def flags_of_pictures_that_are_seen_together_are_the_same_backwards():
    marked, flag = 5, Gst.BufferFlags.CORRUPTED
    for rule in ("previous", "nearest", "next", "blend"):
        seen = []
        for rate in (1.0, -1.0):
            h = pictures(factor=0.5, frames=rule, motion_blur=360)
            h.segment(0, 1200 * MS, rate=rate)
            for k in range(12) if rate > 0 else reversed(range(12)):
                buffer = Gst.Buffer.new_wrapped(bytes([20 * k] * 4))
                buffer.pts, buffer.duration = k * 100 * MS, 100 * MS
                if k == marked:
                    buffer.set_flags(flag)
                assert h.source.push(buffer) == Gst.FlowReturn.OK
            h.end()
            seen.append(sorted((b.pts, b.extract_dup(0, 1), b.has_flags(flag)) for b in h.buffers))
        assert seen[0] == seen[1], (rule, seen)
        # The frame is in the third tick; where others are nearer, next to it too.
        ticks = [k for k, (_, _, is_marked) in enumerate(seen[0]) if is_marked]
        assert 2 in ticks and set(ticks) <= {1, 2, 3}, (rule, ticks)
