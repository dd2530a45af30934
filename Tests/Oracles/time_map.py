# SPDX-License-Identifier: MPL-2.0
"""A second implementation of maps of sections, in exact fractions: docs/architecture.md, "One map".

Reads {"sections": [...], "output": [...], "played": [...]} as JSON, numbers as text: a section is
{"from", "to", "speed": [first, last], "ease"} or {"hold", "for"}. Prints where sections begin and how long all
of them are, what is played at each time of "output", and when each of "played" is first shown, as fractions; the
last rounded to 10⁻¹⁵ s within eased sections.
"""

import json
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


main()
