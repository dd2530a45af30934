// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs

/// What stands between encoder and muxer so that colours are described rightly.
struct ColorBranch {
  private let colors: Plan.Colors?
  private let stream: String
  private let muxer: String?

  /// The mending of one track in a container.
  init(_ track: Plan.Track, container: String) {
    colors = if case .video(let video) = track.media { video.colors } else { nil }
    stream = track.muxedCaps
    muxer = Container.named(container)?.muxerFactory
  }

  /// Makes an encoder's packets say what it leaves out.
  func stamp(_ encoder: Element) throws(GStreamerError) {
    guard let colors, let stamp = colors.stamp,
      let meaning = colors.stated ?? colors.encoded ?? colors.colorimetry,
      let colorimetry = Colorimetry(meaning)
    else { return }
    try encoder.pad("src").changeBuffers { packet in
      try? packet.withMutableSpan(of: UInt8.self) { (bytes) throws(GStreamerError) in
        stamp.mark(&bytes, colorimetry)
      }
    }
  }

  /// The elements before the muxer: what it must be told, and how.
  func beforeMuxer() throws(GStreamerError) -> [Element] {
    let fields = [site, display, colorimetry].compactMap { $0 }
    let name = String(stream.prefix { $0 != "," })
    guard !fields.isEmpty, ElementFactory(named: "capssetter") != nil else { return [] }
    return [try .make("capssetter", ["caps": ([name] + fields).joined(separator: ", ")])]
  }

  /// What the container states of colours, where it is not what the encoder was given.
  private var colorimetry: String? { colors?.stated.map { "colorimetry=(string)\($0)" } }

  /// The element before the encoder that makes it write what the result states; nil for none.
  func beforeEncoder() throws(GStreamerError) -> Element? {
    guard let told = colors?.told, ElementFactory(named: "capssetter") != nil else { return nil }
    return try .make("capssetter", ["caps": "video/x-raw, colorimetry=(string)\(told)"])
  }

  /// `qtmux` of GStreamer 1.22 crashes on VP9 that does not say where its chroma samples lie.
  private var site: String? {
    guard stream == "video/x-vp9", Repair.vp9Site.isNeeded, muxer == "mp4mux" || muxer == "qtmux"
    else { return nil }
    return "chroma-site=(string)\(colors?.chromaSite ?? "mpeg2")"
  }

  /// `matroskamux` of GStreamer 1.22 writes luminances as a fifth of what they are: it divides them by the
  /// unit of chromaticities, 50,000 to the whole, instead of their own, 10,000 to the nit.
  private var display: String? {
    guard let display = colors?.masteringDisplay, Repair.luminance.isNeeded,
      muxer == "matroskamux" || muxer == "webmmux"
    else { return nil }
    var parts = display.split(separator: ":").compactMap { UInt32($0) }
    guard parts.count == 10, parts[8...].allSatisfy({ $0 <= .max / 5 }) else { return nil }
    for index in 8...9 { parts[index] *= 5 }
    return "mastering-display-info=(string)\(parts.map { "\($0)" }.joined(separator: ":"))"
  }
}
