// SPDX-License-Identifier: MPL-2.0

/// A comparison of the levels, the colors and the detail of each frame found with the frame expected.
///
/// A frame passes if it fits the expected frame of its time or one of its neighbors, so that a
/// rounded time is not a fault here. Only runs of more than two frames count. Memory does not grow
/// with the number of frames.
package struct FrameFidelity: Sendable {
  /// A difference that no codec makes.
  package enum Fault: Sendable, Hashable {
    /// Changed brightness or contrast.
    case levels
    /// Changed hue or saturation, or swapped color components.
    case colors
    /// Another image: foreign, mirrored, moved, or uniform.
    case content
    /// Missing or exaggerated detail, as after a blur or a sharpener.
    case blur
    /// Added detail, as by noise or coarse blocks.
    case noise
    /// Another image in a part of the frame, such as a logo, a censored face or a torn frame.
    case region
    /// Another image in all of the frame, so plainly that one frame is enough.
    case flash
  }

  /// The runs of faults, complete after ``finish()``.
  package private(set) var runs = FaultRuns<Fault> { $0 == .flash ? 1 : 3 }
  private var made: [Sketch] = []
  private var pending: (found: Sketch?, time: Double)?

  /// Creates a comparison without frames.
  package init() {}

  /// Adds the next expected frame, and the frame found in its place at `time`, in seconds.
  package mutating func take(made wanted: Sketch, found: Sketch?, at time: Double) {
    made.append(wanted)
    judge(until: time)
    pending = (found, time)
    if made.count > 2 { made.removeFirst(made.count - 2) }
  }

  /// Judges the last frame.
  package mutating func finish() {
    judge(until: pending?.time ?? 0)
    pending = nil
    runs.finish()
  }

  private mutating func judge(until end: Double) {
    guard let (found, time) = pending else { return }
    guard let found else { return runs.note([], from: time, to: end) }
    var best: Set<Fault>?
    // The expected frame of its time is tried first; it is the last but one, or at the end the
    // last.
    for wanted in made.reversed() {
      let faults = wanted.faults(of: found)
      if faults.isEmpty { return runs.note([], from: time, to: end) }
      best = best.map { $0.count <= faults.count ? $0 : faults } ?? faults
    }
    runs.note(best ?? [], from: time, to: end)
  }
}
