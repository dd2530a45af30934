# SPDX-License-Identifier: MPL-2.0
"""Shows what has just happened once more in slow motion: replay.py INPUT OUTPUT.mkv MOMENT, as in replay.py goal.mp4 replay.mkv 5.

A timeline of GStreamer's Editing Services with three clips: the film up to the moment, the two seconds before it at half the
speed, and the rest. Needs Debian's gir1.2-ges-1.0.
"""

import argparse
import pathlib
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GES", "1.0")
gi.require_version("GstPbutils", "1.0")
from gi.repository import GES, GLib, Gst, GstPbutils  # noqa: E402

SHOWN_AGAIN, FACTOR = 2 * Gst.SECOND, 2


def timeline_of(path, moment):
    timeline = GES.Timeline.new_audio_video()
    layer = timeline.append_layer()
    asset = GES.UriClipAsset.request_sync(pathlib.Path(path).resolve().as_uri())
    again = min(SHOWN_AGAIN, moment)

    def add(start, inpoint, duration):
        return layer.add_asset(asset, start, inpoint, duration, GES.TrackType.UNKNOWN)

    add(0, 0, moment)
    # In-points are times of the media, starts and durations times of the timeline.
    replay = add(moment, moment - again, again)
    for name in ("videoretime", "audioretime"):
        # The clip may last as long as what the effect makes of its media.
        assert replay.add(GES.Effect.new(f"{name} factor={FACTOR}"))
    assert replay.set_duration(FACTOR * again)
    add(moment + FACTOR * again, moment, asset.get_duration() - moment)
    return timeline


def profile():
    """H.264 and FLAC in Matroska."""
    made = GstPbutils.EncodingContainerProfile.new(None, None, Gst.Caps.from_string("video/x-matroska"), None)
    for kind, caps in (
        (GstPbutils.EncodingVideoProfile, "video/x-h264"),
        (GstPbutils.EncodingAudioProfile, "audio/x-flac"),
    ):
        made.add_profile(kind.new(Gst.Caps.from_string(caps), None, None, 0))
    return made


def main(source, result, moment):
    pipeline = GES.Pipeline.new()
    assert pipeline.set_timeline(timeline_of(source, round(moment * Gst.SECOND)))
    assert pipeline.set_render_settings(pathlib.Path(result).resolve().as_uri(), profile())
    assert pipeline.set_mode(GES.PipelineFlags.RENDER)
    pipeline.set_state(Gst.State.PLAYING)
    message = pipeline.get_bus().timed_pop_filtered(
        Gst.CLOCK_TIME_NONE, Gst.MessageType.EOS | Gst.MessageType.ERROR
    )
    pipeline.set_state(Gst.State.NULL)
    if message.type == Gst.MessageType.ERROR:
        sys.exit(message.parse_error()[0].message)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("input")
    parser.add_argument("output", help="a file such as replay.mkv")
    parser.add_argument("moment", type=float, help="in seconds")
    given = parser.parse_args()
    Gst.init(None)
    GES.init()
    try:
        main(given.input, given.output, given.moment)
    except GLib.Error as error:
        sys.exit(error.message)
