# SPDX-License-Identifier: MPL-2.0
"""The pitch of a group: one setting, which changes at one running time in all of its audio."""

import json
import random

import gi
import numpy
from control import _control as control
from harness import MS, Gst, Harness
from pitch import _feed, _frequency, _kept, _taken, _times_fit, _tone

gi.require_version("GstApp", "1.0")
from gi.repository import GstApp  # noqa: E402, F401

SECOND = Gst.SECOND
RATE, BLOCK = 8000, 160
MAP = json.dumps({"retime-map": 1, "sections": (
    {"from": "0", "to": "2", "speed": "1/2"}, {"from": "2", "to": "end", "speed": "5/4"},
)})


class _Pair:
    """Two elements of a group, which get the same audio at different times."""

    def __init__(self, name, seed, **settings):
        self.random = random.Random(seed)
        self.audio = [_kept(group=name, **settings) for _ in range(2)]
        self.samples = _tone(8 * RATE)
        self.at = [0, 0]
        for h in self.audio:
            h.segment()

    def step(self, which):
        first = self.at[which]
        _feed(self.audio[which], self.samples[first:first + BLOCK], BLOCK, first=first)
        self.at[which] += BLOCK

    def play(self, until, apart=2400):
        """Plays both up to a frame, each up to `apart` frames ahead of the other."""
        while min(self.at) < until:
            which = self.random.randrange(2)
            if self.at[which] - min(self.at) < apart and self.at[which] < until + apart:
                self.step(which)

    def set(self, name, value):
        element = self.random.choice(self.audio).element
        if isinstance(value, str):
            Gst.util_set_object_arg(element, name, value)
        else:
            element.set_property(name, value)

    def pitches(self):
        return [h.element.get_property("pitch") for h in self.audio]

    def outputs(self):
        for h in self.audio:
            h.end()
            assert not h.errors()
            _times_fit(h.buffers)
        return [_taken(h) for h in self.audio]


def _pitches(generator):
    return generator.choice((
        ("pitch", "follow"), ("pitch", "keep"), ("pitch", "+3"), ("semitones", -4.0), ("semitones", 7.5),
    ))


def a_change_of_the_pitch_is_the_same_in_all_audio_of_a_group():
    for settings in ({}, {"factor": 1.5}, {"factor": 0.7, "stretch_quality": 1}, {"map": MAP}):
        _play_pairs(settings, lambda generator, pair: None, 0)


def the_pitch_and_the_factor_of_a_group_change_together():
    def change(generator, pair):
        if generator.random() < 0.4:
            pair.set("factor", generator.choice([0.5, 0.75, 1.0, 1.3, 2.0]))

    # Audio that passed until both change is interpolated in another way for a tenth of a second.
    for settings in ({}, {"factor": 1.5}, {"factor": 0.7, "stretch_quality": 1}):
        _play_pairs(settings, change, 0.02)


def _play_pairs(settings, change, most):
    """Plays the same audio with random pitches; the outputs differ by at most `most`."""
    changed = 0
    for seed in range(4):
        generator = random.Random(seed)
        name = f"random {settings} {most} {seed}"
        pair = _Pair(name, seed, pitch=("follow", "keep", "+3", "-5")[seed], **settings)
        at = 0
        for _ in range(8):
            at += generator.randrange(200, 10000)
            pair.play(min(at, 48000))
            changed += pair.at[0] != pair.at[1]
            pair.set(*_pitches(generator))
            change(generator, pair)
        pair.play(len(pair.samples))
        one, other = pair.outputs()
        assert len(one) == len(other), (settings, seed, len(one), len(other))
        apart = numpy.abs(one - other)
        assert apart.max() <= most, (settings, seed, apart.max(), numpy.nonzero(apart > most)[0][[0, -1]])
    # Most changes were made while the elements were apart.
    assert changed > 20, changed


def a_change_of_the_pitch_takes_effect_where_the_first_of_a_group_is():
    pair = _Pair("place", 1, factor=2.0, pitch="follow")
    while pair.at[0] < 24000:
        pair.step(0)
    while pair.at[1] < 16000:
        pair.step(1)
    pair.audio[1].element.set_property("semitones", 12.0)
    assert pair.pitches() == ["+12", "+12"]
    pair.play(len(pair.samples))
    for out in pair.outputs():
        assert len(out) == 2 * len(pair.samples)
        # The factor 2 halves the frequency until then; the new engine is heard 0.1 s later.
        assert abs(_frequency(out[32000:48000]) - 220) < 3
        assert abs(_frequency(out[52000:68000]) - 880) < 3


def buffers_of_other_sizes_change_within_a_buffer():
    pair = _Pair("sizes", 1, factor=1.0, pitch="+2")
    sizes, outs = (160, 600), []
    for h, size, end in zip(pair.audio, sizes, (24000, 18000)):
        _feed(h, pair.samples[:end], size)
    pair.set("pitch", "-3")
    for h, size, end in zip(pair.audio, sizes, (24000, 18000)):
        _feed(h, pair.samples[end:], size, first=end)
    outs = pair.outputs()
    assert len(outs[0]) == len(outs[1]) == len(pair.samples)
    apart = numpy.nonzero(outs[0] != outs[1])[0]
    # The change is at 24000, a start of buffers of both sizes.
    assert len(apart) == 0, (apart[0], apart[-1])


def a_pitch_is_a_setting_of_all_audio_of_a_group():
    first, second = (Gst.ElementFactory.make("audioretime") for _ in range(2))
    video, text = (Gst.ElementFactory.make(name) for name in ("videoretime", "textretime"))
    said = []
    for element in first, second:
        element.connect("notify::semitones", lambda element, spec: said.append(element))
    for element in video, first, text, second:
        element.set_property("group", "settings")
    for name, value, both in (("pitch", "+3", ("+3", 3)), ("semitones", -2.5, ("-2.5", -2.5)), ("pitch", "keep", ("keep", 0))):
        first.set_property(name, value)
        for element in first, second:
            assert (element.get_property("pitch"), element.get_property("semitones")) == both
    # As for the factor, the element that was set sends the notifications.
    assert said == [first] * 3, said
    # A pitch that is none keeps its element from starting, and no other one.
    first.set_property("pitch", "up")
    assert second.get_property("pitch") == "keep"
    second.set_property("factor", 2.0)
    assert first.get_property("factor") == 2.0 and video.get_property("factor") == 2.0
    second.set_property("pitch", "+1")
    assert first.get_property("pitch") == "+1"


def a_group_keeps_its_pitch_while_it_has_no_audio():
    video, *audio = (Gst.ElementFactory.make(name) for name in ("videoretime", "audioretime", "audioretime", "audioretime"))
    video.set_property("factor", 2.0)
    video.set_property("group", "kept")
    # The audio brings its pitch, and takes the factor.
    audio[0].set_property("pitch", "+3")
    audio[0].set_property("group", "kept")
    assert (audio[0].get_property("pitch"), audio[0].get_property("factor")) == ("+3", 2.0)
    audio[0].set_property("group", "")
    audio[1].set_property("pitch", "-2")
    audio[1].set_property("group", "kept")
    assert (audio[1].get_property("pitch"), audio[1].get_property("factor")) == ("+3", 2.0)
    # What has left shares nothing.
    audio[0].set_property("pitch", "keep")
    assert audio[1].get_property("pitch") == "+3"
    # Where the group has the default, a member brings its own.
    audio[1].set_property("pitch", "follow")
    audio[2].set_property("pitch", "-7")
    audio[2].set_property("group", "kept")
    assert audio[1].get_property("pitch") == "-7"


def a_pitch_survives_seeks_of_a_group():
    for seed in range(6):
        pair = _Pair(f"seeks {seed}", seed, factor=1.2, pitch="keep")
        for number in range(1, 4):
            pair.play(pair.random.randrange(4000, 16000))
            pair.set(*_pitches(pair.random))
            order = [0, 1]
            pair.random.shuffle(order)
            for which in order:
                h = pair.audio[which]
                for event in Gst.Event.new_flush_start(), Gst.Event.new_flush_stop(True):
                    event.set_seqnum(3000 + number)
                    h.send(event)
                h.buffers.clear()
                pair.at[which] = RATE
                h.segment(SECOND)
                pair.set(*_pitches(pair.random))
        pair.play(len(pair.samples))
        one, other = pair.outputs()
        assert len(one) == len(other) and (one == other).all(), seed


def a_pitch_set_in_backward_playback_is_that_of_the_next_forward_one():
    outs = []
    for changes in (False, True):
        pair = _Pair(f"backwards {changes}", 1, factor=2.0, pitch="keep")
        for h in pair.audio:
            h.flush()
            h.segment(0, SECOND, rate=-1.0)
            for k in reversed(range(10)):
                if changes and k == 5:
                    h.element.set_property("pitch", "+12")
                _feed(h, pair.samples[:800], 800, start=k * 100 * MS)
        backward = [_taken(h) for h in pair.audio]
        assert (backward[0] == backward[1]).all()
        outs.append(backward[0])
        for h in pair.audio:
            h.flush()
            h.segment()
            h.buffers.clear()
        pair.play(2 * RATE)
        one, other = pair.outputs()
        size = min(len(one), len(other))
        assert abs(_frequency(one[3200:24000]) - (880 if changes else 440)) < 3
        assert abs(_frequency(other[3200:24000]) - (880 if changes else 440)) < 3 and size > 24000
    assert (outs[0] == outs[1]).all()


def an_element_with_a_controller_of_the_pitch_has_its_own():
    pair = _Pair("controlled", 1, pitch="keep")
    control(pair.audio[0], [(0, 2.0), (8, 2.0)], name="semitones")
    pair.play(16000)
    assert pair.pitches() == ["+2", "keep"]
    pair.audio[1].element.set_property("pitch", "-3")
    assert pair.pitches() == ["+2", "-3"]
    pair.play(len(pair.samples))
    for out, semitones in zip(pair.outputs(), (2, -3)):
        assert abs(_frequency(out[32000:]) - 440 * 2 ** (semitones / 12)) < 3


def branches_of_a_pipeline_that_are_apart_change_their_pitch_together():
    pipeline = Gst.parse_launch(
        f"audiotestsrc num-buffers=400 samplesperbuffer={BLOCK} ! audio/x-raw,format=F64LE,rate={RATE},channels=1 "
        "! tee name=tee "
        "tee. ! queue max-size-time=0 max-size-bytes=0 max-size-buffers=4 ! audioretime name=first group=tee "
        "! appsink name=ahead sync=false async=false max-buffers=1 "
        "tee. ! queue max-size-time=0 max-size-bytes=0 max-size-buffers=100 ! audioretime name=second group=tee "
        "! appsink name=later sync=false async=false max-buffers=1"
    )
    ahead, later = (pipeline.get_by_name(name) for name in ("ahead", "later"))
    taken = {ahead: [], later: []}

    def end(sink):
        buffer = taken[sink][-1]
        return buffer.pts + buffer.duration

    def take(sink):
        sample = sink.emit("try-pull-sample", 20 * SECOND)
        if sample:
            taken[sink].append(sample.get_buffer())
        return sample

    def play(until):
        while not taken[later] or end(later) < until:
            while not taken[ahead] or not taken[later] or end(ahead) - end(later) < 300 * MS:
                assert take(ahead)
                if not taken[later]:
                    assert take(later)
            assert take(later)

    pipeline.set_state(Gst.State.PLAYING)
    for name, value, until in (("first", "+7", 1), ("second", "keep", 3), ("second", "-5", 4), ("first", "+2", 6)):
        play(until * SECOND)
        assert end(ahead) - end(later) > 200 * MS
        pipeline.get_by_name(name).set_property("pitch", value)
    # Without queues that fill, neither waits for the other any more.
    for sink in (ahead, later):
        sink.set_property("max-buffers", 0)
    for sink in (ahead, later):
        while take(sink):
            pass
    pipeline.set_state(Gst.State.NULL)
    outs = [
        numpy.frombuffer(b"".join(b.extract_dup(0, b.get_size()) for b in buffers), "<f8")
        for buffers in taken.values()
    ]
    assert len(outs[0]) == len(outs[1]) == 400 * BLOCK
    assert (outs[0] == outs[1]).all(), numpy.nonzero(outs[0] != outs[1])[0][[0, -1]]
    assert abs(_frequency(outs[0][-8000:-800]) - 440 * 2 ** (2 / 12)) < 3
