// SPDX-License-Identifier: MPL-2.0

/// Converts frames at one rate to frames at another, and mono into any number of channels.
struct FrameConverter: ~Copyable, Sendable {
  let sourceChannels: Int
  let destinationChannels: Int
  /// Nil when the rates are equal.
  private var stream: SoxrStream?

  init(
    sourceRate: Int,
    destinationRate: Int,
    sourceChannels: Int,
    destinationChannels: Int
  ) throws(ResamplingError) {
    try ResamplingError.check(channelCount: destinationChannels)
    guard sourceChannels == 1 || sourceChannels == destinationChannels else {
      throw .channels(source: sourceChannels, destination: destinationChannels)
    }
    var stream: SoxrStream?
    if sourceRate != destinationRate {
      stream = try SoxrStream(
        sourceRate: sourceRate,
        destinationRate: destinationRate,
        channelCount: sourceChannels
      )
    }
    self.sourceChannels = sourceChannels
    self.destinationChannels = destinationChannels
    self.stream = stream
  }

  /// Uses some of the source frames, and writes some of the output frames; says how many of each.
  ///
  /// Stops when the source frames are used up or the output frames are all written.
  mutating func convert(
    _ source: [Double],
    frames pending: Range<Int>,
    into output: inout MutableSpan<Double>,
    frames room: Range<Int>
  ) throws(SoxrError) -> (used: Int, written: Int) {
    let start = room.lowerBound * destinationChannels
    var (used, written) = (0, 0)
    if stream == nil {
      written = min(room.count, pending.count)
      used = written
      let offset = pending.lowerBound * sourceChannels
      for index in 0..<written * sourceChannels { output[start + index] = source[offset + index] }
    } else {
      // What is ready goes out before more goes in, so that nothing piles up inside.
      let none = pending.lowerBound..<pending.lowerBound
      written = try filter(source, none, into: &output, from: start, limit: room.count)
      if written < room.count, !pending.isEmpty {
        used = pending.count
        written += try filter(
          source,
          pending,
          into: &output,
          from: start + written * sourceChannels,
          limit: room.count - written
        )
      }
    }
    if sourceChannels < destinationChannels { widen(&output, from: start, count: written) }
    return (used, written)
  }

  private mutating func filter(
    _ source: [Double],
    _ frames: Range<Int>,
    into output: inout MutableSpan<Double>,
    from start: Int,
    limit: Int
  ) throws(SoxrError) -> Int {
    try stream?.process(source, frames: frames, into: &output, from: start, limit: limit) ?? 0
  }

  /// Spreads mono frames that lie side by side over all channels, from the last one on.
  private func widen(_ output: inout MutableSpan<Double>, from start: Int, count: Int) {
    for frame in (0..<count).reversed() {
      let sample = output[start + frame]
      let first = start + frame * destinationChannels
      for channel in 0..<destinationChannels { output[first + channel] = sample }
    }
  }
}
