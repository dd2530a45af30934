# SPDX-License-Identifier: MPL-2.0
"""The values of video frames."""

import gi

gi.require_version("GstVideo", "1.0")
from gi.repository import GstVideo  # noqa: E402


def places(layout: GstVideo.VideoInfo):
    """The byte offsets of the components."""
    form = layout.finfo
    for part in range(form.n_components):
        plane = form.plane[part]
        across = -(-layout.width >> form.w_sub[part])
        down = -(-layout.height >> form.h_sub[part])
        for row in range(down):
            for column in range(across):
                start = layout.offset[plane] + row * layout.stride[plane]
                start += form.poffset[part] + column * form.pixel_stride[part]
                yield from range(start, start + (2 if form.depth[part] > 8 else 1))
