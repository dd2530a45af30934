# SPDX-License-Identifier: MPL-2.0
"""The GST_DEBUG output of the elements, and the origin stated in their errors."""

from harness import MS, Gst, pictures, sound, spectrogram
from media_file import File, caf


def _watch(setting):
    """The log from now on: (category, level, file, function, line, message)."""
    seen = []

    def note(category, level, file, function, line, about, message, _):
        seen.append((category.get_name(), level, file, function, line, message.get()))

    Gst.debug_set_threshold_from_string(setting, True)
    Gst.debug_add_log_function(note, None)
    return seen


def _use_all():
    for h, size in ((sound(factor=2.0), 200), (pictures(factor=2.0), 4), (spectrogram(), 2000)):
        h.segment()
        h.push(size, 0, 100 * MS)
        h.push(3, 100 * MS, 100 * MS)
        h.sink.query_duration(Gst.Format.TIME)
        h.element.get_static_pad("src").query_position(Gst.Format.TIME)
        h.stop()
    file = File(caf(1000), "cafdemux")
    file.to(Gst.State.PAUSED)
    file.sink.get_static_pad("sink").get_peer().query_duration(Gst.Format.TIME)
    file.close()


def each_element_has_a_category_with_every_level():
    elements = ("audioretime", "videoretime", "dctspectrogram", "cafdemux")
    seen = _watch(",".join(f"{name}:TRACE" for name in elements))
    _use_all()
    Level = Gst.DebugLevel
    for name in elements:
        levels = {level for category, level, *_ in seen if category == name}
        assert levels >= {Level.INFO, Level.DEBUG, Level.LOG, Level.TRACE}, (name, levels)
    for name, _, file, function, line, message in seen:
        if name in elements:
            assert file.endswith(".swift") and function and line > 0 and message


def nothing_is_logged_that_was_not_asked_for():
    seen = _watch("*:NONE,audioretime:WARNING")
    _use_all()
    assert {(name, level) for name, level, *_ in seen} == {("audioretime", Gst.DebugLevel.ERROR)}, seen


def errors_say_where_they_were_found():
    for h, size in ((sound(factor=2.0), 200), (spectrogram(), 200)):
        h.segment()
        h.push(size, 0, 100 * MS)
        h.push(3, 100 * MS, 100 * MS)
        message = h.bus.pop_filtered(Gst.MessageType.ERROR)
        where = message.parse_error()[1]
        assert where.startswith("RetimeElements/") and ".swift(" in where, where
        assert "(0)" not in where and "handle" in where, where
