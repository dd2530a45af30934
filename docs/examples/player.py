# SPDX-License-Identifier: MPL-2.0
"""Plays a file, and takes a rate from each line of standard input: player.py [--nowhere] FILE.

Sound keeps its pitch at every rate: `audioretime` plays the rate of the seek, where sinks would leave out samples and repeat
others. With --nowhere nothing is seen and heard, and what there is keeps its time all the same.
"""

import argparse
import pathlib
import sys

import gi

gi.require_version("Gst", "1.0")
from gi.repository import Gst  # noqa: E402


def make_player(path, is_nowhere):
    player = Gst.ElementFactory.make("playbin")
    player.set_property("uri", pathlib.Path(path).resolve().as_uri())
    stretch = Gst.parse_bin_from_description("audioretime absorb-rate=true pitch=keep", True)
    player.set_property("audio-filter", stretch)
    if is_nowhere:
        for sink in ("audio-sink", "video-sink"):
            player.set_property(sink, Gst.parse_bin_from_description("fakesink sync=true", True))
    return player


def wait(player, kinds):
    """Waits for one of some messages; ends the program where there is an error."""
    message = player.get_bus().timed_pop_filtered(Gst.CLOCK_TIME_NONE, kinds | Gst.MessageType.ERROR)
    if message.type == Gst.MessageType.ERROR:
        player.set_state(Gst.State.NULL)
        sys.exit(message.parse_error()[0].message)


def set_rate(player, rate):
    """Continues at another rate from the current position."""
    _, position = player.query_position(Gst.Format.TIME)
    flags = Gst.SeekFlags.FLUSH | Gst.SeekFlags.ACCURATE
    # Backwards it plays from here to the beginning.
    start, stop = (position, -1) if rate > 0 else (0, position)
    if player.seek(rate, Gst.Format.TIME, flags, Gst.SeekType.SET, start, Gst.SeekType.SET, stop):
        print(f"{position / Gst.SECOND:.1f} s: rate {rate}", flush=True)
        wait(player, Gst.MessageType.ASYNC_DONE)


def main(path, is_nowhere):
    Gst.init(None)
    player = make_player(path, is_nowhere)
    player.set_state(Gst.State.PLAYING)
    wait(player, Gst.MessageType.ASYNC_DONE)
    for line in sys.stdin:
        try:
            set_rate(player, float(line))
        except ValueError:
            print(f"'{line.strip()}' is no rate: give a number, such as 0.5", file=sys.stderr)
    wait(player, Gst.MessageType.EOS)
    player.set_state(Gst.State.NULL)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("--nowhere", action="store_true", help="show and play nothing")
    parser.add_argument("file")
    given = parser.parse_args()
    main(given.file, given.nowhere)
