// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A `uridecodebin`, which opens a URI, finds the streams and decodes those that are wanted.
public final class URIDecodeBin: Bin, @unchecked Sendable {
  /// The decision about a stream for which an element was found.
  public enum Selection: Sendable {
    /// Use the element.
    case plug
    /// Expose the stream without it.
    case expose
    /// Try the next element.
    case skip
  }

  /// A stream and an element found for it.
  public struct Candidate {
    /// The stream ID, if it is known yet.
    public let streamID: String?
    /// The stream's caps.
    public let caps: Caps
    /// The found element's factory name, such as "avdec_h264".
    public let factory: String
    /// The found element's class, such as "Codec/Decoder/Video".
    public let classification: String
  }

  /// Creates a bin that reads `uri`.
  ///
  /// `queuedBytes`: the limit of data queued for each stream after the demuxer, once all pads are
  /// exposed; nil for ``awaitedBytes``, the limit before.
  /// `undecodable`: media types without a decoder, to be exposed as they are.
  /// `isPushed`: whether the file is read in push mode.
  /// `program`: the number of an MPEG transport stream's program; nil for the one whose map comes
  /// first.
  /// `onElement`: receives every element that is added, at any depth, before it runs.
  /// `select`: called for every element found, on streaming threads.
  /// `onPad`: receives every stream's pad when it is ready, on a streaming thread.
  /// `onComplete`: called when all pads have been exposed.
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
    self.onElement { element in
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

  /// The limit of data queued for each stream after the demuxer, while another stream has not started.
  ///
  /// decodebin's own limit of 2 MB would be used up by two frames of 1 MB before any audio arrives.
  public static let awaitedBytes = 1 << 26

  private func boundQueues() {
    unsafe connect("element-added") { arguments, _ in
      guard let element = unsafe g_value_get_object(arguments + 1) else { return }
      let child = unsafe Element(retaining: element)
      guard child.kind == "decodebin" else { return }
      try? child.set("max-size-bytes", to: "\(URIDecodeBin.awaitedBytes)")
    }
  }

  /// Stops the search for elements at streams of these media types.
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

  /// Makes the source report push mode alone, whatever it supports.
  private func push() {
    onSource { source, pad in
      // With the default of 4 KiB, passing the data on would cost more than processing the audio.
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

  /// Patches the bytes that the source returns in pull mode.
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

  /// Calls `body` with the source element and its source pad, before it runs.
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
