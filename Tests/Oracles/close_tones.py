# SPDX-License-Identifier: MPL-2.0
"""Measures how close two tones may be before a time stretcher treats them as one, and the level of single tones.

  python3 close_tones.py --name R3 --cmd 'rubberband -q -3 -t {factor} {in} {out}' [--factors 0.5,1.5]

Each pair is a tone and a second one above it with half its amplitude, a second long. It is separated if the output has
the second tone at its own frequency and within 3 dB of its level; treated as one, their distance is divided by the
factor, and the second is somewhere else. For each lower frequency: the smallest distance in Hz, in steps of 20 up to
300, at which and at the next two of which they are separated. A second table has single tones, one straight after the
other: the error in dB of the level of the worst of 24, for each of some ranges in Hz.
"""
import argparse, os, struct, subprocess, tempfile
import numpy as np

SR = 48000
LOW = (300, 600, 1200, 2400, 3300, 5000, 8000)
APART = range(20, 301, 20)
RANGES = ((100, 550), (550, 650), (650, 2400), (2400, 2600), (2600, 12000))

def level(y, frequency, apart):
    """The highest spectral peak within a fifth of the distance from a frequency, as an amplitude."""
    w = np.blackman(len(y))
    X, f = np.abs(np.fft.rfft(y * w, 1 << 18)), np.fft.rfftfreq(1 << 18, 1 / SR)
    return 2 * X[np.abs(f - frequency) < min(4, apart / 5)].max() / w.sum()

def stretched(cmd, factor, tones, folder):
    """The output for each of several audio excerpts, without their edges; they are processed in one file."""
    edge = np.minimum(1, np.minimum(np.arange(SR), np.arange(SR)[::-1]) / 2400)
    x = np.concatenate([tone * edge for tone in tones])
    i, o = os.path.join(folder, 'i.wav'), os.path.join(folder, 'o.wav')
    b = np.stack([x, x], 1).astype('<f4').tobytes()
    head = struct.pack('<4sI4s4sIHHIIHH4sI', b'RIFF', 36 + len(b), b'WAVE', b'fmt ', 16, 3, 2, SR, SR * 8, 8, 32, b'data', len(b))
    open(i, 'wb').write(head + b)
    subprocess.run(cmd.format(factor=factor, **{'in': i, 'out': o}), shell=True, check=True, stdout=subprocess.DEVNULL)
    raw = subprocess.run(['ffmpeg', '-v', 'error', '-i', o, '-af', 'pan=mono|c0=c0', '-f', 'f64le', '-'], check=True, stdout=subprocess.PIPE).stdout
    y = np.frombuffer(raw, '<f8')
    return [y[int((k + 0.2) * factor * SR):int((k + 0.8) * factor * SR)] for k in range(len(tones))]

def sine(frequency):
    return 0.1 * np.sin(2 * np.pi * frequency / SR * np.arange(SR))

def off(y, frequency, apart):
    return abs(20 * np.log10(level(y, frequency, apart) / 0.1 + 1e-9))

def nearest(cmd, factor, low, folder):
    made = stretched(cmd, factor, [2 * sine(low) + sine(low + d) for d in APART], folder)
    wrong = [off(y, low + d, d) for y, d in zip(made, APART)]
    return next((d for k, d in enumerate(APART) if max(wrong[k:k + 3]) < 3), '-')

def worst(cmd, factor, first, last, folder):
    tones = np.linspace(first, last, 24)
    return '%.1f' % max(off(y, f, 20) for y, f in zip(stretched(cmd, factor, [sine(f) for f in tones], folder), tones))

if __name__ == '__main__':
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--name', default='x'); ap.add_argument('--cmd', required=True); ap.add_argument('--factors', default='0.75,1.5')
    a = ap.parse_args()
    rows = [(nearest, [(f,) for f in LOW]), (worst, RANGES)]
    with tempfile.TemporaryDirectory() as d:
        for judge, cases in rows:
            print('| factor | | ' + ' | '.join('%s Hz' % ' to '.join(map(str, c)) for c in cases) + ' |\n|' + '---|' * (len(cases) + 2))
            for factor in map(float, a.factors.split(',')):
                print('| %g | %s | ' % (factor, a.name) + ' | '.join(str(judge(a.cmd, factor, *c, d)) for c in cases) + ' |', flush=True)
