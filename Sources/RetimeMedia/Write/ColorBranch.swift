// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs

/// Corrections of the colour description on a track's way from the encoder to the muxer.
struct ColorBranch {
  private let colors: Plan.Colors?
  private let stream: String
  private let muxer: String?

  /// Creates the corrections for one track in a container.
  init(_ track: Plan.Track, container: String) {
    colors = if case .video(let video) = track.media { video.colors } else { nil }
    stream = track.muxedCaps
    muxer = Container.named(container)?.muxerFactory
  }

  /// Adds the colour description to an encoder's packets if the encoder leaves it out.
  func stamp(_ encoder: Element) throws(GStreamerError) {
    guard let colors, let stamp = colors.stamp,
      let meaning = colors.stated ?? colors.encoded ?? colors.colorimetry,
      let colorimetry = Colorimetry(meaning)
    else { return }
    try encoder.pad("src").changeBuffers { stamp.mark(&$0, colorimetry) }
  }

  /// Corrects the caps of packets that leave `element`, so that the muxer gets the colour description.
  func describe(_ element: Element) throws(GStreamerError) {
    let fields = [site, display, colorimetry].compactMap { $0 }
    guard !fields.isEmpty else { return }
    try element.pad("src").changeCaps { caps in
      let missing = fields.filter { !$0.isDefault || !caps.has($0.name) }
      let values = missing.map { ($0.name, "(string)\($0.value)") }
      return (try? caps.setting(Dictionary(uniqueKeysWithValues: values))) ?? caps
    }
  }

  /// Overrides the colorimetry in the encoder's caps, if it would not write the one that the result states.
  func describe(before encoder: Element) throws(GStreamerError) {
    guard let told = colors?.told else { return }
    try encoder.pad("sink").changeCaps { caps in
      (try? caps.setting(["colorimetry": "(string)\(told)"])) ?? caps
    }
  }

  /// A caps field; a default value does not replace one that the caps have.
  private struct Field {
    let name: String, value: String
    var isDefault = false
  }

  /// The colorimetry that the container states, if it is not that of the encoder's input.
  private var colorimetry: Field? {
    colors?.stated.map { Field(name: "colorimetry", value: $0) }
  }

  /// A chroma site for VP9, without which `qtmux` of GStreamer 1.22 crashes.
  private var site: Field? {
    guard stream == "video/x-vp9", Repair.vp9Site.isNeeded, muxer == "mp4mux" || muxer == "qtmux"
    else { return nil }
    return Field(
      name: "chroma-site",
      value: colors?.chromaSite ?? "mpeg2",
      isDefault: colors?.chromaSite == nil
    )
  }

  /// The mastering display with luminances multiplied by 5, for `matroskamux` of GStreamer 1.22.
  ///
  /// The muxer writes a fifth of the luminances: it divides them by the unit of chromaticities,
  /// 1/50,000, instead of their own, 1/10,000 nit.
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
