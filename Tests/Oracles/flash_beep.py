# SPDX-License-Identifier: MPL-2.0
"""Makes and measures clips with a white flash and a beep at each full second.

A flash lasts two frames, a beep 50 ms of 1 kHz with a sharp start. Both start at the frame nearest to each full second
from 1 s on (at whole frame rates: exactly there). The measurement is that of a player: edit lists, codec delay and each
track's start are taken into account.
"""

import argparse
import subprocess
import sys
import tempfile
from fractions import Fraction
from pathlib import Path

import numpy as np

import media

WIDTH, HEIGHT = 160, 90
BLACK, GREY, WHITE = 16, 128, 235
AMPLITUDE, BEEP, TONE = 0.5, 0.05, 1000

#: ffmpeg's encoders, by extension: video, audio.
X264 = ["libx264", "-preset", "veryfast", "-crf", "28"]
VP9 = ["libvpx-vp9", "-deadline", "realtime", "-cpu-used", "8", "-b:v", "150k"]
ENCODERS = {
    ".webm": (VP9, ["libopus"]),
    ".mov": (X264, ["pcm_s16le"]),
    ".avi": (["mpeg4", "-qscale:v", "5"], ["pcm_s16le"]),
    ".ogv": (["libtheora", "-qscale:v", "5"], ["libvorbis"]),
    ".mpg": (["mpeg2video", "-qscale:v", "5"], ["mp2"]),
}


def events(seconds, fps):
    """The exact times of the flashes and beeps."""
    return [round(second * fps) / fps for second in range(1, seconds)]


def write_audio(path, seconds, fps, rate):
    """Writes the beeps as raw mono 16-bit PCM."""
    beep = np.sin(2 * np.pi * TONE * np.arange(1, int(BEEP * rate)) / rate)
    samples = np.zeros(seconds * rate, "<i2")
    for time in events(seconds, fps):
        at = round(time * rate)
        samples[at:at + len(beep)] = np.rint(AMPLITUDE * 32767 * beep)[:len(samples) - at]
    samples.tofile(path)


def make(path, seconds, fps, rate):
    """Writes the clip; the container and the codecs follow the extension."""
    video, audio = ENCODERS.get(Path(path).suffix, (X264, ["aac", "-b:a", "128k"]))
    chroma = bytes([GREY]) * (WIDTH * HEIGHT // 2)
    black, white = (bytes([level]) * (WIDTH * HEIGHT) + chroma for level in (BLACK, WHITE))
    flashes = {int(time * fps) + k for time in events(seconds, fps) for k in (0, 1)}
    with tempfile.TemporaryDirectory() as folder:
        raw = Path(folder, "beeps.s16")
        write_audio(raw, seconds, fps, rate)
        command = ["ffmpeg", "-y", "-v", "error", "-f", "s16le", "-ar", str(rate), "-ac", "1"]
        command += ["-i", str(raw), "-f", "rawvideo", "-pix_fmt", "yuv420p"]
        command += ["-s", f"{WIDTH}x{HEIGHT}", "-framerate", str(fps), "-i", "-", "-map", "1:v"]
        command += ["-map", "0:a", "-c:v", *video, "-c:a", *audio, f"file:{path}"]
        process = subprocess.Popen(command, stdin=subprocess.PIPE)
        with process.stdin as pipe:
            for number in range(int(seconds * fps)):
                pipe.write(white if number in flashes else black)
        if process.wait():
            raise SystemExit(f"{path}: ffmpeg failed")


def starts(bright, quiet):
    """The indices at which a run of hits starts; hits closer than `quiet` belong to one run."""
    hits = np.asarray(bright)
    return hits[np.diff(hits, prepend=-quiet - 1) > quiet].tolist()


def flash_times(path, frames):
    """The times of the first white frame of each flash."""
    scaled = "scale=1:1:flags=area,format=gray"
    with media.decoded(path, "V:0", "-vf", scaled, "-f", "rawvideo") as pipe:
        bright = np.frombuffer(pipe.read(), np.uint8)
    if len(bright) != len(frames):
        raise SystemExit(f"{path}: ffprobe sees {len(frames)} frames, ffmpeg {len(bright)}")
    return [frames[index][0] for index in starts(np.flatnonzero(bright > GREY), 1)]


def beep_times(path, frames, rate, quiet):
    """The times of the first loud sample after each `quiet` seconds, by their own frame's pts."""
    hits, at = [], 0
    with media.decoded(path, "a:0", "-af", "pan=mono|c0=c0", "-f", "f32le") as pipe:
        while data := pipe.read(4 << 20):
            samples = np.frombuffer(data, "<f4")
            hits.append(np.flatnonzero(np.abs(samples) > AMPLITUDE / 2) + at)
            at += len(samples)
    first = np.cumsum([0] + [samples for _, _, samples in frames])
    if first[-1] != at:
        raise SystemExit(f"{path}: ffprobe sees {first[-1]} samples, ffmpeg {at}")
    onsets = starts(np.concatenate(hits or [[]]).astype(np.int64), int(quiet * rate))
    owner = np.searchsorted(first, onsets, side="right") - 1
    return [frames[k][0] + Fraction(int(n - first[k]), rate) for n, k in zip(onsets, owner)]


def judge_events(kind, times, wanted, tolerance):
    """Prints the largest errors at start, middle and end; returns findings where they are too large."""
    if len(times) != len(wanted):
        return [f"{kind}: {len(times)} found, expected {len(wanted)}"]
    errors = [float(got - want) * 1000 for got, want in zip(times, wanted)]
    third = -(-len(errors) // 3)
    parts = [max(errors[at:at + third] or [0], key=abs) for at in (0, third, 2 * third)]
    shown = " / ".join(f"{error:+.2f}" for error in parts)
    print(f"{kind}: largest error {shown} ms at start / middle / end")
    late = [n for n, error in enumerate(errors) if abs(error) > tolerance * 1000]
    if not late:
        return []
    first = f"first number {late[0] + 1} by {errors[late[0]]:+.2f} ms"
    return [f"{kind}: {len(late)} of {len(errors)} off by more than {tolerance} s, {first}"]


def measure(arguments):
    """Every finding about the clip, as lines."""
    path, factor = arguments.path, Fraction(arguments.factor)
    info = {kind: media.stream(path, f"{kind}:0") for kind in "Va"}
    zero = {"zero": media.zero, "video": media.first_picture}[arguments.origin](path)
    rate = int(info["a"]["sample_rate"])
    video, audio = ([(p - zero, d, n) for p, d, n in media.frames(path, f"{k}:0")] for k in "Va")
    flashes = flash_times(path, video)
    beeps = beep_times(path, audio, rate, float(factor) * BEEP)
    wanted = [factor * time for time in events(arguments.seconds, arguments.source_fps)]
    findings = judge_events("flashes", flashes, wanted, arguments.tolerance)
    findings += judge_events("beeps", beeps, wanted, arguments.tolerance)
    if len(flashes) == len(beeps):
        findings += judge_events("beep after flash", beeps, flashes, arguments.tolerance)

    frame = video[-1][1] or video[-1][0] - video[-2][0]
    lengths = {
        "video": video[-1][0] + frame - video[0][0],
        "audio": Fraction(sum(samples for _, _, samples in audio), rate),
    }
    for kind, key in (("video", "V"), ("audio", "a")):
        # For MPEG streams ffprobe only has an estimate.
        if "duration_ts" in info[key] and not media.starts_freely(path):
            declared = info[key]["duration_ts"] * Fraction(info[key]["time_base"])
            lengths[f"declared {kind}"] = declared
    for kind, length in lengths.items():
        off = float(length - factor * arguments.seconds)
        print(f"{kind} duration: {float(length):.4f} s ({off * 1000:+.2f} ms)")
        if abs(off) > frame:
            findings.append(f"{kind} duration: off by {off * 1000:+.2f} ms, more than one frame")
    return findings


def main():
    """Parses the command line; makes a clip or measures one."""
    parser = argparse.ArgumentParser(description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    making = commands.add_parser("make")
    making.add_argument("path", metavar="OUT")
    making.add_argument("--fps", type=Fraction, default=Fraction(30), help="N or N/D (default 30)")
    making.add_argument("--rate", type=int, default=48000, help="samples a second (default 48000)")
    measuring = commands.add_parser("measure")
    measuring.add_argument("path", metavar="FILE")
    measuring.add_argument("--factor", required=True, help="a decimal, or a quotient such as 1/3")
    measuring.add_argument("--source-fps", type=Fraction, default=Fraction(30), metavar="R")
    measuring.add_argument(
        "--origin", choices=["zero", "video"], default="zero",
        help="what times count from: the container's zero, or the first picture",
    )
    measuring.add_argument("--tolerance", type=float, default=0.010, help="seconds (default 0.010)")
    for command in (making, measuring):
        command.add_argument("--seconds", type=int, required=True, help="length of the source")
    arguments = parser.parse_args()
    if arguments.command == "measure":
        return media.report(measure(arguments))
    make(arguments.path, arguments.seconds, arguments.fps, arguments.rate)
    return 0


if __name__ == "__main__":
    sys.exit(main())
