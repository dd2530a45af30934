# SPDX-License-Identifier: MPL-2.0
"""The video formats that are blended, and that all of each frame is."""

from harness import MS, Gst, Harness
from pixels import GstVideo, places

CAPS = "video/x-raw,format={name},width={width},height=3,framerate=10/1"
PACKED = {
    "v210", "UYVP", "IYU1", "RGB15", "RGB16", "BGR15", "BGR16", "r210", "Y410", "BGR10A2_LE", "RGB10A2_LE",
    "GRAY10_LE32", "NV12_10LE32", "NV16_10LE32", "NV12_10LE40", "RGB8P",
}


def _plain(info):
    """Returns whether the components of a format are whole bytes or little-endian words, as the README states."""
    is_tile = info.flags & GstVideo.VideoFormatFlags.TILED
    return info.n_components > 0 and not is_tile and not info.name.endswith("BE") and "_10BE_" not in info.name \
        and info.name not in PACKED


def _formats():
    number = int(GstVideo.VideoFormat.I420)
    while name := GstVideo.video_format_to_string(GstVideo.VideoFormat(number)):
        yield GstVideo.video_format_get_info(GstVideo.VideoFormat(number))
        number += 1
        if number not in GstVideo.VideoFormat.__enum_values__:
            break


def each_format_that_the_readme_promises_is_blended():
    found = list(_formats())
    assert len(found) > 100
    for form in found:
        for width in (8, 5):
            caps = CAPS.format(name=form.name, width=width)
            h = Harness("videoretime", caps, factor=2.0, frames="blend")
            pad = h.element.get_static_pad("sink")
            assert pad.query_accept_caps(Gst.Caps.from_string(caps)) == _plain(form), form.name
            if not _plain(form):
                continue
            layout = GstVideo.VideoInfo.new_from_caps(Gst.Caps.from_string(caps))
            h.segment()
            for k, value in enumerate((0x20, 0x60)):
                h.push(layout.size, k * 100 * MS, 100 * MS, fill=value)
            h.end()
            mixed = h.buffers[1].extract_dup(0, layout.size)
            wrong = {mixed[place] for place in places(layout)} - {0x40}
            assert not wrong, (form.name, width, wrong)
