# SPDX-License-Identifier: MPL-2.0
"""Elements with the same `group`: one setting, which changes at one running time, however far apart the elements are."""

import array
import random

from harness import MS, Gst, Harness, sound

SECOND = Gst.SECOND
# Milliseconds of a frame, and of a buffer of audio.
FRAME, BLOCK = 10, 23


def _video(rate=10, **settings):
    caps = f"video/x-raw,format=GRAY8,width=4,height=1,framerate={rate}/1"
    return Harness("videoretime", caps, **settings)


class _Film:
    """Frames that state their number and audio that states its milliseconds, from elements of a group."""

    def __init__(self, name, seed, **settings):
        self.random = random.Random(seed)
        self.video = _video(1000 // FRAME, group=name)
        self.audio = sound(method="linear", group=name, **settings)
        self.both = (self.video, self.audio)
        for h in self.both:
            h.segment()
        self.at = {self.video: 0, self.audio: 0}

    def step(self, h):
        start = self.at[h]
        if h is self.video:
            length, data = FRAME, (start // FRAME).to_bytes(4, "little")
        else:
            length = BLOCK
            data = array.array("h", range(start, start + length)).tobytes()
        buffer = Gst.Buffer.new_wrapped(data)
        buffer.pts, buffer.duration = start * MS, length * MS
        assert h.source.push(buffer) == Gst.FlowReturn.OK
        self.at[h] += length

    def play(self, until, apart=400):
        """Plays both up to a time in ms, each up to `apart` ms ahead of the other."""
        while min(self.at.values()) < until:
            last = min(self.both, key=self.at.get)
            free = [h for h in self.both if self.at[h] - self.at[last] < apart and self.at[h] < until + apart]
            self.step(self.random.choice(free))

    def set(self, factor):
        self.random.choice(self.both).element.set_property("factor", factor)

    def apart(self):
        """The difference between the source times of a frame and of the audio at its time, in ms, and how many differ."""
        audio = {}
        for b in self.audio.buffers:
            for n, value in enumerate(array.array("h", b.extract_dup(0, b.get_size()))):
                audio[round(b.pts / MS) + n] = value
        differences = []
        for b in self.video.buffers:
            shown = int.from_bytes(b.extract_dup(0, 4), "little") * FRAME
            heard = audio.get(round(b.pts / MS))
            if heard is not None:
                differences.append(shown - heard)
        assert len(differences) > 100
        return differences


def members_of_a_group_stay_together_through_changes():
    for seed in range(20):
        film = _Film(f"together {seed}", seed)
        at = 0
        for _ in range(40):
            at += film.random.randrange(10, 900)
            film.play(min(at, 20000))
            film.set(film.random.choice([0.5, 0.75, 1.0, 1.3, 2.0, 3.0]))
        film.play(22000)
        for h in film.both:
            h.end()
            assert not h.errors()
        differences = film.apart()
        # A frame is shown up to half of its own duration, or of an output frame, early or late; audio is rounded to ms.
        assert max(map(abs, differences)) <= FRAME + 2, (seed, min(differences), max(differences))


def elements_without_a_group_do_not_stay_together():
    film = _Film("", 1)
    film.play(2000)
    for h in film.both:
        h.element.set_property("factor", 2.0)
        film.play(film.at[film.video] + 300)
    film.play(4000)
    assert max(map(abs, film.apart())) > 3 * FRAME


def a_group_has_one_factor_from_the_start():
    for names in (("factor", "group"), ("group", "factor")):
        film = _video(), sound()
        for h in film:
            h.element.set_state(Gst.State.READY)
        for name in names:
            film[0].element.set_property(name, {"factor": 3.0, "group": "start"}[name])
        film[1].element.set_property("group", "start")
        assert film[1].element.get_property("factor") == 3.0
        film[1].element.set_property("factor", 2.0)
        assert film[0].element.get_property("factor") == 2.0
        for h in film:
            h.stop()


def members_that_a_seek_flushes_start_with_the_same_factor():
    for seed in range(10):
        film = _Film(f"flushes {seed}", seed)
        for number in range(1, 5):
            film.play(3000)
            film.set(film.random.choice([0.5, 1.0, 2.0]))
            order = list(film.both)
            film.random.shuffle(order)
            for h in order:
                for event in Gst.Event.new_flush_start(), Gst.Event.new_flush_stop(True):
                    event.set_seqnum(1000 + number)
                    h.send(event)
                h.buffers.clear()
                h.segment(1000 * MS)
                film.at[h] = 1000
                # The application changes the factor between the flushes of the two.
                film.step(h) if film.random.random() < 0.5 else None
                film.set(film.random.choice([0.5, 1.0, 1.5, 2.0]))
            film.play(4000)
            assert max(map(abs, film.apart())) <= FRAME + 2, (seed, number)


def members_of_a_group_follow_the_same_factors_after_a_seek():
    for seed in range(10):
        film = _Film(f"courses {seed}", seed)
        for number in range(1, 6):
            film.play(film.at[film.video] + film.random.randrange(200, 1500))
            film.set(film.random.choice([0.5, 1.0, 2.0]))
            # The change is known to one of them, to both, or to none.
            film.step(film.random.choice(film.both))
            target = film.random.randrange(4 * SECOND)
            sought = []
            for h in film.both:
                event = Gst.Event.new_seek(
                    1.0, Gst.Format.TIME, Gst.SeekFlags.FLUSH, Gst.SeekType.SET, target,
                    Gst.SeekType.NONE, -1
                )
                assert h.sink.push_event(event)
                sought.append(h.sought()[4])
            assert abs(sought[0] - sought[1]) <= 2 * MS, (seed, sought)
            for h in film.both:
                for event in Gst.Event.new_flush_start(), Gst.Event.new_flush_stop(True):
                    event.set_seqnum(2000 + number)
                    h.send(event)
                h.buffers.clear()
                film.at[h] = -(-sought[0] // (1000 * MS)) * 1000
                h.segment(sought[0], time=sought[0])
            times = [h.segments()[-1][2] for h in film.both]
            assert abs(times[0] - times[1]) <= 2 * MS, (seed, times)


def a_pending_change_survives_the_next_segment():
    film = _Film("segments", 5)
    edge = BLOCK * FRAME * 13
    for h, end in ((film.audio, edge + 10 * BLOCK), (film.video, edge + 10 * FRAME)):
        while film.at[h] < end:
            if film.at[h] == edge:
                # It does not continue the one before, as its stream times are others.
                h.segment(edge * MS, base=edge * MS, time=60 * SECOND)
            film.step(h)
            if h is film.video and film.at[h] == edge - 10 * FRAME:
                # The audio is in the second segment.
                film.audio.element.set_property("factor", 2.0)
    film.play(6000)
    assert max(map(abs, film.apart())) <= FRAME + 2


def a_group_keeps_the_pitch():
    film = _Film("pitch", 3, pitch="keep")
    film.play(2000)
    film.set(1.5)
    film.play(6000)
    for h in film.both:
        h.end()
        assert not h.errors()
    ends = [h.buffers[-1].pts + h.buffers[-1].duration for h in film.both]
    lengths = [film.at[h] for h in film.both]
    # Both change at the same time, so their lengths differ by the difference of their inputs.
    expected = (lengths[0] - lengths[1]) * 1.5
    assert abs((ends[0] - ends[1]) / MS - expected) <= 16, (ends, expected)


def the_last_member_takes_the_settings_with_it():
    first = _video(factor=4.0)
    first.element.set_state(Gst.State.READY)
    first.element.set_property("group", "alone")
    first.element.set_property("group", "")
    second = sound()
    second.element.set_state(Gst.State.READY)
    second.element.set_property("group", "alone")
    assert second.element.get_property("factor") == 1.0
    first.element.set_property("factor", 2.0)
    assert second.element.get_property("factor") == 1.0
