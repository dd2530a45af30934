// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// How frames of AAC stand one after the other in a bare stream.
enum AACFraming: Sendable {
  /// Low overhead: eleven bits, 0x2B7, and the length of what follows in thirteen; ISO/IEC 14496-3, 1.7.2.
  case loas
  /// Twelve bits that are set, the layer 0, and a length of all in thirteen; ISO/IEC 14496-3, 1.A.2.2.
  case adts

  /// Bytes that say how long a frame is.
  var headLength: Int { self == .loas ? 3 : 7 }

  /// Whether a frame may begin with these bytes.
  func isStart(_ first: UInt8, _ second: UInt8) -> Bool {
    switch self {
    case .loas: first == 0x56 && second & 0xE0 == 0xE0
    case .adts: first == 0xFF && second & 0xF6 == 0xF0
    }
  }

  /// How long a frame that begins with this head is; 0 for none.
  func length(_ head: ArraySlice<UInt8>) -> Int {
    let bytes = head.prefix(headLength).map(Int.init)
    switch self {
    case .loas: return headLength + (bytes[1] & 0x1F) << 8 + bytes[2]
    case .adts:
      let length = (bytes[3] & 3) << 11 + bytes[4] << 3 + bytes[5] >> 5
      return length > headLength ? length : 0
    }
  }

  /// What a decoder gets of a frame.
  func content(_ frame: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    switch self {
    case .loas: frame
    // Where the last bit of the second byte is not set, there is a checksum.
    case .adts: frame.dropFirst(frame[frame.startIndex + 1] & 1 == 1 ? 7 : 9)
    }
  }

  /// What a frame says of the sound in it and in those after it; nil where it says nothing new.
  func configuration(_ frame: ArraySlice<UInt8>) -> AACConfiguration? {
    switch self {
    case .loas: AACConfiguration(loas: frame.dropFirst(headLength))
    case .adts: AACConfiguration(adts: frame.prefix(headLength), content: content(frame))
    }
  }
}

/// The bytes of a bare stream of AAC, and the frames in them.
struct AACFrames: Sendable {
  /// One frame, as a decoder gets it.
  struct Frame {
    let bytes: [UInt8]
    /// When it begins and how long it lasts, in nanoseconds.
    let time: Int64, duration: Int64
    let configuration: AACConfiguration
  }

  private let framing: AACFraming
  private var bytes: [UInt8] = []
  private var used = 0
  /// Times of bytes that have come, by their offset from the start of `bytes` on.
  private var times: [(offset: Int, time: Int64)] = []
  private var configuration: AACConfiguration?
  private var isLocked = false
  /// The time that was last said, and the samples since then.
  private var base: Int64 = 0, samples = 0

  /// Those of a stream that has not begun.
  init(_ framing: AACFraming) { self.framing = framing }

  /// Takes what has come; `time`: when the first frame that begins in it does, in nanoseconds, if that is known.
  mutating func append(_ new: [UInt8], at time: Int64?) {
    bytes.removeFirst(used)
    times = times.map { ($0.offset - used, $0.time) }
    used = 0
    if let time { times.append((bytes.count, time)) }
    bytes += new
  }

  /// Drops an incomplete frame whose remaining bytes are lost.
  mutating func forgetBytes() { (bytes, used, times, isLocked) = ([], 0, [], false) }

  /// The next frame; nil until more has come.
  ///
  /// `isEnd`: whether nothing more comes.
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
        // Samples so far were of another length.
        if let old = configuration, old != new { (base, samples) = (end(old), 0) }
        configuration = new
      }
      if let last = times.lastIndex(where: { $0.offset <= start }) {
        (base, samples) = (times[last].time, 0)
        times.removeSubrange(...last)
      }
      // Nothing can be decoded before the first description.
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

  /// How long the frame is that begins here; 0 where none does, nil where it cannot be told yet.
  private func frameLength(isEnd: Bool) -> Int? {
    guard used + framing.headLength <= bytes.count else { return nil }
    guard isStart(used), case let length = framing.length(bytes[used...]), length > 0 else {
      return 0
    }
    let next = used + length
    guard next <= bytes.count else { return isEnd ? 0 : nil }
    // A sync word alone may be chance: the first frame counts if another one follows.
    guard !isLocked, !isEnd else { return length }
    guard next + 2 <= bytes.count else { return nil }
    return isStart(next) ? length : 0
  }

  private func isStart(_ offset: Int) -> Bool { framing.isStart(bytes[offset], bytes[offset + 1]) }
}
