# SPDX-License-Identifier: MPL-2.0
"""Formats and memory: shared planes give the values of separate ones, and frames that are not read pass as they are."""

from harness import MS, Gst, Harness, structure
from pixels import GstVideo, places

# Planar formats, and those in which other programs and decoders give the same values.
LIKE = {
    "I420": ("YV12", "NV12", "NV21"),
    "I420_10LE": ("P010_10LE",),
    "I420_12LE": ("P012_LE",),
    "Y42B": ("NV16", "NV61", "YUY2", "UYVY", "YVYU", "VYUY"),
    "I422_10LE": ("Y210",),
    "I422_12LE": ("Y212_LE",),
    "Y444": ("NV24", "v308", "IYU2"),
    "Y444_12LE": ("Y412_LE",),
    "Y444_16LE": ("Y416_LE", "AYUV64"),
    "A420": ("AV12",),
    "A444": ("AYUV", "VUYA"),
    "GBR": ("RGB", "BGR", "RGBP", "BGRP", "RGBx", "xBGR"),
    "GBRA": ("RGBA", "BGRA", "ARGB", "ABGR"),
}
MADE = (
    ("frames=blend", "progressive"),
    ("frames=flow", "progressive"),
    ("frames=blend motion-blur=180", "progressive"),
    ("fields=progressive", "interleaved"),
)


def _frames(line):
    """The values of each frame at the end of a pipeline, or the bytes of encoded ones."""
    pipeline = Gst.parse_launch(f"{line} ! appsink name=sink sync=false")
    sink, frames, seen = pipeline.get_by_name("sink"), [], None
    pipeline.set_state(Gst.State.PLAYING)
    while sample := sink.emit("pull-sample"):
        buffer, caps = sample.get_buffer(), sample.get_caps()
        content = buffer.extract_dup(0, buffer.get_size())
        if structure(caps, 0).get_name() == "video/x-raw":
            # Rows may end with bytes without meaning.
            seen = seen or list(places(GstVideo.VideoInfo.new_from_caps(caps)))
            content = bytes(content[place] for place in seen)
        frames.append(content)
    message = pipeline.get_bus().pop_filtered(Gst.MessageType.ERROR)
    pipeline.set_state(Gst.State.NULL)
    assert message is None, (line, message.parse_error())
    return frames


def _is_known(form):
    return Gst.Caps.from_string(f"video/x-raw,format={form}").can_intersect(
        Gst.ElementFactory.find("videoconvert").get_static_pad_templates()[0].get_caps()
    )


def frames_made_in_shared_planes_have_the_values_of_separate_ones():
    convert = "videoconvert dither=none"
    for planar, others in ((key, LIKE[key]) for key in filter(_is_known, LIKE)):
        for width, height in ((48, 32), (37, 27)):
            for made, mode in MADE:
                if height % 2 and "flow" not in made:
                    continue
                source = (
                    "videotestsrc num-buffers=4 horizontal-speed=3 ! video/x-raw,format=AYUV64,interlace-mode=progressive,"
                    f"framerate=25/1,width={width},height={height} ! {convert} ! video/x-raw,format={planar}"
                )
                # Conversions treat the rows of fields apart.
                retime = f"capssetter caps=video/x-raw,interlace-mode={mode} ! videoretime factor=2.5 {made}"
                expected = _frames(f"{source} ! {retime}")
                assert len(expected) == (20 if mode == "interleaved" else 10), len(expected)
                for other in filter(_is_known, others):
                    if width % 2 and other in ("NV61", "VYUY"):
                        # videoconvert 1.22 stores the last chroma values of these in each other's place.
                        continue
                    there, back = (f"{convert} ! video/x-raw,format={form}" for form in (other, planar))
                    found = _frames(f"{source} ! {there} ! {retime} ! {back}")
                    assert found == expected, (planar, other, made, width)


def _fill(h, size, count=3):
    h.segment()
    for k in range(count):
        h.push(size, k * 100 * MS, 100 * MS, fill=k)


def frames_in_any_memory_pass_where_they_are_not_read():
    for caps in (
        "video/x-raw(memory:GLMemory),format=RGBA", "video/x-raw(memory:DMABuf),format=NV12",
        "video/x-raw(memory:VASurface),format=P010_10LE", "video/x-raw(memory:NVMM),format=NV12",
        "image/jpeg", "image/png", "video/x-bayer,format=rggb", "image/jpeg(memory:DMABuf)",
    ):
        caps += ",width=8,height=8,framerate=10/1"
        for frames in ("next", "nearest", "previous"):
            h = Harness("videoretime", caps, factor=2.0, frames=frames)
            sent = h.events[-1].parse_caps()
            assert sent.is_equal(Gst.Caps.from_string(caps)), sent.to_string()
            _fill(h, 5)
            h.end()
            sent = [buffer.extract_dup(0, buffer.get_size()) for buffer in h.buffers]
            assert [len(frame) for frame in sent] == [5] * 6, (caps, sent)
            assert {frame[0] for frame in sent} == {0, 1, 2}, (caps, sent)
            assert not h.errors() and not _warnings(h)


def _warnings(h):
    found = []
    while message := h.bus.pop_filtered(Gst.MessageType.WARNING):
        found.append(message.parse_warning()[0].message)
    return found


def frames_that_are_read_need_system_memory_and_a_warning_says_so():
    for settings in ({"frames": "blend"}, {"frames": "flow"}, {"motion-blur": 90}, {"fields": "progressive"}):
        for caps in ("video/x-raw(memory:GLMemory),format=RGBA", "image/jpeg", "video/x-raw,format=v210"):
            caps += ",width=8,height=8,framerate=10/1,interlace-mode=interleaved"
            h = Harness("videoretime", caps, factor=2.0, **settings)
            assert not h.source.get_current_caps() or not h.of(Gst.EventType.CAPS), (settings, caps)
            pad = h.element.get_static_pad("sink")
            taken = pad.query_caps(None)
            assert not taken.can_intersect(Gst.Caps.from_string(caps)), taken.to_string()
            assert taken.can_intersect(Gst.Caps.from_string("video/x-raw,format=NV12"))
            warnings = _warnings(h)
            assert len(warnings) == 1 and "system memory" in warnings[0], warnings


def a_setting_that_reads_frames_is_refused_where_their_memory_cannot_be_read():
    caps = "video/x-raw(memory:GLMemory),format=RGBA,width=8,height=8,framerate=10/1"
    h = Harness("videoretime", caps, factor=2.0)
    _fill(h, 256)
    h.element.set_property("frames", "blend")
    h.flush()
    _fill(h, 256)
    h.end()
    errors = h.errors()
    assert errors and "GLMemory" in errors[0] and "gldownload" in errors[0], errors


def pictures_of_motion_jpeg_are_counted_as_by_videorate():
    source = "videotestsrc num-buffers=20 ! video/x-raw,format=I420,width=16,height=16,framerate=20/1 ! jpegenc"
    for rate, filtered in ((2, "10/1"), (1, "40/1"), (1, "7/1")):
        counts = [
            len(_frames(f"{source} ! {name} rate={rate} ! image/jpeg,framerate={filtered}"))
            for name in ("videorate", "videoretime")
        ]
        assert abs(counts[0] - counts[1]) <= 1 and counts[1] > 4, (rate, filtered, counts)
