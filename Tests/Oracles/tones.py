# SPDX-License-Identifier: MPL-2.0
"""Tones over time: for each tenth of a second of a file its time, the frequency of the strongest spectral line in Hz,
its share of the energy within 40 Hz, and the level.

  python3 tones.py FILE
"""

import subprocess
import sys

import numpy as np

RATE, SIZE = 48_000, 8192


def main():
    command = ["ffmpeg", "-v", "error", "-nostdin", "-i", sys.argv[1], "-map", "0:a:0", "-ac", "1", "-ar", str(RATE)]
    sound = np.frombuffer(subprocess.run(command + ["-f", "f64le", "-"], check=True, capture_output=True).stdout)
    window = np.hanning(SIZE)
    for begin in range(0, len(sound) - SIZE + 1, RATE // 10):
        frame = sound[begin:begin + SIZE]
        power = np.abs(np.fft.rfft(frame * window)) ** 2
        peak = int(np.argmax(power[1:-1])) + 1
        below, at, above = np.log(power[peak - 1:peak + 2] + 1e-30)
        # A parabola through the logarithms of a bin and its neighbours.
        offset = 0.5 * (below - above) / min(below - 2 * at + above, -1e-9)
        reach = round(40 * SIZE / RATE)
        share = power[max(0, peak - reach):peak + reach + 1].sum() / (power.sum() + 1e-30)
        level = np.sqrt(np.mean(frame**2))
        print((begin + SIZE / 2) / RATE, (peak + offset) * RATE / SIZE, share, level)


main()
