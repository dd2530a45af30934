// SPDX-License-Identifier: MPL-2.0

/// Gives the sound of a source new times, block by block: what elements and jobs run.
///
/// Append source as it comes, render what is available, finish when there is no more. Any split of the source and of the
/// output gives the same bits.
public protocol SoundEngine<Sample>: Sendable {
  associatedtype Sample: AudioSample

  /// Samples in a frame.
  var channelCount: Int { get }
  /// Source frames appended so far.
  var sourceFrameCount: Int { get }
  /// Output frames rendered so far.
  var renderedFrameCount: Int { get }
  /// Output frames that can be rendered now.
  var availableFrameCount: Int { get }
  /// The first source frame that is still read, of those that come.
  var firstRead: Int { get }
  /// The first output frame that another map can still be for.
  var firstFree: Int { get }
  /// The fractional source frame that an output frame reads, from the next one on.
  func position(ofFrame frame: Int) -> Double

  /// Takes the next source frames, interleaved.
  mutating func append(_ samples: Span<Sample>)
  /// Ends the source: what is left can be rendered.
  mutating func finish()
  /// Renders into the front of `output`, interleaved, and returns the number of frames written.
  mutating func render(into output: inout MutableSpan<Sample>) -> Int
  /// The same as numbers on the samples' scale, for what computes on.
  mutating func renderNumbers(into output: inout MutableSpan<Double>) -> Int
  /// Goes on along another map of a source whose end is not known, which is the same before ``firstFree``.
  ///
  /// `rate`: frames a second. Both times of the map are 0 at frame 0.
  mutating func setMap(_ map: TimeMap, rate: Int)
}

/// Computes sound along a map: with the pitch that follows the speed, or with the source's.
///
/// It reads a source that comes in order, or, where ``wanted`` says so, any part of a recording.
public protocol MapEngine<Sample>: Sendable {
  associatedtype Sample: AudioSample

  /// Samples in a frame.
  var channelCount: Int { get }
  /// The source frames that the next output frames need and that are not there; nil where none are missing.
  var wanted: Range<Int>? { get }
  /// Whether the next frames are read from a later source frame to an earlier one.
  var isBackward: Bool { get }
  /// Whether all output has been rendered.
  var isFinished: Bool { get }
  /// The first source frame that is still read.
  var firstRead: Int { get }
  /// The first output frame that another map can still be for; nil where the map says all speeds.
  var firstFree: Int? { get }
  /// The fractional source frame that an output frame reads.
  func position(ofFrame frame: Int) -> Double

  /// Takes the next source frames.
  mutating func append(_ new: Span<Sample>)
  /// Takes source frames, from a number on, in place of those before.
  mutating func replace(_ new: Span<Sample>, from first: Int)
  /// Ends the source: what is not there now is silent.
  mutating func finish()
  /// Renders numbers on the samples' scale, as many frames as there is source for.
  mutating func render(into output: inout MutableSpan<Double>) -> Int
  /// Goes on along another map, which is the same before ``firstFree``.
  mutating func setMap(_ map: TimeMap)
}
