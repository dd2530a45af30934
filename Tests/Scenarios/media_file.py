# SPDX-License-Identifier: MPL-2.0
"""A pipeline over a file: plays, seeks, and records the output samples, times and messages."""

import os
import struct
import tempfile

from harness import Gst


def chunk(name, content):
    return name + struct.pack(">q", len(content)) + content


def caf(frames, rate=1000, form=b"lpcm", before=b"", after=b""):
    """A file of 16-bit samples that count from 0 up."""
    description = struct.pack(">d4s5I", rate, form, 0, 2, 1, 1, 16)
    samples = b"".join(struct.pack(">h", n) for n in range(frames))
    return (
        b"caff\0\1\0\0" + chunk(b"desc", description) + before
        + chunk(b"data", bytes(4) + samples) + after
    )


class File:
    """A pipeline `filesrc ! chain ! appsink`, whose last element before the sink is a demuxer."""

    def __init__(self, content, chain):
        handle, self.path = tempfile.mkstemp()
        os.write(handle, content)
        os.close(handle)
        self.pipeline = Gst.parse_launch(
            f"appsink name=sink sync=false filesrc location={self.path} ! {chain} name=demuxer"
        )
        self.sink = self.pipeline.get_by_name("sink")
        self.pipeline.get_by_name("demuxer").connect("pad-added", self._link)
        self.bus = self.pipeline.get_bus()

    def _link(self, _, pad):
        assert pad.link(self.sink.get_static_pad("sink")) == Gst.PadLinkReturn.OK

    def to(self, state):
        assert self.pipeline.set_state(state) != Gst.StateChangeReturn.FAILURE
        return self.pipeline.get_state(10 * Gst.SECOND)[0]

    def seek(self, flags, start, stop=None, rate=1.0):
        end = -1 if stop is None else stop
        kind = Gst.SeekType.SET
        return self.pipeline.seek(rate, Gst.Format.TIME, flags, kind, start, kind, end)

    def message(self, kinds):
        """The next message of some types."""
        message = self.bus.timed_pop_filtered(600 * Gst.SECOND, kinds)
        assert message, f"no message of {kinds}"
        return message

    def samples(self, count=None):
        """The output samples, and the stream and running time of the first."""
        data, first = b"", None
        while count is None or len(data) < 2 * count:
            sample = self.sink.emit("try-pull-sample", 10 * Gst.SECOND)
            if sample is None:
                break
            buffer, segment = sample.get_buffer(), sample.get_segment()
            if first is None:
                first = (
                    segment.to_stream_time(Gst.Format.TIME, buffer.pts),
                    segment.to_running_time(Gst.Format.TIME, buffer.pts),
                )
            data += buffer.extract_dup(0, buffer.get_size())
        return list(struct.unpack(f">{len(data) // 2}h", data)), first

    def close(self):
        self.pipeline.set_state(Gst.State.NULL)
        os.remove(self.path)
        # The demuxer refers to a function, that to this object, and this to the pipeline.
        self.__dict__.clear()
