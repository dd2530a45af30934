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

  /// Makes the caps of packets that leave `element` say what the muxer must be told.
  func describe(_ element: Element) throws(GStreamerError) {
    let fields = [site, display, colorimetry].compactMap { $0 }
    guard !fields.isEmpty else { return }
    try element.pad("src").changeCaps { caps in
      let missing = fields.filter { !$0.isDefault || !caps.has($0.name) }
      let values = missing.map { ($0.name, "(string)\($0.value)") }
      return (try? caps.setting(Dictionary(uniqueKeysWithValues: values))) ?? caps
    }
  }

  /// Makes the encoder write the colorimetry that the result states, where that is not what it would write of its caps.
  func describe(before encoder: Element) throws(GStreamerError) {
    guard let told = colors?.told else { return }
    try encoder.pad("sink").changeCaps { caps in
      (try? caps.setting(["colorimetry": "(string)\(told)"])) ?? caps
    }
  }

  /// A field of caps; a default one stays as it is where the caps have it.
  private struct Field {
    let name: String, value: String
    var isDefault = false
  }

  /// The colours that the container states, where they are not those that the encoder was given.
  private var colorimetry: Field? {
    colors?.stated.map { Field(name: "colorimetry", value: $0) }
  }

  /// `qtmux` of GStreamer 1.22 crashes on VP9 that does not say where its chroma samples lie.
  private var site: Field? {
    guard stream == "video/x-vp9", Repair.vp9Site.isNeeded, muxer == "mp4mux" || muxer == "qtmux"
    else { return nil }
    return Field(
      name: "chroma-site",
      value: colors?.chromaSite ?? "mpeg2",
      isDefault: colors?.chromaSite == nil
    )
  }

  /// `matroskamux` of GStreamer 1.22 writes luminances as a fifth of what they are: it divides them by the
  /// unit of chromaticities, 50,000 to the whole, instead of their own, 10,000 to the nit.
  private var display: Field? {
    guard let display = colors?.masteringDisplay, Repair.luminance.isNeeded,
      muxer == "matroskamux" || muxer == "webmmux"
    else { return nil }
    var parts = display.split(separator: ":").compactMap { UInt32($0) }
    guard parts.count == 10, parts[8...].allSatisfy({ $0 <= .max / 5 }) else { return nil }
    for index in 8...9 { parts[index] *= 5 }
    return Field(
      name: "mastering-display-info",
      value: parts.map { "\($0)" }.joined(separator: ":")
    )
  }
}
