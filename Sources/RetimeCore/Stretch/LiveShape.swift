// SPDX-License-Identifier: MPL-2.0

/// The windows of a time stretch with a low latency: one band, at the source's rate.
///
/// Windows for analysis are long, to separate the harmonics of a low voice. Those for synthesis
/// are a quarter shorter: an output frame waits for fewer windows after it.
struct LiveShape: Hashable, Sendable {
  /// The window size for analysis, in frames.
  let size: Int
  /// The distance from one transform to the next, in output frames.
  var hop: Int { size / 8 * 3 }
  /// The window size for synthesis, in frames: each window overlaps half of the next one.
  var span: Int { 2 * hop }
  /// The window size for onset detection, in frames.
  let onsetSize: Int
  /// The number of output frames from an onset on that play the source unchanged: no later window includes the onset.
  var held: Int { span / 2 }
  /// The number of output frames after those in which positions return to the map's.
  var relaxed: Int { 4 * held }
  /// The length of the crossfade before an onset, in frames.
  let fade: Int
  /// The sample rate, in frames per second.
  let rate: Int

  /// Creates the windows for a sample rate in frames per second, above 0.
  init(rate: Int) {
    self.rate = rate
    let size = StretchShape.size(near: 2048 / 48_000 * Double(rate))
    // The transform back, and the parts of a frame that it skips, are in steps of 32 frames.
    self.size = size.isMultiple(of: 32) ? size : 2 * size
    onsetSize = StretchShape.size(near: 512 / 48_000 * Double(rate))
    fade = min(size / 32, max(1, rate / 500))
  }

  /// Returns the maximum number of source frames after an output frame's position that its rendering needs.
  ///
  /// It does not decrease with the speed, in source frames per output frame.
  func lookahead(atSpeed speed: Double) -> Int {
    // Half a window of output, which reads the source at speed 1 after an onset.
    func ahead(_ speed: Double) -> Int { Int(min(Double(span / 2) * max(speed, 1), 0x1p52)) + 2 }
    let fastest = LiveStretcher.fastestHits
    let onset = OnsetDetector.lookahead(onsetSize, rate: rate, .prompt)
    let waiting = ahead(min(speed, fastest)) + onset
    return size / 2 + max(waiting, ahead(speed))
  }
}
