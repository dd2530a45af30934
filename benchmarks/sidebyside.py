# SPDX-License-Identifier: MPL-2.0
"""Runs programs in turn, and reports the time of each and how Retime compares."""

import contextlib
import os
import re
import subprocess
import time

MEASURES = ("wall", "cpu", "memory")


class Case:
    """A job: Retime's command line first, then each peer's, by name.

    `goals` limits the share of a peer's measure that Retime may take: {peer: {"cpu": 0.5}}.
    `scratch` names large files that were made for the case only, and are removed with it.
    `job` is its name in the summary; a case without one is not in it.
    `apart` names lines that do less, or something else: the summary does not compare with them.
    `check` compares the result of a line, by its name and the folder, with the source: {"planned": 9, "right": 9, ...}.
    `remarks` are printed below the table.
    `is_long` tells that a single round is enough.
    """

    def __init__(
        self, name, lines, goals=None, scratch=(), job=None, apart=(), check=None, remarks=(), is_long=False
    ):
        self.name, self.lines, self.goals = name, lines, goals or {}
        self.scratch, self.job, self.apart = scratch, job, apart
        self.check, self.remarks, self.is_long = check, remarks, is_long


class Bounds:
    """The number of rounds of a case: for some seconds, but between a minimum and a maximum."""

    def __init__(self, seconds, fewest, most):
        self.seconds, self.fewest, self.most = seconds, fewest, most


@contextlib.contextmanager
def priority(realtime):
    """Processes started within have real-time priority, as by `chrt -r 1`, and so has the one that waits for them."""
    if not realtime:
        yield
        return
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:
        raise SystemExit("--realtime needs root or CAP_SYS_NICE: run it so, or leave it out") from None
    try:
        yield
    finally:
        os.sched_setscheduler(0, os.SCHED_OTHER, os.sched_param(0))


def measure(command, folder):
    """Wall clock seconds, processor seconds of user and system, and the peak memory in MB.

    The memory is that of `time`'s child: a process started from here would count the memory of Python.
    """
    note = os.path.join(folder, "memory")
    line = ["time", "--quiet", "-f", "%M", "-o", note, "--", *command]
    start = time.monotonic()
    process = subprocess.Popen(line, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    said = process.stderr.read()
    _, status, used = os.wait4(process.pid, 0)
    wall = time.monotonic() - start
    process.returncode = os.waitstatus_to_exitcode(status)
    process.stderr.close()
    if process.returncode != 0:
        raise SystemExit(f"{command} failed: {said.decode(errors='replace')}")
    with open(note) as file:
        memory = int(file.read()) / 1024
    return wall, used.ru_utime + used.ru_stime, memory


def run(case, folder, bounds, realtime=False):
    """Runs all lines of a case in turn, for the rounds of `bounds`; returns the results to print and store."""
    with priority(realtime):
        runs, checks = timed(case, folder, bounds)
    for name in case.scratch:
        os.remove(os.path.join(folder, name))
    # The minimum of each: other load of the machine only adds.
    found = {name: dict(zip(MEASURES, map(min, zip(*taken)))) for name, taken in runs.items()}
    own, *others = case.lines
    for name in others:
        ratios = {m: found[own][m] / found[name][m] if found[name][m] else None for m in MEASURES}
        found[name] |= {"ratio": ratios, "goal": case.goals.get(name, {})}
    apart = [name for name in case.apart if name in found]
    made = {"case": case.name, "job": case.job, "rounds": len(runs[own]), "programs": found, "apart": apart}
    return made | ({"checks": checks} if checks else {}) | ({"remarks": case.remarks} if case.remarks else {})


def timed(case, folder, bounds):
    """The measures of each line of a case, each time, and the checks of the first results.

    No result exists when a line starts: replacing one takes space for two, or deletes it first.
    """
    runs, checks = {name: [] for name in case.lines}, {}
    # A number of rounds that was asked for is kept.
    fewest = 1 if case.is_long and bounds.fewest < bounds.most else bounds.fewest
    sources = set(os.listdir(folder))
    start = time.monotonic()
    for turn in range(bounds.most):
        if turn >= fewest and time.monotonic() - start > bounds.seconds:
            break
        # Every second round is in reverse order: the first may find the disk busy with the one before.
        for name, command in list(case.lines.items())[:: 1 if turn % 2 == 0 else -1]:
            runs[name].append(measure(command, folder))
            if case.check and turn == 0:
                checks[name] = case.check(name, folder)
            for made in set(os.listdir(folder)) - sources:
                os.remove(os.path.join(folder, made))
    return runs, checks


def table(result):
    """The result as Markdown."""
    short = max(values["wall"] for values in result["programs"].values()) < 0.5
    digits, lines = (4 if short else 2), []
    lines += [f"### {result['case']}", ""]
    lines += ["| program | seconds | processor seconds | memory, MB | Retime takes | goal |"]
    lines += ["|---|---|---|---|---|---|"]
    for name, values in result["programs"].items():
        wall, cpu, memory = (values[m] for m in MEASURES)
        row = f"| `{name}` | {wall:.{digits}f} | {cpu:.{digits}f} | {memory:.0f} |"
        if "ratio" in values:
            ratios = ", ".join(f"{m} {r:.2f}x" for m, r in values["ratio"].items())
            goals = ", ".join(f"{m} {g}x" for m, g in values["goal"].items())
            row += f" {ratios} | {goals} |"
        else:
            row += " | |"
        lines.append(row)
    if checks := result.get("checks"):
        lines += ["", "| program | frames planned | frames | copied | right | wrong | least PSNR of encoded frames |"]
        lines += ["|---|---|---|---|---|---|---|"]
        for name, check in checks.items():
            copied, right = (f"{check[key] / check['planned']:.1%}" for key in ("copied", "right"))
            psnr = f"{check['psnr']:.1f} dB" if check["psnr"] else ""
            row = [f"`{name}`", check["planned"], check["frames"], copied, right, check["wrong"], psnr]
            lines.append(f"| {' | '.join(map(str, row))} |")
    if remarks := result.get("remarks"):
        lines += ["", *(f"* {text}" for text in remarks)]
    return "\n".join(lines) + "\n"


def missed(result):
    """The missed goals, as text, and wrong or missing frames in Retime's own result."""
    own = next(iter(result["programs"]))
    check = result.get("checks", {}).get(own)
    faults = []
    if check and (check["right"] < check["planned"] or check["wrong"]):
        faults = [f"{result['case']}: {check['right']} of {check['planned']} frames are right, {check['wrong']} wrong"]
    return faults + [
        f"{result['case']}: {measure} is {values['ratio'][measure]:.2f}x of `{name}`, wanted {goal}x"
        for name, values in result["programs"].items()
        for measure, goal in values.get("goal", {}).items()
        if values["ratio"][measure] > goal
    ]


def machine():
    """The processor's model and the number of cores."""
    with open("/proc/cpuinfo") as file:
        model = re.search(r"^model name\s*:\s*(.*)$", file.read(), re.M)
    name = model.group(1) if model else os.uname().machine
    return f"{name}, {len(os.sched_getaffinity(0))} cores"


def version(*command):
    """The first line of a program's version output."""
    said = subprocess.run(command, capture_output=True, text=True)
    return (said.stdout or said.stderr).strip().split("\n")[0]
