# SPDX-License-Identifier: MPL-2.0
"""Seeks of a player, its queries before them, loops, and changing rates."""

from harness import MS, Gst, pictures, sound, structure

SET, END, KEEP = Gst.SeekType.SET, Gst.SeekType.END, Gst.SeekType.NONE
FLUSH = Gst.SeekFlags.FLUSH
SECOND = Gst.SECOND


def _elements(**properties):
    """Both elements, and the size of a buffer of 100 ms."""
    return (sound(**properties), 200), (pictures(**properties), 4)


def _seek(h, start, stop, rate=1.0, form=Gst.Format.TIME):
    return h.sink.push_event(Gst.Event.new_seek(rate, form, FLUSH, *start, *stop))


def the_seekable_range_is_scaled():
    for factor in (1.0, 2.0, 0.5):
        for h, _ in _elements(factor=factor):
            query = Gst.Query.new_seeking(Gst.Format.TIME)
            assert h.sink.peer_query(query)
            _, seekable, start, end = query.parse_seeking()
            assert (seekable, start, end) == (True, 0, int(4 * SECOND * factor)), (factor, end)


def the_buffered_ranges_are_scaled():
    for factor in (1.0, 2.0, 0.5):
        for h, _ in _elements(factor=factor):
            query = Gst.Query.new_buffering(Gst.Format.TIME)
            assert h.sink.peer_query(query)
            unit = int(factor * SECOND)
            assert tuple(query.parse_buffering_range()) == (Gst.Format.TIME, 0, 4 * unit, 700)
            assert tuple(query.parse_buffering_percent()) == (True, 30)
            ranges = [
                tuple(query.parse_nth_buffering_range(index))[1:]
                for index in range(query.get_n_buffering_ranges())
            ]
            assert ranges == [(0, unit), (2 * unit, 3 * unit)], ranges


def a_seek_reaches_the_second_half():
    for h, _ in _elements(factor=2.0):
        assert _seek(h, (SET, 6 * SECOND), (SET, -1))
        assert h.sought()[3:] == (SET, 3 * SECOND, SET, -1), h.sought()


def a_seek_may_count_from_the_end():
    for h, _ in _elements(factor=2.0):
        assert _seek(h, (END, -3 * SECOND), (END, -1 * SECOND))
        assert h.sought()[3:] == (SET, 2500 * MS, SET, 3500 * MS), h.sought()
        assert _seek(h, (SET, 0), (END, 0))
        assert h.sought()[3:] == (SET, 0, SET, 4 * SECOND), h.sought()
        assert _seek(h, (END, -100 * SECOND), (KEEP, -1))
        assert h.sought()[3:] == (SET, 0, KEEP, -1), h.sought()
    for h, _ in _elements():
        assert _seek(h, (END, -3 * SECOND), (END, -1 * SECOND))
        assert h.sought()[3:] == (END, -3 * SECOND, END, -1 * SECOND), h.sought()


def a_seek_that_cannot_be_translated_is_refused():
    for h, _ in _elements(factor=2.0):
        h.duration = None
        assert not _seek(h, (END, -3 * SECOND), (KEEP, -1))
        assert not _seek(h, (SET, 0), (END, -1 * SECOND))
        assert not _seek(h, (SET, 4096), (KEEP, -1), form=Gst.Format.BYTES)
        assert h.sought() is None


def a_seek_before_the_first_buffer_is_in_the_time_of_the_factor_that_is_set():
    for h, size in _elements(factor=1.0):
        h.segment()
        h.element.set_property("factor", 2.0)
        assert _seek(h, (SET, 4 * SECOND), (KEEP, -1))
        assert h.sought()[4] == 2 * SECOND
        h.flush()
        h.segment(2 * SECOND)
        assert h.segments()[-1] == (4 * SECOND, None, 4 * SECOND, 0)


def running_times_follow_a_factor_that_is_set_between_segments():
    for h, size in _elements(factor=1.0):
        h.segment(0, 100 * MS)
        h.push(size, 0, 100 * MS)
        h.element.set_property("factor", 2.0)
        for loop in (1, 2):
            h.segment(0, 100 * MS, base=loop * 100 * MS)
            h.push(size, 0, 100 * MS)
        bases = [base for _, _, _, base in h.segments()]
        assert bases == [0, 100 * MS, 300 * MS], bases


def the_end_of_a_part_has_its_tail_and_its_place():
    for factor in (1.0, 1.5, 2.0, 0.5):
        for h, size in _elements(factor=factor):
            for loop in range(3):
                h.segment(0, SECOND, base=loop * SECOND)
                for k in range(10):
                    h.push(size, k * 100 * MS, 100 * MS, discont=k == 0)
                h.send(Gst.Event.new_segment_done(Gst.Format.TIME, SECOND))
                done = h.of(Gst.EventType.SEGMENT_DONE)[-1].parse_segment_done()
                assert tuple(done) == (Gst.Format.TIME, factor * SECOND), done
                count, first, last = h.frames(size // 100 or size)
                unit = 1000 if size == 200 else 10
                assert (count, first, last) == (unit * factor, 0, factor * SECOND), (factor, count)
            bases = [base for _, _, _, base in h.segments()]
            assert bases == [loop * factor * SECOND for loop in range(3)], bases


def a_part_that_follows_on_the_last_one_keeps_its_place():
    for factor in (1.5, 2.0):
        for h, size in _elements(factor=factor):
            for part in range(3):
                start = part * SECOND
                h.segment(start, start + SECOND, base=start)
                for k in range(10):
                    h.push(size, start + k * 100 * MS, 100 * MS, fill=part)
                h.send(Gst.Event.new_segment_done(Gst.Format.TIME, start + SECOND))
                fills = {buffer.extract_dup(0, 1)[0] for buffer in h.buffers}
                assert fills == {part}, fills
                count, first, last = h.frames(size // 100 or size)
                assert count == (1000 if size == 200 else 10) * factor, count
                assert (first, last) == (factor * start, factor * (start + SECOND))


def downstream_may_ask_for_another_rate_of_pictures():
    pipeline = Gst.parse_launch(
        "videotestsrc num-buffers=20 ! video/x-raw,format=GRAY8,width=8,height=8,framerate=10/1 "
        "! videoretime name=retime factor=2 ! capsfilter name=filter caps=video/x-raw,framerate=10/1 "
        "! appsink name=sink sync=false"
    )
    wanted = pipeline.get_by_name("filter")
    came = []

    def count(pad, _):
        came.append(1)
        if len(came) == 11:
            wanted.set_property("caps", Gst.Caps.from_string("video/x-raw,framerate=25/1"))
        return Gst.PadProbeReturn.OK

    pad = pipeline.get_by_name("retime").get_static_pad("sink")
    probe = pad.add_probe(Gst.PadProbeType.BUFFER, count)
    pipeline.set_state(Gst.State.PLAYING)
    taken = []
    while sample := pipeline.get_by_name("sink").emit("try-pull-sample", 10 * SECOND):
        rate = structure(sample.get_caps(), 0).get_fraction("framerate")[1:]
        taken.append((rate, sample.get_buffer().pts))
    pad.remove_probe(probe)
    pipeline.set_state(Gst.State.NULL)
    expected = [((10, 1), k * 100 * MS) for k in range(20)]
    expected += [((25, 1), k * 40 * MS) for k in range(50, 100)]
    assert taken == expected, taken


def a_rate_of_pictures_that_stays_changes_nothing():
    for factor in (1.0, 2.0):
        h = pictures(factor=factor)
        h.segment()
        for k in range(4):
            h.push(4, k * 100 * MS, 100 * MS)
            h.sink.push_event(Gst.Event.new_reconfigure())
        h.end()
        assert h.frames(4) == (4 * factor, 0, 400 * MS * factor)
        assert len(h.of(Gst.EventType.CAPS)) == 1
