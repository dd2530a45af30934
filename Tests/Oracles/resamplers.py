# SPDX-License-Identifier: MPL-2.0
"""Measures libsoxr and GStreamer's resampler, for the tables of docs/quality.md.

Both are called directly, in double precision and on one thread. Signals are made and analysed with numpy.
"""

import argparse
import ctypes
import ctypes.util
import time

import numpy as np

#: Source and destination rates in Hz. At 16 kHz the highest of the tones must be removed.
RATES = [(44100, 48000), (48000, 44100), (48000, 96000), (44100, 16000)]
TONES = [997, 6000, 15000]
SECONDS = 10


def library(name):
    """A shared library, which must exist."""
    path = ctypes.util.find_library(name)
    if not path:
        raise SystemExit(f"resamplers: lib{name} is not there: run scripts/setup")
    return ctypes.CDLL(path)


class Specification(ctypes.Structure):
    """soxr_io_spec_t."""

    _fields_ = [("itype", ctypes.c_int), ("otype", ctypes.c_int), ("scale", ctypes.c_double),
                ("e", ctypes.c_void_p), ("flags", ctypes.c_ulong)]


class Quality(ctypes.Structure):
    """soxr_quality_spec_t."""

    _fields_ = [("precision", ctypes.c_double), ("phase_response", ctypes.c_double),
                ("passband_end", ctypes.c_double), ("stopband_begin", ctypes.c_double),
                ("e", ctypes.c_void_p), ("flags", ctypes.c_ulong)]


class Soxr:
    """A stream of libsoxr."""

    recipes = {"soxr HQ": 4, "soxr VHQ": 6}
    high_precision_clock = 8

    def __init__(self, name, source, destination, channels):
        self.c = library("soxr")
        self.c.soxr_create.restype = ctypes.c_void_p
        self.c.soxr_create.argtypes = [ctypes.c_double] * 2 + [ctypes.c_uint] + [ctypes.c_void_p] * 4
        self.c.soxr_process.restype = ctypes.c_char_p
        self.c.soxr_process.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p,
                                        ctypes.c_void_p, ctypes.c_size_t, ctypes.c_void_p]
        self.c.soxr_quality_spec.restype = Quality
        self.c.soxr_quality_spec.argtypes = [ctypes.c_ulong, ctypes.c_ulong]
        self.c.soxr_delete.argtypes = [ctypes.c_void_p]
        form = Specification(1, 1, 1.0, None, 0)
        quality = self.c.soxr_quality_spec(self.recipes[name], self.high_precision_clock)
        self.ratio, self.channels = destination / source, channels
        self.stream = self.c.soxr_create(source, destination, channels, None, ctypes.byref(form),
                                         ctypes.byref(quality), None)

    def feed(self, frames):
        """The output for frames x channels; None for the end."""
        count = 0 if frames is None else len(frames)
        room = int(count * self.ratio) + 65536
        out, done = np.empty((room, self.channels)), ctypes.c_size_t()
        error = self.c.soxr_process(self.stream, None if frames is None else frames.ctypes.data, count, None,
                                    out.ctypes.data, room, ctypes.byref(done))
        if error:
            raise SystemExit(f"resamplers: {error.decode()}")
        return out[:done.value]

    def __del__(self):
        self.c.soxr_delete(self.stream)


class GStreamer:
    """A GstAudioResampler as `audioresample quality=10 sinc-filter-mode=full` makes it, for F64."""

    def __init__(self, _, source, destination, channels):
        gst, self.c = library("gstreamer-1.0"), library("gstaudio-1.0")
        gst.gst_init(None, None)
        gst.gst_structure_from_string.restype = ctypes.c_void_p
        kaiser, full = 4, 1
        self.c.gst_audio_resampler_filter_mode_get_type()
        options = ctypes.c_void_p(gst.gst_structure_from_string(
            f"options, GstAudioResampler.filter-mode=(GstAudioResamplerFilterMode){full};".encode(), None))
        self.c.gst_audio_resampler_options_set_quality(kaiser, 10, source, destination, options)
        self.c.gst_audio_format_from_string.restype = ctypes.c_int
        form = self.c.gst_audio_format_from_string(b"F64LE")
        self.c.gst_audio_resampler_new.restype = ctypes.c_void_p
        self.stream = ctypes.c_void_p(self.c.gst_audio_resampler_new(
            kaiser, 0, form, channels, source, destination, options))
        for name in ("out_frames", "max_latency"):
            function = getattr(self.c, f"gst_audio_resampler_get_{name}")
            function.restype, function.argtypes = ctypes.c_size_t, [ctypes.c_void_p, ctypes.c_size_t]
        self.channels = channels
        #: Half the filter, in source frames.
        self.latency = self.c.gst_audio_resampler_get_max_latency(self.stream, 0)

    def feed(self, frames):
        """The output for frames x channels; None for the end."""
        if frames is None:
            frames = np.zeros((self.latency, self.channels))
        count = self.c.gst_audio_resampler_get_out_frames(self.stream, len(frames))
        out = np.empty((count, self.channels))
        at = (ctypes.c_void_p * 1)(frames.ctypes.data)
        to = (ctypes.c_void_p * 1)(out.ctypes.data)
        self.c.gst_audio_resampler_resample(self.stream, at, ctypes.c_size_t(len(frames)), to,
                                            ctypes.c_size_t(count))
        return out

    def __del__(self):
        self.c.gst_audio_resampler_free(self.stream)


RESAMPLERS = {"soxr VHQ": Soxr, "soxr HQ": Soxr, "GStreamer": GStreamer}


def resampled(name, source, destination, mono):
    """One channel from its start to its end."""
    stream = RESAMPLERS[name](name, source, destination, 1)
    parts = [stream.feed(np.ascontiguousarray(mono[:, None])), stream.feed(None)]
    return np.concatenate(parts)[:, 0]


def tone(frequency, rate, seconds=SECONDS, amplitude=0.5):
    """A sine from phase 0 on."""
    return amplitude * np.sin(2 * np.pi * frequency * np.arange(int(rate * seconds)) / rate)


def decibels(ratio):
    """A ratio of amplitudes in dB."""
    return 20 * np.log10(max(ratio, 1e-30))


def middle(samples, rate):
    """All but half a second at each end."""
    return samples[rate // 2:-(rate // 2)]


def fitted(samples, frequency, rate):
    """The sine of a frequency that fits the samples best, by least squares: (amplitude, residual)."""
    angle = 2 * np.pi * frequency / rate * np.arange(len(samples))
    basis = np.stack([np.sin(angle), np.cos(angle), np.ones(len(samples))], 1)
    weights = np.linalg.lstsq(basis, samples, rcond=None)[0]
    return np.hypot(weights[0], weights[1]), samples - basis @ weights


def residual(name, source, destination, frequency):
    """Signal over residual in dB, or for a tone that must be removed its remaining level."""
    samples = middle(resampled(name, source, destination, tone(frequency, source)), destination)
    if frequency >= destination / 2:
        return -decibels(np.std(samples) / (0.5 / np.sqrt(2)))
    amplitude, rest = fitted(samples, frequency, destination)
    return decibels(amplitude / np.sqrt(2) / np.std(rest))


def pass_band(name, source, destination):
    """From an impulse: (largest deviation in dB up to 20 kHz or 0.9 of the band, -3 dB edge in Hz)."""
    impulse = np.zeros(source * 2)
    impulse[source] = 1
    out = resampled(name, source, destination, impulse)
    gain = np.abs(np.fft.rfft(out, 2 * destination)) * source / destination
    gain = 20 * np.log10(np.maximum(gain, 1e-30))
    hertz = np.arange(len(gain)) / 2
    band = min(source, destination) / 2
    return np.abs(gain[hertz <= min(20000, 0.9 * band)]).max(), hertz[gain < -3][0]


def worst_alias(name, source, destination):
    """The strongest spectral line beside the tone, in dB of it: (tones in all of the source's band, and without those
    within 10 % of half the lower rate, where filters roll off)."""
    everywhere = apart = -np.inf
    edge = min(source, destination) / 2
    for frequency in np.arange(1, 50) * source / 100:
        samples = middle(resampled(name, source, destination, tone(frequency, source, 2)), destination)
        if frequency < destination / 2:
            samples = fitted(samples, frequency, destination)[1]
        window = np.blackman(len(samples))
        peak = decibels(2 * np.abs(np.fft.rfft(samples * window)).max() / window.sum() / 0.5)
        everywhere = max(everywhere, peak)
        if abs(frequency - edge) > 0.1 * edge:
            apart = max(apart, peak)
    return everywhere, apart


def delay(name, source, destination, block=16):
    """The most source frames that were consumed before their position in the output was returned."""
    stream = RESAMPLERS[name](name, source, destination, 1)
    silence, fed, out, longest = np.zeros((block, 1)), 0, 0, 0
    while fed < source:
        out += len(stream.feed(silence))
        fed += block
        longest = max(longest, fed - out * source / destination)
    return longest


def throughput(name, source, destination, seconds=30):
    """Millions of stereo source frames a second, the best of three."""
    generator = np.random.default_rng(1)
    block = generator.uniform(-0.5, 0.5, (4096, 2))
    best = 0
    for _ in range(3):
        stream = RESAMPLERS[name](name, source, destination, 2)
        count = seconds * source // len(block)
        stream.feed(block)
        start = time.process_time()
        for _ in range(count):
            stream.feed(block)
        best = max(best, count * len(block) / (time.process_time() - start) / 1e6)
    return best


def main():
    """Prints the table's rows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=int, default=30, help="sound for the throughput (default 30)")
    arguments = parser.parse_args()
    print("| rates | resampler | " + " | ".join(f"{tone} Hz" for tone in TONES)
          + " | flat to | -3 dB at | alias | alias, near edge too | delay | speed |")
    print("|---" * 11 + "|")
    for source, destination in RATES:
        for name in RESAMPLERS:
            tones = [f"{residual(name, source, destination, frequency):.0f}" for frequency in TONES]
            flat, edge = pass_band(name, source, destination)
            everywhere, apart = worst_alias(name, source, destination)
            figures = [
                f"{source} → {destination}", name, *tones, f"{flat:.6f}", f"{edge:.0f}", f"{apart:.0f}",
                f"{everywhere:.0f}", f"{delay(name, source, destination):.0f}",
                f"{throughput(name, source, destination, arguments.seconds):.0f}",
            ]
            print("| " + " | ".join(figures) + " |", flush=True)


if __name__ == "__main__":
    main()
