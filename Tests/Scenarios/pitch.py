# SPDX-License-Identifier: MPL-2.0
"""Audio that is stretched with its pitch preserved."""

import functools
import json
import pathlib
import struct
import tempfile

import gi
import numpy
from control import _control as control
from harness import MS, Gst, Harness

gi.require_version("GstApp", "1.0")
gi.require_version("GstAudio", "1.0")
from gi.repository import GstApp, GstAudio  # noqa: E402, F401

SECOND = Gst.SECOND
TYPES = {
    "S8": ("<i1", 100), "U8": ("<u1", 100), "S16LE": ("<i2", 2**14), "S32LE": ("<i4", 2**30),
    "F32LE": ("<f4", 0.5), "F64LE": ("<f8", 0.5),
}


def _kept(form="F64LE", rate=8000, channels=1, layout="interleaved", **properties):
    caps = f"audio/x-raw,format={form},rate={rate},channels={channels},layout={layout}"
    if channels > 2:
        caps += ",channel-mask=(bitmask)0"
    properties.setdefault("pitch", "keep")
    return Harness("audioretime", caps, **properties)


def _in_each_quality(scenario):
    """Makes a scenario run with a function that creates elements of each quality of time stretching."""
    @functools.wraps(scenario)
    def both():
        for quality in "best", "live":
            try:
                scenario(functools.partial(_kept, stretch_quality=quality))
            except AssertionError as error:
                raise AssertionError(f"stretch-quality={quality}: {error}") from error
    return both


def _tone(count, rate=8000, frequency=440):
    return 0.5 * numpy.sin(2 * numpy.pi * frequency * numpy.arange(count) / rate)


def _feed(h, samples, length, rate=8000, start=0, first=0):
    """Pushes frames in buffers of `length`, starting with the frame number `first` of the stream."""
    for begin in range(0, len(samples), length):
        piece = samples[begin:begin + length]
        buffer = Gst.Buffer.new_wrapped(piece.tobytes())
        buffer.pts = start + (first + begin) * SECOND // rate
        buffer.duration = len(piece) * SECOND // rate
        assert h.source.push(buffer) == Gst.FlowReturn.OK, h.errors()


def _taken(h, form="<f8"):
    data = b"".join(b.extract_dup(0, b.get_size()) for b in h.buffers)
    h.buffers.clear()
    return numpy.frombuffer(data, form)


def _times_fit(buffers):
    """Asserts that each buffer starts where the one before ends."""
    for one, other in zip(buffers, buffers[1:]):
        assert one.pts + one.duration == other.pts, (one.pts, one.duration, other.pts)


def _frequency(sound, rate=8000):
    power = numpy.abs(numpy.fft.rfft(sound * numpy.hanning(len(sound)), 1 << 18)) ** 2
    return numpy.argmax(power) * rate / (1 << 18)


def _stays(sound, rate=8000, frequency=440, edge=0.1):
    """Asserts a tone with constant level and pitch."""
    edge, size = int(edge * rate), rate // 10
    assert abs(_frequency(sound[edge:-edge], rate) - frequency) < 1, _frequency(sound[edge:-edge], rate)
    for begin in range(edge, len(sound) - edge - size, size):
        level = numpy.sqrt(numpy.mean(sound[begin:begin + size] ** 2))
        assert abs(level - 0.3536) < 0.03, (begin, level)


@_in_each_quality
def a_tone_stays_as_high_at_any_factor(element):
    for factor in (0.5, 0.77, 1.5, 2.0, 4.0):
        h = element(factor=factor)
        h.segment()
        _feed(h, _tone(16000), 160)
        h.end()
        _times_fit(h.buffers)
        assert h.buffers[0].pts == 0
        out = _taken(h)
        assert len(out) == int(16000 * factor), (factor, len(out))
        _stays(out)


@_in_each_quality
def any_buffers_give_the_same_bits_in_any_layout(element):
    generator = numpy.random.default_rng(7)
    for channels in (1, 2, 5, 8):
        samples = generator.uniform(-0.5, 0.5, (6000, channels))
        kept = None
        for length in (6000, 1, 257) if channels == 1 else (6000, 160):
            h = element(channels=channels, factor=1.3)
            h.segment()
            _feed(h, samples, length)
            h.end()
            out = _taken(h).reshape(-1, channels)
            assert out.shape == (7800, channels)
            kept = out if kept is None else kept
            assert (kept == out).all(), (channels, length)
        # Planar audio has the same samples.
        h = element(channels=channels, layout="non-interleaved", factor=1.3)
        h.segment()
        planes = samples.T.copy()
        buffer = Gst.Buffer.new_wrapped(planes.tobytes())
        buffer.pts, buffer.duration = 0, 750 * MS
        info = GstAudio.AudioInfo.new_from_caps(h.sink.get_current_caps())
        GstAudio.buffer_add_audio_meta(buffer, info, 6000, 0)
        assert h.source.push(buffer) == Gst.FlowReturn.OK, h.errors()
        h.end()
        parts = [
            numpy.frombuffer(b.extract_dup(0, b.get_size()), "<f8").reshape(channels, -1)
            for b in h.buffers
        ]
        assert (numpy.concatenate(parts, axis=1).T == kept).all(), channels


@_in_each_quality
def samples_of_every_type_are_stretched(element):
    tone = _tone(8000) * 2
    for form, (kind, loud) in TYPES.items():
        offset = 128 if form == "U8" else 0
        h = element(form, factor=1.5)
        h.segment()
        _feed(h, (tone * loud + offset).astype(kind), 500)
        h.end()
        out = (_taken(h, kind).astype("<f8") - offset) / loud / 2
        assert len(out) == 12000, form
        _stays(out)


@_in_each_quality
def a_factor_of_one_passes_untouched(element):
    h = element(factor=1.0)
    h.segment()
    samples = _tone(4000)
    _feed(h, samples, 160)
    assert len(h.buffers) == 25 and (_taken(h) == samples).all()
    assert h.query_latency() == 10 * MS


@_in_each_quality
def a_factor_that_changes_goes_on_without_a_click(element):
    samples = _tone(48000)
    most = 0.5 * (2 * numpy.pi * 440 / 8000) ** 2
    for first in (1.0, 2.0):
        h = element(factor=first)
        h.segment()
        _feed(h, samples[:16000], 160)
        h.element.set_property("factor", 0.5)
        _feed(h, samples[16000:32000], 160, first=16000)
        h.element.set_property("factor", 1.5)
        _feed(h, samples[32000:], 160, first=32000)
        h.end()
        _times_fit(h.buffers)
        out = _taken(h)
        segment = h.of(Gst.EventType.SEGMENT)[-1].parse_segment()
        assert segment.rate == 1.0
        # At most half a second is rendered with the factor before.
        exact = 16000 * first + 16000 * 0.5 + 16000 * 1.5
        assert abs(len(out) - exact) < 4000 * 1.5, (len(out), exact)
        _stays(out)
        bends = numpy.abs(numpy.diff(out, 2))[800:-800]
        assert bends.max() < 1.5 * most, (first, int(bends.argmax()), bends.max() / most)


@_in_each_quality
def a_controller_is_followed_for_any_buffers(element):
    generator = numpy.random.default_rng(5)
    hits = 0.3 * generator.normal(0, 1, 16000) * (numpy.arange(16000) % 4000 < 200)
    for samples in (_tone(16000), _tone(16000) / 2 + hits):
        kept = None
        for length in (16000, 1600, 77):
            h = element()
            control(h, [(0, 1.0), (1, 2.5), (2, 0.5)])
            h.segment()
            _feed(h, samples, length)
            h.end()
            _times_fit(h.buffers)
            out = _taken(h)
            assert len(out) == 8000 * 1.75 + 8000 * 1.5, len(out)
            kept = out if kept is None else kept
            assert (kept == out).all(), length
        if samples.max() < 0.51:
            _stays(out)


@_in_each_quality
def jumps_flushes_and_new_caps_begin_anew(element):
    h = element(factor=2.0)
    h.segment()
    _feed(h, _tone(4000), 160)
    buffer = Gst.Buffer.new_wrapped(_tone(4000).tobytes())
    buffer.pts, buffer.duration = 5 * SECOND, 500 * MS
    buffer.set_flags(Gst.BufferFlags.DISCONT)
    assert h.source.push(buffer) == Gst.FlowReturn.OK
    h.end()
    starts = [b.pts for b in h.buffers if b.has_flags(Gst.BufferFlags.DISCONT)]
    assert starts == [0, 10 * SECOND], starts
    assert len(_taken(h)) == 16000
    h.flush()
    h.segment(2 * SECOND)
    _feed(h, _tone(2000), 160, start=2 * SECOND)
    h.flush()
    h.buffers.clear()
    h.segment(SECOND)
    _feed(h, _tone(1000), 160, start=SECOND)
    caps = "audio/x-raw,format=F64LE,rate=16000,channels=1,layout=interleaved"
    h.send(Gst.Event.new_caps(Gst.Caps.from_string(caps)))
    assert h.buffers[0].pts == 2 * SECOND and len(_taken(h)) == 2000
    _feed(h, _tone(1600, 16000), 160, 16000, start=1125 * MS)
    h.end()
    assert len(_taken(h)) == 3200


@_in_each_quality
def a_stream_of_a_few_frames_is_as_long_as_it_should(element):
    for count in (1, 2, 3, 7, 100):
        for factor in (0.5, 1.5, 3.7):
            h = element(factor=factor)
            h.segment()
            _feed(h, _tone(count), 1)
            h.end()
            assert len(_taken(h)) == int(count * factor), (count, factor)


@_in_each_quality
def semitones_put_a_tone_higher_and_lower_at_any_factor(element):
    for semitones in ("+3", "-2.5", "12", "-12", "-24", "24"):
        for factor in (0.5, 1.0, 1.5):
            for formants in ("follow", "keep"):
                h = element(factor=factor, pitch=semitones, formants=formants)
                h.segment()
                _feed(h, _tone(16000, frequency=220), 160)
                h.end()
                _times_fit(h.buffers)
                assert h.buffers[0].pts == 0
                out = _taken(h)
                assert len(out) == int(16000 * factor), (semitones, factor, len(out))
                frequency = 220 * 2 ** (float(semitones) / 12)
                if formants == "follow":
                    _stays(out, frequency=frequency)
                else:
                    assert abs(_frequency(out[800:-800]) - frequency) < 1


@_in_each_quality
def semitones_have_the_same_bits_for_any_buffers(element):
    generator = numpy.random.default_rng(11)
    samples = generator.uniform(-0.5, 0.5, (6000, 2))
    for properties in ({"pitch": "+3"}, {"pitch": "-5", "factor": 1.3}, {"pitch": "-5", "formants": "keep"}):
        kept = None
        for length in (6000, 1, 257):
            h = element(channels=2, **properties)
            h.segment()
            _feed(h, samples, length)
            h.end()
            out = _taken(h)
            kept = out if kept is None else kept
            assert (kept == out).all(), (properties, length)


@_in_each_quality
def semitones_wait_as_long_as_they_say(element):
    for properties in ({"pitch": "+12"}, {"pitch": "-12"}, {"pitch": "+3", "formants": "keep"},
                       {"pitch": "-5", "factor": 0.5, "formants": "keep"}):
        speed = 1 / properties.get("factor", 1)
        h = element(**properties)
        h.segment()
        generator = numpy.random.default_rng(3)
        noise = generator.normal(0, 0.1, 24000) * (numpy.arange(24000) % 1600 < 300)
        longest, made = 0, 0
        for first in range(0, 24000, 80):
            _feed(h, noise[first:first + 80], 80, first=first)
            made += len(_taken(h))
            longest = max(longest, first + 80 - made * speed)
        told = (h.query_latency() - 10 * MS) * 8000 / SECOND
        assert told - 8 < longest <= told, (properties, longest, told)


def a_pitch_that_is_none_is_refused():
    for text in ("up", "+25", ""):
        element = Gst.ElementFactory.make("audioretime")
        element.set_property("pitch", text)
        bus = Gst.Bus.new()
        element.set_bus(bus)
        assert element.set_state(Gst.State.PAUSED) == Gst.StateChangeReturn.FAILURE, text
        error = bus.pop_filtered(Gst.MessageType.ERROR).parse_error()[0].message
        assert f"'{text}'" in error, error
        element.set_state(Gst.State.NULL)
        element.set_bus(None)


@_in_each_quality
def a_change_near_the_end_neither_clicks_nor_changes_the_length(element):
    samples = _tone(16000)
    most = 0.5 * (2 * numpy.pi * 440 / 8000) ** 2
    for distance in (1, 30, 90, 200, 420, 700, 1300, 2600):
        # A factor that changes during playback: what has been rendered stays.
        for first, last in ((2.0, 0.5), (0.5, 2.0), (1.0, 1.5)):
            h = element(factor=first)
            h.segment()
            _feed(h, samples[:-distance], 160)
            h.element.set_property("factor", last)
            _feed(h, samples[-distance:], 160, first=16000 - distance)
            h.end()
            _times_fit(h.buffers)
            end = h.buffers[-1].pts + h.buffers[-1].duration
            out = _taken(h)
            # What has not been rendered has the new one: pending and later input. The end of the stream itself spreads over
            # 20 ms, also without a change.
            low, high = sorted((16000 * first, 16000 * first + (distance + 3600) * (last - first)))
            assert low - 1 <= len(out) <= high + 1, (distance, first, len(out))
            assert abs(end - len(out) * SECOND / 8000) <= 1
            bends = numpy.abs(numpy.diff(out, 2))[800:-160]
            assert bends.max() < 1.5 * most, (distance, first, int(bends.argmax()), len(out), bends.max() / most)
        # A map whose last section is as short.
        for speeds in (("1/2", "2"), ("2", "1/2"), ("1/2", "1"), ("1", "2")):
            at = (16000 - distance) / 8000
            text = json.dumps({"retime-map": 1, "sections": (
                {"from": "0", "to": str(at), "speed": speeds[0]},
                {"from": str(at), "to": "end", "speed": speeds[1]},
            )})
            h = element(map=text)
            h.segment()
            _feed(h, samples, 160)
            h.end()
            _times_fit(h.buffers)
            out = _taken(h)
            factors = [1 / eval(speed) for speed in speeds]
            exact = (16000 - distance) * factors[0] + distance * factors[1]
            assert len(out) == int(exact + 1e-6), (distance, speeds, len(out), exact)
            bends = numpy.abs(numpy.diff(out, 2))[800:-160]
            assert bends.max() < 1.5 * most, (distance, speeds, int(bends.argmax()), len(out), bends.max() / most)


@_in_each_quality
def odd_rates_do_no_harm(element):
    for rate in (1, 2, 7, 50, 400, 1000, 11025, 192000, 768000):
        h = element("F32LE", rate, factor=1.5)
        h.segment()
        _feed(h, _tone(2000, rate, rate / 8).astype("<f4"), 500, rate)
        h.end()
        assert len(_taken(h, "<f4")) == 3000, rate
    h = element("F32LE", 2**31 - 1, factor=1.5)
    h.segment()
    h.push(400, 0, MS)
    assert "keeps the pitch of up to 64 channels at up to 1536000 Hz" in h.errors()[0]


@_in_each_quality
def a_map_keeps_the_pitch_too(element):
    sections = (
        {"from": "0", "to": "1", "speed": "1/2"},
        {"hold": "1", "for": "0.5"},
        {"from": "1", "to": "2", "speed": ["2", "1/2"], "ease": "smooth"},
        {"from": "20", "to": "end", "speed": "1"},
    )
    text = json.dumps({"retime-map": 1, "sections": sections})
    kept = None
    for length in (1600, 111):
        h = element(map=text)
        h.segment()
        _feed(h, _tone(8000 * 24), length)
        h.end()
        _times_fit(h.buffers)
        out = _taken(h)
        assert len(out) == 8000 * 2 + 4000 + 6400 + 32000, len(out)
        kept = out if kept is None else kept
        assert (kept == out).all()
    assert (out[16100:19900] == 0).all()
    _stays(out[:16000])
    assert (out[30000:] == _tone(8000 * 24)[20 * 8000 + 30000 - 26400:]).all()


@_in_each_quality
def a_rate_is_absorbed_with_its_pitch(element):
    for rate in (0.5, 1.0, 1.5, 2.0):
        for factor in (1.0, 2.0):
            h = element(factor=factor, absorb_rate=True)
            h.segment(SECOND, 3 * SECOND, rate=rate)
            _feed(h, _tone(16000), 160, start=SECOND)
            h.end()
            segment = h.of(Gst.EventType.SEGMENT)[-1].parse_segment()
            assert (segment.rate, segment.applied_rate) == (1.0, rate)
            out = _taken(h)
            assert len(out) == int(16000 * factor / rate), (rate, len(out))
            _stays(out)


@_in_each_quality
def backwards_it_is_a_tape(element):
    outs = []
    for pitch in ("follow", "keep"):
        h = element(factor=2.0, pitch=pitch)
        h.segment(0, SECOND, rate=-1.0)
        for k in reversed(range(10)):
            _feed(h, _tone(800), 800, start=k * 100 * MS)
        h.end()
        outs.append(_taken(h))
    assert len(outs[0]) == 16000 and (outs[0] == outs[1]).all()


@_in_each_quality
def the_latency_is_what_it_waits_for(element):
    for speed, factor in ((0.5, 2.0), (1.5, 1 / 1.5), (2.0, 0.5)):
        h = element(factor=factor)
        h.segment()
        generator = numpy.random.default_rng(3)
        noise = generator.normal(0, 0.1, 24000) * (numpy.arange(24000) % 1600 < 300)
        longest, made = 0, 0
        for first in range(0, 24000, 80):
            _feed(h, noise[first:first + 80], 80, first=first)
            made += len(_taken(h))
            longest = max(longest, first + 80 - made * speed)
        told = (h.query_latency() - 10 * MS) * 8000 / SECOND
        assert told - 8 < longest <= told, (speed, longest, told)


class _Player:
    """playbin with a filter in it, and all audio recorded."""

    def __init__(self, path, line):
        self.playbin = Gst.ElementFactory.make("playbin")
        self.sink = Gst.ElementFactory.make("appsink")
        self.sink.set_property("sync", False)
        self.sink.set_property("caps", Gst.Caps.from_string("audio/x-raw,format=F32LE,rate=48000,channels=1"))
        self.playbin.set_property("uri", pathlib.Path(path).as_uri())
        self.playbin.set_property("audio-filter", Gst.parse_bin_from_description(line, True))
        self.playbin.set_property("audio-sink", self.sink)
        Gst.util_set_object_arg(self.playbin, "flags", "audio")
        self.playbin.set_state(Gst.State.PAUSED)
        assert self.playbin.get_state(10 * SECOND)[0] == Gst.StateChangeReturn.SUCCESS

    def play(self, rate, start, stop):
        set_, flags = Gst.SeekType.SET, Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
        assert self.playbin.seek(rate, Gst.Format.TIME, flags, set_, start, set_, stop)
        assert self.playbin.get_state(10 * SECOND)[0] == Gst.StateChangeReturn.SUCCESS
        self.playbin.set_state(Gst.State.PLAYING)
        parts = []
        while sample := self.sink.emit("try-pull-sample", 10 * SECOND):
            buffer = sample.get_buffer()
            parts.append(buffer.extract_dup(0, buffer.get_size()))
            self.segment = sample.get_segment()
        return numpy.frombuffer(b"".join(parts), "<f4").astype("<f8")

    def stop(self):
        self.playbin.set_state(Gst.State.NULL)
        self.__dict__.clear()


def a_player_plays_faster_and_slower_at_its_own_pitch_as_with_scaletempo():
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder) / "tone.wav"
        samples = (_tone(5 * 48000, 48000) * 2**15).astype("<i2").tobytes()
        path.write_bytes(
            struct.pack("<4sI8sIHHIIHH4sI", b"RIFF", 36 + len(samples), b"WAVEfmt ", 16, 1, 1, 48000,
                        96000, 2, 16, b"data", len(samples)) + samples
        )
        for line in ("audioretime absorb-rate=true pitch=keep", "scaletempo"):
            player = _Player(path, line)
            for rate in (1.5, 0.5, 2.0):
                out = player.play(rate, SECOND, 4 * SECOND)
                exact = 3 * 48000 / rate
                # scaletempo drops its last stride, 30 ms, or leaves it to the next one.
                most = 2 if line.startswith("audioretime") else 6000
                assert abs(len(out) - exact) <= most, (line, rate, len(out), exact)
                assert (player.segment.rate, player.segment.applied_rate) == (1.0, rate)
                frequency = _frequency(out[4800:-4800], 48000)
                assert abs(frequency - 440) < 3, (line, rate, frequency)
                if line.startswith("audioretime"):
                    _stays(out, 48000)
            player.stop()
