// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

// The latency of the element.
extension AudioRetime {
  /// Returns the latency in nanoseconds: the lookahead of windows and kernels past the frame being read.
  ///
  /// `isControlled`: whether a controller is bound to the factor.
  func latency(isControlled: Bool) -> UInt64 {
    let settings = host.settings
    // The audio of an engine that is replaced is still to come.
    let rendering = rendering.withLock { $0 }
    return rendering.reduce(latency(settings, isControlled)) { most, other in
      var other = other
      (other.factor, other.map) = (settings.factor, settings.map)
      return max(most, latency(other, isControlled))
    }
  }

  private func latency(_ settings: Settings, _ isControlled: Bool) -> UInt64 {
    let isScaling =
      !settings.factor.isIdentity || settings.pitch.isShifted || isControlled
      || !timing.positions.isIdentity
    guard isScaling, let rate = frames.withLock({ $0?.rate.numerator }) else { return 0 }
    let fastest = timing.fastest(settings)
    let frames =
      settings.pitch.ratio.map {
        stretchFrames(Int(rate), fastest, $0.doubleValue, settings)
      }
      ?? settings.interpolation.lookahead(atSpeed: fastest)
    return UInt64(
      1_000_000_000 * Int128(frames + settings.fadeFrames(Int64(rate), atSpeed: fastest)) / rate
    ) + 1
  }

  /// Returns the lookahead of a time stretch, and of a shifter that reads its output `ratio` times as fast, in source frames.
  private func stretchFrames(
    _ rate: Int,
    _ speed: Double,
    _ ratio: Double,
    _ settings: Settings
  ) -> Int {
    guard Self.keptRates.contains(rate) else { return 0 }
    return StretchPlan.lookahead(
      rate: rate,
      ratio: ratio,
      keepsFormants: settings.keepsFormants,
      settings.quality,
      atSpeed: speed
    )
  }
}

extension AudioRetime.Settings {
  /// Whether formants are preserved when the pitch is shifted.
  var keepsFormants: Bool { formants == 1 }

  /// Returns the lookahead of a crossfade in source frames, 1.5 times its length.
  ///
  /// It covers the audio before the fade, the fade's own audio and as much after the cut.
  /// `speed`: the highest speed, in source frames for each output frame.
  fileprivate func fadeFrames(_ rate: Int64, atSpeed speed: Double) -> Int {
    guard map.hasJoints || pitch.ratio != nil && map.map != nil else { return 0 }
    // Time-stretched audio has crossfades of at least 5 ms.
    let ratio = pitch.ratio?.doubleValue ?? 1
    let least = pitch.ratio == nil ? 0 : 0.005
    let frames = max(least, fade.seconds * ratio) * Double(rate) * 1.5
    return Int((frames * max(1, speed / ratio)).rounded(.up))
  }
}
