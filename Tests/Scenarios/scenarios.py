# SPDX-License-Identifier: MPL-2.0
"""Requirements for elements that change time: run some by name, or `list`.

Counts and situations as in GStreamer's own tests for videorate, audioresample and audiorate.
"""

import gc
import struct
import sys
import types

import backwards
import bins
import blending
import changes
import control
import counts
import courses
import debug_log
import extremes
import factors
import fields
import formats
import grouped_pitch
import groups
import live
import maps
import passing
import peers
import pitch
import players
import rates
import seeks
import texts
import values
from harness import MS, NONE, PICTURES, SOUND, Gst, Harness, pictures, sound, spectrogram
from media_file import File, caf, chunk


def a_perfect_stream_stays_perfect():
    h = sound(44100, factor=1.7)
    h.segment()
    for k in range(100):
        pts = k * 441 * Gst.SECOND // 44100
        h.push(882, pts, 10 * MS, discont=k == 0)
    h.end()
    count, first, last = h.frames()
    assert (count, first) == (int(44100 * 1.7), 0) and abs(last - 1700 * MS) < 30000, last


def timestamps_that_drift_do_not_break_the_stream():
    h = sound(44100, factor=2.0)
    h.segment()
    for k in range(100):
        h.push(882, k * 10 * MS + k * 20000, 10 * MS)
    h.end()
    assert h.frames()[0] == 88200


def a_discontinuous_stream_keeps_its_places():
    h = sound(factor=2.0)
    h.segment()
    for start in (0, 1000, 3000):
        h.push(200, start * MS, 100 * MS, discont=True)
    h.end()
    taken = h.take()
    starts = [pts for pts, _, _, discont in taken if discont]
    assert starts == [0, 2000 * MS, 6000 * MS], starts
    assert sum(size for _, _, size, _ in taken) == 1200


def a_discont_flag_without_a_jump_is_not_passed_on():
    h = sound(factor=2.0)
    h.segment()
    for k in range(4):
        h.push(200, k * 100 * MS, 100 * MS, discont=True)
    h.end()
    assert h.frames() == (800, 0, 800 * MS)


def segments_are_scaled():
    for h in (sound(factor=2.0), pictures(factor=2.0)):
        h.segment(100 * MS, 500 * MS, base=50 * MS, time=300 * MS)
        assert h.segments() == [(200 * MS, 1000 * MS, 600 * MS, 100 * MS)], h.segments()


def an_update_of_the_segment_does_not_start_anew():
    h = sound(factor=2.0)
    h.segment(0, 500 * MS)
    h.push(200, 0, 100 * MS)
    h.segment(0, 400 * MS)
    h.push(200, 100 * MS, 100 * MS)
    h.end()
    assert h.segments()[-1] == (0, 800 * MS, 0, 0)
    assert h.frames() == (400, 0, 400 * MS)


def what_lies_outside_the_segment_is_left_out():
    h = sound(factor=2.0)
    h.segment(50 * MS, 150 * MS)
    h.push(200, 0, 100 * MS)
    h.push(200, 100 * MS, 100 * MS)
    h.end()
    assert h.frames() == (200, 100 * MS, 300 * MS)


def a_gap_comes_out_scaled_after_what_was_pending():
    h = sound(factor=2.0)
    h.segment()
    h.push(200, 0, 100 * MS)
    h.send(Gst.Event.new_gap(100 * MS, 50 * MS))
    gaps = [e.parse_gap() for e in h.events if e.type == Gst.EventType.GAP]
    assert [(g.timestamp, g.duration) for g in gaps] == [(200 * MS, 100 * MS)]
    assert h.frames() == (200, 0, 200 * MS)


def a_flush_forgets_everything():
    for h, size in ((sound(factor=2.0), 200), (pictures(factor=2.0), 4)):
        h.segment()
        h.push(size, 0, 100 * MS)
        h.take()
        h.flush()
        h.segment(5000 * MS)
        h.push(size, 5000 * MS, 100 * MS)
        h.end()
        taken = h.take()
        assert taken[0][0] == 10000 * MS and taken[0][3], taken
        assert taken[-1][0] + taken[-1][1] == 10200 * MS


def reports_of_late_buffers_reach_the_source_in_its_time():
    for h, size in ((sound(factor=2.0), 200), (pictures(factor=2.0), 4)):
        h.segment()
        h.push(size, 0, 100 * MS)
        h.sink.push_event(Gst.Event.new_qos(Gst.QOSType.UNDERFLOW, 0.5, 20 * MS, 100 * MS))
        found = [e.parse_qos() for e in h.upstream if e.type == Gst.EventType.QOS][-1]
        assert (found.proportion, found.diff, found.timestamp) == (0.5, 10 * MS, 50 * MS)


def seeks_reach_the_source_in_its_time():
    for h in (sound(factor=2.0), pictures(factor=2.0)):
        seek = Gst.Event.new_seek(
            1.5, Gst.Format.TIME, Gst.SeekFlags.FLUSH,
            Gst.SeekType.SET, 400 * MS, Gst.SeekType.SET, 900 * MS,
        )
        number = seek.get_seqnum()
        assert h.sink.push_event(seek)
        found = [e for e in h.upstream if e.type == Gst.EventType.SEEK][-1]
        rate, form, flags, _, start, _, stop = found.parse_seek()
        assert (rate, start, stop, flags) == (1.5, 200 * MS, 450 * MS, Gst.SeekFlags.FLUSH)
        assert found.get_seqnum() == number


def durations_and_latencies_are_scaled():
    # At 1 kHz; sinc reads 74 frames ahead.
    for h, size, added in (
        (sound(factor=2.0, method="linear"), 200, MS), (sound(factor=2.0), 200, 74 * MS),
        (pictures(factor=2.0), 4, 100 * MS),
    ):
        h.segment()
        h.push(size, 0, 100 * MS)
        pad = h.element.get_static_pad("src")
        assert pad.query_duration(Gst.Format.TIME) == (True, 8 * Gst.SECOND)
        query = Gst.Query.new_latency()
        assert pad.query(query)
        live, least, _ = query.parse_latency()
        assert live and abs(least - 10 * MS - added) < 2, least


def positions_are_where_the_output_is():
    h = sound(factor=2.0, method="linear")
    h.segment()
    h.push(200, 0, 100 * MS)
    h.push(200, 100 * MS, 100 * MS)
    ok, position = h.element.get_static_pad("src").query_position(Gst.Format.TIME)
    assert ok and position == 398 * MS, position


def caps_may_change_in_the_middle():
    h = sound(factor=2.0)
    h.segment()
    h.push(200, 0, 100 * MS)
    h.send(Gst.Event.new_caps(Gst.Caps.from_string(SOUND.format(rate=2000))))
    assert h.frames() == (200, 0, 200 * MS)
    h.push(400, 100 * MS, 100 * MS)
    h.end()
    assert h.frames() == (400, 200 * MS, 400 * MS)
    v = pictures(factor=2.0)
    v.segment()
    v.push(4, 0, 100 * MS)
    v.send(Gst.Event.new_caps(Gst.Caps.from_string(PICTURES.format(rate="10/1", width=8))))
    v.push(8, 100 * MS, 100 * MS)
    v.end()
    assert [(p // MS, s) for p, _, s, _ in v.take()] == [(0, 4), (100, 4), (200, 8), (300, 8)]


def the_factor_may_change_while_playing():
    # The samples that the kernel has not yet reached get the new factor.
    for method, late in (("linear", 1), ("sinc", 74)):
        h = sound(factor=1.0, method=method)
        h.segment()
        for k, factor in enumerate((1.0, 3.0, 3.0, 0.5, 0.5)):
            h.element.set_property("factor", factor)
            h.push(200, k * 100 * MS, 100 * MS)
        h.end()
        count, first, last = h.frames()
        expected = 100 + (200 - late) * 3 + (200 + late) / 2
        assert abs(count - expected) <= 3 and last == count * MS, (method, count, last)
    v = pictures(factor=1.0)
    v.segment()
    for k, factor in enumerate((1.0, 3.0, 3.0, 0.5, 0.5)):
        v.element.set_property("factor", factor)
        v.push(4, k * 100 * MS, 100 * MS)
    v.end()
    assert v.frames(4)[0] in (7, 8, 9)


def frames_are_repeated_and_dropped():
    for factor, expected in ((0.5, 5), (1.0, 10), (2.0, 20)):
        h = pictures(factor=factor)
        h.segment()
        for k in range(10):
            h.push(4, k * 100 * MS, 100 * MS)
        h.end()
        assert h.frames(4) == (expected, 0, expected * 100 * MS), factor


def a_repeated_picture_shares_its_memory():
    h = pictures(factor=3.0)
    h.segment()
    buffer = Gst.Buffer.new_allocate(None, 4, None)
    buffer.pts, buffer.duration = 0, 100 * MS
    memory = hash(buffer.peek_memory(0))
    h.source.push(buffer)
    h.end()
    assert [hash(b.peek_memory(0)) for b in h.buffers] == [memory] * 3


def the_end_with_one_frame_holds_it():
    h = pictures(factor=2.0)
    h.segment()
    h.push(4, 0, 100 * MS)
    h.end()
    assert h.frames(4) == (2, 0, 200 * MS)


def timestamps_that_go_back_replace_the_picture():
    h = pictures(factor=2.0)
    h.segment()
    for pts in (0, 100, 50, 200):
        assert h.push(4, pts * MS, 100 * MS) == Gst.FlowReturn.OK
    h.end()
    assert h.frames(4) == (6, 0, 600 * MS)


def absurd_timestamps_do_not_end_the_process():
    h = sound(factor=10000.0)
    h.segment()
    for pts in (2**63 - 5, 2**64 - 2, 5, 2**62):
        h.push(20, pts)
    v = pictures(factor=2.0)
    v.segment(2**62)
    for pts in (2**63 - 5, 2**64 - 2, 2**62, 2**62 + 5):
        v.push(4, pts)
    w = pictures(factor=2.0)
    w.segment()
    assert w.push(4, 2**63 - 5) == Gst.FlowReturn.ERROR
    assert "two years" in w.errors()[0]


def bad_buffers_end_in_an_error():
    h = sound(factor=2.0)
    h.segment()
    assert h.push(3, 0) == Gst.FlowReturn.ERROR
    assert "3 bytes" in h.errors()[0]
    v = pictures(factor=2.0, frames="blend")
    v.segment()
    v.push(4, 0, 100 * MS)
    v.push(3, 100 * MS, 100 * MS)
    v.push(4, 200 * MS, 100 * MS)
    assert "cannot be read" in v.errors()[0]


def two_thousand_elements_leave_nothing_behind():
    def resident():
        with open("/proc/self/statm") as file:
            return int(file.read().split()[1])

    def cycle(count):
        for _ in range(count):
            pipeline = Gst.parse_launch(
                "audiotestsrc num-buffers=2 ! audioretime factor=1.7 ! fakesink "
                "videotestsrc num-buffers=2 ! video/x-raw,width=16,height=16 "
                "! videoretime factor=2 ! fakesink"
            )
            pipeline.set_state(Gst.State.PLAYING)
            pipeline.get_bus().timed_pop_filtered(5 * Gst.SECOND, Gst.MessageType.EOS)
            pipeline.set_state(Gst.State.NULL)

    cycle(100)
    before = resident()
    cycle(1000)
    assert resident() - before < 200, (before, resident())


def a_spectrogram_has_a_picture_at_every_tick_and_one_at_the_end():
    h = spectrogram()
    h.segment()
    for k in range(10):
        h.push(20, k * 10 * MS, 10 * MS, discont=k == 0)
    h.end()
    starts = [pts for pts, _, _, _ in h.take()]
    assert starts == [0, 40 * MS, 80 * MS, 120 * MS], starts


def a_spectrogram_is_empty_after_a_flush_or_another_segment():
    for flush in (True, False):
        h = spectrogram()
        h.segment()
        h.push(2000, 0, 1000 * MS, fill=85)
        empty, last = (h.buffers[k].extract_dup(0, 4096) for k in (0, -1))
        assert empty != last
        h.buffers.clear()
        if flush:
            h.flush()
        h.segment(5000 * MS)
        if not flush:
            h.take()
        h.push(200, 5000 * MS, 100 * MS)
        assert h.buffers[0].extract_dup(0, 4096) == empty
        taken = h.take()
        assert [pts for pts, _, _, _ in taken] == [5000 * MS, 5040 * MS, 5080 * MS], taken
        assert [discont for _, _, _, discont in taken] == [True, False, False]


def an_update_of_the_segment_does_not_empty_a_spectrogram():
    h = spectrogram()
    h.segment(0, 5000 * MS)
    h.push(200, 0, 100 * MS, fill=85)
    before = h.buffers[-1].extract_dup(0, 4096)
    h.segment(0, 4000 * MS)
    assert h.segments()[-1] == (0, 4040 * MS, 0, 0), h.segments()
    h.push(200, 100 * MS, 100 * MS, fill=85)
    assert h.buffers[-1].extract_dup(0, 4096) != before
    starts = [pts for pts, _, _, _ in h.take()]
    assert starts == [k * 40 * MS for k in range(6)], starts


def a_spectrogram_goes_on_when_the_rate_changes():
    h = spectrogram()
    h.segment()
    h.push(200, 0, 100 * MS, fill=85)
    h.send(Gst.Event.new_caps(Gst.Caps.from_string(SOUND.format(rate=2000))))
    h.push(400, 100 * MS, 100 * MS, fill=85)
    h.end()
    taken = h.take()
    assert [pts for pts, _, _, _ in taken] == [k * 40 * MS for k in range(6)], taken
    assert [discont for _, _, _, discont in taken] == [True] + [False] * 5
    assert not h.errors()


def a_spectrogram_adds_no_latency_and_takes_no_reports_of_lateness():
    h = spectrogram()
    h.segment()
    query = Gst.Query.new_latency()
    assert h.sink.peer_query(query)
    assert query.parse_latency() == (True, 10 * MS, NONE)
    seen = len(h.upstream)
    h.sink.push_event(Gst.Event.new_qos(Gst.QOSType.UNDERFLOW, 2.0, 5 * MS, 40 * MS))
    assert len(h.upstream) == seen


def a_spectrogram_refuses_to_play_backwards():
    h = spectrogram()
    h.segment(0, 1000 * MS, rate=-1.0)
    assert "backwards" in h.errors()[0]


def a_core_audio_file_plays_again_after_it_was_closed():
    file = File(caf(10000), "cafdemux")
    for _ in range(3):
        assert file.to(Gst.State.PAUSED) == Gst.StateChangeReturn.SUCCESS
        # appsink clears its end-of-stream state in a flush only.
        assert file.seek(Gst.SeekFlags.FLUSH, 0)
        file.to(Gst.State.PLAYING)
        assert file.samples() == (list(range(10000)), (0, 0))
        file.to(Gst.State.READY)
    file.close()


def a_core_audio_file_answers_in_time_and_in_frames():
    file = File(caf(10000), "cafdemux")
    assert file.to(Gst.State.PAUSED) == Gst.StateChangeReturn.SUCCESS
    pad = file.sink.get_static_pad("sink").get_peer()
    assert pad.query_duration(Gst.Format.TIME) == (True, 10 * Gst.SECOND)
    assert pad.query_duration(Gst.Format.DEFAULT) == (True, 10000)
    found, frame = pad.query_position(Gst.Format.DEFAULT)
    assert found and pad.query_position(Gst.Format.TIME) == (True, frame * MS)
    query = Gst.Query.new_seeking(Gst.Format.TIME)
    assert pad.query(query)
    assert tuple(query.parse_seeking())[1:] == (True, 0, 10 * Gst.SECOND)
    assert not file.seek(Gst.SeekFlags.FLUSH, 0, 5 * Gst.SECOND, rate=-1.0)
    file.close()


def a_core_audio_file_seeks_to_the_frame_and_stops_there():
    file = File(caf(10000), "cafdemux")
    file.to(Gst.State.PAUSED)
    for start, stop in ((0, None), (1, 2), (4095, 4097), (1234, None), (9999, None), (3000, 9000)):
        assert file.seek(Gst.SeekFlags.FLUSH, start * MS, stop and stop * MS)
        file.to(Gst.State.PLAYING)
        samples, first = file.samples()
        assert samples == list(range(start, stop or 10000)), (start, stop, samples[:2], len(samples))
        assert first == (start * MS, 0), first
    assert file.seek(Gst.SeekFlags.FLUSH, 11000 * MS)
    assert file.samples() == ([], None)
    file.close()


def a_core_audio_file_goes_on_in_running_time_after_a_segment_is_done():
    file = File(caf(10000), "cafdemux")
    file.to(Gst.State.PAUSED)
    assert file.seek(Gst.SeekFlags.FLUSH | Gst.SeekFlags.SEGMENT, 2000 * MS, 3000 * MS)
    file.to(Gst.State.PLAYING)
    for played, start in enumerate((2000, 7000)):
        samples, first = file.samples(1000)
        assert samples == list(range(start, start + 1000))
        assert first == (start * MS, played * 1000 * MS), first
        done = file.message(Gst.MessageType.SEGMENT_DONE | Gst.MessageType.EOS)
        assert done.parse_segment_done() == (Gst.Format.TIME, (start + 1000) * MS)
        assert file.seek(Gst.SeekFlags.SEGMENT, 7000 * MS, 8000 * MS)
    file.close()


def a_core_audio_stream_that_only_comes_on_is_read():
    info = chunk(b"info", bytes(4)) + chunk(b"free", bytes(70000))
    for before, after in ((b"", b""), (info, b""), (b"", info)):
        file = File(caf(30000, 48000, before=before, after=after), "queue ! cafdemux")
        file.to(Gst.State.PLAYING)
        samples, first = file.samples()
        assert first == (0, 0) and len(samples) == 30000
        assert not file.seek(Gst.SeekFlags.FLUSH, 0)
        file.close()


def a_core_audio_stream_that_cannot_be_read_says_what_to_do():
    packets = struct.pack(">d4s5I", 48000, b".mp3", 0, 0, 1152, 2, 0)
    content = b"caff\0\1\0\0" + chunk(b"desc", packets) + chunk(b"data", bytes(100))
    file = File(content, "queue ! cafdemux")
    file.to(Gst.State.PAUSED)
    message = file.message(Gst.MessageType.ERROR).parse_error()[0].message
    assert "packet table" in message and "a file instead of a pipe" in message, message
    file.close()


# Every function of this file and of these modules whose name does not start with an underscore.
MODULES = [
    sys.modules[__name__], backwards, bins, blending, changes, control, counts, courses, debug_log, extremes,
    factors, fields, formats, grouped_pitch, groups, live, maps, passing, peers, pitch, players, rates, seeks,
    texts, values,
]
SCENARIOS = {
    name: value
    for module in MODULES
    for name, value in vars(module).items()
    if isinstance(value, types.FunctionType) and value.__module__ == module.__name__
    and not name.startswith("_")
}

if __name__ == "__main__":
    if sys.argv[1] == "list":
        print("\n".join(SCENARIOS))
    else:
        for name in sys.argv[1:]:
            try:
                SCENARIOS[name]()
            except BaseException:
                print(f"{name} failed:", file=sys.stderr)
                raise
        # With GST_TRACERS=leaks a warning follows if something has leaked.
        for harness in list(Harness.made):
            harness.stop()
        gc.collect()
        Gst.deinit()
