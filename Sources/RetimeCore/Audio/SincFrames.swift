// SPDX-License-Identifier: MPL-2.0

/// A run of source frames, stored by channel, with a copy at twice the rate where requested.
///
/// Frames are added at the end and dropped at the front, or the reverse. Storage grows to the
/// largest run held, or to twice that if frames are prepended, and is then reused. The front is
/// compacted only when at least half is free, and space at the front is added for at least as many
/// frames as are held, so each frame moves O(1) times.
struct SincFrames: Sendable {
  let channelCount: Int
  /// For each channel, the frames from `origin` on; those before `start` and from `end` on have no meaning.
  private(set) var channels: [[Double]]
  /// The source index of the first frame in storage.
  private(set) var origin = 0
  /// The frames at twice the rate, with two channels interleaved and a last odd channel alone.
  ///
  /// Each frame of `doubledFrames` has two numbers per channel.
  private(set) var doubled: [[Double]]
  /// The source index of the first frame.
  private(set) var start = 0
  private var count = 0
  private var droppedCount = 0
  /// The frames present in `doubled`.
  private var doubledFrames = 0..<0

  init(channelCount: Int) {
    self.channelCount = channelCount
    channels = Array(repeating: [], count: channelCount)
    doubled = Array(repeating: [], count: (channelCount + 1) / 2)
  }

  /// The source index after the last frame.
  var end: Int { start + count }

  /// Appends the first `count` frames of `source`, interleaved.
  mutating func append<Sample: AudioSample>(_ source: Span<Sample>, frameCount count: Int) {
    closeUp()
    reserve(count)
    self.count += count
    write(source, frameCount: count, at: end - count - origin)
  }

  /// Prepends the first `count` frames of `source`, interleaved.
  mutating func prepend<Sample: AudioSample>(_ source: Span<Sample>, frameCount count: Int) {
    makeRoom(count)
    (start, self.count) = (start - count, self.count + count)
    write(source, frameCount: count, at: start - origin)
  }

  private mutating func write<Sample: AudioSample>(
    _ source: Span<Sample>,
    frameCount count: Int,
    at offset: Int
  ) {
    precondition(count * channelCount <= source.count)
    let stride = channelCount
    for channel in 0..<channelCount {
      var target = channels[channel].mutableSpan
      var room = target._mutatingExtracting(offset..<offset + count)
      switch stride {
      case 1: for frame in 0..<count { room[frame] = source[frame].doubleValue }
      case 2: for frame in 0..<count { room[frame] = source[2 &* frame &+ channel].doubleValue }
      case let many:
        for frame in 0..<count { room[frame] = source[frame &* many &+ channel].doubleValue }
      }
    }
  }

  /// Appends `count` frames; `value` returns the number of a channel at a source index.
  mutating func append(count: Int, _ value: (_ channel: Int, _ frame: Int) -> Double) {
    closeUp()
    reserve(count)
    for channel in 0..<channelCount {
      for frame in end..<end + count { channels[channel][frame - origin] = value(channel, frame) }
    }
    self.count += count
  }

  private mutating func reserve(_ more: Int) {
    guard let room = channels.first?.count, room < end - origin + more else { return }
    grow(max(end - origin + more, 2 * room) - room)
  }

  private mutating func grow(_ missing: Int) {
    guard missing > 0 else { return }
    for channel in 0..<channelCount {
      channels[channel].append(contentsOf: repeatElement(0, count: missing))
    }
    for pair in doubled.indices where !doubled[pair].isEmpty {
      doubled[pair].append(contentsOf: repeatElement(0, count: width(pair) * missing))
    }
  }

  /// Makes space for `more` frames at the front; if there is too little, for at least as many as are held.
  private mutating func makeRoom(_ more: Int) {
    let before = start - origin
    guard before < more else { return }
    let room = max(more, count)
    grow(room + count - (channels.first?.count ?? 0))
    for channel in 0..<channelCount {
      var frames = channels[channel].mutableSpan
      for index in (0..<count).reversed() { frames[room &+ index] = frames[before &+ index] }
    }
    for pair in doubled.indices where !doubledFrames.isEmpty {
      let width = width(pair)
      var numbers = doubled[pair].mutableSpan
      let (first, last) = (doubledFrames.lowerBound - start, doubledFrames.upperBound - start)
      for index in (width * first..<width * last).reversed() {
        numbers[width &* room &+ index] = numbers[width &* before &+ index]
      }
    }
    origin = start - room
  }

  /// Drops all frames before the source index `frame`, except the last frame.
  mutating func drop(before frame: Int) {
    droppedCount = max(droppedCount, min(frame, end - 1) - start)
  }

  /// Drops all frames from the source index `frame` on.
  mutating func drop(from frame: Int) {
    count = min(count, max(0, frame - start))
    // Frames before the doubled ones can join them only if the neighbours on either side are
    // present.
    let isOfUse = doubledFrames.lowerBound + SincTables.halfTaps <= end
    doubledFrames = isOfUse ? doubledFrames.clamped(to: start..<end) : 0..<0
  }

  /// Drops all frames but keeps the storage; the next frame appended has the source index `start`.
  mutating func removeAll(startingAt start: Int = 0) {
    (self.start, origin, count, droppedCount, doubledFrames) = (start, start, 0, 0, 0..<0)
  }

  private mutating func closeUp() {
    guard droppedCount > 0, droppedCount * 2 >= count else { return }
    // The number of frames of storage that are no longer used.
    let free = start + droppedCount - origin
    start += droppedCount
    count -= droppedCount
    for channel in 0..<channelCount {
      var frames = channels[channel].mutableSpan
      for index in 0..<count { frames[index] = frames[index &+ free] }
    }
    for pair in doubled.indices where !doubledFrames.isEmpty {
      let width = width(pair)
      let first = max(doubledFrames.lowerBound, start) - origin
      var numbers = doubled[pair].mutableSpan
      for index in width * first..<width * max(first, doubledFrames.upperBound - origin) {
        numbers[index &- width &* free] = numbers[index]
      }
    }
    (origin, droppedCount) = (start, 0)
    doubledFrames =
      max(doubledFrames.lowerBound, start)..<max(doubledFrames.upperBound, start)
  }

  /// Makes the frames `wanted` available at twice the rate.
  ///
  /// - Precondition: ``SincTables/halfTaps`` more frames are present on either side.
  mutating func double(_ wanted: Range<Int>, with processor: AudioKernelSet) {
    let half = SincTables.halfTaps
    precondition(wanted.lowerBound - half >= start && wanted.upperBound + half <= end)
    // All frames that can be doubled, because the next ones are soon requested, too.
    var (first, last) = (doubledFrames.upperBound, end - half)
    if doubledFrames.isEmpty || wanted.lowerBound > first {
      first = wanted.lowerBound
      doubledFrames = first..<first
    } else if wanted.lowerBound < doubledFrames.lowerBound {
      // Later frames are doubled already, or are requested when they are read.
      (first, last) = (wanted.lowerBound, doubledFrames.lowerBound)
    } else if wanted.upperBound <= first {
      return
    }
    insertHalves(first..<last, processor)
    doubledFrames = min(first, doubledFrames.lowerBound)..<max(last, doubledFrames.upperBound)
    if wanted.upperBound > doubledFrames.upperBound { double(wanted, with: processor) }
  }

  /// Doubles the frames `wanted`.
  private mutating func insertHalves(_ wanted: Range<Int>, _ processor: AudioKernelSet) {
    let half = SincTables.halfTaps
    let (first, last) = (wanted.lowerBound - origin, wanted.upperBound - origin)
    let begin = first - (half - 1)
    let taps = SincTables.halves
    for pair in doubled.indices {
      let width = width(pair)
      let missing = width * channels[2 * pair].count - doubled[pair].count
      if missing > 0 { doubled[pair].append(contentsOf: repeatElement(0, count: missing)) }
      let one = channels[2 * pair]
      let other = width > 2 ? channels[2 * pair + 1] : []
      var target = doubled[pair].mutableSpan
      var room = target._mutatingExtracting(width * first..<width * last)
      processor.insertHalves(
        one.span.extracting(begin..<last + half),
        other.isEmpty ? other.span : other.span.extracting(begin..<last + half),
        taps.span,
        &room,
        last - first
      )
    }
  }

  /// Returns the number of values per frame in a pair of `doubled`.
  private func width(_ pair: Int) -> Int { 2 * pair + 1 < channelCount ? 4 : 2 }

  /// Returns a value of a frame that is present.
  func value(_ channel: Int, _ frame: Int) -> Double { channels[channel][frame - origin] }
}
