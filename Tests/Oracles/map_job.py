# SPDX-License-Identifier: MPL-2.0
"""The frames and samples of a job with a speed map, in exact fractions: docs/architecture.md, "One map".

Reads {"map", "end", "times", "fps", "rule", "rate", "count"} as JSON: the map as it is written, the source's end, the
start times of its frames, a frame rate or null for frames with their own times, then the sample rate and the number of
audio frames. Prints the frame of each tick, or "frame@time" if every frame has its own time; then the source position
of every output audio frame, or "-" where it is silent or within "fade" of a jump.
"""

import json
import sys
from fractions import Fraction
from functools import cache
from math import floor, lcm

# The integrals of the easing curves, as coefficients of the powers of u.
EASES = {"linear": [0, 0, Fraction(1, 2)], "smooth": [0, 0, 0, 1, Fraction(-1, 2)]}


class Section:
    def __init__(self, text, start, end):
        time = lambda name: end if text[name] == "end" else Fraction(text[name])
        self.start = start
        self.is_hold = "hold" in text
        if self.is_hold:
            self.first = self.last = time("hold")
            self.duration = Fraction(text["for"])
            self.speeds, self.ease = (0, 0), EASES["linear"]
        else:
            self.first, self.last = time("from"), time("to")
            speeds = text["speed"] if isinstance(text["speed"], list) else [text["speed"]]
            self.speeds = Fraction(speeds[0]), Fraction(speeds[-1])
            self.duration = 2 * abs(self.last - self.first) / sum(self.speeds)
            self.ease = EASES[text.get("ease", "smooth")]
        self.is_backward = self.last < self.first

    @property
    def end(self):
        return self.start + self.duration

    def positions(self, rate, numbers):
        """The source positions of output frames, as integers over one denominator."""
        a, b, length, begin = *self.speeds, self.duration, self.start / self.duration
        sign = -1 if self.is_backward else 1
        # The position as coefficients of the powers of u = n × step - start.
        step = 1 / (rate * length)
        terms = [sign * length * (b - a) * factor for factor in self.ease]
        terms[1] += sign * length * a
        terms[0] += self.first
        below = lcm(*(Fraction(term).denominator for term in terms))
        over = lcm(step.denominator, Fraction(begin).denominator)
        step, begin = int(step * over), int(begin * over)
        terms = [int(term * below) * over ** (len(terms) - 1 - k) for k, term in enumerate(terms)]
        below *= over ** (len(terms) - 1)
        for n in numbers:
            u, sum = n * step - begin, 0
            for term in reversed(terms):
                sum = sum * u + term
            yield sum * rate.numerator / (below * rate.denominator)

    def source(self, time):
        u = (time - self.start) / self.duration
        a, b = self.speeds
        eased = sum(factor * u**power for power, factor in enumerate(self.ease) if factor)
        way = self.duration * (a * u + (b - a) * eased)
        return self.first - way if self.is_backward else self.first + way

    def reaches(self, source):
        """The first time at which the source time is reached."""
        if self.is_hold or source == self.first:
            return self.start
        low, high = self.start, self.end
        before = lambda time: (self.source(time) > source) if self.is_backward else (self.source(time) < source)
        if not before(low):
            return low
        while high - low > Fraction(1, 10**13):
            middle = Fraction(round((low + high) / 2 * 10**15), 10**15)
            low, high = (middle, high) if before(middle) else (low, middle)
        return high


def passes_of(sections):
    passes = []
    for one in sections:
        last = passes[-1][-1] if passes else None
        if last and one.first == last.last and one.is_backward == passes[-1][0].is_backward:
            passes[-1].append(one)
        else:
            passes.append([one])
    return passes


class Pass:
    def __init__(self, sections):
        self.sections = sections
        self.start, self.end = sections[0].start, sections[-1].end
        times = [one.first for one in sections] + [sections[-1].last]
        self.low, self.high = min(times), max(times)
        self.is_backward = sections[0].is_backward
        self.is_held = sections[-1].is_hold

    @cache
    def pictures(self, times, end):
        """The frames of which at least a moment is played."""
        found = []
        for number, begin in enumerate(times):
            until = times[number + 1] if number + 1 < len(times) else end
            # At the source's end the last frame is held.
            if (begin < self.high or self.is_held and begin == self.high) and (
                until > self.low or begin >= self.low or until == end
            ):
                found.append((number, begin, until))
        return found

    def at(self, time):
        return [one for one in self.sections if one.start <= time][-1]

    @cache
    def reaches(self, source):
        for one in self.sections:
            if min(one.first, one.last) <= source <= max(one.first, one.last):
                return one.reaches(source)
        return self.start


def picture_at(this, time, rule, times, end, half):
    source = this.at(time).source(time)
    # Backwards a frame's time is its end, and later is earlier.
    marks = [
        (-until if this.is_backward else begin, number)
        for number, begin, until in this.pictures(times, end)
    ]
    marks.sort()
    wanted = -source if this.is_backward else source
    if rule == "previous":
        return ([number for mark, number in marks if mark <= wanted] or [marks[0][1]])[-1]
    if rule == "next":
        return ([number for mark, number in marks if mark >= wanted] or [marks[-1][1]])[0]
    # No frame but the first is more than half a tick before its time in the output.
    marks = marks[:1] + [one for one in marks[1:] if this.reaches(abs(one[0])) < time + half]
    return min(marks, key=lambda one: (abs(one[0] - wanted), one[0]))[1]


def pictures(passes, job, times, end):
    if job["fps"] is None:
        for this in passes:
            shown = sorted(this.pictures(times, end), reverse=this.is_backward)
            for index, (number, begin, until) in enumerate(shown):
                mark = until if this.is_backward else begin
                time = this.start if index == 0 else this.reaches(mark)
                yield f"{number}@{float(time)}"
        return
    rate = Fraction(job["fps"])
    for this in passes:
        tick = -floor(-this.start * rate)
        while tick / rate < this.end:
            yield str(picture_at(this, tick / rate, job["rule"], times, end, 1 / rate / 2))
            tick += 1


def positions(sections, rate, count, fade):
    jumps = [
        one.start
        for last, one in zip(sections, sections[1:])
        if one.first != last.last or one.is_backward != last.is_backward or one.is_hold or last.is_hold
    ]
    rate = Fraction(rate)
    near = {n for jump in jumps for n in range(-floor((fade - jump) * rate), floor((jump + fade) * rate) + 1)}
    last = floor(sections[-1].end * rate)
    for index, one in enumerate(sections):
        ends = [-floor(-edge.start * rate) for edge in sections[index : index + 2]] + [last]
        numbers = range(ends[0], ends[1])
        for n, position in zip(numbers, one.positions(rate, numbers)):
            yield "-" if one.is_hold or n in near or position > count - 1 else repr(position)


def main():
    job = json.load(sys.stdin)
    end, start, sections = Fraction(job["end"]), Fraction(0), []
    for text in job["map"]["sections"]:
        sections.append(Section(text, start, end))
        start = sections[-1].end
    times = tuple(Fraction(time) for time in job["times"])
    passes = [Pass(one) for one in passes_of(sections)]
    if times:
        print(" ".join(pictures(passes, job, times, end)))
    if job["count"]:
        print(" ".join(positions(sections, job["rate"], job["count"], Fraction(job["fade"]))))


main()
