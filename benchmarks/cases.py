# SPDX-License-Identifier: MPL-2.0
"""The comparisons. Each function yields cases; media are made on demand."""

import smart
from clips import FFMPEG
from sidebyside import Case

TWO_THIRDS = "0.66666666666667"


class Cases:
    """The cases for a program and its media.

    `preset` is that of x264; all programs get the same.
    """

    def __init__(self, program, clips, preset):
        self.program, self.clips, self.preset = program, clips, preset

    def all(self):
        """Names with the functions that make the cases."""
        yield from self.start_up()
        yield from self.sound()
        yield from self.pictures()
        yield from smart.cases(self)
        yield from self.backwards()
        yield from self.others()

    def retime(self, *words):
        return [self.program, *words, "-y", "--progress", "none"]

    @staticmethod
    def gstreamer(text):
        return ["gst-launch-1.0", "-q", *text.split()]

    # MARK: Start-up

    def start_up(self):
        goal = {"wall": 1, "cpu": 1}

        def version():
            lines = {"retime --version": [self.program, "--version"], "ffprobe -version": ["ffprobe", "-version"]}
            return Case("Start-up: --version", lines, {"ffprobe -version": goal}, job="start-up")

        def info(source, title):
            def make():
                film, shown = self.clips(source), ["-show_streams", "-show_format"]
                peer = f"ffprobe {' '.join(shown)}"
                lines = {"retime info": [self.program, "info", film], peer: ["ffprobe", "-v", "error", *shown, film]}
                return Case(f"{title}: {source}", lines, {peer: goal}, job=title)

            return title, make

        yield "start-up", version
        yield info("720p-h264.mp4", "start-up with a film: info")
        # An hour has long tables.
        yield info("360p-h264x360.mp4", "info of an hour")

    # MARK: Sound

    def sound(self):
        goals = {
            "ffmpeg asetrate, aresample linear": {"cpu": 0.5, "memory": 0.5},
            "sox speed, rate -q": {"cpu": 0.3},
            "gst-launch speed": {"cpu": 0.5},
        }

        def scaled(source, result, job, *peers):
            def make():
                self.clips(source)
                read = {"wav": "wavparse", "flac": "flacparse ! flacdec"}[result]
                write = {"wav": "wavenc", "flac": "flacenc"}[result]
                gst = f"filesrc location={source} ! {read} ! speed speed={TWO_THIRDS} ! {write} ! filesink location=gst.{result}"
                aresample = "aresample=48000:filter_size=1:linear_interp=1"
                lines = {
                    "ffmpeg asetrate, aresample linear":
                        [*FFMPEG, "-i", source, "-af", f"asetrate=32000,{aresample}", f"ffmpeg.{result}"],
                    "sox speed, rate -q": ["sox", source, f"sox.{result}", "speed", TWO_THIRDS, "rate", "-q", "48000"],
                    "gst-launch speed": self.gstreamer(gst),
                }
                own = self.retime(source, f"retime.{result}", "--factor", "1.5", "--audio-method", "linear")
                lines = {
                    "retime --audio-method linear --factor 1.5": own,
                    **{name: line for name, line in lines.items() if name.split()[0] in peers},
                }
                kept = {name: goal for name, goal in goals.items() if name in lines and result == "wav"}
                return Case(f"Sound: {source}, linear, factor 1.5", lines, kept, job=job)

            return job, make

        yield scaled("in.wav", "wav", "sound, linear", "ffmpeg", "sox", "gst-launch")
        yield scaled("in.flac", "flac", "sound, linear, FLAC", "ffmpeg", "gst-launch")
        # GStreamer's speed accepts one or two channels; its wavenc loses the layout.
        yield scaled("in51.wav", "wav", "sound, linear, 5.1", "ffmpeg")
        yield scaled("inx6.wav", "wav", "sound, linear, six times as long", "ffmpeg")

        def sinc():
            source = self.clips("in.wav")
            filters = "asetrate=32000,aresample=48000"
            lines = {
                "retime --factor 1.5": self.retime(source, "retime.wav", "--factor", "1.5"),
                "ffmpeg asetrate, aresample soxr":
                    [*FFMPEG, "-i", source, "-af", f"{filters}:resampler=soxr:precision=28", "ffmpeg.wav"],
                "sox speed, rate -v": ["sox", source, "sox.wav", "speed", TWO_THIRDS, "rate", "-v", "48000"],
            }
            return Case("Sound: in.wav, sinc, factor 1.5", lines, job="sound, sinc")

        def keep():
            source, less = self.clips("short.wav"), ["rubberband -2", "ffmpeg atempo", "soundstretch -tempo"]
            lines = {
                "retime --pitch keep --factor 1.5":
                    self.retime(source, "retime.wav", "--factor", "1.5", "--pitch", "keep"),
                "rubberband -3": ["rubberband", "-q", "-3", "-t", "1.5", source, "band.wav"],
                "rubberband -2": ["rubberband", "-q", "-2", "-t", "1.5", source, "band.wav"],
                "ffmpeg atempo": [*FFMPEG, "-i", source, "-af", f"atempo={TWO_THIRDS}", "ffmpeg.wav"],
                "soundstretch -tempo": ["soundstretch", source, "stretch.wav", "-tempo=-33.3333333"],
            }
            return Case("Sound: short.wav, pitch kept, factor 1.5", lines, job="sound, pitch kept", apart=less)

        yield "sound, sinc", sinc
        yield "sound, pitch kept", keep

    # MARK: Pictures

    def x264(self):
        ours = f"x264enc pass=qual quantizer=23 qp-min=0 vbv-buf-capacity=0 speed-preset={self.preset}"
        return ["--video-encoder", ours], ["-c:v", "libx264", "-crf", "23", "-preset", self.preset, "-c:a", "aac"]

    def floor(self, source, factor, timing):
        """A file with the frames of a result, and the encoder fed with them: the lower limit for every program."""
        name, form = self.clips.raw(source, "-vf", f"setpts={factor}*PTS", *timing)
        _, theirs = self.x264()
        encoder = theirs[: theirs.index("-c:a")]
        return name, [*FFMPEG, *form, "-framerate", "25", "-i", name, *encoder, "floor.mp4"]

    def pictures(self):
        def case(source, factor, goal={}, rate="25", job=None, has_floor=False):
            def make():
                self.clips(source)
                ours, theirs = self.x264()
                peer = ["-vsync", "vfr"] if rate == "vfr" else ["-vsync", "cfr", "-r", rate]
                tempo = ["-af", f"asetrate={48000 / float(factor):.0f},aresample=48000"]
                ffmpeg = [*FFMPEG, "-i", source, "-vf", f"setpts={factor}*PTS", *peer, *tempo, *theirs, "ffmpeg.mp4"]
                name = f"ffmpeg setpts {' '.join(peer)}"
                lines = {
                    f"retime --factor {factor} --fps {rate}":
                        self.retime(source, "retime.mp4", "--factor", factor, "--fps", rate, *ours),
                    name: ffmpeg,
                }
                scratch = []
                if has_floor:
                    raw, lines["libx264 alone"] = self.floor(source, factor, peer)
                    scratch.append(raw)
                title = f"Pictures: {source}, factor {factor}, --fps {rate}"
                return Case(title, lines, {name: goal}, scratch, job, apart=["libx264 alone"])

            job = job or f"pictures, factor {factor}"
            return job, make

        first = "720p-h264.mp4"
        yield case(first, "0.5", {"wall": 0.95, "memory": 0.7}, has_floor=True)
        # Longer, as few frames are left.
        yield case("720p-h264x4.mp4", "0.1", {"wall": 0.7})
        yield case(first, "1")
        yield case(first, "2", {"wall": 0.8})
        yield case(first, "2", {"wall": 0.95}, rate="vfr", job="pictures, factor 2 vfr")
        yield case("1080p-h264.mp4", "0.5", job="pictures, 1080p, factor 0.5")
        yield case("720p-vp9.webm", "0.5", job="pictures, VP9, factor 0.5")

        def copied():
            source = self.clips("720p-h264x4.mp4")
            lines = {
                "retime --copy-video": self.retime(source, "copied.mp4", "--factor", "2", "--copy-video", "--no-audio"),
                "ffmpeg -itsscale 2 -c copy":
                    [*FFMPEG, "-itsscale", "2", "-i", source, "-an", "-c", "copy", "ffmpeg.mp4"],
            }
            return Case(f"Pictures: {source}, --copy-video", lines, job="pictures, copied")

        def flow():
            source = self.clips("360p-h264.mp4")
            ours, theirs = self.x264()
            filters = "setpts=2*PTS,minterpolate=fps=25:mi_mode=mci"
            lines = {
                "retime --frames flow --factor 2 --fps 25":
                    self.retime(source, "retime.mp4", "--end", "2", "--factor", "2", "--frames", "flow", "--fps", "25",
                                "--no-audio", *ours),
                "ffmpeg minterpolate":
                    [*FFMPEG, "-t", "2", "-i", source, "-an", "-vf", filters, *theirs, "ffmpeg.mp4"],
            }
            return Case("Pictures: 360p-h264.mp4, 2 s of it, flow, factor 2", lines, job="pictures, flow")

        yield "pictures, flow", flow
        yield "pictures, copied", copied

    # MARK: Backwards

    def backwards(self):
        def pictures():
            source = self.clips("720p-h264.mp4")
            ours, theirs = self.x264()
            lines = {
                "retime reverse": self.retime("reverse", source, "retime.mp4", *ours),
                "ffmpeg reverse, areverse":
                    [*FFMPEG, "-i", source, "-vf", "reverse", "-af", "areverse", *theirs, "ffmpeg.mp4"],
            }
            goals = {"ffmpeg reverse, areverse": {"wall": 1}}
            return Case("Backwards: 720p-h264.mp4", lines, goals, job="pictures, backwards")

        def sound():
            source = self.clips("in.wav")
            lines = {
                "retime reverse": self.retime("reverse", source, "retime.wav"),
                "ffmpeg areverse": [*FFMPEG, "-i", source, "-af", "areverse", "ffmpeg.wav"],
                "sox reverse": ["sox", source, "sox.wav", "reverse"],
            }
            return Case("Backwards: in.wav", lines, job="sound, backwards")

        yield "pictures, backwards", pictures
        yield "sound, backwards", sound

    # MARK: Sample rate and spectrogram

    def others(self):
        def resampled():
            source = self.clips("in.wav")
            soxr = "aresample=44100:resampler=soxr:precision=28"
            lines = {
                "retime resample --rate 44100": self.retime("resample", source, "retime.wav", "--rate", "44100"),
                "ffmpeg -ar 44100": [*FFMPEG, "-i", source, "-ar", "44100", "ffmpeg.wav"],
                "ffmpeg aresample=resampler=soxr:precision=28": [*FFMPEG, "-i", source, "-af", soxr, "ffmpeg.wav"],
                "sox rate -v 44100": ["sox", source, "sox.wav", "rate", "-v", "44100"],
            }
            return Case("Sample rate: in.wav to 44.1 kHz", lines, job="sample rate", apart=["ffmpeg -ar 44100"])

        def spectrogram(source, job):
            def make():
                self.clips(source)
                few = ["--columns", "800"]
                lines = {
                    "retime spectrogram --columns 800": self.retime("spectrogram", source, "retime.png", *few),
                    "sox -n spectrogram": ["sox", source, "-n", "spectrogram", "-o", "sox.png"],
                }
                return Case(f"Spectrogram: {source}", lines, job=job)

            return job, make

        yield "sample rate", resampled
        yield spectrogram("in.wav", "spectrogram")
        yield spectrogram("mono.wav", "spectrogram, mono")
