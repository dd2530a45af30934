# SPDX-License-Identifier: MPL-2.0
"""Serves a file over RTSP in slow motion: rtsp-server.py FILE FACTOR [PORT], as in rtsp-server.py film.mp4 3/2.

Each client has a pipeline of its own and begins where the film begins; a seek of the client is in the time of the longer film.
Needs Debian's gir1.2-gst-rtsp-server-1.0. Port 0, the default, is any that is free; the address is printed.
"""

import argparse
import pathlib
import sys

import gi

gi.require_version("Gst", "1.0")
gi.require_version("GstRtspServer", "1.0")
from gi.repository import GLib, Gst, GstRtspServer  # noqa: E402


def main(path, factor, port):
    Gst.init(None)
    factory = GstRtspServer.RTSPMediaFactory.new()
    factory.set_launch(
        f"( filesrc location=\"{pathlib.Path(path).resolve()}\" ! decodebin name=film"
        f" film. ! queue ! videoretime factor-fraction={factor} ! videoconvert"
        "   ! x264enc tune=zerolatency ! rtph264pay name=pay0 pt=96"
        f" film. ! queue ! audioretime factor-fraction={factor} pitch=keep ! audioconvert ! audioresample"
        "   ! opusenc ! rtpopuspay name=pay1 pt=97 )"
    )
    server = GstRtspServer.RTSPServer.new()
    server.set_address("127.0.0.1")
    server.set_service(port)
    server.get_mount_points().add_factory("/slow", factory)
    if not server.attach(None):
        sys.exit(f"port {port} is taken: give another one")
    print(f"rtsp://127.0.0.1:{server.get_bound_port()}/slow", file=sys.stderr, flush=True)
    GLib.MainLoop().run()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.partition(":")[0])
    parser.add_argument("file")
    parser.add_argument("factor", help="the output duration over the input duration, such as 3/2")
    parser.add_argument("port", nargs="?", default="0")
    given = parser.parse_args()
    main(given.file, given.factor, given.port)
