// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The framing of AAC frames in an elementary stream.
enum AACFraming: Sendable {
  /// LOAS: the sync word 0x2B7 in 11 bits, and the length of the rest in 13 bits; ISO/IEC 14496-3, 1.7.2.
  case loas
  /// ADTS: 12 set bits, layer 0, and the length of the whole frame in 13 bits; ISO/IEC 14496-3, 1.A.2.2.
  case adts

  /// The bytes needed to determine a frame's length.
  var headLength: Int { self == .loas ? 3 : 7 }

  /// Returns whether a frame may start with these bytes.
  func isStart(_ first: UInt8, _ second: UInt8) -> Bool {
    switch self {
    case .loas: first == 0x56 && second & 0xE0 == 0xE0
    case .adts: first == 0xFF && second & 0xF6 == 0xF0
    }
  }

  /// Returns the length of a frame with this header; 0 for an invalid header.
  func length(_ head: ArraySlice<UInt8>) -> Int {
    let bytes = head.prefix(headLength).map(Int.init)
    switch self {
    case .loas: return headLength + (bytes[1] & 0x1F) << 8 + bytes[2]
    case .adts:
      let length = (bytes[3] & 3) << 11 + bytes[4] << 3 + bytes[5] >> 5
      return length > headLength ? length : 0
    }
  }

  /// Returns the part of a frame that is passed to the decoder.
  func content(_ frame: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    switch self {
    case .loas: frame
    // If the last bit of the second byte is not set, the header includes a checksum.
    case .adts: frame.dropFirst(frame[frame.startIndex + 1] & 1 == 1 ? 7 : 9)
    }
  }

  /// Returns the configuration in a frame; nil if it contains no new one.
  func configuration(_ frame: ArraySlice<UInt8>) -> AACConfiguration? {
    switch self {
    case .loas: AACConfiguration(loas: frame.dropFirst(headLength))
    case .adts: AACConfiguration(adts: frame.prefix(headLength), content: content(frame))
    }
  }
}

/// A buffer of an AAC elementary stream that extracts its frames.
struct AACFrames: Sendable {
  /// One frame, in the form for a decoder.
  struct Frame {
    let bytes: [UInt8]
    /// The start time and the duration, in nanoseconds.
    let time: Int64, duration: Int64
    let configuration: AACConfiguration
  }

  private let framing: AACFraming
  private var bytes: [UInt8] = []
  private var used = 0
  /// The times of received bytes, by their offset from the start of `bytes`.
  private var times: [(offset: Int, time: Int64)] = []
  private var configuration: AACConfiguration?
  private var isLocked = false
  /// The newest known time, and the samples since then.
  private var base: Int64 = 0, samples = 0

  /// Creates an empty buffer.
  init(_ framing: AACFraming) { self.framing = framing }

  /// Appends bytes; `time` is the start time, in nanoseconds, of the first frame that starts in them, if known.
  mutating func append(_ new: [UInt8], at time: Int64?) {
    bytes.removeFirst(used)
    times = times.map { ($0.offset - used, $0.time) }
    used = 0
    if let time { times.append((bytes.count, time)) }
    bytes += new
  }

  /// Drops an incomplete frame whose remaining bytes are lost.
  mutating func forgetBytes() { (bytes, used, times, isLocked) = ([], 0, [], false) }

  /// Returns the next frame; nil if more bytes are needed.
  ///
  /// `isEnd`: whether no more bytes follow.
  mutating func next(isEnd: Bool = false) -> Frame? {
    while let length = frameLength(isEnd: isEnd) {
      guard length > 0 else {
        (used, isLocked) = (used + 1, false)
        continue
      }
      let start = used
      (used, isLocked) = (used + length, true)
      let frame = bytes[start..<used]
      if let new = framing.configuration(frame) {
        // The samples counted so far had another duration.
        if let old = configuration, old != new { (base, samples) = (end(old), 0) }
        configuration = new
      }
      if let last = times.lastIndex(where: { $0.offset <= start }) {
        (base, samples) = (times[last].time, 0)
        times.removeSubrange(...last)
      }
      // Nothing can be decoded before the first configuration.
      guard let configuration else { continue }
      let time = end(configuration)
      samples += configuration.samples
      return Frame(
        bytes: Array(framing.content(frame)),
        time: time,
        duration: end(configuration) - time,
        configuration: configuration
      )
    }
    return nil
  }

  private func end(_ configuration: AACConfiguration) -> Int64 {
    base + RationalTime(Int64(samples), Int64(configuration.coreRate)).nanoseconds
  }

  /// Returns the length of the frame at the current offset; 0 if there is none, nil if it is not known yet.
  private func frameLength(isEnd: Bool) -> Int? {
    guard used + framing.headLength <= bytes.count else { return nil }
    guard isStart(used), case let length = framing.length(bytes[used...]), length > 0 else {
      return 0
    }
    let next = used + length
    guard next <= bytes.count else { return isEnd ? 0 : nil }
    // A sync word can occur by chance: the first frame is valid only if another one follows.
    guard !isLocked, !isEnd else { return length }
    guard next + 2 <= bytes.count else { return nil }
    return isStart(next) ? length : 0
  }

  private func isStart(_ offset: Int) -> Bool { framing.isStart(bytes[offset], bytes[offset + 1]) }
}
