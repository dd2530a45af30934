// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `decodebin`: decodes what it is fed.
public final class DecodeBin: Element, @unchecked Sendable {
  /// A bin that decodes one stream.
  ///
  /// `onElement`: gets every element that it makes, at any depth, before it runs.
  /// `select`: is asked for every element found, on streaming threads.
  /// `onPad`: gets the stream when it is ready, on a streaming thread.
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
}

extension Element {
  /// Asks `select` what to do with every element that is found for a stream.
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
