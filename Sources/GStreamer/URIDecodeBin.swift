// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `uridecodebin`: opens a URI, finds the streams and decodes those that are wanted.
public final class URIDecodeBin: Element, @unchecked Sendable {
  /// What to do with a stream for which an element was found.
  public enum Selection: Sendable {
    /// Go on with the element.
    case plug
    /// Hand the stream out as it is.
    case expose
    /// Try the next element instead.
    case skip
  }

  /// What a stream looks like at the moment of the choice.
  public struct Candidate {
    /// The stream's identifier, if it is known yet.
    public let streamID: String?
    /// What the stream holds.
    public let caps: Caps
    /// The found element's factory name, such as "avdec_h264".
    public let factory: String
    /// What the found element does, such as "Codec/Decoder/Video".
    public let classification: String
  }

  /// A bin that reads `uri`.
  ///
  /// `queuedBytes`: the most that waits behind the demuxer for each stream once all have been handed out; nil for
  /// ``awaitedBytes``, which may wait before.
  /// `undecodable`: media types that nothing decodes, to be handed out as they are.
  /// `isPushed`: whether the file is pushed.
  /// `program`: the number of an MPEG transport stream's program; nil for the one whose map comes first.
  /// `onElement`: gets every element that it makes, at any depth, before it runs.
  /// `select`: is asked for every element found, on streaming threads.
  /// `onPad`: gets every stream that is ready, on a streaming thread.
  /// `onComplete`: says that every stream has been handed out.
  public convenience init(
    uri: String,
    isPushed: Bool,
    patches: [BytePatch],
    queuedBytes: Int? = nil,
    undecodable: Set<String> = [],
    program: Int? = nil,
    onElement: @escaping @Sendable (Element) -> Void = { _ in },
    select: @escaping @Sendable (Candidate) -> Selection,
    onPad: @escaping @Sendable (Pad) -> Void,
    onComplete: @escaping @Sendable () -> Void
  ) throws(GStreamerError) {
    let made = try Element.make("uridecodebin", ["uri": uri])
    unsafe self.init(retaining: made.raw)
    boundQueues()
    if isPushed { push() }
    unsafe Bin(retaining: raw).onElement { element in
      if let program, element.kind == "tsdemux" {
        try? element.set("program-number", to: "\(program)")
      }
      onElement(element)
    }
    if !patches.isEmpty { apply(patches) }
    connectSelect(select)
    if !undecodable.isEmpty { handOut(undecodable) }
    self.onPad(onPad)
    unsafe connect("no-more-pads") { arguments, _ in
      if let queuedBytes, let bin = unsafe g_value_get_object(arguments) {
        unsafe Bin(retaining: bin).boundQueues(bytes: queuedBytes)
      }
      onComplete()
    }
  }

  /// The most that waits behind the demuxer for each stream while another one has not begun.
  ///
  /// Of decodebin's own 2 MB, two pictures of 1 MB leave nothing before any sound has come.
  public static let awaitedBytes = 1 << 26

  private func boundQueues() {
    unsafe connect("element-added") { arguments, _ in
      guard let element = unsafe g_value_get_object(arguments + 1) else { return }
      let child = unsafe Element(retaining: element)
      guard child.kind == "decodebin" else { return }
      try? child.set("max-size-bytes", to: "\(URIDecodeBin.awaitedBytes)")
    }
  }

  /// Ends the search for elements at streams of these media types.
  ///
  /// Wraps the signal `autoplug-continue`.
  private func handOut(_ mediaTypes: Set<String>) {
    unsafe connect("autoplug-continue") { arguments, result in
      let caps = unsafe g_value_get_boxed(arguments + 2)?.assumingMemoryBound(to: GstCaps.self)
      let name = unsafe caps.map { unsafe Caps(retaining: $0).name }
      let isWanted = name.map(mediaTypes.contains) ?? false
      if let result = unsafe result { unsafe g_value_set_boolean(result, isWanted ? 0 : 1) }
    }
  }

  /// Makes the source say that it only pushes, whatever it can do.
  private func push() {
    onSource { source, pad in
      // Its default of 4 KiB would make the hand-over cost more than the sound.
      try? source.set("blocksize", to: "65536")
      unsafe pad.addProbe(GST_PAD_PROBE_TYPE_QUERY_UPSTREAM) { _, info in
        guard let query = unsafe gst_pad_probe_info_get_query(info),
          unsafe query.pointee.type == GST_QUERY_SCHEDULING
        else { return GST_PAD_PROBE_OK }
        unsafe gst_query_set_scheduling(query, GST_SCHEDULING_FLAG_SEEKABLE, 1, -1, 0)
        unsafe gst_query_add_scheduling_mode(query, GST_PAD_MODE_PUSH)
        return GST_PAD_PROBE_HANDLED
      }
    }
  }

  /// Changes the bytes that the source hands out when it is pulled.
  private func apply(_ patches: [BytePatch]) {
    onSource { _, pad in
      unsafe pad.addProbe(GST_PAD_PROBE_TYPE_PULL, GST_PAD_PROBE_TYPE_BUFFER) { _, info in
        guard let buffer = unsafe gst_pad_probe_info_get_buffer(info) else {
          return GST_PAD_PROBE_OK
        }
        let start = unsafe Int64(clamping: info.pointee.offset)
        for patch in patches { unsafe patch.apply(to: buffer, at: start) }
        return GST_PAD_PROBE_OK
      }
    }
  }

  /// Shows the element that reads, with its source pad, before it runs.
  ///
  /// Wraps the signal `source-setup`.
  private func onSource(_ body: @escaping @Sendable (Element, Pad) -> Void) {
    unsafe connect("source-setup") { arguments, _ in
      guard let source = unsafe g_value_get_object(arguments + 1) else { return }
      let element = unsafe Element(retaining: source)
      if let pad = try? element.pad("src") { body(element, pad) }
    }
  }
}
