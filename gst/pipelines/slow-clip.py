# SPDX-License-Identifier: MPL-2.0
"""A clip of another speed on a timeline of GStreamer's Editing Services: slow-clip.py INPUT OUTPUT FACTOR.

The plugin registers `rate`, and with it `factor`, as GStreamer does for videorate and pitch. So a clip may be as long as what
the effect makes of its media, and in-points, edits and saved projects are in the right time.
"""

import argparse
import pathlib
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GES", "1.0")
gi.require_version("GstPbutils", "1.0")
from gi.repository import GES, GLib, Gst, GstPbutils  # noqa: E402


def profile():
    """H.264 and FLAC in Matroska."""
    made = GstPbutils.EncodingContainerProfile.new(
        None, None, Gst.Caps.from_string("video/x-matroska"), None
    )
    for kind, caps in (
        (GstPbutils.EncodingVideoProfile, "video/x-h264"),
        (GstPbutils.EncodingAudioProfile, "audio/x-flac"),
    ):
        made.add_profile(kind.new(Gst.Caps.from_string(caps), None, None, 0))
    return made


def main(source, result, factor):
    timeline = GES.Timeline.new_audio_video()
    asset = GES.UriClipAsset.request_sync(pathlib.Path(source).resolve().as_uri())
    clip = timeline.append_layer().add_asset(
        asset, 0, 0, asset.get_duration(), GES.TrackType.UNKNOWN
    )
    for name in ("videoretime", "audioretime"):
        assert clip.add(GES.Effect.new(f"{name} factor={factor}"))
    # All that there is: the media's duration times the factor.
    assert clip.set_duration(clip.get_duration_limit())
    pipeline = GES.Pipeline.new()
    assert pipeline.set_timeline(timeline)
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
    parser.add_argument("output", help="a file such as slow.mkv")
    parser.add_argument("factor", type=float, help="the output duration over the input duration")
    given = parser.parse_args()
    Gst.init(None)
    GES.init()
    try:
        main(given.input, given.output, given.factor)
    except GLib.Error as error:
        sys.exit(error.message)
