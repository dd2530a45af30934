// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The bytes of a low overhead audio stream, and the frames in them.
///
/// A frame begins with eleven bits, 0x2B7, and the length of what follows in thirteen: ISO/IEC 14496-3, 1.7.2.
struct LoasStream: Sendable {
  /// One frame with its beginning.
  struct Frame {
    let bytes: [UInt8]
    /// When it begins and how long it lasts, in nanoseconds.
    let time: Int64, duration: Int64
    let configuration: LoasConfiguration
  }

  private var bytes: [UInt8] = []
  private var used = 0
  /// Times of bytes that have come, by their place from the start of `bytes` on.
  private var times: [(offset: Int, time: Int64)] = []
  private var configuration: LoasConfiguration?
  private var isLocked = false
  /// The time that was last said, and the samples since then.
  private var base: Int64 = 0, samples = 0

  private static let headLength = 3

  /// Takes what has come; `time`: when the first frame that begins in it does, in nanoseconds, if that is known.
  mutating func append(_ new: [UInt8], at time: Int64?) {
    bytes.removeFirst(used)
    times = times.map { ($0.offset - used, $0.time) }
    used = 0
    if let time { times.append((bytes.count, time)) }
    bytes += new
  }

  /// Drops what has come of a frame whose rest is lost.
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
      if let new = LoasConfiguration(frame.dropFirst(Self.headLength)) {
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
        bytes: Array(frame),
        time: time,
        duration: end(configuration) - time,
        configuration: configuration
      )
    }
    return nil
  }

  private func end(_ configuration: LoasConfiguration) -> Int64 {
    base + RationalTime(Int64(samples), Int64(configuration.coreRate)).nanoseconds
  }

  /// How long the frame is that begins here; 0 where none does, nil where it cannot be told yet.
  private func frameLength(isEnd: Bool) -> Int? {
    guard used + Self.headLength <= bytes.count else { return nil }
    guard isStart(used) else { return 0 }
    let length = Self.headLength + Int(bytes[used + 1] & 0x1F) << 8 + Int(bytes[used + 2])
    let next = used + length
    guard next <= bytes.count else { return isEnd ? 0 : nil }
    // The first is one when another follows.
    guard !isLocked, !isEnd else { return length }
    guard next + 2 <= bytes.count else { return nil }
    return isStart(next) ? length : 0
  }

  private func isStart(_ offset: Int) -> Bool {
    bytes[offset] == 0x56 && bytes[offset + 1] & 0xE0 == 0xE0
  }
}
