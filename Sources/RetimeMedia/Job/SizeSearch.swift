// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore

/// The search for the encoder settings with which a result has a size.
///
/// The job is made several times, each time with a setting that follows from the sizes before. The
/// size is accepted from 98 % of the limit on.
struct SizeSearch {
  /// The maximum number of times that the job is made.
  static let mostRuns = 10

  /// The maximum size, in bytes.
  let limit: Int
  private let setting: SizeSetting
  /// The current value of the setting.
  private(set) var value: Double
  /// The settings so far, with the sizes that they gave.
  private var taken: [(value: Double, size: Int)] = []

  /// Whether the job is made again.
  enum Step { case done, again }

  /// Creates a search for a plan.
  ///
  /// - Throws: `usage` if nothing in the plan has a size that can be set.
  init(_ plan: Plan, limit: Int) throws(RetimeError) {
    let video = plan.tracks.filter { if case .video = $0.media { true } else { false } }
    let encoders = Set(video.map { $0.encoder ?? "" })
    try self.init(
      encoder: encoders.count == 1 ? encoders.first ?? "" : "",
      seconds: plan.duration * Double(max(1, video.count)),
      limit: limit
    )
  }

  /// Creates a search for the encoder of all video tracks, which have `seconds` in all.
  init(encoder: String, seconds: Double, limit: Int) throws(RetimeError) {
    let factory = LaunchDescription(encoder).firstElement ?? ""
    guard let setting = SizeSetting.video[factory] else {
      throw RetimeError(
        .usage,
        "--fit-size needs video that is encoded by one of \(SizeSetting.video.keys.sorted().joined(separator: ", ")), "
          + "and not by \(factory.isEmpty ? "none" : factory)"
      )
    }
    (self.limit, self.setting) = (limit, setting)
    value = setting.first(for: 8 * Double(limit) / max(seconds, 0.1))
  }

  /// Returns the plan with the current setting.
  func applied(to plan: Plan) -> Plan {
    var plan = plan
    for index in plan.tracks.indices {
      guard case .video = plan.tracks[index].media, let text = plan.tracks[index].encoder,
        let factory = LaunchDescription(text).firstElement
      else { continue }
      let encoder = setting.applied(value, to: text, of: factory)
      plan.tracks[index].encoder = encoder
      // A check of the result later judges it by these settings.
      plan.metadata.trace = plan.metadata.trace.map {
        JobTrace($0)?.adding("video-encoder", encoder).comments ?? $0
      }
    }
    return plan
  }

  /// Takes the size of a result, and chooses the next setting.
  ///
  /// - Throws: `usage` if the smallest result is above the limit.
  mutating func take(_ size: Int) throws(RetimeError) -> Step {
    taken.append((value, size))
    let isLast = taken.count >= Self.mostRuns
    if size <= limit {
      if isGood(size) || isBest || isLast { return .done }
    } else if value <= setting.range.lowerBound || taken.count >= 2 * Self.mostRuns {
      throw RetimeError(
        .usage,
        "the result cannot have \(limit) bytes: at the lowest quality it has \(size), so give a higher --fit-size, or make "
          + "it shorter or smaller"
      )
    }
    value = isLast ? under ?? setting.range.lowerBound : next
    return .again
  }

  /// Whether the setting is the highest.
  var isBest: Bool { value >= setting.range.upperBound }

  /// Whether a size is accepted at once.
  func isGood(_ size: Int) -> Bool { size <= limit && Double(size) >= 0.98 * Double(limit) }

  /// The highest setting that gave a size below the limit, and the lowest that gave one above it.
  private var under: Double? { taken.filter { $0.size <= limit }.map(\.value).max() }
  private var over: Double? { taken.filter { $0.size > limit }.map(\.value).min() }

  /// The next setting.
  ///
  /// A part of the size is the same at every setting, and the rest grows with the bit rate: a line
  /// through the last two sizes, over the bit rate, leads to the wanted one.
  private var next: Double {
    let goal = 0.991 * Double(limit)
    let (low, high) = (under ?? setting.range.lowerBound, over ?? setting.range.upperBound)
    guard let last = taken.last else { return value }
    var next = last.value + logarithm2(goal / Double(max(last.size, 1)))
    if taken.count > 1, case let before = taken[taken.count - 2], before.size != last.size {
      let (one, two) = (exponential2(before.value), exponential2(last.value))
      let slope = (two - one) / Double(last.size - before.size)
      let wanted = two + (goal - Double(last.size)) * slope
      next = slope > 0 && wanted > 0 ? logarithm2(wanted) : slope > 0 ? low : (low + high) / 2
    }
    // Between settings that are known to be too low and too high, not at one of them.
    guard under != nil || over != nil, low < high else { return next }
    let margin = (high - low) * 0.02
    let floor = under == nil ? low : low + margin
    return min(max(next, floor), over == nil ? high : high - margin)
  }
}
