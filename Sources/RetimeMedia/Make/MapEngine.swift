// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// What computes sound along a map: with the pitch that follows the speed, or with the source's.
protocol MapEngine<Sample>: Sendable {
  associatedtype Sample: AudioSample

  var channelCount: Int { get }
  /// The source frames that the next output frames need and that are not there; nil where none are missing.
  var wanted: Range<Int>? { get }
  var isBackward: Bool { get }
  var isFinished: Bool { get }

  mutating func append(_ new: Span<Sample>)
  mutating func replace(_ new: Span<Sample>, from first: Int)
  mutating func finish()
  mutating func render(into output: inout MutableSpan<Double>) -> Int
}

extension MappedScaler: MapEngine {}
extension MappedShifter: MapEngine {}
