// SPDX-License-Identifier: MPL-2.0

/// An engine that retimes audio block by block, used by elements and jobs.
///
/// Append source as it arrives, render what is available, and finish at the end of the source. Any
/// split of the source and of the output gives the same bits.
package protocol AudioEngine<Sample>: Sendable {
  associatedtype Sample: AudioSample

  /// The number of samples in a frame.
  var channelCount: Int { get }
  /// The number of source frames appended so far.
  var sourceFrameCount: Int { get }
  /// The number of output frames rendered so far.
  var renderedFrameCount: Int { get }
  /// The number of output frames that can be rendered now.
  var availableFrameCount: Int { get }
  /// The first of the appended source frames that output reads.
  var firstRead: Int { get }
  /// The first output frame that a new map can still change.
  var firstFree: Int { get }
  /// Returns the fractional source frame that an output frame reads, from the next output frame on.
  func position(ofFrame frame: Int) -> Double

  /// Appends the next source frames, interleaved.
  mutating func append(_ samples: Span<Sample>)
  /// Ends the source: all remaining output can be rendered.
  mutating func finish()
  /// Renders into the front of `output`, interleaved, and returns the number of frames written.
  mutating func render(into output: inout MutableSpan<Sample>) -> Int
  /// Renders as ``render(into:)`` does, but as numbers on the samples' scale.
  mutating func renderNumbers(into output: inout MutableSpan<Double>) -> Int
  /// Replaces the map of a source of unknown length; the new one is equal before ``firstFree``.
  ///
  /// `rate` is in frames per second. Both times of the map are 0 at frame 0.
  mutating func setMap(_ map: TimeMap, rate: Int)
}

/// An engine that plays audio along a map, with the pitch following the speed or preserved.
///
/// It reads a source that arrives in order, or, if requested by ``wanted``, any part of a
/// recording.
package protocol MapEngine<Sample>: Sendable {
  associatedtype Sample: AudioSample

  /// The number of samples in a frame.
  var channelCount: Int { get }
  /// The source frames that the next output frames need and that are missing; nil if none are.
  var wanted: Range<Int>? { get }
  /// Whether the next output frames read the source backward.
  var isBackward: Bool { get }
  /// Whether all output has been rendered.
  var isFinished: Bool { get }
  /// The first source frame that output still reads.
  var firstRead: Int { get }
  /// The first output frame that a new map can still change; nil if the map gives all speeds.
  var firstFree: Int? { get }
  /// Returns the fractional source frame that an output frame reads.
  func position(ofFrame frame: Int) -> Double

  /// Appends the next source frames.
  mutating func append(_ new: Span<Sample>)
  /// Replaces the source frames in memory by `new`, which starts at source frame `first`.
  mutating func replace(_ new: Span<Sample>, from first: Int)
  /// Ends the source; frames not received by then are silent.
  mutating func finish()
  /// Renders numbers on the samples' scale, for as many frames as there is source.
  mutating func render(into output: inout MutableSpan<Double>) -> Int
  /// Replaces the map; the new one is equal before ``firstFree``.
  mutating func setMap(_ map: TimeMap)
}
