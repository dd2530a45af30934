# SPDX-License-Identifier: MPL-2.0
"""Measures formant preservation of pitch shifters: vowels with a known envelope, before and after a program.

  python3 formants.py --name R3 --cmd 'rubberband -q -3 --formant -p {semitones} {in} {out}'

Each vowel is a sum of harmonics of a voice that glides by two semitones either way, with the levels of its formants:
the output must have the same formants with its harmonics at the shifted pitch. For each shift and voice, over the
vowels:
  rms     dB, the energy around each harmonic up to 5 kHz, and down to 40 dB below the loudest, against the vowel's envelope,
          after the best common level
  level   dB, that common level; 0 where the level is unchanged
  formant %, the error of the first two formants; those below 1.5 times the new pitch are excluded
  its level  dB, the error of their levels
  pitch   cents, the error of the fundamental
"""
import argparse, os, struct, subprocess, tempfile
import numpy as np

SR, SECONDS = 48000, 2
VOWELS = {
    'a': [(730, 90), (1090, 110), (2440, 170), (3500, 250), (4500, 300)],
    'e': [(530, 60), (1840, 120), (2480, 170), (3500, 250), (4500, 300)],
    'i': [(270, 60), (2290, 140), (3010, 200), (3600, 250), (4500, 300)],
    'u': [(300, 60), (870, 100), (2240, 150), (3300, 250), (4300, 300)],
}

def envelope(vowel, f):
    """The level of a voice's spectrum: formants, those of a vocal tract above them, and the slope of the glottis."""
    s, level = 2j * np.pi * f, np.ones(np.shape(f), complex)
    for centre, width in VOWELS[vowel] + [(c, 150 + c / 20) for c in range(5500, 23000, 1000)]:
        p = -np.pi * width + 2j * np.pi * centre
        level = level * abs(p) ** 2 / ((s - p) * (s - np.conj(p)))
    return np.abs(level) / np.sqrt(1 + (f / 100) ** 2) / (1 + (f / 3000) ** 2) ** 0.25

def voice(vowel, f0):
    table = envelope(vowel, np.arange(24001.0))
    t = np.arange(SECONDS * SR) / SR
    f = f0 * 2 ** (np.sin(2 * np.pi * t) / 6)
    phase = np.cumsum(f) / SR
    y, h = np.zeros(len(t)), 1
    while h * f.max() < 12000:
        y += np.interp(h * f, np.arange(24001), table) * np.cos(2 * np.pi * np.mod(h * phase, 1) + 0.7 * h * h)
        h += 1
    scale = 0.3 / np.abs(y).max()
    return scale * y, scale, f, phase

def demodulate(y, phase, width=25):
    n = len(y)
    s = np.fft.fft(y * np.exp(-2j * np.pi * phase))
    s[np.abs(np.fft.fftfreq(n, 1 / SR)) > width] = 0
    return 2 * np.fft.ifft(s)

def judge(cmd, semitones, f0, folder):
    ratio, rows = 2 ** (semitones / 12), []
    for vowel in VOWELS:
        x, scale, f, phase = voice(vowel, f0)
        i, o = os.path.join(folder, 'i.wav'), os.path.join(folder, 'o.wav')
        b = np.stack([x, x], 1).astype('<f4').tobytes()
        open(i, 'wb').write(struct.pack('<4sI4s4sIHHIIHH4sI', b'RIFF', 36 + len(b), b'WAVE', b'fmt ', 16, 3, 2, SR, SR * 8, 8, 32, b'data', len(b)) + b)
        subprocess.run(cmd.format(semitones=semitones, **{'in': i, 'out': o}), shell=True, check=True, stdout=subprocess.DEVNULL)
        raw = subprocess.run(['ffmpeg', '-v', 'error', '-i', o, '-af', 'pan=mono|c0=c0', '-f', 'f64le', '-'], check=True, stdout=subprocess.PIPE).stdout
        y = np.frombuffer(raw, '<f8')[:len(x)]
        y = np.pad(y, (0, len(x) - len(y)))
        m = slice(SR // 2, len(x) - SR // 2)
        a = demodulate(y, ratio * phase)
        turn = np.polyfit(np.arange(len(x))[m] / SR, np.unwrap(np.angle(a[m])), 1)[0] / 2 / np.pi
        cents = 1200 * np.log2(1 + turn / (f0 * ratio))
        # The energy around each harmonic, in windows of eight periods.
        size, points = int(8 * SR / (f0 * ratio)), []
        window = np.hanning(size)
        for first in range(m.start, m.stop - size, SR // 40):
            power = np.abs(np.fft.rfft(y[first:first + size] * window)) ** 2
            pitch = ratio * f[first + size // 2]
            sums = np.concatenate([[0], np.cumsum(power)])
            hs = np.arange(1, int(5000 / pitch) + 2)
            edges = np.interp((hs - 0.5) * pitch * size / SR + 0.5, np.arange(len(sums)), sums)
            level = np.sqrt(np.diff(edges) * 4 / size / np.sum(window ** 2)) / scale
            points += list(zip(hs[:-1] * pitch, level))
        points = np.array(points)
        want = 20 * np.log10(envelope(vowel, points[:, 0]))
        off = 20 * np.log10(points[:, 1] + 1e-9) - want
        kept = want > want.max() - 40
        level = np.median(off[kept])
        places, levels = [], []
        for centre, _ in VOWELS[vowel][:2]:
            if centre < 1.5 * f0 * ratio: continue
            # The peak of the spectrum drawn by the gliding harmonics, in steps of a twenty-fourth of an octave.
            grid = centre * 2 ** (np.arange(-10, 11) / 24)
            near = [np.abs(np.log2(points[:, 0] / g)) < 1 / 36 for g in grid]
            curve = lambda d: np.array([np.median(d[n]) if n.any() else -200 for n in near])
            got, exact = curve(off + want), curve(want)
            places.append(abs(np.log2(grid[got.argmax()] / grid[exact.argmax()])))
            levels.append(got.max() - exact.max() - level)
        rows.append((np.sqrt(np.mean((off[kept] - level) ** 2)), level, 100 * (2 ** np.mean(places) - 1) if places else np.nan,
                     np.mean(np.abs(levels)) if levels else np.nan, abs(cents)))
    return np.nanmean(rows, 0)

if __name__ == '__main__':
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--name', default='x'); ap.add_argument('--cmd', required=True)
    ap.add_argument('--semitones', default='-12,-5,-3,3,5,12'); ap.add_argument('--voices', default='120,220')
    a = ap.parse_args()
    print('| voice | shift | | rms | level | formant | its level | pitch |\n|' + '---|' * 8)
    with tempfile.TemporaryDirectory() as d:
        for f0 in map(float, a.voices.split(',')):
            for st in map(float, a.semitones.split(',')):
                r = judge(a.cmd, st, f0, d)
                print('| %g | %+g | %s | ' % (f0, st, a.name) + ' | '.join('%.2f' % v for v in r) + ' |', flush=True)
