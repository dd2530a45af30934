// SPDX-License-Identifier: MPL-2.0

/// A run of source frames, channel by channel, and where it is asked for at twice the rate.
///
/// Frames go in at the end and out at the front. Storage grows to the largest run that it has held and is then reused;
/// the front is closed up only when at least half is free, so each frame moves O(1) times.
struct SincFrames: Sendable {
  let channelCount: Int
  /// For each channel, the frames from `start` on, and then some of no meaning.
  private(set) var channels: [[Double]]
  /// The same at twice the rate: two numbers for each frame of `doubledFrames`.
  private(set) var doubled: [[Double]]
  /// Source index of the first frame.
  private(set) var start = 0
  private var count = 0
  private var droppedCount = 0
  /// The frames that have been doubled.
  private var doubledFrames = 0..<0

  init(channelCount: Int) {
    self.channelCount = channelCount
    channels = Array(repeating: [], count: channelCount)
    doubled = channels
  }

  /// Source index after the last frame.
  var end: Int { start + count }

  /// Adds the first `count` frames of `source`, interleaved, at the end.
  mutating func append<Sample: AudioSample>(_ source: Span<Sample>, frameCount count: Int) {
    precondition(count * channelCount <= source.count)
    closeUp()
    reserve(count)
    let (offset, stride) = (self.count, channelCount)
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
    self.count += count
  }

  /// Adds `count` frames at the end, each number from `value` of a channel and a source index.
  mutating func append(count: Int, _ value: (_ channel: Int, _ frame: Int) -> Double) {
    closeUp()
    reserve(count)
    for channel in 0..<channelCount {
      for frame in 0..<count { channels[channel][self.count + frame] = value(channel, end + frame) }
    }
    self.count += count
  }

  private mutating func reserve(_ more: Int) {
    guard let room = channels.first?.count, room < count + more else { return }
    let missing = max(count + more, 2 * room) - room
    for channel in 0..<channelCount {
      channels[channel].append(contentsOf: repeatElement(0, count: missing))
      if !doubled[channel].isEmpty {
        doubled[channel].append(contentsOf: repeatElement(0, count: 2 * missing))
      }
    }
  }

  /// Lets go of all frames before the source index `frame`, but of the last one never.
  mutating func drop(before frame: Int) {
    droppedCount = max(droppedCount, min(frame, end - 1) - start)
  }

  /// Forgets everything but the storage; the next frame that is added is `start`.
  mutating func removeAll(startingAt start: Int = 0) {
    (self.start, count, droppedCount, doubledFrames) = (start, 0, 0, 0..<0)
  }

  private mutating func closeUp() {
    guard droppedCount > 0, droppedCount * 2 >= count else { return }
    let dropped = droppedCount
    for channel in 0..<channelCount {
      var frames = channels[channel].mutableSpan
      for index in 0..<count - dropped { frames[index] = frames[index &+ dropped] }
      guard !doubledFrames.isEmpty else { continue }
      let first = max(doubledFrames.lowerBound, start + dropped) - start
      var pairs = doubled[channel].mutableSpan
      for index in 2 * first..<max(2 * first, 2 * (doubledFrames.upperBound - start)) {
        pairs[index &- 2 &* dropped] = pairs[index]
      }
    }
    start += dropped
    count -= dropped
    droppedCount = 0
    doubledFrames =
      max(doubledFrames.lowerBound, start)..<max(doubledFrames.upperBound, start)
  }

  /// Sees to it that these frames are there at twice the rate.
  ///
  /// - Precondition: ``SincTables/halfTaps`` frames more are there on either side.
  mutating func double(_ wanted: Range<Int>, level: Int = SoundProcessor.level) {
    let half = SincTables.halfTaps
    precondition(wanted.lowerBound - half >= start && wanted.upperBound + half <= end)
    var first = doubledFrames.upperBound
    if doubledFrames.isEmpty || wanted.lowerBound < doubledFrames.lowerBound
      || wanted.lowerBound > first
    {
      first = wanted.lowerBound
      doubledFrames = first..<first
    }
    guard wanted.upperBound > first else { return }
    // All that can be: what comes next is soon asked for too.
    let last = end - half
    let begin = first - start - (half - 1)
    let taps = SincTables.halves
    for channel in 0..<channelCount {
      if doubled[channel].count < 2 * channels[channel].count {
        let missing = 2 * channels[channel].count - doubled[channel].count
        doubled[channel].append(contentsOf: repeatElement(0, count: missing))
      }
      let frames = channels[channel]
      var target = doubled[channel].mutableSpan
      var room = target._mutatingExtracting(2 * (first - start)..<2 * (last - start))
      SoundProcessor.insertHalves(
        frames.span.extracting(begin..<last - start + half),
        taps: taps.span,
        into: &room,
        count: last - first,
        level: level
      )
    }
    doubledFrames = doubledFrames.lowerBound..<last
  }

  /// A number of a frame that is there.
  func value(_ channel: Int, _ frame: Int) -> Double { channels[channel][frame - start] }
}
