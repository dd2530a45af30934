# SPDX-License-Identifier: MPL-2.0
"""Measures pitch-preserving time stretchers: numbers only, no neural network.

  python3 stretchers.py --media DIR --name r3 --cmd 'rubberband -q -3 -t {factor} {in} {out}' [--factors 0.5,2] [--json FILE]
  python3 stretchers.py --table FILE.json [FILE.json ...]
  python3 stretchers.py --perfect --cmd '...'     flux of unchanged onsets at their exact times, and of the command

{factor} = output length / input length, {speed} = its inverse. In and out are 48 kHz stereo float WAV.
DIR holds real clips as 48 kHz stereo WAV (4 s of each are used); without it only the synthetic signals are measured.
Signals whose ideal stretch is known exactly:
  tone    997 Hz                       purity (dB, residual outside +-15 Hz of the line), am (dB, std of its level), cents
  chord   6 steady partials            purity, am
  vib     10 harmonics, 5 Hz vibrato   purity along the ideally stretched partials, am
  clicks  castanet-like bursts         pre (dB, energy of the 25 ms before / 25 ms after the onset; identity -42), att (times the
                                       original's spread, 10-90 % of energy), pos (ms, jitter of the onsets), bias (ms), lvl (dB, energy)
  bed     the same on a steady chord   pre and att after the chord's partials are removed
  noise   white, L and R independent   colour (dB, worst third octave), ray (Rayleigh: 0.785 is noise, lower is beating or
                                       tonal, higher is smooth), rep (largest self-similarity at 4-150 ms: echo or flutter)
  stereo  R = half of L, 0.25 ms later: ipd (degrees, rms error of the phase between channels), ms (dB, change of side/mid),
          mono (dB, residual L-R of a mono file against its level)
Real clips: the output's spectrogram against the input's read at t/factor (after the best common shift):
  sc (dB, spectral convergence, 2048 window; lower better), sct (same, 512 window: time detail), flux (correlation of onset curves)
len = samples off round(n * factor).  lat = ms, common shift found on real clips.  cpu = s per 10 min of the INPUT, stereo.
"""
import argparse, glob, json, os, resource, struct, subprocess, sys, tempfile, warnings
import numpy as np
from scipy.io import wavfile
from scipy.signal import stft as _stft

SR = 48000
warnings.filterwarnings('ignore')
rng = np.random.default_rng(7)


# ---- signals -------------------------------------------------------------------------------------------------------
CHORD = [110.0, 220.5, 331.7, 660.3, 1499.0, 4186.0]

def tone(n):
    return 0.4 * np.sin(2 * np.pi * 997 * np.arange(n) / SR)

def chord(n):
    t = np.arange(n) / SR
    return sum(0.12 * np.sin(2 * np.pi * f * t + k) for k, f in enumerate(CHORD))

def vib_phase(t):  # integral of 220 (1 + 0.02 sin 2 pi 5 t)
    return 220 * (t - 0.02 * (np.cos(2 * np.pi * 5 * t) - 1) / (2 * np.pi * 5))

def vib(n):
    p = 2 * np.pi * vib_phase(np.arange(n) / SR)
    return sum(0.25 / h * np.sin(h * p) for h in range(1, 11))

ONSETS = np.cumsum(np.r_[0.31, 0.21 + 0.17 * np.random.default_rng(3).random(16)])

def clicks(n, f=1):  # with f, the perfect stretch: every burst unchanged, at f times its time
    r, x = np.random.default_rng(5), np.zeros(n)
    for o in ONSETS:
        i = int(round(o * f * SR))
        if i + 4800 > n: break
        k = np.arange(4800) / SR
        x[i:i + 4800] += 0.5 * r.standard_normal(4800) * np.exp(-k / 0.008) * np.minimum(1, k / 0.0003)
    return x

def noise(n, seed=1):
    return 0.1 * np.random.default_rng(seed).standard_normal(n)


# ---- measures ------------------------------------------------------------------------------------------------------
def demod(y, phases, bw=15.0):
    """Split y into lines along the given phases (cycles per sample index) within +-bw Hz; (levels, residual)."""
    n, levels, rest = len(y), [], y.astype(float).copy()
    f = np.fft.fftfreq(n, 1 / SR)
    keep = np.abs(f) <= bw
    for p in phases:
        r = np.exp(-2j * np.pi * p)
        s = np.fft.fft(rest * r); s[~keep] = 0
        a = 2 * np.fft.ifft(s)
        levels.append(a)
        rest -= np.real(a * np.conj(r))
    return levels, rest

def mid(n):  # the part that is not affected by start and end
    return slice(int(0.15 * n), int(0.85 * n))

def purity(y, phases):
    m = mid(len(y))
    levels, rest = demod(y * np.hanning(len(y)) ** 0.02, phases)
    p = 10 * np.log10(np.sum(y[m] ** 2) / max(np.sum(rest[m] ** 2), 1e-30))
    am = np.mean([np.std(20 * np.log10(np.abs(a[m]) + 1e-9)) for a in levels])
    return p, am

def bursts(y, f, ref):
    ms = SR // 1000
    def cut(x, c): return x[max(0, c - 40 * ms):c + 60 * ms] if c >= 40 * ms else np.r_[np.zeros(40 * ms - c), x[:c + 60 * ms]]
    def when(s, q):
        c = np.cumsum(s ** 2); return np.searchsorted(c, q * c[-1]) / ms
    hits = []
    for o in ONSETS:
        i, j = int(round(o * SR)), int(round(o * f * SR))
        if i + 60 * ms > len(ref) or j + 60 * ms > len(y): continue
        r, s = cut(ref, i), cut(y, j)
        hits.append((j, when(s, .5) - when(r, .5), (when(s, .9) - when(s, .1)) / (when(r, .9) - when(r, .1)), np.sum(s ** 2) / np.sum(r ** 2)))
    j, pos, att, lvl = map(np.array, zip(*hits))
    bias = np.median(pos)
    pre = []
    for c in j:
        c = int(c + bias * ms)
        if c < 25 * ms: continue
        pre.append(10 * np.log10((np.sum(y[c - 25 * ms:c - 3 * ms // 2] ** 2) + 1e-9) / (np.sum(y[c:c + 25 * ms] ** 2) + 1e-9)))
    return np.mean(pre), np.mean(att), np.mean(np.abs(pos - bias)), bias, 10 * np.log10(np.mean(lvl))

def spec(x, win, hop):
    return _stft(x, SR, 'hann', win, win - hop, boundary='zeros', padded=True)[2]

def mapped(X, f, frames):  # spectrogram columns of the input at the times of the output's frames
    t = np.clip(np.arange(frames) / f, 0, X.shape[1] - 1.001)
    i = t.astype(int); a = (t - i)[None]
    return X[:, i] * (1 - a) + X[:, i + 1] * a

def real(x, y, f):
    hop = 128
    A5, B5 = np.abs(spec(y, 512, hop)), np.abs(spec(x, 512, hop))
    R5 = mapped(B5, f, A5.shape[1])
    fl = lambda S: np.maximum(np.diff(np.log(S + 1e-3 * S.max()), axis=1), 0).sum(0)
    fo, fi = fl(A5), fl(R5)
    sh = range(-20, 21)
    cc = [np.corrcoef(fo[40 + s:len(fo) - 40 + s], fi[40:-40])[0, 1] for s in sh]
    s = list(sh)[int(np.argmax(cc))]
    def conv(A, R, k):
        A, R = (A[:, k:], R[:, :R.shape[1] - k]) if k >= 0 else (A[:, :k], R[:, -k:])
        return 20 * np.log10(np.linalg.norm(A - R) / np.linalg.norm(R))
    A2, B2 = np.abs(spec(y, 2048, hop)), np.abs(spec(x, 2048, hop))
    return conv(A2, mapped(B2, f, A2.shape[1]), s), conv(A5, R5, s), max(cc), s * hop / SR * 1000

def stereo(x, y, f):
    L, R = spec(y[:, 0], 2048, 512), spec(y[:, 1], 2048, 512)
    l, r = spec(x[:, 0], 2048, 512), spec(x[:, 1], 2048, 512)
    c = mapped(l * np.conj(r), f, L.shape[1]); C = L * np.conj(R)
    w = np.abs(C)
    d = np.angle(C * np.conj(c))
    e = lambda v: np.sum(v ** 2)
    ms = 10 * np.log10(e(y[:, 0] - y[:, 1]) / e(y[:, 0] + y[:, 1])) - 10 * np.log10(e(x[:, 0] - x[:, 1]) / e(x[:, 0] + x[:, 1]))
    return np.degrees(np.sqrt(np.sum(w * d ** 2) / np.sum(w))), abs(ms)

def colour(y, x):
    P = lambda v: np.mean(np.abs(spec(v, 4096, 2048)) ** 2, 1)
    a, b, fr = P(y), P(x), np.fft.rfftfreq(4096, 1 / SR)
    d = []
    for c in 1000 * 2.0 ** (np.arange(-9, 13) / 3):
        k = (fr >= c * 2 ** (-1 / 6)) & (fr < c * 2 ** (1 / 6))
        d.append(10 * np.log10(a[k].sum() / b[k].sum()))
    d = np.array(d)
    S = np.abs(spec(y, 1024, 256))[4:480]
    ray = np.mean(np.mean(S, 1) ** 2 / np.mean(S ** 2, 1))
    rep = []
    N = 1 << 15
    for i in range(0, len(y) - N, N // 2):
        s = np.fft.rfft(y[i:i + N], 2 * N); ac = np.fft.irfft(np.abs(s) ** 2)
        rep.append(np.max(ac[192:7200] / ac[0]))
    return np.max(np.abs(d)), ray, np.mean(rep)


# ---- run -----------------------------------------------------------------------------------------------------------
def wav(path, x):  # plain 44-byte header: some candidates read only this
    b = x.astype('<f4').tobytes()
    h = struct.pack('<4sI4s4sIHHIIHH4sI', b'RIFF', 36 + len(b), b'WAVE', b'fmt ', 16, 3, 2, SR, SR * 8, 8, 32, b'data', len(b))
    open(path, 'wb').write(h + b)

def load(path):
    sr, y = wavfile.read(path)
    if y.dtype.kind == 'i': y = y / float(np.iinfo(y.dtype).max + 1)
    return y.astype(float)

def run(cmd, f, x, d):
    i, o = os.path.join(d, 'i.wav'), os.path.join(d, 'o.wav')
    wav(i, x)
    if os.path.exists(o): os.remove(o)
    c = cmd.replace('{in}', i).replace('{out}', o).replace('{factor}', repr(f)).replace('{speed}', repr(1 / f))
    b = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(c, shell=True, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    a = resource.getrusage(resource.RUSAGE_CHILDREN)
    y = load(o); n = int(round(len(x) * f)); off = len(y) - n
    y = y[:n] if off >= 0 else np.pad(y, ((0, -off), (0, 0)))
    return y, off, a.ru_utime + a.ru_stime - b.ru_utime - b.ru_stime

def judge(name, cmd, factors, media, d):
    two = lambda a: np.stack([a, a], 1)
    n, rows = 4 * SR, []
    clips = {}
    for p in sorted(glob.glob(os.path.join(media, '*.wav'))) if media else []:
        clips[os.path.basename(p)[:-4]] = load(p)[:4 * SR]
    for f in factors:
        m, lens = {}, []
        N = int(round(n * f)); t = np.arange(N) / SR
        y, o, _ = run(cmd, f, two(tone(n)), d); lens.append(o)
        m['tone.purity'], m['tone.am'] = purity(y[:, 0], [997 * t])
        a = demod(y[:, 0], [997 * t])[0][0][mid(N)]
        m['tone.cents'] = abs(1200 * np.log2(1 + np.polyfit(np.arange(len(a)) / SR, np.unwrap(np.angle(a)), 1)[0] / (2 * np.pi) / 997))
        y, o, _ = run(cmd, f, two(chord(n)), d); lens.append(o)
        m['chord.purity'], m['chord.am'] = purity(y[:, 0], [c * t for c in CHORD])
        y, o, _ = run(cmd, f, two(vib(n)), d); lens.append(o)
        p = f * vib_phase(t / f)
        m['vib.purity'], m['vib.am'] = purity(y[:, 0], [h * p for h in range(1, 11)])
        c = clicks(n)
        y, o, _ = run(cmd, f, two(c), d); lens.append(o)
        m['st.mono'] = 10 * np.log10(max(np.sum((y[:, 0] - y[:, 1]) ** 2), 1e-20) / np.sum(y ** 2))
        m['clk.pre'], m['clk.att'], m['clk.pos'], m['clk.bias'], m['clk.lvl'] = bursts(y[:, 0], f, c)
        y, o, _ = run(cmd, f, two(c + chord(n)), d)
        m['bed.pre'], m['bed.att'], _, _, m['bed.lvl'] = bursts(demod(y[:, 0], [q * t for q in CHORD])[1], f, c)
        x = np.stack([noise(n, 1), noise(n, 2)], 1)
        y, o, _ = run(cmd, f, x, d); lens.append(o)
        m['nz.colour'], m['nz.ray'], m['nz.rep'] = colour(y[mid(N), 0], x[:, 0])
        if clips:
            k = list(clips); g = lambda s: next((clips[q][:, 0] for q in k if s in q), clips[k[0]][:, 0])
            a, b = g('speech'), g('guitar'); q = min(map(len, (a, b)))
            a = (a[:q] + b[:q]) * 0.5; x = np.stack([a, 0.5 * np.r_[np.zeros(12), a[:-12]]], 1)
        else:
            a = (vib(n) + clicks(n)) * 0.5; x = np.stack([a, 0.5 * np.r_[np.zeros(12), a[:-12]]], 1)
        y, o, _ = run(cmd, f, x, d); lens.append(o)
        m['st.ipd'], m['st.ms'] = stereo(x, y, f)
        R = {}
        for q, x in clips.items():
            y, o, _ = run(cmd, f, x, d); lens.append(o)
            R[q] = real(x.mean(1), y.mean(1), f)
        if R:
            v = np.array(list(R.values()))
            m['sc'], m['sct'], m['flux'], m['lat'] = v[:, 0].mean(), v[:, 1].mean(), v[:, 2].mean(), np.median(v[:, 3])
            x = np.concatenate([clips[q] for q in clips])[:20 * SR]
            _, _, cpu = run(cmd, f, x, d); m['cpu'] = cpu * 600 / (len(x) / SR)
            m['clips'] = {q: [round(float(w), 3) for w in r] for q, r in R.items()}
        m['len'] = int(max(lens, key=abs))
        rows.append({'name': name, 'factor': f, **{k: (float(v) if not isinstance(v, (dict, int)) else v) for k, v in m.items()}})
        print(name, f, 'done', file=sys.stderr)
    return rows

def perfect(cmd, factors, d):
    n = 4 * SR
    x = clicks(n) + 1e-3 * noise(n)
    for f in factors:
        N = int(round(n * f))
        y = run(cmd, f, np.stack([x, x], 1), d)[0][:, 0]
        print('factor %g: flux %.3f perfect, %.3f of the command' % (f, real(x, clicks(N, f) + 1e-3 * noise(N), f)[2], real(x, y, f)[2]))

COLS = ['tone.purity', 'tone.am', 'chord.purity', 'chord.am', 'vib.purity', 'clk.pre', 'clk.att', 'clk.pos', 'clk.bias', 'clk.lvl', 'bed.pre',
        'bed.att', 'nz.colour', 'nz.ray', 'nz.rep', 'st.ipd', 'st.ms', 'st.mono', 'sc', 'sct', 'flux', 'lat', 'len', 'cpu']

def table(rows, every=False):
    names = list(dict.fromkeys(r['name'] for r in rows))
    fmt = lambda v: '-' if v is None else ('%.2f' % v if abs(v) < 10 else '%.1f' % v)
    print('| name | factor | ' + ' | '.join(COLS) + ' |\n|' + '---|' * (len(COLS) + 2))
    for q in names:
        R = [r for r in rows if r['name'] == q]
        for r in R if every else []:
            print('| %s | %g | ' % (q, r['factor']) + ' | '.join(fmt(r.get(c)) for c in COLS) + ' |')
        v = [[r[c] for r in R if c in r] for c in COLS]
        print('| **%s** | mean | ' % q + ' | '.join(fmt(np.mean(a) if c != 'len' else max(a, key=abs)) if a else '-' for c, a in zip(COLS, v)) + ' |')

if __name__ == '__main__':
    ap = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ap.add_argument('--name', default='x'); ap.add_argument('--cmd'); ap.add_argument('--media'); ap.add_argument('--json')
    ap.add_argument('--factors', default='0.5,0.75,1.25,1.5,2,4'); ap.add_argument('--table', nargs='*'); ap.add_argument('--every', action='store_true')
    ap.add_argument('--perfect', action='store_true')
    a = ap.parse_args()
    if a.table:
        table(sum((json.load(open(p)) for p in a.table), []), a.every)
    else:
        with tempfile.TemporaryDirectory() as d:
            if a.perfect:
                perfect(a.cmd, [float(v) for v in a.factors.split(',')], d)
                sys.exit()
            rows = judge(a.name, a.cmd, [float(v) for v in a.factors.split(',')], a.media, d)
        if a.json: json.dump(rows, open(a.json, 'w'), indent=0)
        table(rows, True)
