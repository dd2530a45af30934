# SPDX-License-Identifier: MPL-2.0
"""A second implementation of speed maps, in exact fractions: docs/architecture.md, "One map".

Reads {"sections": [...], "output": [...], "played": [...]} as JSON, numbers as text: a section is {"from", "to",
"speed": [first, last], "ease"} or {"hold", "for"}. Prints the start of each section and their total duration, the
source time at each time of "output", and the first output time of each of "played", as fractions; the last rounded to
10⁻¹⁵ s within eased sections.

`time_map.py resolve` reads {"end": ..., "edits": {"at", "range", "hold", "ease"}} or {"end": ..., "map": {...}} instead
and prints the sections of the command line's options, or of a map's JSON, for a source that ends there, one a line; or
"wrong" if they are invalid.
"""

import json
import re
import sys
from fractions import Fraction

EASES = {
    "linear": lambda u: u * u / 2,
    "smooth": lambda u: u**3 - u**4 / 2,
}


class Section:
    def __init__(self, text, start, played):
        self.start, self.played = start, played
        if "hold" in text:
            self.length, self.duration = Fraction(0), Fraction(text["for"])
            self.speeds = (Fraction(0), Fraction(0))
        else:
            self.length = abs(Fraction(text["to"]) - Fraction(text["from"]))
            self.speeds = tuple(Fraction(speed) for speed in text["speed"])
            self.duration = 2 * self.length / sum(self.speeds)
        self.ease = EASES[text.get("ease", "linear")]

    def played_at(self, time):
        u = (time - self.start) / self.duration
        first, last = self.speeds
        return self.played + self.duration * (first * u + (last - first) * self.ease(u))

    def time_of(self, played):
        if self.length == 0:
            return self.start
        if self.speeds[0] == self.speeds[1]:
            return self.start + (played - self.played) / self.speeds[0]
        low, high = self.start, self.start + self.duration
        while high - low > Fraction(1, 10**15):
            middle = (low + high) / 2
            # Without this the fractions grow with every step.
            middle = Fraction(round(middle * 10**18), 10**18)
            low, high = (middle, high) if self.played_at(middle) < played else (low, middle)
        return high


class Wrong(Exception):
    pass


def time_of_text(text, end):
    if text == "end":
        return end
    total = Fraction(0)
    for part in str(text).split(":"):
        total = total * 60 + Fraction(part)
    if total > end:
        raise Wrong
    return total


def play(first, last, speed, final, ease):
    if first == last or not all(Fraction(1, 10**6) <= one <= 1000 for one in (speed, final)):
        raise Wrong
    return ("play", first, last, speed, final, ease if speed != final else "linear")


def hold(time, duration):
    if duration <= 0:
        raise Wrong
    return ("hold", time, duration)


def sections_of_map(text, end):
    sections = []
    for one in text["sections"]:
        if "hold" in one:
            sections.append(hold(time_of_text(one["hold"], end), Fraction(one["for"])))
            continue
        speeds = one["speed"] if isinstance(one["speed"], list) else [one["speed"]]
        first, last = (time_of_text(one[name], end) for name in ("from", "to"))
        speeds = [Fraction(speed) for speed in speeds]
        sections.append(play(first, last, speeds[0], speeds[-1], one.get("ease", "smooth")))
    return sections


def sections_of_edits(edits, end):
    """Evaluates each interval between two boundaries, without an order of the edits."""
    keys, ranges, holds = {}, [], {}
    for text in edits["at"]:
        time, speed = text.split("=")
        time = time_of_text(time, end)
        if keys.setdefault(time, Fraction(speed)) != Fraction(speed):
            raise Wrong
    for text in edits["range"]:
        first, last, speed = re.fullmatch("(.*)-(.*)=(.*)", text).groups()
        first, last = time_of_text(first, end), time_of_text(last, end)
        if first >= last or any(first < other[1] and other[0] < last for other in ranges):
            raise Wrong
        ranges.append((first, last, None if speed == "cut" else Fraction(speed)))
    for text in edits["hold"]:
        time, duration = text.split("=")
        time = time_of_text(time, end)
        if time in holds:
            raise Wrong
        holds[time] = Fraction(duration)
    pairs = list(zip(sorted(keys), sorted(keys)[1:]))
    eased = [(a, b) for a, b in pairs if keys[a] != keys[b] and edits["ease"] != "none"]
    points = set(keys) | set(holds)
    ends = {time for one in ranges for time in one[:2]}
    if any(a < point < b for a, b, _ in ranges for point in points):
        raise Wrong
    if any(a < point < b for a, b in eased for point in points | ends):
        raise Wrong
    marks = sorted(points | ends | {Fraction(0), end})
    sections = []
    for index, time in enumerate(marks):
        if time in holds:
            sections.append(hold(time, holds[time]))
        if index + 1 == len(marks):
            break
        following = marks[index + 1]
        around = [one for one in ranges if one[0] <= time and following <= one[1]]
        before = [one for one in sorted(keys) if one <= time]
        if around:
            if around[0][2] is not None:
                sections.append(play(time, following, around[0][2], around[0][2], "linear"))
        elif (time, following) in eased:
            sections.append(play(time, following, keys[time], keys[following], edits["ease"]))
        else:
            speed = keys[before[-1]] if before else keys[min(keys)] if keys else Fraction(1)
            sections.append(play(time, following, speed, speed, "linear"))
    merged = []
    for one in sections:
        goes_on = merged and one[0] == merged[-1][0] == "play" and merged[-1][2] == one[1]
        if goes_on and len({*one[3:5], *merged[-1][3:5]}) == 1:
            one = ("play", merged.pop()[1]) + one[2:]
        merged.append(one)
    if not merged:
        raise Wrong
    return merged


def resolve():
    for job in json.load(sys.stdin):
        end = Fraction(job["end"])
        try:
            sections = (
                sections_of_map(job["map"], end)
                if "map" in job
                else sections_of_edits(job["edits"], end)
            )
        except Wrong:
            print("wrong")
            continue
        print("; ".join(" ".join(str(field) for field in section) for section in sections))


def main():
    job = json.load(sys.stdin)
    start, played, sections = Fraction(0), Fraction(0), []
    for text in job["sections"]:
        sections.append(Section(text, start, played))
        start += sections[-1].duration
        played += sections[-1].length
    result = [section.start for section in sections] + [start]
    for text in job["output"]:
        time = Fraction(text)
        section = [one for one in sections if one.start <= time][-1]
        result.append(section.played_at(time))
    for text in job["played"]:
        time = Fraction(text)
        section = [one for one in sections if one.played + one.length >= time][0]
        result.append(section.time_of(time))
    print("\n".join(str(number) for number in result))


if sys.argv[1:] == ["resolve"]:
    resolve()
else:
    main()
