// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import Synchronization

/// The settings that an engine has for its whole life, without those that have no effect on it.
struct SoundSettings: Hashable, Sendable {
  private var ratio: Rational?
  private var keepsFormants = false
  private var quality: StretchQuality?
  private var method: Int?
  private var fade: UInt64?

  init(_ settings: AudioRetime.Settings) {
    ratio = settings.pitch.ratio
    if settings.pitch.isShifted { keepsFormants = settings.keepsFormants }
    if ratio == nil { method = settings.method } else { quality = settings.quality }
    if settings.map.map != nil { fade = settings.jointFade }
  }
}

// Changes of the pitch, the formants, the qualities and the fade while audio is played.
extension AudioRetime {
  /// Replaces the engine by one with the current settings, if they have changed.
  ///
  /// The new engine starts with the next buffer, whose first frame is the source frame that is
  /// appended next. It takes over where its windows no longer reach back before that frame. Both
  /// follow the same map, so no output frame is added or lost.
  func replaceEngine(_ settings: Settings, _ layout: AudioLayout, _ stream: inout Stream) -> Flow {
    let wanted = SoundSettings(settings)
    guard let replaced = stream.engine, let base = stream.base, !stream.isWhole else { return .ok }
    guard !replaced.isReplacing else { return .ok }
    guard wanted != stream.sounding else {
      rendering.withLock { if $0.count > 1 { $0.removeFirst($0.count - 1) } }
      return .ok
    }
    let (rate, frame) = (layout.rate, replaced.sourceFrameCount)
    let source = RationalTime(nanoseconds: base.source)
    let map = timing.positions.counted(fromSource: source, output: base.output)
    let output = map.firstFrame(ofSource: frame, rate: rate)
    let moved = map.moved(source: frame, output: output, rate: rate)
    guard let (engine, _) = engine(settings, layout, moved, false, copied: 0) else { return .error }
    let reach =
      settings.pitch.ratio == nil
      ? settings.interpolation.lookahead(atSpeed: max(1, map.highestSpeed.doubleValue))
      : Int(RationalTime(nanoseconds: Self.passage).ticks(timescale: Int64(rate)))
    let fade = Int(RationalTime(nanoseconds: Self.change).ticks(timescale: Int64(rate)))
    let start = max(map.firstFrame(ofSource: frame + reach, rate: rate), output + reach)
    host.log(.info, "changing to \(settings) from output frame \(start) on")
    stream.engine?.replace(by: engine, output: output, at: start, fade: fade)
    stream.sounding = wanted
    rendering.withLock { $0.append(settings) }
    return .ok
  }
}

extension AudioRetime.Settings {
  /// Makes the settings those of audio that passes unchanged at factor 1, without latency.
  mutating func makePassing() { (pitch, method) = (PitchSetting(), 0) }
}
