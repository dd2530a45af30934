// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// A trial encoding of one frame, which reveals whether an encoder takes its size.
struct EncoderTrial {
  let caps: Caps, encoder: String

  /// The width or height in pixels below which an encoder is tried.
  static let small = 64

  /// Whether the encoder rejects such frames.
  ///
  /// Blocks, for 5 s at most.
  var fails: Bool {
    let mailbox = Mailbox<Bool>()
    guard let sink = try? Element.make("fakesink"),
      let pipeline = try? pipeline(to: [sink], { mailbox.post($0) })
    else { return false }
    defer { pipeline.stop() }
    return mailbox.wait(milliseconds: 5000) ?? false
  }

  /// Returns the decoder configuration (`codec_data`) of an encoder's stream with length prefixes; nil if it fails.
  ///
  /// Blocks, for 5 s at most.
  static func configuration(of encoder: String, _ form: String, framed type: String) -> [UInt8]? {
    guard let framed = FramedForm.caps(of: type), let caps = try? Caps(form) else { return nil }
    let mailbox = Mailbox<[UInt8]?>()
    let parser = Codec.all.first { $0.caps == type }?.parser.flatMap { try? Element.make($0) }
    guard let filter = try? Element.make("capsfilter", ["caps": framed]),
      let sink = try? Element.make("fakesink"), let pad = try? sink.pad("sink")
    else { return nil }
    pad.observeBuffersAndCaps { _, _, caps in
      mailbox.post(caps()?.bytes("codec_data"))
      return true
    }
    let trial = EncoderTrial(caps: caps, encoder: encoder)
    guard
      let pipeline = try? trial.pipeline(
        to: [parser, filter, sink].compactMap(\.self),
        { _ in mailbox.post(nil) }
      )
    else {
      return nil
    }
    defer { pipeline.stop() }
    return mailbox.wait(milliseconds: 5000) ?? nil
  }

  /// Returns a running pipeline that reports whether it failed.
  private func pipeline(
    to end: [Element],
    _ onEnd: @escaping @Sendable (Bool) -> Void
  ) throws(GStreamerError) -> Pipeline {
    let pipeline = try Pipeline(onMessage: { message in
      switch message {
      case .error: onEnd(true)
      case .endOfStream: onEnd(false)
      default: break
      }
    })
    try pipeline.add(
      chain: [
        try .make("videotestsrc", ["num-buffers": "1"]), try .make("videoconvert"),
        try .make("capsfilter", ["caps": "\(caps)"]), try Element.parse(encoder),
      ] + end
    )
    pipeline.play()
    return pipeline
  }
}
