# SPDX-License-Identifier: MPL-2.0
"""The elements as effects of GStreamer's Editing Services, beside videorate and pitch: `timelines.py FOLDER`.

Frame k of the media has the luma 16 + k, and its audio is a ramp, so the output says which media is shown.
"""

import json
import pathlib
import sys

import gi
import numpy

gi.require_version("Gst", "1.0")
gi.require_version("GES", "1.0")
from gi.repository import GES, GLib, Gst  # noqa: E402

Gst.init(None)
# The plugin is loaded before GES is initialized; gst/pipelines/slow-clip.py has the other order.
assert Gst.ElementFactory.make("videoretime") and Gst.ElementFactory.make("audioretime")
GES.init()

S, MS, RATE, SECONDS = Gst.SECOND, Gst.MSECOND, 48000, 8
ANY = GES.TrackType.UNKNOWN
OURS, THEIRS = ("videoretime", "audioretime"), ("videorate", "pitch")


def _media(path):
    pipeline = Gst.parse_launch(
        f"matroskamux name=muxer ! filesink location={path} "
        "appsrc name=video format=time caps=video/x-raw,format=GRAY8,width=16,height=16,framerate=25/1 "
        "! videoconvert ! video/x-raw,format=I420 ! avenc_ffv1 ! queue max-size-time=0 ! muxer. "
        f"appsrc name=audio format=time caps=audio/x-raw,format=S16LE,rate={RATE},channels=1,layout=interleaved "
        "! flacenc ! queue max-size-time=0 ! muxer."
    )
    ramp = (numpy.arange(SECONDS * RATE) * 60000 / (SECONDS * RATE) - 30000).round().astype("<i2")
    pieces = [("video", bytes([16 + k]) * 256, k * 40 * MS, 40 * MS) for k in range(25 * SECONDS)]
    for k in range(10 * SECONDS):
        pieces.append(("audio", ramp[k * 4800:(k + 1) * 4800].tobytes(), k * 100 * MS, 100 * MS))
    pipeline.set_state(Gst.State.PLAYING)
    for name, content, pts, duration in pieces:
        buffer = Gst.Buffer.new_wrapped(content)
        buffer.pts, buffer.duration = pts, duration
        pipeline.get_by_name(name).emit("push-buffer", buffer)
    for name in ("video", "audio"):
        pipeline.get_by_name(name).emit("end-of-stream")
    _finish(pipeline)


def _finish(pipeline):
    kinds = Gst.MessageType.EOS | Gst.MessageType.ERROR
    message = pipeline.get_bus().timed_pop_filtered(120 * S, kinds)
    assert message and message.type == Gst.MessageType.EOS, message and message.parse_error()
    pipeline.set_state(Gst.State.NULL)


def _timeline(path, properties, elements=OURS, inpoint=0, duration=SECONDS * S):
    """A timeline with one clip, with an effect for video and one for audio."""
    timeline = GES.Timeline.new_audio_video()
    for track in timeline.get_tracks():
        isVideo = track.props.track_type == GES.TrackType.VIDEO
        track.set_restriction_caps(Gst.Caps.from_string(
            "video/x-raw,format=I420,width=16,height=16,framerate=25/1" if isVideo
            else f"audio/x-raw,format=F32LE,rate={RATE},channels=1,layout=interleaved"
        ))
    layer = timeline.append_layer()
    asset = GES.UriClipAsset.request_sync(pathlib.Path(path).resolve().as_uri())
    clip = layer.add_asset(asset, 0, inpoint, duration, ANY)
    for element in elements:
        assert clip.add(GES.Effect.new(f"{element} {properties}"))
    return timeline, layer, clip


def _clips(layer):
    return [
        (c.props.start / S, c.props.in_point / S, c.props.duration / S, c.get_duration_limit() / S)
        for c in layer.get_clips()
    ]


def _loaded(timeline, path):
    """The timeline after it was saved to a project and loaded from there."""
    uri = pathlib.Path(path).resolve().as_uri()
    assert timeline.save_to_uri(uri, None, True)
    project = GES.Project.new(uri)
    loop = GLib.MainLoop()
    project.connect("loaded", lambda *_: loop.quit())
    loaded = project.extract()
    loop.run()
    return loaded


def _played(timeline):
    """The number of the frame shown at each tick, and the media time heard at each sample, in seconds."""
    pipeline = GES.Pipeline.new()
    assert pipeline.set_timeline(timeline)
    got = {}
    for put, caps in (
        (pipeline.preview_set_video_sink, "video/x-raw,format=I420"),
        (pipeline.preview_set_audio_sink, f"audio/x-raw,format=F32LE,channels=1,rate={RATE}"),
    ):
        sink = Gst.ElementFactory.make("appsink")
        sink.props.sync, sink.props.emit_signals = False, True
        sink.props.caps = Gst.Caps.from_string(caps)
        got[caps[:5]] = []

        def take(sink, kept=got[caps[:5]]):
            buffer = sink.emit("pull-sample").get_buffer()
            kept.append(buffer.extract_dup(0, buffer.get_size()))
            return Gst.FlowReturn.OK

        sink.connect("new-sample", take)
        put(sink)
    pipeline.set_mode(GES.PipelineFlags.FULL_PREVIEW)
    pipeline.set_state(Gst.State.PLAYING)
    _finish(pipeline)
    heard = numpy.frombuffer(b"".join(got["audio"]), "<f4")
    return [frame[0] - 16 for frame in got["video"]], (heard * 32768 + 30000) / 60000 * SECONDS


def a_clip_that_is_split_keeps_its_media_also_after_it_was_saved(media, folder):
    for rate, cuts in (("0.5", (2, 6)), ("2", (1, 2)), ("1.25", (2, 4))):
        found = []
        for elements in (OURS, THEIRS):
            timeline, layer, clip = _timeline(media, f"rate={rate}", elements)
            limit = clip.get_duration_limit()
            assert limit == SECONDS * S / float(rate), limit
            assert clip.set_duration(limit)
            for cut in cuts:
                clip = clip.split(cut * S)
                assert clip
            states = [_clips(layer)]
            timeline.commit()
            loaded = _loaded(timeline, folder / "split.xges")
            layer = loaded.get_layers()[0]
            states.append(_clips(layer))
            clips = layer.get_clips()
            assert clips[1].edit([], -1, GES.EditMode.EDIT_TRIM, GES.Edge.START, (cuts[0] + 1) * S // 1)
            states.append(_clips(layer))
            assert clips[0].edit([], -1, GES.EditMode.EDIT_RIPPLE, GES.Edge.END, cuts[0] * S // 2)
            states.append(_clips(layer))
            found.append(states)
        assert found[0] == found[1], (rate, found)
        assert found[0][0] == found[0][1], (rate, found[0])
        speed = float(rate)
        assert [c[1] for c in found[0][0]] == [0, cuts[0] * speed, cuts[1] * speed], found[0][0]


def the_media_of_each_part_is_shown_and_heard(media, folder):
    timeline, layer, clip = _timeline(media, "rate=0.5")
    assert clip.set_duration(clip.get_duration_limit())
    clip = clip.split(2 * S)
    clip.split(6 * S)
    # A gap from 2 s to 4 s shows that the parts do not depend on each other.
    assert layer.get_clips()[1].edit([], -1, GES.EditMode.EDIT_TRIM, GES.Edge.START, 4 * S)
    timeline.commit()
    for played in (timeline, _loaded(timeline, folder / "parts.xges")):
        shown, heard = _played(played)
        assert len(shown) == 400 and len(heard) == 16 * RATE, (len(shown), len(heard))
        for tick, frame in enumerate(shown):
            expected = 0 if 50 <= tick < 100 else tick // 2
            assert abs(frame - expected) <= (0 if tick < 50 else 1), (tick, frame)
        times = numpy.arange(len(heard)) / RATE
        parts = (times < 1.98) | (times > 4.02) & (times < 15.9)
        assert numpy.abs(heard - times / 2)[parts].max() < 0.001, numpy.abs(heard - times / 2)[parts].max()


def each_of_the_three_properties_sets_the_limit(media, folder):
    for properties, limit in (
        ("factor=2", 16), ("factor-fraction=2/1", 16), ("rate=0.5", 16), ("factor=0.5", 4), ("", 8)
    ):
        timeline, _, clip = _timeline(media, properties)
        assert clip.get_duration_limit() == limit * S, properties
    timeline, _, clip = _timeline(media, "")
    for effect in clip.get_top_effects():
        assert effect.set_child_property("rate", 0.25)
    assert clip.get_duration_limit() == 32 * S


def an_application_may_register_the_rates_once_more(media, folder):
    # Not twice: each call releases a reference to the property that GES does not own.
    for name in OURS:
        assert GES.Effect.register_rate_property(name, "rate")
    for _ in range(30):
        timeline, _, clip = _timeline(media, "rate=0.5")
        assert clip.get_duration_limit() == 16 * S


def a_timeline_within_a_timeline_is_slowed_down(media, folder):
    timeline, _, clip = _timeline(media, "rate=2")
    assert clip.set_duration(4 * S)
    timeline.commit()
    inner = folder / "inner.xges"
    assert timeline.save_to_uri(inner.resolve().as_uri(), None, True)
    timeline, _, clip = _timeline(inner, "rate=0.5", duration=4 * S)
    # GES gives a timeline in a timeline no limit.
    assert clip.set_duration(8 * S)
    second = clip.split(2 * S)
    assert second and second.props.in_point == 1 * S
    timeline.commit()
    shown, heard = _played(timeline)
    # Twice as fast within half as fast: what is shown lasts as long as the media.
    assert len(shown) == 200, len(shown)
    for tick, frame in enumerate(shown):
        assert abs(frame - tick) <= 2, (tick, frame)


def a_clip_whose_source_is_reversed_is_shown_backwards_at_its_speed(media, folder):
    for speed in (1, 0.5, 2):
        timeline, _, clip = _timeline(media, f"rate={speed}")
        assert clip.set_duration(4 * S)
        sources = [child for child in clip.get_children(False) if isinstance(child, GES.Source)]
        assert len(sources) == 2
        if not all(source.lookup_child("reverse")[0] for source in sources):
            # GES reverses sources since 1.26.
            return
        for source in sources:
            assert source.set_child_property("reverse", True)
        timeline.commit()
        shown, heard = _played(timeline)
        expected = [int(100 * speed) - 1 - int(tick * speed) for tick in range(100)]
        assert shown == expected, (speed, shown)
        # GES reverses the order of the buffers, of up to 96 ms here, and not the samples: the filter rings at the jumps.
        times = numpy.arange(len(heard)) / RATE
        late = numpy.abs(heard - (4 - times) * speed).max()
        assert len(heard) == 4 * RATE and late < 0.13, (speed, len(heard), late)


def a_map_is_counted_from_the_in_point_or_from_its_origin(media, folder):
    sections = [{"from": "0", "to": "3", "speed": "1"}, {"from": "3", "to": "end", "speed": "1/2"}]
    text = json.dumps({"retime-map": 1, "sections": sections})
    for origin, slow in ((0, 75), (2, 25)):
        timeline, _, clip = _timeline(media, "", inpoint=2 * S, duration=5 * S)
        for effect in clip.get_top_effects():
            assert effect.set_child_property("map", text)
            assert effect.set_child_property("map-origin", origin * S)
        timeline.commit()
        shown, _ = _played(timeline)
        for tick, frame in enumerate(shown):
            expected = 50 + min(tick, slow + max(0, tick - slow) // 2)
            assert abs(frame - expected) <= 1, (origin, tick, frame)


if __name__ == "__main__":
    folder = pathlib.Path(sys.argv[1])
    media = folder / "ramp.mkv"
    _media(media)
    for name, value in list(globals().items()):
        if callable(value) and not name.startswith("_") and name.startswith(("a_", "an_", "the_", "each_")):
            value(media, folder)
            print(name)
