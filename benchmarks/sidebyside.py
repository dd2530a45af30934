# SPDX-License-Identifier: MPL-2.0
"""Runs programs in turn and prints a table of what each takes. The other files of this folder call it."""

import os
import statistics
import subprocess
import time

RETIME = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../.build/release/retime")
FFMPEG = ["ffmpeg", "-nostdin", "-v", "error", "-y"]


def measure(command, folder):
    """Seconds on the clock and of the processors, and the most memory in MB."""
    start = time.monotonic()
    process = subprocess.Popen(command, cwd=folder)
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, command
    return time.monotonic() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024


def compare(title, lines, folder, rounds):
    """Runs each of the named command lines `rounds` times, in turn, and prints the medians."""
    runs = {name: [] for name in lines}
    for _ in range(rounds):
        for name, command in lines.items():
            runs[name].append(measure(command, folder))
    print(f"{title}, medians of {rounds} runs in turn\n")
    print("| program | seconds | processor seconds | memory, MB |\n|---|---|---|---|")
    for name, found in runs.items():
        wall, cpu, memory = (statistics.median(values) for values in zip(*found))
        print(f"| `{name}` | {wall:.2f} | {cpu:.2f} | {memory:.0f} |")
    print()
