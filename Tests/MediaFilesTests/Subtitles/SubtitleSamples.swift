// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore

/// A small file of each subtitle format.
enum SubtitleSamples {
  static func text(_ format: SubtitleFileFormat) -> String {
    switch format {
    case .srt: srt
    case .vtt: vtt
    case .ass: ass
    case .ttml: ttml
    case .lrc: lrc
    case .sbv: sbv
    case .scc: scc
    }
  }

  static func file(_ format: SubtitleFileFormat) -> SubtitleFile? {
    SubtitleFile(Array(text(format).utf8), suffix: format.rawValue)
  }

  static let srt = """
    1
    00:00:01,000 --> 00:00:02,500
    <i>Hello</i> & you

    with an empty line

    2
    00:00:03,000 --> 00:00:04,000
    Bye


    """

  static let vtt = """
    WEBVTT - Title

    STYLE
    ::cue { color: red }

    one
    00:00:01.000 --> 00:00:02.500 align:start position:10%
    <v Ann>Hello <00:00:01.500><c>world</c> &amp; you

    00:00:03.000 --> 00:00:04.000
    <b>Bye</b>

    """

  static let ass = """
    [Script Info]
    ScriptType: v4.00+

    [V4+ Styles]
    Format: Name, Fontname, Fontsize
    Style: Default,Arial,20

    [Events]
    Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
    Comment: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,a template
    Dialogue: 0,0:00:01.00,0:00:02.50,Default,Ann,0,0,0,,{\\k50}Hel{\\k100}lo {\\i1}there{\\i0}, you\\Nand I
    Dialogue: 0,0:00:03.00,0:00:04.00,Default,,0,0,0,,Bye

    """

  static let lrc = """
    [ar:Me]
    [00:01.00]Hello <00:01.50>world
    [00:02.50]
    [00:03.00]Bye

    """

  static let sbv = """
    0:00:01.000,0:00:02.500
    Hello
    you

    0:00:03.000,0:00:04.000
    Bye


    """

  static let ttml = """
    <?xml version="1.0" encoding="UTF-8"?>
    <tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en">
    <head><styling><style xml:id="s1" tts:color="white"/></styling></head>
    <body>
    <div>
    <p begin="00:00:01.000" end="00:00:02.500" xml:id="p1">Hello <span begin="00:00:00.500" end="00:00:01.500" tts:fontStyle="italic">there</span><br/>you &amp; me</p>
    <p begin="00:00:03.000" end="00:00:04.000">Bye</p>
    </div>
    </body>
    </tt>

    """

  static let scc = """
    Scenarist_SCC V1.0

    00:00:01:00\t9420 9420 94ae 94ae 9470 9470 c8e5 ecec ef80 942f 942f

    00:00:03:00\t942c 942c

    """
}
