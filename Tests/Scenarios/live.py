# SPDX-License-Identifier: MPL-2.0
"""Live sources, with a clock that the test advances."""

import os

import gi
from harness import MS, NONE, Gst

gi.require_version("GstCheck", "1.0")
from gi.repository import GstCheck  # noqa: E402

RATE = 48000
SOURCE = (
    f"audiotestsrc is-live=true samplesperbuffer={RATE // 100} "
    f"! audio/x-raw,format=S16LE,rate={RATE},channels=1 ! "
)


class _Live:
    """A pipeline over a live source with a buffer every 10 ms, for some seconds of its clock."""

    def __init__(self, chain, until, waiting=1):
        self.pipeline = Gst.parse_launch(SOURCE + chain)
        self.clock = GstCheck.TestClock.new()
        self.pipeline.use_clock(self.clock)
        self.taken = 0
        self.probed = self.pipeline.get_by_name("retime").get_static_pad("sink")
        self.probe = self.probed.add_probe(Gst.PadProbeType.BUFFER, self._count)
        assert self.pipeline.set_state(Gst.State.PLAYING) != Gst.StateChangeReturn.FAILURE
        while self.clock.get_time() < until:
            while not self._is_waiting(waiting):
                os.sched_yield()
            self.clock.crank()

    def _is_waiting(self, all_of_them):
        """Returns whether all threads wait for the clock, and advances it to the next waiting one.

        After an empty queue only the source waits, whose times are multiples of 10 ms.
        """
        queue = self.pipeline.get_by_name("queue")
        if queue is None or self.clock.peek_id_count() == all_of_them:
            return True
        isnext = self.clock.get_next_entry_time() % (10 * MS) == 0
        return isnext and queue.get_property("current-level-buffers") == 0

    def _count(self, pad, info):
        self.taken += info.get_buffer().get_size() // 2
        return Gst.PadProbeReturn.OK

    def rendered(self):
        stats = self.pipeline.get_by_name("sink").get_property("stats")
        return stats.get_uint64("rendered")[1], stats.get_uint64("dropped")[1]

    def latency(self):
        query = Gst.Query.new_latency()
        assert self.pipeline.get_by_name("retime").get_static_pad("src").query(query)
        return query.parse_latency()

    def stop(self):
        # Threads that wait for the clock are woken by the change of state.
        self.pipeline.set_state(Gst.State.NULL)
        self.pipeline.use_clock(None)
        # The probe refers to this object, and this object to the pipeline.
        self.probed.remove_probe(self.probe)
        self.__dict__.clear()


def a_live_source_is_held_back_by_a_factor_above_1():
    live = _Live("audioretime name=retime factor=2 ! fakesink name=sink sync=true", 2000 * MS)
    # Of two seconds one was consumed: audio of twice the duration leaves no time for more.
    assert abs(live.taken / RATE - 1) <= 0.02, live.taken
    is_live, least, most = live.latency()
    # A buffer, and the lookahead of sinc.
    assert is_live and (least, most) == (10 * MS + 74 * Gst.SECOND // RATE + 1, NONE), (least, most)
    live.stop()


def a_queue_before_a_factor_above_1_grows_with_time():
    for until in (1000, 2000):
        live = _Live(
            "queue name=queue max-size-time=0 max-size-buffers=0 max-size-bytes=0 "
            "! audioretime name=retime factor=2 ! fakesink name=sink sync=true",
            until * MS,
            waiting=2,
        )
        waiting = live.pipeline.get_by_name("queue").get_property("current-level-buffers")
        assert abs(waiting * 10 - until / 2) <= 30, (until, waiting)
        live.stop()


def a_queue_that_leaks_bounds_what_waits():
    live = _Live(
        "queue name=queue leaky=downstream max-size-time=0 max-size-buffers=5 max-size-bytes=0 "
        "! audioretime name=retime factor=2 ! fakesink name=sink sync=true",
        2000 * MS,
        waiting=2,
    )
    assert live.pipeline.get_by_name("queue").get_property("current-level-buffers") <= 5
    live.stop()


def a_live_source_comes_too_late_for_a_factor_below_1():
    live = _Live(
        "audioretime name=retime factor=0.5 ! fakesink name=sink sync=true max-lateness=20000000", 1000 * MS
    )
    rendered, dropped = live.rendered()
    # The audio of 10 ms is due 5 ms after the one before it: after 8 buffers all of them are too late.
    assert rendered <= 12 and rendered + dropped >= 98, (rendered, dropped)
    live.stop()
    live = _Live("audioretime name=retime factor=0.5 ! fakesink name=sink sync=false", 1000 * MS)
    rendered, dropped = live.rendered()
    assert rendered >= 98 and dropped == 0, (rendered, dropped)
    live.stop()
