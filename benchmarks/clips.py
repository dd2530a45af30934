# SPDX-License-Identifier: MPL-2.0
"""Makes the media of the benchmarks: real clips, looped to length by ffmpeg."""

import json
import os
import re
import subprocess

FFMPEG = ["ffmpeg", "-nostdin", "-v", "error", "-y"]
SIZES = {"360p": (640, 360), "720p": (1280, 720), "1080p": (1920, 1080)}
PICTURES = {
    "h264": ["-c:v", "libx264", "-preset", "medium", "-crf", "20"],
    "vp9": ["-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "8"],
}
#: Video for smart rendering is made once, of a multiple of all key frame intervals, and looped as packets.
SMART_RATE, SMART_FRAMES = 30, 1500
#: The number of a frame in its corner: black and white squares of 16 pixels, the lowest bit first.
CODE_BITS = 16


def find(folder):
    """The clip to loop: of those with video and stereo audio, the one with the highest bit rate."""
    found = []
    for parent, _, names in os.walk(folder):
        for name in names:
            path = os.path.join(parent, name)
            said = subprocess.run(
                ["ffprobe", "-v", "error", "-show_streams", "-show_format", "-of", "json", path],
                capture_output=True, text=True,
            )
            if said.returncode != 0 or said.stderr:
                continue
            told = json.loads(said.stdout)
            streams = {s.get("codec_type"): s for s in told["streams"]}
            seconds = float(told["format"].get("duration", 0) or 0)
            if "video" in streams and streams.get("audio", {}).get("channels") == 2 and 5 <= seconds <= 600:
                found.append((streams["video"]["height"], os.path.getsize(path) / seconds, path))
    if not found:
        raise SystemExit(f"'{folder}' has no clip of 5 seconds or more with pictures and stereo sound")
    return max(found)[-1]


def filled(width, height, rate):
    """The filters that scale video to fill a size, at a frame rate."""
    size = f"{width}:{height}"
    return f"scale={size}:force_original_aspect_ratio=increase,crop={size},fps={rate},format=yuv420p"


class Clips:
    """Media of a clip, each made on demand."""

    def __init__(self, clip, folder, pictures, sound, smart_loops):
        self.clip, self.folder = os.path.abspath(clip), folder
        #: Seconds of video and of audio.
        self.pictures, self.sound = pictures, sound
        #: How often the 50 seconds for smart rendering are played.
        self.smart_loops = smart_loops

    def __call__(self, name):
        """The path of an audio file such as `in.wav`, or of a video such as `720p-h264.mp4`, in the folder.

        `720p-h264x4.mp4` is four times that video, concatenated; `smart60.mp4` has a key frame every 60 frames.
        """
        if not os.path.exists(os.path.join(self.folder, name)):
            self.make(name)
        return name

    def make(self, name):
        if several := re.fullmatch(r"(.+)x(\d+)(\.\w+)", name):
            source = self(several[1] + several[3])
            return self.call(["-stream_loop", int(several[2]) - 1, "-i", source, "-c", "copy", name])
        looped = ["-stream_loop", "-1", "-i", self.clip]
        if name == "in.flac":
            return self.call(["-i", self("in.wav"), name])
        if name.endswith(".wav"):
            six = "pan=5.1|c0=c0|c1=c1|c2=0.5*c0+0.5*c1|c3=0.3*c0|c4=0.7*c1|c5=0.7*c0"
            filters = {"in51.wav": ["-af", six], "mono.wav": ["-ac", "1"]}.get(name, ["-ac", "2"])
            seconds = self.sound * {"mono.wav": 2, "short.wav": 0.05}.get(name, 1)
            return self.call([*looped, "-t", seconds, "-vn", *filters, "-ar", "48000", "-map_metadata", "-1", name])
        if smart := re.fullmatch(r"smart(\d+)\.mp4", name):
            return self.smart(name, smart[1], looped)
        shape, _, rest = name.partition("-")
        codec, _, _ = rest.partition(".")
        width, height = SIZES[shape]
        scale = filled(width, height, 25)
        sound = ["-c:a", "libopus"] if name.endswith(".webm") else ["-c:a", "aac", "-b:a", "128k"]
        self.call([
            *looped, "-t", self.pictures, "-map", "0:v:0", "-map", "0:a:0", "-vf", scale, *PICTURES[codec], *sound,
            "-ar", "48000", "-ac", "2", "-map_metadata", "-1", "-map_chapters", "-1", name,
        ])

    def smart(self, name, interval, looped):
        """A video without audio, with fixed key frames, that shows the number of each frame in its corner."""
        codes = "codes.gray"
        with open(os.path.join(self.folder, codes), "wb") as file:
            for number in range(SMART_FRAMES):
                file.write(bytes(255 * (number >> bit & 1) for bit in range(CODE_BITS)))
        form = ["-f", "rawvideo", "-pix_fmt", "gray", "-s", f"{CODE_BITS}x1", "-r", SMART_RATE]
        code = f"scale={CODE_BITS * 16}:16:flags=neighbor,format=yuv420p"
        graph = f"[0:v]{filled(*SIZES['720p'], SMART_RATE)}[v];[1:v]{code}[c];[v][c]overlay=shortest=1"
        keys = ["-g", interval, "-sc_threshold", "0"]
        self.call([
            *looped, *form, "-i", codes, "-filter_complex", graph, "-an", "-c:v", "libx264", "-preset", "veryfast",
            "-bf", "3", "-crf", "23", *keys, "-map_metadata", "-1", name,
        ])

    def raw(self, source, *options):
        """The path of the decoded frames of a source, and the options with which ffmpeg reads them."""
        name = "pictures.yuv"
        self.call(["-i", source, "-an", *options, "-f", "rawvideo", "-pix_fmt", "yuv420p", name])
        width, height = SIZES[source.partition("-")[0]]
        return name, ["-f", "rawvideo", "-pix_fmt", "yuv420p", "-s", f"{width}x{height}"]

    def call(self, options):
        subprocess.run([*FFMPEG, *map(str, options)], cwd=self.folder, check=True)
