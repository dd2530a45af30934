# SPDX-License-Identifier: MPL-2.0
"""The bin `retime`: one set of properties for any number of streams."""

import array
import math
import random

from harness import MS, Gst

SOUND = "audio/x-raw,format=S16LE,rate=1000,channels=1,layout=interleaved"
FRAMES = "video/x-raw,format=GRAY8,width=4,height=1,framerate=100/1"
TEXT = "text/x-raw,format=utf8"


def _bin(*kinds):
    """A pipeline with a stream of each kind; the bin, and each stream's source and sink."""
    pipeline = Gst.Pipeline.new(None)
    retime = Gst.ElementFactory.make("retime")
    pipeline.add(retime)
    streams = []
    for kind in kinds:
        caps = {"audio": SOUND, "video": FRAMES, "text": TEXT}[kind]
        source, sink = Gst.ElementFactory.make("appsrc"), Gst.ElementFactory.make("appsink")
        source.set_property("caps", Gst.Caps.from_string(caps))
        source.set_property("format", Gst.Format.TIME)
        source.set_property("max-bytes", 0)
        sink.set_property("sync", False)
        sink.set_property("async", False)
        pipeline.add(source)
        pipeline.add(sink)
        entry = retime.request_pad_simple(kind + "_%u")
        number = entry.get_name().rsplit("_", 1)[1]
        exit = retime.get_static_pad(f"{kind}_src_{number}")
        assert source.get_static_pad("src").link(entry) == Gst.PadLinkReturn.OK
        assert exit.link(sink.get_static_pad("sink")) == Gst.PadLinkReturn.OK
        streams.append((source, sink))
    return pipeline, retime, streams


def _push(source, start, length, data):
    buffer = Gst.Buffer.new_wrapped(data)
    buffer.pts, buffer.duration = start * MS, length * MS
    assert source.emit("push-buffer", buffer) == Gst.FlowReturn.OK


def _taken(sink):
    """All buffers, up to the end."""
    found = []
    while sample := sink.emit("try-pull-sample", 10 * Gst.SECOND):
        found.append(sample.get_buffer())
    return found


def a_bin_changes_all_its_streams():
    pipeline, retime, streams = _bin("audio", "video", "text", "audio")
    names = sorted(pad.get_name() for pad in retime.pads)
    assert names == [
        "audio_0", "audio_1", "audio_src_0", "audio_src_1", "text_0", "text_src_0", "video_0", "video_src_0",
    ], names
    retime.set_property("factor", 1.5)
    retime.set_property("frames", "previous")
    retime.set_property("method", "linear")
    assert retime.get_property("rate") == 1 / 1.5
    pipeline.set_state(Gst.State.PLAYING)
    for source, _ in streams:
        for k in range(100):
            size = 4 if source.get_property("caps").to_string().startswith("video") else 20
            _push(source, 10 * k, 10, b"a" * size)
        source.emit("end-of-stream")
    for source, sink in streams:
        last = _taken(sink)[-1]
        assert last.pts + last.duration == 1500 * MS, last.pts + last.duration
    pipeline.set_state(Gst.State.NULL)


def a_change_takes_effect_at_one_time_in_all_streams_of_a_bin():
    for seed in range(5):
        generator = random.Random(seed)
        pipeline, retime, streams = _bin("audio", "video")
        retime.set_property("method", "linear")
        pipeline.set_state(Gst.State.PLAYING)
        at = [0, 0]
        while min(at) < 10000:
            number = generator.randrange(2)
            if at[number] - min(at) > 400:
                continue
            source = streams[number][0]
            data = (
                array.array("h", range(at[0], at[0] + 20)).tobytes()
                if number == 0 else (at[1] // 10).to_bytes(4, "little")
            )
            _push(source, at[number], (20, 10)[number], data)
            at[number] += (20, 10)[number]
            if generator.random() < 0.01:
                retime.set_property("factor", generator.choice([0.5, 1.0, 2.0, 3.0]))
        for source, _ in streams:
            source.emit("end-of-stream")
        sound, frames = [_taken(sink) for _, sink in streams]
        heard = {}
        for b in sound:
            for n, value in enumerate(array.array("h", b.extract_dup(0, b.get_size()))):
                heard[round(b.pts / MS) + n] = value
        apart = [
            int.from_bytes(b.extract_dup(0, 4), "little") * 10 - heard[round(b.pts / MS)]
            for b in frames if round(b.pts / MS) in heard
        ]
        assert len(apart) > 100 and max(map(abs, apart)) <= 12, (seed, min(apart), max(apart))
        pipeline.set_state(Gst.State.NULL)


def a_change_of_the_pitch_takes_effect_at_one_time_in_all_audio_of_a_bin():
    samples = array.array("h", [round(9000 * math.sin(n)) for n in range(8000)])
    for seed in range(4):
        generator = random.Random(seed)
        pipeline, retime, streams = _bin("audio", "video", "audio")
        retime.set_property("factor", 1.5)
        pipeline.set_state(Gst.State.PLAYING)
        at = [0, 0, 0]
        while min(at) < len(samples):
            number = generator.randrange(3)
            if at[number] == len(samples) or at[number] - min(at) > 400:
                continue
            data = b"abcd" if number == 1 else samples[at[number]:at[number] + 20].tobytes()
            _push(streams[number][0], at[number], 20, data)
            at[number] += 20
            if generator.random() < 0.01:
                retime.set_property("pitch", generator.choice(["follow", "keep", "+3", "-5"]))
        for source, _ in streams:
            source.emit("end-of-stream")
        one, _, other = [
            b"".join(b.extract_dup(0, b.get_size()) for b in _taken(sink)) for _, sink in streams
        ]
        assert len(one) == 3 * len(samples) and one == other, (seed, len(one), len(other))
        pipeline.set_state(Gst.State.NULL)


def a_stream_that_comes_later_has_the_settings_of_the_bin():
    retime = Gst.ElementFactory.make("retime")
    Gst.util_set_object_arg(retime, "factor-fraction", "1/3")
    retime.set_property("pitch", "keep")
    retime.set_property("frames", "blend")
    pads = [retime.request_pad_simple(kind + "_%u") for kind in ("audio", "video", "text")]
    for name in ("audio_0", "video_0", "text_0"):
        inside = retime.get_by_name(name)
        assert inside.get_property("factor") == 1 / 3
        retime.set_property("rate", 3.0)
        assert inside.get_property("factor") == 1 / 3
    assert retime.get_by_name("audio_0").get_property("pitch") == "keep"
    assert retime.get_by_name("video_0").get_property("frames").value_nick == "blend"
    retime.set_property("semitones", 3.0)
    assert retime.get_by_name("audio_0").get_property("semitones") == 3.0
    for pad in pads:
        retime.release_request_pad(pad)
    assert not retime.pads and not retime.children
    # Two bins share nothing.
    other = Gst.ElementFactory.make("retime")
    assert other.get_property("factor") == 1.0


def pads_of_a_bin_have_the_names_that_are_requested():
    retime = Gst.ElementFactory.make("retime")
    assert retime.request_pad_simple("audio_7").get_name() == "audio_7"
    assert retime.get_static_pad("audio_src_7")
    assert retime.request_pad_simple("audio_%u").get_name() == "audio_0"
    assert not retime.request_pad_simple("frames_0") and not retime.request_pad_simple("audio_x")
