// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers

extension FrameFit {
  /// Returns the elements that convert decoded frames, in order.
  ///
  /// Frames keep their shape: black borders fill the rest. Elements without a change pass frames through.
  func elements() throws(GStreamerError) -> [Element] {
    let wanted = try Caps(caps)
    var chain = try turns.map { (turn) throws(GStreamerError) in
      try Element.make("videoflip", ["video-direction": turn.flipDirection])
    }
    // Frames are turned in the formats that all of these elements take.
    chain.insert(try .make("videoconvert"), at: 0)
    chain.append(try .make("videoscale", ["add-borders": "true", "method": "lanczos"]))
    chain.append(try .make("videoconvert"))
    var size = wanted
    for field in Self.kept { size = size.removing(field) }
    let filter = try Element.make("capsfilter", ["caps": size.description])
    chain.append(filter)
    try chain[0].pad("sink").changeCaps { [self] in described($0) }
    let keepsFields = self.keepsFields
    try filter.pad("src").changeCaps { given in
      guard !keepsFields else { return wanted }
      var caps = wanted
      for field in Self.fieldFields {
        caps = caps.removing(field)
        guard let text = given.string(field) else { continue }
        caps = (try? caps.setting([field: "(string)\(text)"])) ?? caps
      }
      return caps
    }
    return chain
  }

  /// The caps fields that no element converts.
  private static let kept =
    fieldFields + ["framerate", "mastering-display-info", "content-light-level"]
  /// The caps fields of interlaced frames.
  private static let fieldFields = ["interlace-mode", "field-order"]

  /// Returns the decoder's caps with the source's own shape and colorimetry of its frames.
  private func described(_ given: Caps) -> Caps {
    var caps = given.assumingMatrix
    if let aspect {
      caps = (try? caps.setting(["pixel-aspect-ratio": "(fraction)\(aspect)"])) ?? caps
    }
    guard var colors = colorimetry.flatMap({ Colorimetry($0) }), let own = Colorimetry(caps) else {
      return caps
    }
    colors.isFullRange = own.isFullRange
    guard colors != own, colors.matrix != 0, own.matrix != 0 else { return caps }
    return (try? caps.setting(["colorimetry": "(string)\(colors.text)"])) ?? caps
  }
}
