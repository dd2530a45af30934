// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The channels and the rate of sound.
struct SoundForm: Sendable, Equatable, CustomStringConvertible {
  let channels: Int, rate: Int

  init(_ caps: AudioCaps) { (channels, rate) = (caps.channels, caps.rate) }

  var description: String { "\(channels.counting("channel")) at \(rate) Hz" }
}

/// What raw audio caps say, as numbers.
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
    // Two channels without places are left and right; more without places have none.
    channelMask = caps.bitmask("channel-mask") ?? (channels == 2 ? 0x3 : 0)
  }

  /// Caps of interleaved samples as text; `mask`: nil to say nothing of the channels' places.
  static func text(_ format: String, rate: Int, channels: Int, mask: UInt64?) -> String {
    "audio/x-raw, format=(string)\(format), layout=(string)interleaved, "
      + "rate=(int)\(rate), channels=(int)\(channels)" + maskField(mask)
  }

  /// The field of caps that says where channels are; nothing for nil.
  static func maskField(_ mask: UInt64?) -> String {
    mask.map { ", channel-mask=(bitmask)0x\(String($0, radix: 16))" } ?? ""
  }

  /// The same sound in another format, as caps.
  func caps(_ format: String) throws(GStreamerError) -> Caps {
    let mask = channels < 2 ? nil : channelMask
    return try Caps(Self.text(format, rate: rate, channels: channels, mask: mask))
  }

  /// What keeps sound in this form where the stream changes its own: at its first rate and channels.
  ///
  /// A reader does the same, so that both count the same frames.
  ///
  /// - Throws: for more channels than GStreamer can mix, of which its `audioconvert` crashes.
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

  /// Those frames of a buffer that lie within the segment; nil when none do.
  func clip(_ buffer: consuming Buffer, to segment: Segment) -> Buffer? {
    segment.clipping(buffer, rate: rate, bytesPerFrame: bytesPerFrame)
  }

  /// How many frames of a buffer lie within the segment, and the stream time of the first.
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

  /// How many of so many decoded frames from a position on lie within the segment, and the stream time of the first.
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
