// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The channel count and the sample rate of audio.
struct AudioForm: Sendable, Equatable, CustomStringConvertible {
  let channels: Int, rate: Int

  init(_ caps: AudioCaps) { (channels, rate) = (caps.channels, caps.rate) }

  var description: String { "\(channels.counting("channel")) at \(rate) Hz" }
}

/// The fields of raw audio caps.
struct AudioCaps: Sendable {
  let format: String
  let rate: Int
  let channels: Int
  let channelMask: UInt64

  /// Reads fixed `audio/x-raw` caps; nil for others.
  init?(_ caps: Caps) {
    guard caps.name == "audio/x-raw", let format = caps.string("format"),
      let rate = caps.int("rate"), rate > 0, let channels = caps.int("channels"), channels > 0
    else { return nil }
    self.format = format
    self.rate = rate
    self.channels = channels
    // Two channels without positions are left and right; more channels without positions have none.
    channelMask = caps.bitmask("channel-mask") ?? (channels == 2 ? 0x3 : 0)
  }

  /// Returns caps of interleaved samples as text; with a nil `mask` they have no channel mask.
  static func text(_ format: String, rate: Int, channels: Int, mask: UInt64?) -> String {
    "audio/x-raw, format=(string)\(format), layout=(string)interleaved, "
      + "rate=(int)\(rate), channels=(int)\(channels)" + maskField(mask)
  }

  /// Returns the caps field of a channel mask; empty for nil.
  static func maskField(_ mask: UInt64?) -> String {
    mask.map { ", channel-mask=(bitmask)0x\(String($0, radix: 16))" } ?? ""
  }

  /// Returns caps of the same audio in another sample format.
  func caps(_ format: String) throws(GStreamerError) -> Caps {
    let mask = channels < 2 ? nil : channelMask
    return try Caps(Self.text(format, rate: rate, channels: channels, mask: mask))
  }

  /// Returns elements that convert later audio of a stream to this format, its first one.
  ///
  /// A reader converts in the same way, so that both count the same frames.
  ///
  /// - Throws: for more than 63 channels, with which GStreamer's `audioconvert` crashes.
  func converters() throws(GStreamerError) -> [Element] {
    guard channels < 64 else {
      throw GStreamerError("it has \(channels) channels, and at most 63 can be read")
    }
    let mask = channels > 2 ? channelMask : nil
    return [
      try .make("audioconvert", ["dithering": "none", "noise-shaping": "none"]),
      try .make("audioresample"),
      try .make(
        "capsfilter",
        ["caps": Self.text(format, rate: rate, channels: channels, mask: mask)]
      ),
    ]
  }

  /// The size of one sample of every channel, in bytes.
  var bytesPerFrame: Int { bytesPerSample * channels }

  private var bytesPerSample: Int {
    if format.hasPrefix("S24_32") || format.hasPrefix("U24_32") { return 4 }
    let bits = Int(format.drop { !$0.isNumber }.prefix { $0.isNumber }) ?? 8
    return (bits + 7) / 8
  }

  /// Returns the frames of a buffer that are inside the segment; nil if there are none.
  func clip(_ buffer: consuming Buffer, to segment: Segment) -> Buffer? {
    segment.clipping(buffer, rate: rate, bytesPerFrame: bytesPerFrame)
  }

  /// Returns the number of a buffer's frames inside the segment, and the stream time of the first.
  func span(of buffer: borrowing Buffer, in segment: Segment) -> (frames: Int, time: StreamTime)? {
    guard var shared = try? buffer.sharingMemory() else { return nil }
    shared.presentationTime = buffer.presentationTime
    shared.duration = buffer.duration
    guard
      let clipped = clip(shared, to: segment),
      let start = clipped.presentationTime, let source = segment.time(of: start)
    else { return nil }
    return (clipped.audioFrameCount(bytesPerFrame: bytesPerFrame), source)
  }

  /// Returns the number of frames inside the segment, and the stream time of the first.
  ///
  /// The `frames` decoded frames start at `position`.
  func span(ofFrames frames: Int, at position: ClockTime, in segment: Segment) -> (
    frames: Int, time: StreamTime
  )? {
    guard var decoded = try? Buffer(byteCount: frames * bytesPerFrame) else { return nil }
    decoded.presentationTime = position
    let rate = Int64(rate)
    decoded.duration = ClockTime(clamping: (Int64(frames) * 1_000_000_000 + rate / 2) / rate)
    return span(of: decoded, in: segment)
  }
}
