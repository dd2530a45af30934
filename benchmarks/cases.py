# SPDX-License-Identifier: MPL-2.0
"""What is compared with what. Each function gives cases; media are made when a case is asked for."""

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
        """Names with what makes the case."""
        yield from self.start_up()
        yield from self.sound()
        yield from self.pictures()
        yield from self.backwards()
        yield from self.others()

    def retime(self, *words):
        return [self.program, *words, "-y", "--progress", "none"]

    @staticmethod
    def gstreamer(text):
        return ["gst-launch-1.0", "-q", *text.split()]

    # MARK: Start-up

    def start_up(self):
        def case(name, options, *peer):
            def make():
                clip = self.clips("720p-h264.mp4") if "info" in options or name.startswith("info") else None
                given = [clip] if clip else []
                peer_line = ["ffprobe", "-v", "error", *peer, *given]
                lines = {f"retime {name}": [self.program, *options, *given], f"ffprobe {' '.join(peer)}".strip(): peer_line}
                peer_name = list(lines)[1]
                job = "start-up" if name == "--version" else "start-up with a film: info"
                return Case(f"Start-up: {name}", lines, {peer_name: {"wall": 1, "cpu": 1}}, repeats=7, job=job)

            return f"start-up {name}", make

        yield case("--version", ["--version"], "-version")
        yield case("info", ["info"], "-show_streams", "-show_format")

    # MARK: Sound

    def sound(self):
        goals = {
            "ffmpeg asetrate, aresample linear": {"cpu": 0.5, "memory": 0.5},
            "sox speed": {"cpu": 0.3},
            "sox speed, rate -q": {"cpu": 0.3},
            "gst-launch speed": {"cpu": 0.5},
        }

        def scaled(source, result, job):
            def make():
                self.clips(source)
                read = {"wav": "wavparse", "flac": "flacparse ! flacdec"}[result]
                write = {"wav": "wavenc", "flac": "flacenc"}[result]
                gst = f"filesrc location={source} ! {read} ! {{}} ! {write} ! filesink location=gst.{result}"
                aresample = "aresample=48000:filter_size=1:linear_interp=1"
                lines = {
                    "retime --audio-method linear --factor 1.5":
                        self.retime(source, f"retime.{result}", "--factor", "1.5", "--audio-method", "linear"),
                    "ffmpeg asetrate, aresample linear":
                        [*FFMPEG, "-i", source, "-af", f"asetrate=32000,{aresample}", f"ffmpeg.{result}"],
                    "ffmpeg asetrate, aresample":
                        [*FFMPEG, "-i", source, "-af", "asetrate=32000,aresample=48000", f"ffmpeg.{result}"],
                    "sox speed": ["sox", source, f"sox.{result}", "speed", TWO_THIRDS],
                    "sox speed, rate -q": ["sox", source, f"sox.{result}", "speed", TWO_THIRDS, "rate", "-q", "48000"],
                    "gst-launch speed": self.gstreamer(gst.format(f"speed speed={TWO_THIRDS}")),
                    "gst-launch audioresample": self.gstreamer(
                        gst.format("capssetter caps=audio/x-raw,rate=32000 ! audioresample ! audio/x-raw,rate=48000")
                    ),
                }
                if result == "wav" and source == "in.wav":
                    lines["soundstretch -rate"] = ["soundstretch", source, "stretch.wav", "-rate=-33.3333333"]
                if source == "in51.wav":
                    # GStreamer's speed takes one or two channels; its wavenc loses the layout.
                    lines = {name: line for name, line in lines.items() if not name.startswith("gst-launch")}
                kept = {name: goal for name, goal in goals.items() if name in lines and result == "wav"}
                return Case(f"Sound: {source}, linear, factor 1.5", lines, kept, job=job)

            return f"sound {source} linear", make

        yield scaled("in.wav", "wav", "sound, linear")
        yield scaled("in.flac", "flac", "sound, linear, FLAC")
        yield scaled("in51.wav", "wav", "sound, linear, 5.1")

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
            source, less = self.clips("in.wav"), ["rubberband -2", "ffmpeg atempo", "soundstretch -tempo"]
            lines = {
                "retime --pitch keep --factor 1.5":
                    self.retime(source, "retime.wav", "--factor", "1.5", "--pitch", "keep"),
                "rubberband -3": ["rubberband", "-q", "-3", "-t", "1.5", source, "band.wav"],
                "rubberband -2": ["rubberband", "-q", "-2", "-t", "1.5", source, "band.wav"],
                "ffmpeg atempo": [*FFMPEG, "-i", source, "-af", f"atempo={TWO_THIRDS}", "ffmpeg.wav"],
                "soundstretch -tempo": ["soundstretch", source, "stretch.wav", "-tempo=-33.3333333"],
            }
            return Case("Sound: in.wav, pitch kept, factor 1.5", lines, job="sound, pitch kept", apart=less)

        yield "sound in.wav sinc", sinc
        yield "sound in.wav keep", keep

        def hour():
            self.clips("hour.wav")
            lines = {
                "retime --factor 1.5, six times as long": self.retime("hour.wav", "retime.wav", "--factor", "1.5"),
                "retime --factor 1.5": self.retime(self.clips("in.wav"), "retime.wav", "--factor", "1.5"),
            }
            return Case("Sound: a longer file", lines, {"retime --factor 1.5": {"cpu": 6.6, "memory": 1.1}})

        yield "sound hour", hour

    # MARK: Pictures

    def x264(self):
        ours = f"x264enc pass=qual quantizer=23 qp-min=0 vbv-buf-capacity=0 speed-preset={self.preset}"
        return ["--video-encoder", ours], ["-c:v", "libx264", "-crf", "23", "-preset", self.preset, "-c:a", "aac"]

    def floor(self, source, factor, timing):
        """A file of the pictures that a result holds, and the encoder fed with them: what no program gets under.

        Pictures that are shown several times are in the file once: reading twice as much would be work too.
        """
        shown = [] if float(factor) > 1 else ["-vf", f"setpts={factor}*PTS", *timing]
        rate = 25 / float(factor) if float(factor) > 1 else 25
        name, form = self.clips.raw(source, *shown)
        _, theirs = self.x264()
        encoder = theirs[: theirs.index("-c:a")]
        return name, [*FFMPEG, *form, "-framerate", f"{rate}", "-i", name, *timing, *encoder, "floor.mp4"]

    def pictures(self):
        def case(title, source, factor, rate, peer, goal):
            def make():
                self.clips(source)
                ours, theirs = self.x264()
                tempo = ["-af", f"asetrate={48000 / float(factor):.0f},aresample=48000"]
                ffmpeg = [*FFMPEG, "-i", source, "-vf", f"setpts={factor}*PTS", *peer, *tempo, *theirs, "ffmpeg.mp4"]
                name = f"ffmpeg setpts {' '.join(peer)}"
                scratch, floor = self.floor(source, factor, peer)
                lines = {
                    f"retime --factor {factor} {' '.join(rate)}".strip():
                        self.retime(source, "retime.mp4", "--factor", factor, *rate, *ours),
                    name: ffmpeg,
                    "libx264 alone": floor,
                }
                if title == "720p-h264 factor 2":
                    # Its own rate does not stretch; at twice the frame rate it repeats and encodes as many pictures.
                    text = (
                        f"filesrc location={source} ! qtdemux ! decodebin ! videorate ! video/x-raw,framerate=50/1 ! "
                        f"x264enc pass=qual quantizer=23 qp-min=0 vbv-buf-capacity=0 speed-preset={self.preset} ! "
                        "mp4mux ! filesink location=gst.mp4"
                    )
                    lines["gst-launch videorate to 50 a second, no sound"] = self.gstreamer(text)
                # In the summary are the factors alone; the floor makes no pictures of others.
                job = "pictures, " + title.removeprefix("720p-h264 ") if title.startswith("720p-h264") else None
                apart = list(lines)[2:]
                return Case(f"Pictures: {title}", lines, {name: goal}, scratch=[scratch], job=job, apart=apart)

            return f"pictures {title}", make

        fixed, variable = ["-vsync", "cfr", "-r", "25"], ["-vsync", "vfr"]
        fps, vfr = ["--fps", "25"], ["--fps", "vfr"]
        first = "720p-h264.mp4"
        yield case("720p-h264 factor 0.5", first, "0.5", fps, fixed, {"wall": 0.95, "memory": 0.7})
        yield case("720p-h264 factor 0.1", first, "0.1", fps, fixed, {"wall": 0.7})
        yield case("720p-seconds factor 0.02", "720p-seconds.mp4", "0.02", fps, fixed, {"wall": 0.7})
        yield case("720p-h264 factor 1", first, "1", fps, fixed, {})
        yield case("720p-h264 factor 2", first, "2", fps, fixed, {"wall": 0.8})
        yield case("720p-h264 factor 2 vfr", first, "2", vfr, variable, {"wall": 0.95})
        for source in "1080p-h264.mp4", "720p-hevc.mp4", "720p-vp9.webm":
            yield case(f"{source.partition('.')[0]} factor 0.5", source, "0.5", fps, fixed, {})

        def copied():
            self.clips(first)
            ours, _ = self.x264()
            lines = {
                "retime --copy-video": self.retime(first, "copied.mp4", "--factor", "2", "--copy-video", "--no-audio"),
                "ffmpeg -itsscale 2 -c copy":
                    [*FFMPEG, "-itsscale", "2", "-i", first, "-an", "-c", "copy", "ffmpeg.mp4"],
                "retime --fps vfr": self.retime(first, "retime.mp4", "--factor", "2", *vfr, "--no-audio", *ours),
            }
            goals, apart = {"retime --fps vfr": {"wall": 0.02}}, ["retime --fps vfr"]
            return Case("Pictures: --copy-video", lines, goals, job="pictures, copied", apart=apart)

        def flow():
            source = self.clips("360p-h264.mp4")
            ours, theirs = self.x264()
            filters = "setpts=2*PTS,minterpolate=fps=25:mi_mode=mci"
            lines = {
                "retime --frames flow --factor 2 --fps 25":
                    self.retime(source, "retime.mp4", "--end", "3", "--factor", "2", "--frames", "flow", *fps, "--no-audio",
                                *ours),
                "ffmpeg minterpolate":
                    [*FFMPEG, "-t", "3", "-i", source, "-an", "-vf", filters, *theirs, "ffmpeg.mp4"],
            }
            return Case("Pictures: 360p-h264 flow, 3 s, factor 2", lines, job="pictures, flow")

        yield "pictures flow", flow
        yield "pictures copy-video", copied

    # MARK: Backwards

    def backwards(self):
        def pictures():
            source = self.clips("720p-h264.mp4")
            ours, theirs = self.x264()
            scratch, floor = self.floor(source, "1", [])
            lines = {
                "retime reverse": self.retime("reverse", source, "retime.mp4", *ours),
                "ffmpeg reverse, areverse":
                    [*FFMPEG, "-i", source, "-vf", "reverse", "-af", "areverse", *theirs, "ffmpeg.mp4"],
                "libx264 alone, forwards": floor,
            }
            goals = {"ffmpeg reverse, areverse": {"wall": 1, "memory": 0.25}}
            apart = ["libx264 alone, forwards"]
            return Case("Backwards: 720p-h264", lines, goals, scratch=[scratch], job="pictures, backwards", apart=apart)

        def sound():
            source = self.clips("in.wav")
            lines = {
                "retime reverse": self.retime("reverse", source, "retime.wav"),
                "ffmpeg areverse": [*FFMPEG, "-i", source, "-af", "areverse", "ffmpeg.wav"],
                "sox reverse": ["sox", source, "sox.wav", "reverse"],
            }
            return Case("Backwards: in.wav", lines, job="sound, backwards")

        yield "backwards 720p-h264", pictures
        yield "backwards in.wav", sound

    # MARK: Sample rate and spectrogram

    def others(self):
        def resampled():
            source = self.clips("in.wav")
            soxr = "aresample=44100:resampler=soxr:precision=28"
            lines = {
                "retime resample --rate 44100": self.retime("resample", source, "retime.wav", "--rate", "44100"),
                "ffmpeg -ar 44100": [*FFMPEG, "-i", source, "-ar", "44100", "ffmpeg.wav"],
                "ffmpeg aresample=resampler=soxr:precision=28": [*FFMPEG, "-i", source, "-af", soxr, "ffmpeg.wav"],
                "sox -r 44100": ["sox", source, "-r", "44100", "sox.wav"],
                "sox rate -v 44100": ["sox", source, "sox.wav", "rate", "-v", "44100"],
            }
            return Case("Sample rate: in.wav to 44.1 kHz", lines, job="sample rate", apart=["ffmpeg -ar 44100"])

        def spectrogram():
            source = self.clips("in.wav")
            few = ["--columns", "800"]
            lines = {
                "retime spectrogram --columns 800": self.retime("spectrogram", source, "retime.png", *few),
                "retime spectrogram --columns 800 --axes": self.retime("spectrogram", source, "retime.png", *few, "--axes"),
                "retime spectrogram": self.retime("spectrogram", source, "retime.png"),
                "sox -n spectrogram": ["sox", source, "-n", "spectrogram", "-o", "sox.png"],
                "ffmpeg showspectrumpic": [*FFMPEG, "-i", source, "-lavfi", "showspectrumpic", "ffmpeg.png"],
            }
            apart = ["retime spectrogram --columns 800 --axes", "retime spectrogram"]
            return Case("Spectrogram: in.wav", lines, job="spectrogram", apart=apart)

        yield "resample in.wav", resampled
        yield "spectrogram in.wav", spectrogram
