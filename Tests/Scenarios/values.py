# SPDX-License-Identifier: MPL-2.0
"""Every value that an application can set, in each state: none may end the process, or fail a GLib assertion.

A failure prints its seed: `values.py SEED` repeats those settings.
"""

import random
import sys

from gi.repository import GLib, GObject
from harness import Gst

SOUND = "audiotestsrc num-buffers=500 samplesperbuffer=480 ! audio/x-raw,format=S16LE,rate=48000 ! {element} ! fakesink"
PICTURES = "videotestsrc num-buffers=500 ! video/x-raw,format=NV12,width=16,height=16,framerate=25/1 ! {element} ! fakesink"
TEXTS = "fakesrc num-buffers=500 sizetype=fixed sizemax=4 format=time datarate=400 ! text/x-raw,format=utf8 ! {element} ! fakesink"
ELEMENTS = {"audioretime": SOUND, "videoretime": PICTURES, "textretime": TEXTS, "dctspectrogram": SOUND}
STATES = (Gst.State.NULL, Gst.State.READY, Gst.State.PAUSED, Gst.State.PLAYING)
SECTION = '{"from":"0","to":"1","speed":"2"}'
TEXT = [
    None, "", " ", "keep", "follow", "+3", "-2.5", "+24", "+25", "nan", "1e999", "a", "b", "Ä" * 40, "x" * 70000, "{}", "[]",
    "{", "null", "7", '{"retime-map":1,"sections":[]}', '{"retime-map":2,"sections":[%s]}' % SECTION,
    '{"retime-map":1,"sections":[%s]}' % SECTION, '{"retime-map":1,"sections":[%s,{"hold":"1","for":"1"}]}' % SECTION,
    '{"retime-map":1,"sections":[{"from":"0","to":"end","speed":"0"}]}', "[" * 70000, '{"a":' * 70000, '"\\ud800',
]
# A later GLib refuses values out of a property's range as a programming error.
IS_LAX = GLib.MINOR_VERSION < 80
FRACTIONS = ["1/100000", "10000/1", "1/3", "2147483647/2147483646", "", "x", "1/3/5"] + ["0/1", "-1/3", "10001/1"] * IS_LAX


def _writable(element):
    return [
        spec for spec in element.list_properties()
        if spec.owner_type == element.__gtype__ and spec.flags & GObject.ParamFlags.WRITABLE
    ]


def _number(lot, spec):
    """A number in the range of a property, at its limits or, where GLib lets it pass, out of it."""
    least, most = spec.minimum, spec.maximum
    if isinstance(spec.default_value, float):
        odd = [-1.0, 0.0, 5e-324, 1e308, float("inf"), float("-inf"), float("nan")]
        numbers = [lot.uniform(0, 4), lot.uniform(least, most), least, most] + odd
    else:
        numbers = [lot.randint(least, most), least, most, least - 1, most + 1, 0, 2**31 - 1, 2**63 - 1]
    return lot.choice([number for number in numbers if IS_LAX or least <= number <= most])


def _choice(lot, element, spec):
    choices = type(element.get_property(spec.name)).__enum_values__
    return lot.choice([number for number in range(-2, 7) if IS_LAX or number in choices])


def _set(lot, element, spec):
    if spec.value_type.name == "GstFraction":
        Gst.util_set_object_arg(element, spec.name, lot.choice(FRACTIONS))
    elif spec.value_type == GObject.TYPE_STRING:
        element.set_property(spec.name, lot.choice(TEXT))
    elif spec.value_type == GObject.TYPE_BOOLEAN:
        element.set_property(spec.name, lot.random() < 0.5)
    else:
        is_choice = spec.value_type.is_a(GObject.TYPE_ENUM)
        number = _choice(lot, element, spec) if is_choice else _number(lot, spec)
        try:
            element.set_property(spec.name, number)
        except (OverflowError, TypeError):
            # PyGObject refuses what the property's type cannot hold.
            pass


def _go(pipeline, state):
    """Sets a state, and waits until data has reached the sink or has ended."""
    kinds = Gst.MessageType.ASYNC_DONE | Gst.MessageType.ERROR | Gst.MessageType.EOS
    if pipeline.set_state(state) == Gst.StateChangeReturn.ASYNC:
        pipeline.get_bus().timed_pop_filtered(10 * Gst.SECOND, kinds)


def _throw(seed, name, count):
    """Sets `count` properties in each state of a running pipeline, and plays on with the values that are left."""
    print("seed", seed, name, file=sys.stderr, flush=True)
    lot = random.Random(f"{seed} {name}")
    for state in STATES:
        pipeline = Gst.parse_launch(ELEMENTS[name].format(element=f"{name} name=it"))
        element = pipeline.get_by_name("it")
        specs = _writable(element)
        _go(pipeline, state)
        for _ in range(count):
            _set(lot, element, lot.choice(specs))
        for spec in specs:
            # PyGObject does not know fractions on its own.
            if spec.value_type.name != "GstFraction":
                element.get_property(spec.name)
        # A map that cannot be played is refused here.
        _go(pipeline, Gst.State.PLAYING)
        pipeline.set_state(Gst.State.NULL)
        pipeline.set_state(Gst.State.READY)
        pipeline.set_state(Gst.State.NULL)


def random_values_of_properties_do_not_end_the_process():
    for name in ELEMENTS:
        _throw(random.randrange(10**6), name, 125)


if __name__ == "__main__":
    for element in ELEMENTS:
        _throw(int(sys.argv[1]), element, 125)
