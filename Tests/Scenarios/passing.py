# SPDX-License-Identifier: MPL-2.0
"""How an element passes or changes each kind of event, flag and meta, as docs/gstreamer.md describes."""

import itertools
import subprocess
import tempfile

import gi
from harness import MS, NONE, PICTURES, SOUND, Gst, pictures, sound, structure

gi.require_version("GstVideo", "1.0")
from gi.repository import GObject, GstVideo  # noqa: E402

Flags = Gst.BufferFlags


def _clock():
    return Gst.Caps.from_string("timestamp/x-other")


def _structure(name, **fields):
    made = Gst.Structure.new_empty(name)
    for key, value in fields.items():
        made.set_value(key, value)
    return made


def _time(fields, field):
    return fields.get_clock_time(field)[1]


def _playing(factor=2.0):
    """Both elements in the middle of a segment whose running time starts at 50 ms, as the time 300 ms."""
    for h, size in ((sound(factor=factor), 200), (pictures(factor=factor), 4)):
        h.segment(100 * MS, base=50 * MS, time=300 * MS)
        h.push(size, 100 * MS, 100 * MS)
        yield h


def _last(events, kind):
    return [event for event in events if event.type == kind][-1]


def requests_for_key_pictures_have_their_times_translated():
    for h in _playing():
        news = _structure("GstForceKeyUnit")
        for field, time in (("timestamp", 150), ("stream-time", 350), ("running-time", 100)):
            _set_time(news, field, time * MS)
        h.send(Gst.Event.new_custom(Gst.EventType.CUSTOM_DOWNSTREAM, news))
        got = structure(_last(h.events, Gst.EventType.CUSTOM_DOWNSTREAM))
        times = [_time(got, name) for name in ("timestamp", "stream-time", "running-time")]
        assert times == [300 * MS, 700 * MS, 200 * MS], times
        wish = _structure("GstForceKeyUnit")
        _set_time(wish, "running-time", 200 * MS)
        h.sink.push_event(Gst.Event.new_custom(Gst.EventType.CUSTOM_UPSTREAM, wish))
        got = structure(_last(h.upstream, Gst.EventType.CUSTOM_UPSTREAM))
        assert _time(got, "running-time") == 100 * MS
        at_once = _structure("GstForceKeyUnit")
        _set_time(at_once, "running-time", NONE)
        h.sink.push_event(Gst.Event.new_custom(Gst.EventType.CUSTOM_UPSTREAM, at_once))
        got = structure(_last(h.upstream, Gst.EventType.CUSTOM_UPSTREAM))
        assert _time(got, "running-time") == NONE


def _set_time(fields, field, time):
    fields.set_value(field, _uint64(time))


def _uint64(number):
    value = GObject.Value()
    value.init(GObject.TYPE_UINT64)
    value.set_uint64(number)
    return value


CHAPTERS = """;FFMETADATA1
[CHAPTER]
TIMEBASE=1/1000
START=0
END=150
[CHAPTER]
TIMEBASE=1/1000
START=150
END=400
"""


def chapters_move_with_the_sound():
    # Python cannot build a table of contents: its own references make the entries read-only.
    with tempfile.TemporaryDirectory() as folder:
        with open(f"{folder}/chapters", "w") as file:
            file.write(CHAPTERS)
        subprocess.run(
            ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=0.4", "-i", f"{folder}/chapters"]
            + ["-map_metadata", "1", "-c:a", "pcm_s16le", f"{folder}/sound.mka"],
            check=True,
        )
        pipeline = Gst.parse_launch(
            f"filesrc location={folder}/sound.mka ! matroskademux ! tee name=before "
            "! audioretime factor=2 ! fakesink name=after"
        )
        pipeline.set_state(Gst.State.PAUSED)
        assert pipeline.get_state(60 * Gst.SECOND)[0] == Gst.StateChangeReturn.SUCCESS
        for name, factor in (("before", 1), ("after", 2)):
            event = pipeline.get_by_name(name).get_static_pad("sink").get_sticky_event(Gst.EventType.TOC, 0)
            [edition] = event.parse_toc()[0].get_entries()
            times = [entry.get_start_stop_times()[1:] for entry in edition.get_sub_entries()]
            assert times == [(0, 150 * factor * MS), (150 * factor * MS, 400 * factor * MS)], times
        pipeline.set_state(Gst.State.NULL)


def a_duration_among_the_tags_is_that_of_the_output():
    for h in _playing():
        tags = Gst.TagList.new_empty()
        tags.add_value(Gst.TagMergeMode.APPEND, "title", "Rabbit")
        tags.add_value(Gst.TagMergeMode.APPEND, "duration", _uint64(4000 * MS))
        h.send(Gst.Event.new_tag(tags))
        got = _last(h.events, Gst.EventType.TAG).parse_tag()
        assert got.get_uint64("duration") == (True, 8000 * MS)
        assert got.get_string("title") == (True, "Rabbit")


def steps_and_rates_reach_the_source_in_its_time():
    for h in _playing():
        h.sink.push_event(Gst.Event.new_step(Gst.Format.TIME, 80 * MS, 1.0, True, False))
        step = _last(h.upstream, Gst.EventType.STEP).parse_step()
        assert tuple(step) == (Gst.Format.TIME, 40 * MS, 1.0, True, False), step
        h.sink.push_event(Gst.Event.new_step(Gst.Format.BUFFERS, 3, 1.0, True, False))
        assert _last(h.upstream, Gst.EventType.STEP).parse_step()[1] == 3
        h.sink.push_event(Gst.Event.new_instant_rate_sync_time(2.0, 200 * MS, 300 * MS))
        sync = _last(h.upstream, Gst.EventType.INSTANT_RATE_SYNC_TIME).parse_instant_rate_sync_time()
        assert tuple(sync) == (2.0, 100 * MS, 150 * MS), sync


def the_interval_of_a_trick_reaches_the_source_in_its_time():
    for h in _playing():
        seek = Gst.Event.new_seek(
            4.0, Gst.Format.TIME, Gst.SeekFlags.TRICKMODE | Gst.SeekFlags.FLUSH,
            Gst.SeekType.SET, 0, Gst.SeekType.NONE, 0,
        )
        seek.set_seek_trickmode_interval(500 * MS)
        assert h.sink.push_event(seek)
        got = _last(h.upstream, Gst.EventType.SEEK)
        assert got.parse_seek_trickmode_interval() == 250 * MS


def sizes_of_buffers_in_time_are_scaled():
    for h in _playing():
        h.send(Gst.Event.new_buffer_size(Gst.Format.TIME, 10 * MS, 20 * MS, False))
        size = _last(h.events, Gst.EventType.BUFFERSIZE).parse_buffer_size()
        assert tuple(size) == (Gst.Format.TIME, 20 * MS, 40 * MS, False), size


def gaps_keep_what_they_say():
    for h in (sound(factor=2.0), pictures(factor=2.0, rate="0/1")):
        h.segment()
        gap = Gst.Event.new_gap(100 * MS, NONE)
        gap.set_gap_flags(Gst.GapFlags.DATA)
        number = gap.get_seqnum()
        h.send(gap)
        got = _last(h.events, Gst.EventType.GAP)
        assert (got.parse_gap().timestamp, got.parse_gap().duration) == (200 * MS, NONE)
        assert got.parse_gap_flags() == Gst.GapFlags.DATA and got.get_seqnum() == number


def what_has_no_times_passes_as_it_is():
    down = (
        lambda: Gst.Event.new_stream_collection(Gst.StreamCollection.new("all")),
        lambda: Gst.Event.new_sink_message("note", Gst.Message.new_eos(None)),
        lambda: Gst.Event.new_stream_group_done(7),
        lambda: Gst.Event.new_protection("id", Gst.Buffer.new(), "origin"),
        lambda: Gst.Event.new_instant_rate_change(1.5, 0),
        *(
            lambda kind=kind: Gst.Event.new_custom(kind, _structure("Other"))
            for kind in (
                Gst.EventType.CUSTOM_DOWNSTREAM, Gst.EventType.CUSTOM_DOWNSTREAM_OOB,
                Gst.EventType.CUSTOM_DOWNSTREAM_STICKY, Gst.EventType.CUSTOM_BOTH,
                Gst.EventType.CUSTOM_BOTH_OOB,
            )
        ),
    )
    up = (
        lambda: Gst.Event.new_navigation(_structure("application/x-gst-navigation")),
        lambda: Gst.Event.new_latency(30 * MS),
        lambda: Gst.Event.new_reconfigure(),
        lambda: Gst.Event.new_toc_select("one"),
        lambda: Gst.Event.new_select_streams(["one"]),
        lambda: Gst.Event.new_custom(Gst.EventType.CUSTOM_UPSTREAM, _structure("Other")),
    )
    for h in _playing():
        for make in down:
            event = make()
            assert h.send(event), event.type
            assert hash(h.events[-1]) == hash(event), event.type
        for make in up:
            event = make()
            assert h.sink.push_event(event), event.type
            assert hash(h.upstream[-1]) == hash(event), event.type


def at_factor_1_everything_passes_untouched():
    for h, size in ((sound(), 200), (pictures(), 4)):
        h.segment(100 * MS, base=50 * MS, time=300 * MS)
        segment = Gst.Segment()
        segment.init(Gst.Format.TIME)
        key = _structure("GstForceKeyUnit")
        _set_time(key, "running-time", 200 * MS)
        for event in (
            Gst.Event.new_segment(segment), Gst.Event.new_gap(100 * MS, 50 * MS),
            Gst.Event.new_segment_done(Gst.Format.TIME, 90 * MS),
            Gst.Event.new_custom(Gst.EventType.CUSTOM_DOWNSTREAM, key),
        ):
            h.send(event)
            assert hash(h.events[-1]) == hash(event), event.type
        for event in (
            Gst.Event.new_qos(Gst.QOSType.UNDERFLOW, 0.5, -50 * MS, 100 * MS),
            Gst.Event.new_step(Gst.Format.TIME, 80 * MS, 1.0, True, False),
            Gst.Event.new_seek(
                2.0, Gst.Format.TIME, Gst.SeekFlags.FLUSH, Gst.SeekType.SET, 0, Gst.SeekType.END, 0
            ),
        ):
            h.sink.push_event(event)
            assert hash(h.upstream[-1]) == hash(event), event.type
        for pts in (NONE, 150 * MS, 0, 170 * MS):
            buffer = Gst.Buffer.new_wrapped(bytes(size))
            buffer.pts = pts
            buffer.set_flags(Flags.CORRUPTED | Flags.GAP | Flags.MARKER)
            assert h.source.push(buffer) == Gst.FlowReturn.OK
            assert hash(h.buffers[-1]) == hash(buffer)
        assert not h.errors()


def a_stream_that_is_not_in_time_passes_at_factor_1_only():
    for make, size in ((sound, 200), (pictures, 4)):
        for factor in (1.0, 2.0):
            h = make(factor=factor)
            segment = Gst.Segment()
            segment.init(Gst.Format.BYTES)
            h.send(Gst.Event.new_segment(segment))
            if factor == 1:
                assert h.push(size) == Gst.FlowReturn.OK and len(h.buffers) == 1
                assert h.events[-1].parse_segment().format == Gst.Format.BYTES
            else:
                assert "in time" in h.errors()[0]


def _fill(h, size, pts, flags=0, reference=None, value=0):
    buffer = Gst.Buffer.new_wrapped(bytes([value]) * size)
    buffer.pts, buffer.duration = pts, 100 * MS
    if flags:
        buffer.set_flags(flags)
    if reference is not None:
        buffer.add_reference_timestamp_meta(_clock(), reference, 100 * MS)
    assert h.source.push(buffer) == Gst.FlowReturn.OK


def _marked(h, flag):
    """The ranges of the output that have a flag, in milliseconds."""
    found = []
    for buffer in h.buffers:
        if buffer.has_flags(flag):
            start, end = buffer.pts / MS, (buffer.pts + buffer.duration) / MS
            if found and found[-1][1] == start:
                start = found.pop()[0]
            found.append((start, end))
    return found


def flags_stay_with_the_sound_that_has_them():
    for factor in (2.0, 1.5, 0.5, 3.7):
        h = sound(factor=factor)
        h.segment()
        for k, flags in enumerate((0, Flags.CORRUPTED, 0, Flags.GAP, Flags.MARKER, 0)):
            _fill(h, 200, k * 100 * MS, flags)
        h.end()
        # A frame is 1 ms. Output that reads a damaged frame is damaged; a gap reads only silence.
        [(start, end)] = _marked(h, Flags.CORRUPTED)
        assert 99 * factor < start <= 100 * factor and 199 * factor <= end <= 200 * factor + 1, (start, end)
        [(start, end)] = _marked(h, Flags.GAP)
        assert 300 * factor <= start < 300 * factor + 1, (factor, start)
        assert 399 * factor <= end < 399 * factor + 1.01, (factor, end)
        [marker] = [b for b in h.buffers if b.has_flags(Flags.MARKER)]
        assert marker.pts <= 400 * factor * MS < marker.pts + marker.duration + MS
        assert h.frames()[0] == int(600 * factor)


def sound_without_flags_is_not_cut():
    h = sound(factor=2.0)
    h.segment()
    for k in range(5):
        _fill(h, 200, k * 100 * MS)
    h.end()
    assert len(h.buffers) == 6


def reference_times_stay_with_the_sound_that_has_them():
    for factor in (2.0, 0.5, 1.5):
        h = sound(factor=factor, method="linear")
        h.segment()
        for k in range(5):
            _fill(h, 200, k * 100 * MS, reference=7 * Gst.SECOND + k * 100 * MS)
        h.end()
        found = [(b.pts, b.get_reference_timestamp_meta(_clock())) for b in h.buffers]
        found = [(pts, meta.timestamp, meta.duration) for pts, meta in found if meta]
        assert len(found) == 5, found
        for pts, timestamp, duration in found:
            assert abs(7 * Gst.SECOND + pts / factor - timestamp) <= 1000, (pts, timestamp)
            assert duration == 100 * MS


def flags_and_reference_times_stay_with_their_pictures():
    for frames in ("nearest", "blend"):
        h = pictures(factor=2.0, frames=frames)
        h.segment()
        for k, flags in enumerate((0, Flags.CORRUPTED, 0, Flags.GAP, Flags.GAP, 0)):
            _fill(h, 4, k * 100 * MS, flags, 7 * Gst.SECOND + k * 100 * MS)
        h.end()
        corrupted, gaps = _marked(h, Flags.CORRUPTED), _marked(h, Flags.GAP)
        if frames == "nearest":
            assert corrupted == [(200, 400)] and gaps == [(600, 1000)], (corrupted, gaps)
        else:
            assert corrupted == [(100, 400)] and gaps == [(600, 900)], (corrupted, gaps)
        for buffer in h.buffers:
            meta = buffer.get_reference_timestamp_meta(_clock())
            assert abs(7 * Gst.SECOND + buffer.pts / 2 - meta.timestamp) <= 50 * MS


def the_pipeline_hears_when_the_latency_changes():
    for h, size in ((sound(), 200), (pictures(), 4)):
        def told(h=h):
            return len(list(iter(lambda: h.bus.pop_filtered(Gst.MessageType.LATENCY), None)))

        h.segment()
        h.push(size, 0, 100 * MS)
        assert told() == 0
        seen = [h.query_latency()]
        for k, factor in enumerate((2.0, 2.0, 3.0)):
            h.element.set_property("factor", factor)
            h.push(size, (k + 1) * 100 * MS, 100 * MS)
            latency = h.query_latency()
            assert told() == (latency != seen[-1]), (factor, latency, seen)
            seen.append(latency)
        assert seen[1] > seen[0], seen
    h = sound(factor=2.0)
    h.segment()
    h.push(200, 0, 100 * MS)
    h.send(Gst.Event.new_caps(Gst.Caps.from_string(SOUND.format(rate=2000))))
    h.push(400, 100 * MS, 100 * MS)
    assert len(list(iter(lambda: h.bus.pop_filtered(Gst.MessageType.LATENCY), None))) == 2


def frames_wait_as_long_as_the_latency():
    # Source frames arrive at their times; after each one, the next output frame is still to come.
    shown = ({"frames": "nearest"}, {"frames": "blend"}, {"frames": "flow"}, {"frames": "flow", "repeats": "keep"},
             {"motion_blur": 1}, {"motion_blur": 180}, {"motion_blur": 270}, {"motion_blur": 360})
    for settings, factor, drawn in itertools.product(shown, (0.3, 0.5, 1.5, 2.0), (1, 3, 5)):
        h = pictures(factor=factor, **settings)
        h.segment()
        longest, end = 0, 0
        for k in range(60):
            h.push(4, k * 100 * MS, 100 * MS, fill=k // drawn * 10 % 256)
            end = max([end] + [pts + duration for pts, duration, _, _ in h.take()])
            longest = max(longest, (k + 1) * 100 * MS - round(end / factor))
        told = h.query_latency() - 10 * MS
        assert told - 1000 <= longest <= told + 1000, (settings, factor, drawn, longest, told)


def captions_come_once():
    h = pictures(factor=3.0)
    h.segment()
    for k in range(2):
        buffer = Gst.Buffer.new_wrapped(bytes(4))
        buffer.pts, buffer.duration = k * 100 * MS, 100 * MS
        GstVideo.buffer_add_video_caption_meta(buffer, GstVideo.VideoCaptionType.CEA608_RAW, b"ab")
        h.source.push(buffer)
    h.end()
    api = GstVideo.video_caption_meta_api_get_type()
    assert [b.get_n_meta(api) for b in h.buffers] == [1, 0, 0, 1, 0, 0]


def positions_and_lengths_in_frames_are_those_of_the_output():
    for h, size in ((sound(factor=2.0), 200), (pictures("30000/1001", factor=2.0), 4)):
        h.segment()
        for k in range(3):
            h.push(size, k * 100 * MS, 100 * MS)
        pad = h.element.get_static_pad("src")
        shown = sum(b.get_size() for b in h.buffers) // (2 if size == 200 else 4)
        assert pad.query_position(Gst.Format.DEFAULT) == (True, shown), shown
        rate = 1000 if size == 200 else 30000 / 1001
        assert pad.query_duration(Gst.Format.DEFAULT) == (True, round(8 * rate))


def amounts_are_converted_as_the_output_counts():
    h = sound(factor=2.0)
    v = pictures("10/1", factor=2.0)
    v.sink.set_query_function_full(lambda pad, parent, query: _wants(query, "30/1"))
    v.send(Gst.Event.new_caps(Gst.Caps.from_string(PICTURES.format(rate="10/1", width=8))))
    for h, cases in (
        (h, ((Gst.SECOND, 1000, 2000), (2 * MS, 2, 4))),
        (v, ((Gst.SECOND, 30, 240), (100 * MS, 3, 24))),
    ):
        h.segment()
        pad = h.element.get_static_pad("src")
        for time, frames, size in cases:
            same = ((Gst.Format.TIME, time), (Gst.Format.DEFAULT, frames), (Gst.Format.BYTES, size))
            for source, amount in same:
                for target, expected in same:
                    assert pad.query_convert(source, amount, target) == (True, expected)


def _wants(query, rate):
    if query.type != Gst.QueryType.CAPS:
        return False
    query.set_caps_result(Gst.Caps.from_string(f"video/x-raw,framerate={rate}"))
    return True


def absurd_times_in_events_and_questions_do_not_end_the_process():
    for h, size in ((sound(factor=10000.0), 20), (pictures(factor=10000.0), 4)):
        for start in (0, 2**62):
            h.segment(start)
            h.push(size, start, MS)
            for time in (2**63 - 1, 2**63, 2**64 - 2, 2**64 - 1, 1):
                h.send(Gst.Event.new_gap(min(time, 2**64 - 2), time))
                wish = _structure("GstForceKeyUnit")
                for field in ("timestamp", "stream-time", "running-time"):
                    _set_time(wish, field, time)
                event = Gst.Event.new_custom(Gst.EventType.CUSTOM_DOWNSTREAM, wish)
                event.set_running_time_offset(-(2**63))
                h.send(event)
                h.sink.push_event(Gst.Event.new_step(Gst.Format.TIME, time, 1.0, True, False))
                h.sink.push_event(Gst.Event.new_instant_rate_sync_time(2.0, *2 * [min(time, 2**64 - 2)]))
                h.send(Gst.Event.new_buffer_size(Gst.Format.TIME, 2**63 - 1, -(2**63), False))
                tags = Gst.TagList.new_empty()
                tags.add_value(Gst.TagMergeMode.APPEND, "duration", _uint64(time))
                h.send(Gst.Event.new_tag(tags))
                buffer = Gst.Buffer.new_wrapped(bytes(size))
                buffer.pts, buffer.duration = time, time
                buffer.add_reference_timestamp_meta(_clock(), min(time, 2**64 - 2), time)
                h.source.push(buffer)
                pad = h.element.get_static_pad("src")
                units = (Gst.Format.TIME, Gst.Format.DEFAULT, Gst.Format.BYTES)
                for source, target in itertools.product(units, units):
                    pad.query_convert(source, min(time, 2**63 - 1), target)
                pad.query_position(Gst.Format.DEFAULT)
                pad.query_duration(Gst.Format.DEFAULT)
