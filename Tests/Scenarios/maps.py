# SPDX-License-Identifier: MPL-2.0
"""The property map: sections with their own speeds, as JSON."""

import json
import random
from fractions import Fraction

import numpy
from harness import MS, PICTURES, Gst, Harness, pictures, sound

SECOND = Gst.SECOND
RATE = 1000
# Half speed, a slowdown, a hold, a cut, and double speed to the end.
SECTIONS = (
    {"from": "0", "to": "0.1", "speed": "1/2"},
    {"from": "0.1", "to": "0.3", "speed": ["1/2", "2"], "ease": "smooth"},
    {"from": "0.3", "to": "0.4", "speed": ["2", "1"], "ease": "linear"},
    {"hold": "0.4", "for": "0.25"},
    {"from": "0.4", "to": "0.45", "speed": "1"},
    {"from": "0.7", "to": "end", "speed": "2"},
)


def _map(*sections):
    return json.dumps({"retime-map": 1, "sections": sections})


class _Oracle:
    """A second implementation of the map, in fractions."""

    def __init__(self, sections, end):
        self.sections, start = [], Fraction(0)
        for text in sections:
            if "hold" in text:
                place, length = Fraction(text["hold"]), Fraction(text["for"])
                self.sections.append((start, length, place, place, (0, 0), None))
            else:
                begin, stop = Fraction(text["from"]), Fraction(end if text["to"] == "end" else text["to"])
                speeds = text["speed"] if isinstance(text["speed"], list) else [text["speed"]] * 2
                speeds = tuple(Fraction(speed) for speed in speeds)
                length = 2 * (stop - begin) / sum(speeds)
                self.sections.append((start, length, begin, stop, speeds, text.get("ease", "linear")))
            start += length
        self.length = start

    def place(self, time):
        """The source time at an output time, and whether it is held."""
        for start, length, begin, _, (first, last), ease in self.sections:
            if time < start + length:
                break
        if not ease:
            return begin, True
        u = (time - start) / length
        integral = u * u / 2 if ease == "linear" else u**3 - u**4 / 2
        return begin + length * (first * u + (last - first) * integral), False


def _sound(sections=SECTIONS, rate=RATE, **properties):
    """Without crossfades unless they are requested."""
    caps = f"audio/x-raw,format=F64LE,rate={rate},channels=1,layout=interleaved"
    properties.setdefault("joint_fade", 0)
    # The reference uses linear interpolation.
    properties.setdefault("method", "linear")
    return Harness("audioretime", caps, map=_map(*sections), **properties)


def _play(h, samples, splits, start=0, rate=1.0, stop=None):
    h.segment(start * MS, None if stop is None else stop * MS, rate=rate)
    first, pieces = 0, []
    for length in splits:
        piece = samples[first:first + length]
        if not len(piece):
            break
        buffer = Gst.Buffer.new_wrapped(piece.tobytes())
        buffer.pts, buffer.duration = (start + first) * MS, len(piece) * MS
        pieces.append(buffer)
        first += length
    for buffer in pieces if rate > 0 else reversed(pieces):
        assert h.source.push(buffer) == Gst.FlowReturn.OK, h.errors()
    h.end()
    assert not h.errors()
    kept = [b.extract_dup(0, b.get_size()) for b in h.buffers]
    return numpy.frombuffer(b"".join(kept if rate > 0 else kept[::-1]), "<f8")


def sound_is_where_the_map_says_for_any_buffers_and_backwards():
    seed = random.randrange(1 << 30)
    generator = random.Random(seed)
    samples = numpy.arange(1, 1001, dtype="<f8")
    uneven = []
    while sum(uneven) < 1000:
        uneven.append(generator.choice((1, 2, 7, 40, 111)))
    oracle, kept = _Oracle(SECTIONS, 1), None
    for splits in ([1000], [100] * 10, [1] * 1000, uneven):
        h = _sound()
        out = _play(h, samples, splits)
        assert h.frames(8)[0] == len(out) == int(oracle.length * RATE), (len(out), oracle.length)
        for n, value in enumerate(out):
            place, is_held = oracle.place(Fraction(n, RATE))
            # The last frame is held to the end.
            expected = 0 if is_held else min(float(place * RATE) + 1, 1000)
            assert abs(value - expected) < 1e-8, (n, value, expected)
        kept = out if kept is None else kept
        assert (kept == out).all(), seed
        back = _play(_sound(), samples, splits, rate=-1.0, stop=1000)
        assert (kept == back).all(), seed


def sound_between_the_frames_is_the_same_for_any_buffers_and_backwards():
    seed = random.randrange(1 << 30)
    samples = numpy.random.default_rng(seed).uniform(-1, 1, 1000)
    lines = _play(_sound(), samples, [1000])
    for sections in (SECTIONS, SECTIONS[:3]):
        kept = None
        for splits in ([1000], [100] * 10, [1] * 1000):
            out = _play(_sound(sections, method="sinc"), samples, splits)
            kept = out if kept is None else kept
            assert (kept == out).all(), seed
            back = _play(_sound(sections, method="sinc"), samples, splits, rate=-1.0, stop=1000)
            # Around a jump the kernel reads what is cut, when it is played backwards.
            assert len(back) == len(out) and (sections is SECTIONS or (kept == back).all()), seed
        assert sections is not SECTIONS or len(kept) == len(lines)


def sound_fades_where_the_source_jumps_or_stands():
    for method in ("linear", "sinc"):
        _fades(method)


def _fades(method):
    # With a source of ones all crossfades are visible: in a cut they add up to one, and around a hold they end at zero.
    oracle, kept = _Oracle(SECTIONS, 1), None
    for splits in ([1000], [1] * 1000, [37] * 28):
        out = _play(_sound(joint_fade=20 * MS, method=method), numpy.ones(1000), splits)
        assert len(out) == int(oracle.length * RATE)
        kept = out if kept is None else kept
        assert (kept == out).all()
    steps = numpy.abs(numpy.diff(kept))
    assert 0.05 < steps.max() < 0.101, steps.max()
    hold, cut = oracle.sections[3], oracle.sections[5]
    first, end = -int(-hold[0] * RATE // 1), -int(-(hold[0] + hold[1]) * RATE // 1)
    assert (kept[first:end] == 0).all() and abs(kept[:first - 10] - 1).max() < 1e-12
    assert abs(kept[end + 10:] - 1).max() < 1e-12
    # The audio around the cut is that on both sides of it.
    ramp = _play(_sound(joint_fade=20 * MS, method=method), numpy.arange(1000.0), [50] * 20)
    joint = int(cut[0] * RATE)
    assert 435 < ramp[joint - 11] < ramp[joint] < ramp[joint + 11] < 730, ramp[joint - 11:joint + 12]
    assert abs(ramp[joint] - 575) < 20, ramp[joint]


def sound_is_where_the_map_says_after_a_seek():
    samples = numpy.arange(1, 1001, dtype="<f8")
    oracle = _Oracle(SECTIONS, 1)
    joints = [oracle.sections[index][0] for index in (3, 4, 5)]
    # In a section at its position there; what is cut starts where the map continues.
    for start, index, place in ((50, 0, 50), (100, 1, 100), (300, 2, 300), (430, 4, 430), (500, 5, 700), (800, 5, 800)):
        begin, _, source, _, (speed, _), _ = oracle.sections[index]
        first = begin + (Fraction(place, RATE) - source) / speed
        for size in (1, 90, 1000):
            h = _sound(joint_fade=20 * MS)
            out = _play(h, samples[start:], [size] * (1000 // size + 1), start=start)
            assert len(out) == int((oracle.length - first) * RATE), (start, len(out))
            assert abs(h.segments()[-1][0] - first * SECOND) <= 1
            for n, value in enumerate(out):
                time = first + Fraction(n, RATE)
                where, is_held = oracle.place(time)
                if not any(abs(time - joint) * RATE <= 11 for joint in joints):
                    expected = 0 if is_held else min(float(where * RATE) + 1, 1000)
                    assert abs(value - expected) < 1e-8, (start, n, value, expected)


def a_stream_that_ends_before_its_map_ends_where_that_is():
    for method in ("linear", "sinc"):
        for count in (1, 120, 350, 399, 400, 401, 445, 449, 451, 500, 700, 701, 705, 712, 999):
            _ends(method, count)


def _ends(method, count):
    samples = numpy.ones(1000)
    out = _play(_sound(joint_fade=20 * MS, method=method), samples[:count], [64] * 16)
    oracle = _Oracle([s if s.get("to") != "end" else s | {"to": "1"} for s in SECTIONS], 1)
    time = Fraction(count, RATE)
    ends = [start + length for start, length, begin, stop, _, _ in oracle.sections if stop <= time]
    # Within a section that is the duration played.
    whole = int(max(ends, default=0) * RATE)
    assert len(out) >= whole, (count, len(out), whole)
    plain = _play(_sound(method=method), samples[:count], [64] * 16)
    assert len(out) == len(plain), (count, len(out), len(plain))
    is_plain = len(out) == 0 or min(abs(out[-1]), abs(out[-1] - 1)) < 1e-12
    assert is_plain or count in range(400, 460) or count > 700, (method, count, out[-1])


def what_is_left_out_is_not_kept():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1]) * 4096

    sections = ({"from": "0", "to": "0.1", "speed": "1"}, {"from": "400", "to": "end", "speed": "1"})
    for method in (0, 2):
        h = sound(48000, map=_map(*sections), method=method)
        h.segment()
        for k in range(200):
            h.push(9600, k * 100 * MS, 100 * MS)
        h.take()
        before = resident()
        for k in range(200, 3990):
            h.push(9600, k * 100 * MS, 100 * MS)
        assert resident() - before < 4_000_000, resident() - before
        for k in range(3990, 4010):
            h.push(9600, k * 100 * MS, 100 * MS)
        h.end()
        assert h.frames()[0] > 0


def a_fade_and_a_half_is_waited_for():
    # The highest speed is 2: 5 ms are 15 frames at 1 kHz.
    for fade, frames in ((5 * MS, 15), (0, 0)):
        h = _sound(joint_fade=fade)
        h.segment()
        # A frame is certain once the next one is there, two source frames later.
        assert 0 <= h.query_latency() - 10 * MS - (frames + 2) * MS <= 1
    # There is no crossfade where the source continues.
    h = _sound(SECTIONS[:3], joint_fade=5 * MS)
    h.segment()
    assert 0 <= h.query_latency() - 12 * MS <= 1


def pictures_are_where_the_map_says():
    oracle = _Oracle(SECTIONS, 1)
    for rule in ("nearest", "previous", "next"):
        h = pictures("50/1", frames=rule, map=_map(*SECTIONS))
        h.segment()
        for k in range(50):
            h.push(4, k * 20 * MS, 20 * MS, fill=k)
        h.end()
        shown = [buffer.extract_dup(0, 1)[0] for buffer in h.buffers]
        count, first, _ = h.frames(4)
        assert first == 0 and count == -(-oracle.length * 50 // 1), (count, oracle.length)
        # From 0.45 to 0.7 s nothing is displayed but the frame that contains 0.7 s.
        assert not set(shown) & set(range(23, 35)), shown
        for tick, picture in enumerate(shown):
            place, _ = oracle.place(Fraction(tick, 50))
            # Close to a cut the nearest or next frame may be that after it.
            assert abs(picture - float(place * 50)) <= 1 or 20 <= place * 50 < 36, (rule, tick, picture)
        # The hold: 12 or 13 ticks of the frame at 0.4 s.
        assert shown.count(20) >= 12, shown


def pictures_of_no_rate_stand_as_long_as_the_hold():
    h = pictures("0/1", map=_map(*SECTIONS))
    h.segment()
    for k in range(10):
        h.push(4, k * 100 * MS, 100 * MS, fill=k)
    h.end()
    taken = [(b.extract_dup(0, 1)[0], b.pts, b.duration) for b in h.buffers]
    assert [number for number, _, _ in taken] == [0, 1, 2, 3, 4, 7, 8, 9], taken
    for (_, pts, duration), (_, following, _) in zip(taken, taken[1:]):
        assert abs(pts + duration - following) <= 1, taken
    # 0.2 s, 0.2 ÷ 1.25 s, 0.1 ÷ 1.5 s, then a hold of 0.25 s and the rest of the frame's duration.
    times = {number: (pts, duration) for number, pts, duration in taken}
    start = 200 * MS + 160 * MS + 100 * MS * 2 // 3
    assert abs(times[4][0] - start) <= 1 and times[4][1] == 300 * MS, times
    assert abs(times[9][0] + times[9][1] - (start + 450 * MS)) <= 1


def what_is_asked_and_sought_is_in_the_time_of_the_map():
    sections = (
        {"from": "0", "to": "1", "speed": "1/2"},
        {"hold": "1", "for": "3"},
        {"from": "2", "to": "end", "speed": "2"},
    )
    for h, size in ((sound(map=_map(*sections)), 200), (pictures(map=_map(*sections)), 4)):
        assert h.sink.peer_query_duration(Gst.Format.TIME) == (True, 6 * SECOND)
        query = Gst.Query.new_seeking(Gst.Format.TIME)
        assert h.sink.peer_query(query) and query.parse_seeking()[3] == 6 * SECOND
        for wanted, sought in ((1, 0.5), (2, 1), (4, 1), (5.5, 3), (6, 4), (7, 6)):
            assert h.sink.push_event(Gst.Event.new_seek(
                1.0, Gst.Format.TIME, Gst.SeekFlags.FLUSH,
                Gst.SeekType.SET, int(wanted * SECOND), Gst.SeekType.NONE, 0,
            ))
            assert h.sought()[4] == sought * SECOND, (wanted, h.sought())
        h.flush()
        h.segment(3 * SECOND, 4 * SECOND, time=3 * SECOND)
        assert h.segments()[-1] == (5500 * MS, 6 * SECOND, 5500 * MS, 0)
        for k in range(10):
            h.push(size, 3 * SECOND + k * 100 * MS, 100 * MS, fill=k)
        h.end()
        frames = h.frames(size // 100 or size)
        assert frames == (500 if size == 200 else 5, 5500 * MS, 6 * SECOND), frames
        assert h.sink.peer_query_position(Gst.Format.TIME) == (True, 6 * SECOND)


def positions_may_be_other_times_than_the_streams():
    sections = ({"from": "0", "to": "1", "speed": "1/2"}, {"from": "2", "to": "end", "speed": "1"})
    for h, size in ((sound(map=_map(*sections)), 200), (pictures(map=_map(*sections)), 4)):
        h.segment(100 * SECOND, time=0)
        for k in range(30):
            h.push(size, 100 * SECOND + k * 100 * MS, 100 * MS)
        h.end()
        assert h.segments()[-1] == (0, None, 0, 0)
        frames = h.frames(size // 100 or size)
        assert frames == (3000 if size == 200 else 30, 0, 3 * SECOND), frames


def a_rate_is_absorbed_besides_a_map():
    h = _sound(absorb_rate=True)
    out = _play(h, numpy.arange(1000, dtype="<f8"), [50] * 20, rate=2.0)
    assert len(out) == int(_Oracle(SECTIONS, 1).length * RATE / 2)
    segment = h.of(Gst.EventType.SEGMENT)[-1].parse_segment()
    assert (segment.rate, segment.applied_rate) == (1.0, 2.0)


def a_map_of_one_speed_is_a_factor():
    for speed, factor in (("2", 0.5), ("1/3", None), ("1", 1.0)):
        one = sound(map=_map({"from": "0", "to": "end", "speed": speed}))
        other = sound(factor=factor or 3.0)
        kept = []
        for h in (one, other):
            h.segment()
            for k in range(5):
                h.push(200, k * 100 * MS, 100 * MS, fill=k)
            h.end()
            kept.append([(b.pts, b.extract_dup(0, b.get_size())) for b in h.buffers])
        assert kept[0] == kept[1], speed


def _refusal(text, name="audioretime", **properties):
    """The messages of an element about a map at its start."""
    element = Gst.ElementFactory.make(name)
    element.set_property("map", text)
    for key, value in properties.items():
        element.set_property(key, value)
    assert element.get_property("map") == text
    bus = Gst.Bus.new()
    element.set_bus(bus)
    result = element.set_state(Gst.State.PAUSED)
    message = bus.pop_filtered(Gst.MessageType.ERROR)
    element.set_state(Gst.State.NULL)
    element.set_bus(None)
    if message is None:
        assert result != Gst.StateChangeReturn.FAILURE
        return None
    assert result == Gst.StateChangeReturn.FAILURE
    return message.parse_error()[0].message


def what_a_stream_cannot_play_is_refused_and_named():
    first = {"from": "0", "to": "2", "speed": "1"}
    for name in ("audioretime", "videoretime"):
        for sections, words in (
            ((first, {"from": "2", "to": "1", "speed": "1"}), ("section 2", "backwards", "retime --map", "seek")),
            ((first, {"from": "1", "to": "end", "speed": "1"}), ("section 2", "jumps back", "seeks")),
            ((first, {"hold": "1", "for": "1"}), ("section 2", "jumps back")),
            (({"from": "0", "to": "end", "speed": "1"}, first), ("section 2", "after one that goes to")),
            ((first, {"from": "2", "to": "end", "speed": ["1", "2"]}), ("section 2", "changes its speed")),
            ((first, {"hold": "end", "for": "1"}), ("section 2", "holds")),
            (({"from": "end", "to": "0", "speed": "1"},), ("section 1", "backwards")),
        ):
            message = _refusal(_map(*sections), name)
            assert message and all(word in message for word in words), (sections, message)
        for text, words in (
            ("{", ("line 1", "column 2")),
            ('{"retime-map":1,\n"sections":[{"from":"0","to":"x","speed":"1"}]}', ("line 2", "section 1")),
            (_map(first | {"speed": "0"}), ("section 1", "speed")),
            (_map(first | {"pitch": "keep"}), ("section 1", "pitch")),
            ("\u00e9", ("line 1",)),
        ):
            message = _refusal(text, name)
            assert message and all(word in message for word in words), (text, message)
        message = _refusal(_map(first), name, factor=2.0)
        assert "factor is 2" in message, message
        assert _refusal(_map(first), name) is None and _refusal("", name, factor=2.0) is None


def what_lies_behind_a_map_is_left_out():
    section = {"from": "0.2", "to": "0.5", "speed": "1/2"}
    for h, size in ((sound(map=_map(section)), 200), (pictures(map=_map(section)), 4)):
        h.segment(0, SECOND)
        assert h.segments()[-1] == (0, 600 * MS, 0, 0)
        for k in range(10):
            h.push(size, k * 100 * MS, 100 * MS, fill=k)
        h.end()
        fills = {buffer.extract_dup(0, 1)[0] for buffer in h.buffers}
        assert h.frames(size // 100 or size) == (600 if size == 200 else 6, 0, 600 * MS)
        assert fills <= {2, 3, 4, 5} if size == 200 else {2, 3, 4}, fills


def a_map_stays_while_it_plays():
    h = _sound()
    h.element.set_property("map", "")
    assert h.element.get_property("map") == _map(*SECTIONS)
    # A factor that is set then has no effect either.
    h.element.set_property("factor", 3.0)
    out = _play(h, numpy.arange(1000, dtype="<f8"), [100] * 10)
    assert len(out) == int(_Oracle(SECTIONS, 1).length * RATE)


def pictures_backwards_are_those_forwards():
    source = [(k * 20 * MS, 20 * MS, bytes([k] * 4)) for k in range(50)]
    for rate in ("50/1", "24/1", "0/1"):
        for rule in ("nearest", "previous", "next"):
            made = []
            for speed, order in ((1.0, source), (-1.0, source[::-1])):
                h = pictures("50/1" if rate != "0/1" else rate, frames=rule, map=_map(*SECTIONS),
                             wanted=PICTURES.format(rate=rate, width=4))
                h.segment(0, SECOND, rate=speed)
                for pts, duration, data in order:
                    buffer = Gst.Buffer.new_wrapped(data)
                    buffer.pts, buffer.duration = pts, duration
                    assert h.source.push(buffer) == Gst.FlowReturn.OK, h.errors()
                h.end()
                made.append([(b.pts, b.duration, b.extract_dup(0, 1)) for b in h.buffers])
            assert made[0] == made[1][::-1], (rate, rule, made[0], made[1][::-1])


def a_map_is_counted_from_its_origin():
    samples = numpy.arange(1, 1001, dtype="<f8")
    whole = _play(_sound(), samples, [1000])
    # The cut, the hold and the fast end are where they were: what is before the origin is left out.
    for origin, before in ((200, None), (300, None), (450, None), (800, None)):
        h = _sound(map_origin=origin * MS)
        out = _play(h, samples[origin:], [1000 - origin])
        assert numpy.abs(whole[-len(out) + 1:-1] - out[1:-1]).max() < 8, (origin, before)
        oracle = _Oracle(SECTIONS, 1)
        starts = [n for n in range(int(oracle.length * RATE)) if oracle.place(Fraction(n, RATE))[0] * RATE >= origin]
        assert abs(len(out) - (int(oracle.length * RATE) - starts[0])) <= 1, (origin, len(out))
