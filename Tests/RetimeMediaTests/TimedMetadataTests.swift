// SPDX-License-Identifier: MPL-2.0

import MediaFiles
import RetimeCore
import TestSupport
import Testing

@testable import RetimeMedia

@Suite struct `Times inside metadata` {
  @Test func `A key is transposed in its own notation`() {
    #expect(MusicalKey.transposed("Am", semitones: -7) == "Dm")
    #expect(MusicalKey.transposed("Bb major", semitones: 2) == "C major")
    #expect(MusicalKey.transposed("F#m", semitones: 1) == "Gm")
    #expect(MusicalKey.transposed("Eb", semitones: -2) == "Db")
    // A minor and A sharp minor on Camelot's wheel.
    #expect(MusicalKey.transposed("8A", semitones: 1) == "3A")
    #expect(MusicalKey.transposed("unknown", semitones: 1) == nil)
  }

  private func place(_ factor: Int64, _ seconds: Int64) throws -> TimedText.Placing {
    PlayedChapters(
      map: TimeMap(factor: try Factor(numerator: factor, denominator: 1)),
      origin: 0,
      sourceDuration: RationalTime(seconds, 1)
    ).place
  }

  @Test func `Timed lyrics follow the map, with their words`() throws {
    let text = "[ar:Her]\n[offset:+500]\n[00:01.50]one <00:02.50>two\n[00:03.50][00:09.50]three"
    let expected = "[ar:Her]\n[00:02.00]one <00:04.00>two\n[00:06.00]three"
    #expect(TimedText.lyrics(text, try place(2, 5)) == expected, "The time after the end is cut.")
    #expect(!TimedText.isLRC("[Chorus]\nLa la"))
  }

  @Test func `Timed lyrics are mirrored backward`() throws {
    let map = try PlannedMap([
      .play(from: RationalTime(4, 1), to: .zero, speed: Rational(1))
    ])
    let placed = PlayedChapters(map: map.map, origin: 0, sourceDuration: RationalTime(4, 1))
    let text = TimedText.lyrics("[00:00.00]a\n[00:01.00]b") { placed.place($0) }
    #expect(text == "[00:00.00]b\n[00:03.00]a")
  }

  @Test func `A cue sheet keeps its pregaps`() throws {
    let sheet = """
      FILE "a.flac" WAVE
        TRACK 01 AUDIO
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          INDEX 00 00:01:25
          INDEX 01 00:02:00
      """
    let made = try #require(TimedText.cueSheet(sheet, try place(2, 4)))
    #expect(made.contains("INDEX 00 00:02:50") && made.hasSuffix("INDEX 01 00:04:00"))
    #expect(TimedText.cueSheet("no sheet", try place(2, 4)) == nil)
  }

  @Test func `Effects of SubStation Alpha are scaled, nested ones too`() {
    let slow = SubStationTimes(
      place: { $0 * 2 },
      sourceDuration: 1000,
      duration: 2000,
      isBackward: false
    )
    func line(_ text: String, _ times: SubStationTimes, effect: String = "") -> String {
      let bytes = Array("0,0,Default,,0,0,0,\(effect),\(text)".utf8)
      return String(decoding: times.line(bytes), as: UTF8.self)
    }
    let text =
      #"{\k5\b1}a{\kf7}b{\t(100,200,2,\clip(1,2,3,4)\fs40)\t(\fs2)\fade(255,0,9,0,100,800,1000)}"#
    let expected =
      #"{\k10\b1}a{\kf14}b{\t(200,400,2,\clip(1,2,3,4)\fs40)\t(\fs2)\fade(255,0,9,0,200,1600,2000)}"#
    #expect(line(text, slow).hasSuffix(expected))
    #expect(line("x", slow, effect: "Banner;10;0").contains("Banner;20;0"))
    let plain = #"{\pos(1,2)\c&HFF&\move(1,2,3,4)} {no tag} 3,4 }{"#
    #expect(line(plain, slow).hasSuffix(plain), "Nothing else changes.")
  }

  @Test func `Effects that start before a cut are shortened`() {
    let cut = SubStationTimes(
      place: { $0 - 150 },
      sourceDuration: 1000,
      duration: 850,
      isBackward: false
    )
    let bytes = Array(#"0,0,Default,,0,0,0,,{\k10\k10\move(1,2,3,4,100,300)\fad(200,100)}"#.utf8)
    let made = String(decoding: cut.line(bytes), as: UTF8.self)
    #expect(made.hasSuffix(#"{\k0\k5\move(1,2,3,4,-50,150)\fad(50,100)}"#))
  }
}

extension `Media jobs` {
  /// Tags of tempo, key and length with a new duration; ffprobe and ffmpeg are the reference.
  @Suite struct `Tags that depend on time` {
    @Test func `Tempo, key and length are converted, or listed as dropped`() async throws {
      let folder = try TemporaryFolder()
      let (input, output) = (folder.file("in.flac"), folder.file("out.flac"))
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=duration=0.5", "-metadata", "BPM=120", "-metadata",
        "INITIALKEY=Am", "-metadata", "LENGTH=500", "-metadata", "LYRICS=[00:00.25]la", "-metadata",
        "TIMECODE=01:00:00:00", input,
      ])
      let plan = try await plan(input, output, factor: "3/2")
      #expect(plan.lost.contains { $0.contains("TIMECODE") })
      #expect(plan.changed.contains { $0.contains("Am becomes Dm") })
      try await scale(input, output, factor: "3/2")
      let made = try await Judge.metadata(output).tags
      #expect(made["bpm"].flatMap(Double.init) == 80)
      #expect(made["initialkey"] == "Dm" && made["length"] == "750")
      #expect(made["lyrics"] == "[00:00.38]la" && made["timecode"] == nil)
    }

    @Test func `Times in ID3 lyrics are scaled, synchronised or in text`() async throws {
      let folder = try TemporaryFolder()
      let sound = folder.file("sound.mp3")
      try await Clips.ffmpeg([
        "-f", "lavfi", "-i", "sine=duration=1", "-id3v2_version", "0", "-write_xing", "0", sound,
      ])
      let timed = Array("eng".utf8) + [2, 1, 0] + Array("one\0".utf8) + [0, 0, 1, 0]
      let bodies = [
        "SYLT": (timed, "[00:00.256]one", "[00:00.51]one"),
        "USLT": (Array("eng\0[00:00.25]one".utf8), "[00:00.25]one", "[00:00.50]one"),
      ]
      for (name, (body, same, slow)) in bodies {
        var tag = ID3Tag()
        tag.add(name, [3] + body)
        let input = try folder.write(tag.bytes + folder.bytes(of: "sound.mp3"), to: "\(name).mp3")
        for (factor, container, lyrics) in [
          ("2", "mp3", slow), ("2", "flac", slow), ("1", "m4a", same),
        ] {
          let output = folder.file("\(name)-\(factor).\(container)")
          try await scale(input, output, factor: factor)
          let tags = try await Judge.metadata(output).tags
          let made = tags.filter { $0.key.hasPrefix("lyrics") }.map(\.value)
          #expect(made == [lyrics], "\(output)")
        }
      }
    }

    @Test func `Times inside SubStation Alpha are scaled`() async throws {
      let folder = try TemporaryFolder()
      let styled = """
        [Script Info]
        ScriptType: v4.00+

        [V4+ Styles]
        Format: Name, Fontname, Fontsize
        Style: Default,Arial,16

        [Events]
        Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
        Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,{\\fad(200,300)}{\\k50}la {\\k50}la

        """
      let text = try folder.write(Array(styled.utf8), to: "in.ass")
      let (input, output) = (folder.file("in.mkv"), folder.file("out.mkv"))
      try await Clips.ffmpeg(["-i", text, "-c:s", "ass", input])
      try await scale(input, output, factor: "2")
      try await Clips.ffmpeg(["-i", output, folder.file("slow.ass")])
      let slow = String(decoding: try folder.bytes(of: "slow.ass"), as: UTF8.self)
      #expect(slow.contains(#"{\fad(400,600)}{\k100}la {\k100}la"#))
      try await run(.reverse(input: input, output: folder.file("back.mkv")))
      try await Clips.ffmpeg(["-i", folder.file("back.mkv"), folder.file("back.ass")])
      let back = String(decoding: try folder.bytes(of: "back.ass"), as: UTF8.self)
      #expect(back.contains(#"{\fad(300,200)}"#) && !back.contains(#"\k"#))
    }
  }
}
