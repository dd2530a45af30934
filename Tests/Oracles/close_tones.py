# SPDX-License-Identifier: MPL-2.0
"""Judge of how close two tones may lie before what stretches sound takes them for one.

  python3 close_tones.py --name R3 --cmd 'rubberband -q -3 -t {factor} {in} {out}' [--factors 0.5,1.5]

Each pair is a tone and a second one above it with half its amplitude, a second long. It is told apart if the second tone comes
out at its own frequency and within 3 dB of its level; taken for one, the two keep the pace of their beats or lose it, and the
second is somewhere else. For each lower frequency: the smallest distance in Hz, in steps of 20 up to 300, at which and at the
next two of which they are told apart.
"""
import argparse, os, struct, subprocess, tempfile
import numpy as np

SR = 48000
LOW = (300, 600, 1200, 2400, 3300, 5000, 8000)
APART = range(20, 301, 20)

def level(y, frequency, apart):
    """The loudest line within a fifth of the distance of a frequency, as an amplitude."""
    w = np.blackman(len(y))
    X, f = np.abs(np.fft.rfft(y * w, 1 << 18)), np.fft.rfftfreq(1 << 18, 1 / SR)
    return 2 * X[np.abs(f - frequency) < min(4, apart / 5)].max() / w.sum()

def judge(cmd, factor, low, folder):
    t, edge = np.arange(SR) / SR, np.minimum(1, np.minimum(np.arange(SR), np.arange(SR)[::-1]) / 2400)
    pair = lambda d: (0.2 * np.sin(2 * np.pi * low * t) + 0.1 * np.sin(2 * np.pi * (low + d) * t)) * edge
    x = np.concatenate([pair(d) for d in APART])
    i, o = os.path.join(folder, 'i.wav'), os.path.join(folder, 'o.wav')
    b = np.stack([x, x], 1).astype('<f4').tobytes()
    head = struct.pack('<4sI4s4sIHHIIHH4sI', b'RIFF', 36 + len(b), b'WAVE', b'fmt ', 16, 3, 2, SR, SR * 8, 8, 32, b'data', len(b))
    open(i, 'wb').write(head + b)
    subprocess.run(cmd.format(factor=factor, **{'in': i, 'out': o}), shell=True, check=True, stdout=subprocess.DEVNULL)
    raw = subprocess.run(['ffmpeg', '-v', 'error', '-i', o, '-af', 'pan=mono|c0=c0', '-f', 'f64le', '-'], check=True, stdout=subprocess.PIPE).stdout
    y = np.frombuffer(raw, '<f8')
    cut = lambda k: y[int((k + 0.2) * factor * SR):int((k + 0.8) * factor * SR)]
    off = [abs(20 * np.log10(level(cut(k), low + d, d) / 0.1 + 1e-9)) for k, d in enumerate(APART)]
    return next((d for k, d in enumerate(APART) if max(off[k:k + 3]) < 3), None)

if __name__ == '__main__':
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--name', default='x'); ap.add_argument('--cmd', required=True); ap.add_argument('--factors', default='0.75,1.5')
    a = ap.parse_args()
    print('| factor | | ' + ' | '.join('%d Hz' % f for f in LOW) + ' |\n|' + '---|' * (len(LOW) + 2))
    with tempfile.TemporaryDirectory() as d:
        for factor in map(float, a.factors.split(',')):
            print('| %g | %s | ' % (factor, a.name) + ' | '.join(str(judge(a.cmd, factor, f, d) or '-') for f in LOW) + ' |', flush=True)
