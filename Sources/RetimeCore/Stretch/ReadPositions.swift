// SPDX-License-Identifier: MPL-2.0

/// The source frames that output frames read; outside of the source, those that read as much silence.
///
/// Positions are clamped to the ones at which windows read only silence, so that no more of it is
/// processed than needed.
struct ReadPositions: Sendable {
  /// The position of each output frame, not clamped.
  var position: StretchKernel.Positions
  private let lowest: Double
  private var highest = Double.infinity

  /// Creates positions for windows that read at most `margin` frames on either side.
  init(_ position: @escaping StretchKernel.Positions, margin: Int) {
    (self.position, lowest) = (position, -Double(margin))
  }

  /// Ends the source before a frame.
  mutating func end(at frame: Int) { highest = min(highest, Double(frame) - lowest) }

  /// Returns the source frame that an output frame reads.
  func callAsFunction(_ frame: Int) -> Double { min(max(lowest, position(frame)), highest) }

  /// Returns the number of source frames per output frame, from `half` frames before one to as many after it.
  func speed(_ frame: Int, half: Int) -> Double {
    (position(frame + half) - position(frame - half)) / Double(2 * half)
  }
}
