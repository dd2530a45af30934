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
    typealias SelectHandler = @Sendable (URIDecodeBin.Candidate) -> URIDecodeBin.Selection
    let box = unsafe Unmanaged.passRetained(Box<SelectHandler>(select)).toOpaque()
    unsafe CGStreamer_connect_autoplug_select(
      raw,
      "autoplug-select",
      { _, pad, caps, factory, data in
        guard let pad = unsafe pad, let caps = unsafe caps, let factory = unsafe factory,
          let data = unsafe data
        else { return 0 }
        let found = unsafe ElementFactory(retaining: UnsafeMutableRawPointer(factory))
        let candidate = unsafe URIDecodeBin.Candidate(
          streamID: Pad(retaining: pad).streamID,
          caps: Caps(retaining: caps),
          factory: found.name,
          classification: found.classification
        )
        switch unsafe Box<SelectHandler>.value(of: data)(candidate) {
        case .plug: return 0  // GST_AUTOPLUG_SELECT_TRY
        case .expose: return 1  // GST_AUTOPLUG_SELECT_EXPOSE
        case .skip: return 2  // GST_AUTOPLUG_SELECT_SKIP
        }
      },
      box,
      { data, _ in unsafe releaseBox(data) }
    )
  }
}
