# SPDX-License-Identifier: MPL-2.0
"""One element between two pads of our own: what goes in is said, what comes out is kept."""

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402

Gst.init(None)

MS = Gst.MSECOND
NONE = Gst.CLOCK_TIME_NONE
SOUND = "audio/x-raw,format=S16LE,rate={rate},channels=1,layout=interleaved"
PICTURES = "video/x-raw,format=GRAY8,width={width},height=1,framerate={rate}"


class Harness:
    """An element that plays, with the caps already sent."""

    def __init__(self, name, caps, **properties):
        self.element = Gst.ElementFactory.make(name)
        assert self.element, f"there is no {name}"
        for key, value in properties.items():
            self.element.set_property(key, value)
        self.buffers, self.events, self.upstream = [], [], []
        self.latency = None
        self.source = Gst.Pad.new("src", Gst.PadDirection.SRC)
        template = Gst.PadTemplate.new(
            "sink", Gst.PadDirection.SINK, Gst.PadPresence.ALWAYS, Gst.Caps.new_any()
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

    def _chain(self, pad, parent, buffer):
        self.buffers.append(buffer)
        return Gst.FlowReturn.OK

    @staticmethod
    def _keep(events, event):
        events.append(event)
        return True

    def _query(self, pad, parent, query):
        if query.type == Gst.QueryType.LATENCY:
            query.set_latency(True, 10 * MS, NONE)
            return True
        if query.type == Gst.QueryType.DURATION:
            query.set_duration(Gst.Format.TIME, 4 * Gst.SECOND)
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
        """(pts, duration, size, discont) of what came out since the last time, in ms where whole."""
        taken = [
            (b.pts, b.duration, b.get_size(), b.has_flags(Gst.BufferFlags.DISCONT))
            for b in self.buffers
        ]
        self.buffers.clear()
        return taken

    def frames(self, bytes_per_frame=2):
        """Frames and the first and last time of what came out; asserts that it is contiguous."""
        taken = self.take()
        for (pts, duration, _, _), (following, _, _, discont) in zip(taken, taken[1:]):
            assert pts + duration == following, (pts, duration, following)
            assert not discont
        count = sum(size for _, _, size, _ in taken) // bytes_per_frame
        return count, taken[0][0], taken[-1][0] + taken[-1][1]

    def segments(self):
        """(start, stop, time, base) of each segment that came out; None for no stop."""
        found = [e.parse_segment() for e in self.events if e.type == Gst.EventType.SEGMENT]
        return [(s.start, None if s.stop == NONE else s.stop, s.time, s.base) for s in found]

    def errors(self):
        found = []
        while message := self.bus.pop_filtered(Gst.MessageType.ERROR):
            found.append(message.parse_error()[0].message)
        return found

    def stop(self):
        self.element.set_state(Gst.State.NULL)
