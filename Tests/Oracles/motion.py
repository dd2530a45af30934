#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Measures frame interpolation: drops every second frame of a clip and has it interpolated.

    motion.py [--tool 'benchmarks/motion/run {in} {out}'] [--frames N] [--start S] CLIP...

The tool is compared with a blend of both neighbours and with ffmpeg's minterpolate (mi_mode=mci). For each it prints,
for the luma of the interpolated frames: the mean PSNR, its 10th percentile, the mean SSIM, and the processor time in
milliseconds for each frame, including reading and writing. Cuts are excluded, and so are frames that repeat only one
neighbour.
"""
import argparse, os, re, resource, subprocess, tempfile
import numpy as np


def probe(path):
    """The width, the height and whether there are more than 8 bits."""
    text = subprocess.run(
        ["ffprobe", "-v", "error", "-select_streams", "v:0", "-show_entries", "stream=width,height,pix_fmt",
         "-of", "csv=p=0", path], check=True, capture_output=True, text=True).stdout.strip().splitlines()[0]
    width, height, name = text.split(",")[:3]
    return int(width), int(height), bool(re.search(r"1[0-6][lb]e$", name))


def pictures(path):
    """The bytes of each frame of a y4m file, and its header."""
    data = open(path, "rb").read()
    header, place = data[:data.index(b"\n")].decode(), data.index(b"\n") + 1
    marks, size = [], None
    while place < len(data):
        begin = data.index(b"\n", place) + 1
        if size is None:
            width, height = (int(re.search(rf" {c}(\d+)", header)[1]) for c in "WH")
            size = (width * height + 2 * ((width + 1) // 2) * ((height + 1) // 2)) * (2 if "p10" in header else 1)
        marks.append(data[begin:begin + size])
        place = begin + size
    return header, marks


def psnr(one, two, peak):
    error = float(np.mean((one - two) ** 2))
    return 10 * np.log10(peak * peak / max(error, peak * peak * 1e-7))


def ssim(one, two, peak):
    """The structural similarity of windows of eight by eight, every four components (Wang et al. 2004)."""
    def windows(values):
        rows, columns = values.shape[0] // 4, values.shape[1] // 4
        cells = values[:4 * rows, :4 * columns].reshape(rows, 4, columns, 4).mean((1, 3), dtype=np.float64)
        return (cells[:-1, :-1] + cells[1:, :-1] + cells[:-1, 1:] + cells[1:, 1:]) / 4
    a, b = windows(one), windows(two)
    aa, bb, ab = windows(one * one) - a * a, windows(two * two) - b * b, windows(one * two) - a * b
    c1, c2 = (0.01 * peak) ** 2, (0.03 * peak) ** 2
    return float(np.mean((2 * a * b + c1) * (2 * ab + c2) / ((a * a + b * b + c1) * (aa + bb + c2))))


def is_cut(one, two, peak):
    bins = [np.histogram(x, 32, (0, peak + 1))[0] / x.size for x in (one, two)]
    return np.mean(np.abs(one - two)) / peak > 0.07 and np.abs(bins[0] - bins[1]).sum() > 0.5


def timed(command):
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run(command, shell=True, check=True, stdin=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def judge(clip, options, folder):
    width, height, is_deep = probe(clip)
    form, peak = ("yuv420p10le", 1023) if is_deep else ("yuv420p", 255)
    whole, thin, out = (os.path.join(folder, name) for name in ("whole.y4m", "thin.y4m", "out.y4m"))
    subprocess.run(
        ["ffmpeg", "-v", "error", "-y", "-noautorotate", "-ss", str(options.start), "-i", clip, "-map", "0:v:0",
         "-vsync", "0", "-frames:v", str(options.frames), "-pix_fmt", form, "-strict", "-1", whole], check=True)
    header, source = pictures(whole)
    count = len(source) - (1 - len(source) % 2)
    rate = re.search(r" F(\d+):(\d+)", header)
    with open(thin, "wb") as file:
        file.write(header.replace(rate[0], f" F{rate[1]}:{2 * int(rate[2])}").encode() + b"\n")
        for picture in source[0:count:2]:
            file.write(b"FRAME\n" + picture)

    def luma(picture):
        values = np.frombuffer(picture, "<u2" if is_deep else np.uint8)
        return values[:width * height].reshape(height, width).astype(np.float32)
    kept = [luma(picture) for picture in source[0:count:2]]
    left_out = {}
    for index in range(1, count - 2, 2):  # minterpolate never makes the last one
        one, two, own = kept[index // 2], kept[index // 2 + 1], luma(source[index])
        repeats = [psnr(own, other, peak) > 45 for other in (one, two)]
        if not is_cut(one, two, peak) and repeats[0] == repeats[1]:
            left_out[index] = own
    ways = {"blend": None, "minterpolate": f"ffmpeg -v error -y -threads 1 -i {{in}} -filter_threads 1 -vf "
            f"minterpolate=fps={rate[1]}/{rate[2]}:mi_mode=mci -threads 1 -pix_fmt {form} -strict -1 {{out}}",
            "motion": options.tool}
    results = {}
    for name, command in ways.items():
        if command is None:
            made, time = {i: np.floor((kept[i // 2] + kept[i // 2 + 1] + 1) / 2) for i in left_out}, 0
        else:
            time = timed(command.replace("{in}", thin).replace("{out}", out))
            all_made = pictures(out)[1]
            # minterpolate may start some frames later: its output is aligned where the kept frames match best.
            def fit(shift):
                return np.mean([psnr(luma(all_made[2 * i + shift]), kept[i], peak)
                                for i in range(3, len(kept) - 3, 2) if 0 <= 2 * i + shift < len(all_made)] or [0])
            shift = 0 if fit(0) > 50 else max(range(-4, 5), key=fit)
            made = {i: luma(all_made[i + shift]) for i in left_out if 0 <= i + shift < len(all_made)}
        ratios = [psnr(made[i], left_out[i], peak) for i in made]
        alike = [ssim(made[i], left_out[i], peak) for i in made]
        results[name] = (np.mean(ratios), np.percentile(ratios, 10), np.mean(alike), 1000 * time / (count // 2))
    return results


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clips", nargs="+")
    parser.add_argument("--tool", default="benchmarks/motion/run {in} {out}")
    parser.add_argument("--frames", type=int, default=41)
    parser.add_argument("--start", type=float, default=0)
    options = parser.parse_args()
    gains = []
    for clip in options.clips:
        with tempfile.TemporaryDirectory() as folder:
            results = judge(clip, options, folder)
        texts = [f"{n} {r[0]:.2f} / {r[1]:.2f} / {r[2]:.4f}, {r[3]:.0f} ms" for n, r in results.items()]
        print(f"{os.path.basename(clip)}: " + "; ".join(texts), flush=True)
        gains.append([a - b for a, b in zip(results["motion"][:3], results["minterpolate"][:3])])
    print("gain over minterpolate: {:+.2f} dB, worst {:+.2f}; 10th percentile {:+.2f}; SSIM {:+.4f}".format(
        np.mean(gains, 0)[0], np.min(gains, 0)[0], *np.mean(gains, 0)[1:]))


if __name__ == "__main__":
    main()
