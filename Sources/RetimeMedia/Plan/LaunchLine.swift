// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

extension Plan {
  /// Returns the `gst-launch-1.0` line that does the same job with Retime's elements, quoted for a shell.
  ///
  /// Video frames and samples are the same. The encoder delay of audio is not removed, and tags and
  /// similar metadata are left to GStreamer.
  ///
  /// - Throws: a usage error for what no such line can do, such as a part of the source, mixing to
  ///   mono, stream copy, a profile's preset, and files that GStreamer has no muxer for.
  package func launchLine() throws(RetimeError) -> String {
    if start != nil || end != nil { throw Self.noLine("--start and --end") }
    try checkMap()
    let address = MediaName.isNetworkAddress(input) ? input : uri
    var parts = [["gst-launch-1.0", "uridecodebin", "uri=\(address)", "name=source"]]
    for track in tracks {
      parts.append(try branch(track) + (muxer == nil ? sink : ["!", "muxer."]))
    }
    if let muxer { parts.append(Self.words(muxer) + ["name=muxer"] + sink) }
    return parts.map { $0.map(Self.quoted).joined(separator: " ") }.joined(separator: " \\\n  ")
  }

  private var sink: [String] { ["!", "filesink", "location=\(output)"] }

  private static func noLine(_ what: String) -> RetimeError {
    RetimeError(.usage, "no gst-launch line does what \(what) asks for: leave it out")
  }

  /// Returns the properties for frame interpolation and motion blur.
  private static func making(_ video: Plan.Video) -> [String] {
    let flow = video.flow.map {
      ["flow-quality=\($0.quality.rawValue)", "repeats=\($0.keepsRepeats ? "keep" : "replace")"]
    }
    return (flow ?? []) + (video.motionBlur.map { ["motion-blur=\($0.angle)"] } ?? [])
  }

  private func branch(_ track: Track) throws(RetimeError) -> [String] {
    guard track.preset == nil else { throw Self.noLine("a profile's preset") }
    var chain: [[String]] = [["source."]]
    switch track.media {
    case .video(let video):
      guard video.colors?.toneMapping == nil else { throw Self.noLine("--sdr") }
      guard video.colors?.planarForm == nil else { throw Self.noLine("deinterlacing") }
      let planned = video.selection ?? .nearest
      // The element has no other rule for a tie.
      let selection = planned == .nearestLate ? .nearest : planned
      chain += [["video/x-raw"], ["queue"]]
      if selection.joinsFrames || video.motionBlur != nil { chain.append(["videoconvert"]) }
      chain.append(["videoretime", scale, "frames=\(selection.rawValue)"] + Self.making(video))
      let rate = video.frameRate.map { "\($0.numerator)/\($0.denominator)" } ?? "0/1"
      chain += [["video/x-raw,framerate=\(rate)"], ["videoconvert"]]
      if let turn = video.turn {
        chain.append(["videoflip", "video-direction=\(turn.flipDirection)"])
      }
    case .audio(let audio):
      guard !audio.isMono, audio.channel == nil else { throw Self.noLine("--mono or --channel") }
      guard audio.requantization == nil else { throw Self.noLine("--headroom or --dither") }
      guard audio.pitch?.ratio == nil else { throw Self.noLine("--pitch") }
      guard audio.channelOrder == nil else {
        throw RetimeError(
          .usage,
          "no gst-launch line puts \(audio.channels.counting("channel")) into the order that \(track.codec)'s encoder heeds: choose "
            + "another codec with --audio-encoder, or leave --gst-launch out"
        )
      }
      chain += [["audio/x-raw"], Self.queue]
      chain += [Self.exactConvert, ["audioresample"], [audio.workingCaps]]
      let ends =
        map == nil
        ? "source-frames=\(track.sourceFrames ?? 0)"
        : "joint-fade=\((jointFade ?? .zero).streamTime.nanoseconds)"
      chain.append(["audioretime", scale, "method=\(audio.method.rawValue)", ends])
      let result = "audio/x-raw,rate=\(audio.outputSampleRate),channels=\(audio.outputChannels)"
      chain += [Self.exactConvert, ["audioresample", "quality=10"], [result]]
    case .packets(let packets):
      throw Self.noLine(packets.smart == nil ? "--copy-video" : "--smart")
    }
    if let encoder = track.encoder {
      chain.append(Self.words(encoder))
      if let parser = track.parser { chain.append([parser]) }
    } else if muxer == nil {
      guard container == "wav" else { throw Self.noLine("a \(container) file") }
      chain.append(["wavenc"])
    }
    if muxer != nil { chain.append(Self.queue) }
    return Array(chain.joined(separator: ["!"]))
  }

  /// The property that sets the result's duration: the sections of the map, or the factor.
  private var scale: String {
    map.map { "map=\(MapDocument($0.parts))" } ?? "factor=\(factor.doubleValue)"
  }

  /// Checks that a stream can be played along the map.
  ///
  /// - Throws: a usage error if it cannot.
  private func checkMap() throws(RetimeError) {
    guard let map else { return }
    do throws(StreamMapError) {
      _ = try MapDocument(map.parts).streamMap()
    } catch {
      throw RetimeError(.usage, "no gst-launch line does that: \(error)")
    }
  }

  /// A queue of 20 s, long enough for the delay of any video encoder.
  private static let queue = [
    "queue", "max-size-buffers=0", "max-size-bytes=0", "max-size-time=20000000000",
  ]
  private static let exactConvert = ["audioconvert", "dithering=none", "noise-shaping=none"]

  /// Returns the words of a gst-launch description, without the quotes that enclose some of them.
  private static func words(_ description: String) -> [String] {
    var (words, word, isQuoted) = ([String](), "", false)
    for character in description {
      switch character {
      case "\"": isQuoted.toggle()
      case " " where !isQuoted:
        if !word.isEmpty { words.append(word) }
        word = ""
      default: word.append(character)
      }
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Returns a word quoted for a POSIX shell.
  private static func quoted(_ word: String) -> String {
    let isPlain = word.utf8.allSatisfy { byte in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
        || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || "-_=./:,+%".utf8.contains(byte)
    }
    return word == "!" || isPlain && !word.isEmpty
      ? word
      : "'"
        + word.split(separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''")
        + "'"
  }
}
