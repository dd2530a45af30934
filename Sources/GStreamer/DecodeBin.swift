// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `decodebin`, which decodes the stream that it is fed.
public final class DecodeBin: Element, @unchecked Sendable {
  /// Creates a bin that decodes one stream.
  ///
  /// `onElement`: receives every element that is added, at any depth, before it runs.
  /// `select`: called for every element found, on streaming threads.
  /// `onPad`: receives the stream's pad when it is ready, on a streaming thread.
  public convenience init(
    onElement: @escaping @Sendable (Element) -> Void = { _ in },
    select: @escaping @Sendable (URIDecodeBin.Candidate) -> URIDecodeBin.Selection,
    onPad: @escaping @Sendable (Pad) -> Void
  ) throws(GStreamerError) {
    let made = try Element.make("decodebin")
    unsafe self.init(retaining: made.raw)
    connectSelect(select)
    unsafe Bin(retaining: raw).onElement(onElement)
    self.onPad(onPad)
  }

  /// Creates a bin that exposes the encoded streams of what it is fed, parsed.
  ///
  /// Unlike a `parsebin`, it reports its last pad.
  public convenience init(
    exposingPackets onPad: @escaping @Sendable (Pad) -> Void
  ) throws(GStreamerError) {
    try self.init(
      select: { $0.classification.contains("Decoder") ? .expose : .plug },
      onPad: onPad
    )
  }
}

extension Element {
  /// Calls `select` for every element found for a stream, and follows its decision.
  ///
  /// Wraps the signal `autoplug-select` of decodebin and uridecodebin.
  func connectSelect(
    _ select: @escaping @Sendable (URIDecodeBin.Candidate) -> URIDecodeBin.Selection
  ) {
    unsafe connect("autoplug-select") { arguments, result in
      guard let pad = unsafe g_value_get_object(arguments + 1),
        let caps = unsafe g_value_get_boxed(arguments + 2),
        let factory = unsafe g_value_get_object(arguments + 3), let result = unsafe result
      else { return }
      let found = unsafe ElementFactory(retaining: factory)
      let candidate = unsafe URIDecodeBin.Candidate(
        streamID: Pad(retaining: pad).streamID,
        caps: Caps(retaining: caps.assumingMemoryBound(to: GstCaps.self)),
        factory: found.name,
        classification: found.classification
      )
      let selection: gint =
        switch select(candidate) {
        case .plug: 0  // GST_AUTOPLUG_SELECT_TRY
        case .expose: 1  // GST_AUTOPLUG_SELECT_EXPOSE
        case .skip: 2  // GST_AUTOPLUG_SELECT_SKIP
        }
      unsafe g_value_set_enum(result, selection)
    }
  }
}
