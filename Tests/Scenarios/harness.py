# SPDX-License-Identifier: MPL-2.0
"""One element between two test pads, which send its input and record its output."""

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

Gst.init(None)

MS = Gst.MSECOND
NONE = Gst.CLOCK_TIME_NONE
SOUND = "audio/x-raw,format=S16LE,rate={rate},channels=1,layout=interleaved"
PICTURES = "video/x-raw,format=GRAY8,width={width},height=1,framerate={rate}"


def structure(owner, *index):
    """A copy of the structure of caps or of an event; Python wraps it in a context manager since GStreamer 1.26."""
    found = owner.get_structure(*index)
    if not hasattr(found, "__enter__"):
        return found.copy()
    with found as inner:
        return inner.copy()


def sound(rate=1000, **properties):
    return Harness("audioretime", SOUND.format(rate=rate), **properties)


def pictures(rate="10/1", width=4, **properties):
    return Harness("videoretime", PICTURES.format(rate=rate, width=width), **properties)


def spectrogram(rate=1000, **properties):
    return Harness("dctspectrogram", SOUND.format(rate=rate), size=64, columns=16, **properties)


class Harness:
    """An element in the playing state, with the caps already sent."""

    made = []

    def __init__(self, name, caps, answers=None, wanted=None, **properties):
        self.element = Gst.ElementFactory.make(name)
        assert self.element, f"there is no {name}"
        for key, value in properties.items():
            self.element.set_property(key, value)
        self.buffers, self.events, self.upstream = [], [], []
        self.duration = 4 * Gst.SECOND
        # Upstream's answers where they differ from the source's, and the most buffers accepted.
        self.answers, self.most = answers, None
        self.source = Gst.Pad.new("src", Gst.PadDirection.SRC)
        template = Gst.PadTemplate.new(
            "sink", Gst.PadDirection.SINK, Gst.PadPresence.ALWAYS,
            Gst.Caps.from_string(wanted or "ANY")
        )
        self.sink = Gst.Pad.new_from_template(template, "sink")
        self.sink.set_chain_function_full(self._chain)
        self.sink.set_event_function_full(lambda pad, parent, event: self._keep(self.events, event))
        self.source.set_event_function_full(
            lambda pad, parent, event: self._keep(self.upstream, event)
        )
        self.source.set_query_function_full(self._query)
        assert self.source.link(self.element.get_static_pad("sink")) == Gst.PadLinkReturn.OK
        assert self.element.get_static_pad("src").link(self.sink) == Gst.PadLinkReturn.OK
        self.source.set_active(True)
        self.sink.set_active(True)
        self.bus = Gst.Bus.new()
        self.element.set_bus(self.bus)
        self.element.set_state(Gst.State.PLAYING)
        self.send(Gst.Event.new_stream_start("scenario"))
        self.send(Gst.Event.new_caps(Gst.Caps.from_string(caps)))
        self.made.append(self)

    def _chain(self, pad, parent, buffer):
        self.buffers.append(buffer)
        return Gst.FlowReturn.EOS if self.most and len(self.buffers) > self.most else Gst.FlowReturn.OK

    @staticmethod
    def _keep(events, event):
        events.append(event)
        return True

    def _query(self, pad, parent, query):
        if self.answers and self.answers(query):
            return True
        if query.type == Gst.QueryType.LATENCY:
            query.set_latency(True, 10 * MS, NONE)
            return True
        if query.type == Gst.QueryType.DURATION and self.duration is not None:
            if query.parse_duration()[0] != Gst.Format.TIME:
                return False
            query.set_duration(Gst.Format.TIME, self.duration)
            return True
        if query.type == Gst.QueryType.SEEKING:
            query.set_seeking(query.parse_seeking()[0], True, 0, 4 * Gst.SECOND)
            return True
        if query.type == Gst.QueryType.BUFFERING:
            form = query.parse_buffering_range()[0]
            query.set_buffering_percent(True, 30)
            query.set_buffering_range(form, 0, 4 * Gst.SECOND, 700)
            query.add_buffering_range(0, 1 * Gst.SECOND)
            query.add_buffering_range(2 * Gst.SECOND, 3 * Gst.SECOND)
            return True
        return Gst.Pad.query_default(pad, parent, query)

    def send(self, event):
        return self.source.push_event(event)

    def segment(self, start=0, stop=None, base=0, time=None, rate=1.0):
        segment = Gst.Segment()
        segment.init(Gst.Format.TIME)
        segment.start, segment.base, segment.rate = start, base, rate
        segment.time = start if time is None else time
        if stop is not None:
            segment.stop = stop
        return self.send(Gst.Event.new_segment(segment))

    def push(self, size, pts=NONE, duration=NONE, discont=False, fill=0):
        buffer = Gst.Buffer.new_wrapped(bytes([fill]) * size)
        buffer.pts, buffer.duration = pts, duration
        if discont:
            buffer.set_flags(Gst.BufferFlags.DISCONT)
        return self.source.push(buffer)

    def flush(self):
        self.send(Gst.Event.new_flush_start())
        self.send(Gst.Event.new_flush_stop(True))

    def end(self):
        self.send(Gst.Event.new_eos())
        assert self.events[-1].type == Gst.EventType.EOS

    def take(self):
        """(pts, duration, size, discont) of the new output, in ms where whole."""
        taken = [
            (b.pts, b.duration, b.get_size(), b.has_flags(Gst.BufferFlags.DISCONT))
            for b in self.buffers
        ]
        self.buffers.clear()
        return taken

    def frames(self, bytes_per_frame=2):
        """The frames and the first and last time of the new output; asserts that it is contiguous."""
        taken = self.take()
        for (pts, duration, _, _), (following, _, _, discont) in zip(taken, taken[1:]):
            assert pts + duration == following, (pts, duration, following)
            assert not discont
        count = sum(size for _, _, size, _ in taken) // bytes_per_frame
        return count, taken[0][0], taken[-1][0] + taken[-1][1]

    def segments(self):
        """(start, stop, time, base) of each output segment; None for no stop."""
        found = [e.parse_segment() for e in self.events if e.type == Gst.EventType.SEGMENT]
        return [(s.start, None if s.stop == NONE else s.stop, s.time, s.base) for s in found]

    def query_latency(self):
        query = Gst.Query.new_latency()
        assert self.sink.peer_query(query)
        return query.parse_latency()[1]

    def errors(self):
        found = []
        while message := self.bus.pop_filtered(Gst.MessageType.ERROR):
            found.append(message.parse_error()[0].message)
        return found

    def of(self, kind):
        """The output events of a type."""
        return [e for e in self.events if e.type == kind]

    def sought(self):
        """The values of the last seek that reached the source; None without one."""
        seeks = [e for e in self.upstream if e.type == Gst.EventType.SEEK]
        return seeks[-1].parse_seek() if seeks else None

    def stop(self):
        """Releases everything, so that what is still alive afterwards has leaked."""
        self.element.set_state(Gst.State.NULL)
        self.element.set_bus(None)
        for source, sink in ((self.source, self.element.get_static_pad("sink")),
                             (self.element.get_static_pad("src"), self.sink)):
            source.unlink(sink)
        self.source.set_active(False)
        self.sink.set_active(False)
        self.made.remove(self)
        # The pads refer to functions, and those to this object.
        self.__dict__.clear()
