// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

// How long sound waits for what lies ahead of it.
extension AudioRetime {
  /// In nanoseconds: the frames after the one that is read, as far as windows and kernels reach, must have come.
  ///
  /// `isControlled`: whether a controller is bound to the factor.
  func latency(isControlled: Bool) -> UInt64 {
    let settings = host.settings
    let isScaling =
      !settings.factor.isIdentity || settings.pitch.isShifted || isControlled
      || !timing.positions.isIdentity
    guard isScaling, let rate = frames.withLock({ $0?.rate.numerator }) else { return 0 }
    // Of a map all sections come, of a factor that changes the last one stays.
    let sections = timing.positions.sections
    let fastest =
      settings.map.text.isEmpty
      ? max(1 / settings.factor.number, sections[sections.count - 1].fastest) : settings.map.fastest
    let frames =
      settings.pitch.ratio.map {
        stretchFrames(Int(rate), fastest, $0.doubleValue, settings.keepsFormants)
      }
      ?? settings.interpolation.lookahead(atSpeed: fastest)
    return UInt64(
      1_000_000_000 * Int128(frames + settings.fadeFrames(Int64(rate), atSpeed: fastest)) / rate
    ) + 1
  }

  /// Source frames that a stretcher waits for, and what reads the stretched sound `ratio` times as fast.
  private func stretchFrames(
    _ rate: Int,
    _ speed: Double,
    _ ratio: Double,
    _ keepsFormants: Bool
  ) -> Int {
    guard Self.keptRates.contains(rate) else { return 0 }
    let (rest, each) = lookahead.withLock { known in
      if known.rate != rate {
        let rest = StretchPlan.lookahead(rate: rate, atSpeed: 0)
        known = (rate, rest, StretchPlan.lookahead(rate: rate, atSpeed: 1) - rest)
      }
      return (known.rest, known.each)
    }
    let read = MappedShifter<Float>
      .lookahead(rate: rate, ratio: ratio, keepsFormants: keepsFormants)
    return rest + Int(min(Double(each + read) * speed / ratio, 0x1p40))
  }
}

extension AudioRetime.Settings {
  /// Whether the formants of what is shifted stay where they are.
  var keepsFormants: Bool { formants == 1 }

  /// Source frames that a fade waits for: what comes before it, its own and as many behind the jump.
  ///
  /// `speed`: the greatest, in source frames for each output frame.
  fileprivate func fadeFrames(_ rate: Int64, atSpeed speed: Double) -> Int {
    guard map.hasJoints || pitch.ratio != nil && map.map != nil else { return 0 }
    // What is stretched fades for a two-hundredth of a second at least.
    let ratio = pitch.ratio?.doubleValue ?? 1
    let least = pitch.ratio == nil ? 0 : 0.005
    let frames = max(least, fade.seconds * ratio) * Double(rate) * 1.5
    return Int((frames * max(1, speed / ratio)).rounded(.up))
  }
}
