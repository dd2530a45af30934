#!/usr/bin/env python3
# SPDX-License-Identifier: MPL-2.0
"""Writes the table of ratios in docs/benchmarks.md from the stored benchmarks/results: `benchmarks/summary.py`.

It lists, for each job, the peer with the least processor time, and Retime's measures relative to it: wall clock
seconds, processor seconds, memory. The last of the results is the current one; the three before it are listed beside
it. With --check nothing is written, and it exits with 1 if the page has another table.
"""

import json
import pathlib
import sys

HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parent / "docs/benchmarks.md"
BEGIN, END = "<!-- benchmarks/summary.py writes from here -->\n", "<!-- to here -->\n"
MEASURES = ("wall", "cpu", "memory")
EARLIER = 3


def jobs(result):
    """For each job Retime's own measures, the best peer's name, and the ratios."""
    found = {}
    for case in result["results"]:
        if not case.get("job"):
            continue
        (_, own), *others = case["programs"].items()
        peers = [(name, values) for name, values in others if name not in case["apart"]]
        best, values = min(peers, key=lambda peer: peer[1]["cpu"])
        found[case["job"]] = own, best, [values["ratio"][measure] for measure in MEASURES]
    return found


def moved(result, kept=None):
    """The ratios of processor time and of memory that differ by more than a tenth from the stored ones, as text."""
    before = jobs(kept) if kept else {}
    for job, (_, peer, ratios) in jobs(result).items():
        if job not in before or before[job][1] != peer:
            continue
        for measure, now, then in zip(MEASURES, ratios, before[job][2]):
            if measure != "wall" and abs(now / then - 1) > 0.1:
                yield f"{job}: {measure} is {now:.2f}x of `{peer}`, was {then:.2f}x"


def title(result):
    """The title of a column."""
    return f"{result['versions'][0].removeprefix('retime ')} of {result['date']}"


def table(*results):
    """A row for each job of the last result, with the earlier ratios."""
    *earlier, current = results
    before = [jobs(result) for result in earlier]
    head = ["job", "best peer", "seconds", "MB", "wall", "processor", "memory", *map(title, reversed(earlier))]
    lines = [f"| {' | '.join(head)} |", "|---" * len(head) + "|"]
    for job, (own, peer, ratios) in jobs(current).items():
        digits = 3 if own["wall"] < 0.5 else 2
        row = [job, f"`{peer}`", f"{own['wall']:.{digits}f}", f"{own['memory']:.0f}", *(f"{r:.2f}x" for r in ratios)]
        for found in reversed(before):
            row.append(", ".join(f"{r:.2f}" for r in found[job][2]) if job in found else "")
        lines.append(f"| {' | '.join(row)} |")
    return "\n".join(lines) + "\n"


def about(result):
    """The measured jobs and the machine."""
    media = result["seconds"]
    realtime = ", each at real-time priority" if result.get("realtime") else ""
    memory = ", files in memory" if result.get("memory") else ""
    minutes = f"; {result['minutes']:.0f} minutes in all" if "minutes" in result else ""
    rounds = sorted(case["rounds"] for case in result["results"])
    runs = f"{rounds[0]} to {rounds[-1]}" if rounds[0] < rounds[-1] else f"{rounds[0]}"
    return (
        f"{title(result)}: {'; '.join(result['versions'][1:])}; {result['machine']}; {media['pictures']} s of pictures and "
        f"{media['sound']} s of sound, x264 {result['preset']}; {result.get('of', 'medians')} of {runs} runs in turn"
        f"{memory}{realtime}{minutes}.\n"
    )


def kept():
    """All results, the last one last."""
    return [json.loads(path.read_text()) for path in sorted((HERE / "results").glob("*.json"))]


def section():
    """The content of the table in the page."""
    shown = kept()[-EARLIER - 1 :]
    return f"{table(*shown)}\n" + "\n".join(about(result) for result in reversed(shown))


def write(checks=False):
    """Writes the table into the page; returns whether it was there already."""
    text = PAGE.read_text()
    head, rest = text.split(BEGIN)
    new = head + BEGIN + section() + END + rest.split(END)[1]
    if not checks:
        PAGE.write_text(new)
    return new == text


if __name__ == "__main__":
    checks = sys.argv[1:] == ["--check"]
    if not write(checks) and checks:
        sys.exit("docs/benchmarks.md does not show benchmarks/results: run benchmarks/summary.py")
