# SPDX-License-Identifier: MPL-2.0
"""What players do, as in the scenarios of gst-validate: scrub, seek, play backwards and fast, pause, and change states often."""

import pathlib

from harness import MS, Gst

CLIP = (pathlib.Path(__file__).parents[2] / "media/rabbit-small.webm").as_uri()
FILTERS = (
    ("audioretime group=players factor=1.5", "videoretime group=players"),
    ("audioretime factor=0.8 pitch=keep", "videoretime factor=0.8 frames=blend"),
    ("audioretime absorb-rate=true pitch=keep", "videoretime"),
)
ENDS = Gst.MessageType.ASYNC_DONE | Gst.MessageType.EOS
HELD = Gst.PadProbeType.BLOCK | Gst.PadProbeType.PULL | Gst.PadProbeType.BUFFER
# An upper limit for a hang; nothing waits that long.
LIMIT = 120 * Gst.SECOND


class Player:
    """A player whose sinks take frames as fast as they arrive, and note the stream time of each."""

    def __init__(self, kind, filters):
        self.element = Gst.ElementFactory.make(kind)
        self.element.set_property("uri", CLIP)
        # playsink leaks its element for the volume.
        Gst.util_set_object_arg(self.element, "flags", "video+audio")
        self.times, self.probes, self.held = {"audio": [], "video": []}, [], []
        self.element.connect("source-setup", self.hold)
        for name, line in zip(self.times, filters):
            self.element.set_property(f"{name}-filter", Gst.parse_bin_from_description(line, True))
            sink = Gst.ElementFactory.make("fakesink")
            sink.set_property("sync", False)
            pad = sink.get_static_pad("sink")
            self.probes.append((pad, pad.add_probe(Gst.PadProbeType.BUFFER, self.note, self.times[name])))
            self.element.set_property(f"{name}-sink", sink)
        self.to(Gst.State.PAUSED)
        self.duration = self.element.query_duration(Gst.Format.TIME)[1]
        assert self.duration > 0

    def hold(self, _, source):
        """Blocks the source while the state changes: playbin3 may lose events that come before its pads are active."""
        pad = source.get_static_pad("src")
        self.held.append((pad, pad.add_probe(HELD, lambda *_: Gst.PadProbeReturn.OK)))

    def note(self, pad, info, times):
        segment = pad.get_sticky_event(Gst.EventType.SEGMENT, 0).parse_segment()
        times.append(segment.to_stream_time(Gst.Format.TIME, info.get_buffer().pts))
        return Gst.PadProbeReturn.OK

    def wait(self, kinds):
        message = self.element.get_bus().timed_pop_filtered(LIMIT, kinds | Gst.MessageType.ERROR)
        assert message and message.type != Gst.MessageType.ERROR, message and message.parse_error()
        return message.type

    def to(self, state):
        self.element.set_state(state)
        while self.held:
            pad, probe = self.held.pop()
            pad.remove_probe(probe)
        result, reached, _ = self.element.get_state(LIMIT)
        assert result == Gst.StateChangeReturn.SUCCESS and reached == state, (result, reached)

    def seek(self, place, rate=1.0):
        """Seeks in a paused player, until there is a frame."""
        while self.element.get_bus().pop_filtered(ENDS):
            pass
        for times in self.times.values():
            times.clear()
        flags = Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
        ends = (place, -1) if rate > 0 else (0, place)
        assert self.element.seek(rate, Gst.Format.TIME, flags, Gst.SeekType.SET, ends[0], Gst.SeekType.SET, ends[1])
        self.wait(Gst.MessageType.ASYNC_DONE)

    def position(self):
        return self.element.query_position(Gst.Format.TIME)[1]

    def play(self):
        """Plays to the end, and pauses there."""
        self.element.set_state(Gst.State.PLAYING)
        self.wait(Gst.MessageType.EOS)

    def close(self):
        self.element.set_state(Gst.State.NULL)
        for pad, probe in self.probes:
            pad.remove_probe(probe)
        self.__dict__.clear()


def _players():
    for kind in ("playbin", "playbin3"):
        for filters in FILTERS:
            player = Player(kind, filters)
            yield player
            player.close()


def a_player_scrubs_and_seeks_to_the_place():
    for player in _players():
        # Forward in steps, as when scrubbing, and then to and fro.
        steps = [part / 8 for part in range(8)] + [0.5, 0.9, 0.1, 0.7, 0]
        for place in (round(part * player.duration) for part in steps):
            player.seek(place)
            assert abs(player.position() - place) < 60 * MS, (player.position(), place)


def a_player_plays_fast_and_backwards_to_the_end():
    for player in _players():
        for rate in (2.0, 4.0, 16.0, 0.5, -1.0, -2.0):
            player.to(Gst.State.PAUSED)
            player.seek(0 if rate > 0 else player.duration, rate)
            player.play()
            shown = sorted(player.times["video"])
            # Each frame is received, to either end.
            assert shown[0] < 100 * MS and shown[-1] > player.duration - 250 * MS, (rate, shown[0], shown[-1])
            if rate < 0:
                assert player.times["video"] == shown[::-1], rate


def a_player_pauses_and_changes_its_state_often():
    for player in _players():
        for _ in range(3):
            for state in (Gst.State.PLAYING, Gst.State.PAUSED, Gst.State.READY, Gst.State.PAUSED, Gst.State.NULL):
                if state == Gst.State.PLAYING:
                    player.to(Gst.State.PAUSED)
                player.to(state)
        player.to(Gst.State.PAUSED)
        player.play()
        assert player.times["audio"] and player.times["video"]
