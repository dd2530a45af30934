// SPDX-License-Identifier: MPL-2.0

/// Compares the levels, the colors and the detail of each frame that was found with the one that was made.
///
/// A frame passes where it fits the frame of its time or one of its neighbors, so that a time that was rounded is not a
/// fault here. Only runs of more than two frames count. Memory does not grow with the number of frames.
public struct PictureFidelity: Sendable {
  /// A difference that no codec makes.
  public enum Fault: Sendable, Hashable {
    /// Brightness or contrast.
    case levels
    /// Hue, saturation, or swapped color components.
    case colors
    /// Another image: foreign, mirrored, moved, or flat.
    case content
    /// Detail is missing or exaggerated, as after a blur or a sharpener.
    case blur
    /// Detail was added, as by noise or coarse blocks.
    case noise
  }

  /// The runs of faults, complete after ``finish()``.
  public private(set) var runs = FaultRuns<Fault> { _ in 3 }
  private var made: [Sketch] = []
  private var pending: (found: Sketch?, time: Double)?

  /// A comparison of no frames yet.
  public init() {}

  /// Takes the next frame that was made, and what was found in its place at `time`, in seconds.
  public mutating func take(made wanted: Sketch, found: Sketch?, at time: Double) {
    made.append(wanted)
    judge(until: time)
    pending = (found, time)
    if made.count > 2 { made.removeFirst(made.count - 2) }
  }

  /// Judges the last frame.
  public mutating func finish() {
    judge(until: pending?.time ?? 0)
    pending = nil
    runs.finish()
  }

  private mutating func judge(until end: Double) {
    guard let (found, time) = pending else { return }
    guard let found else { return runs.note([], from: time, to: end) }
    var best: Set<Fault>?
    // The frame of its time is tried first; it is the last but one, or at the end the last.
    for wanted in made.reversed() {
      let faults = wanted.faults(of: found)
      if faults.isEmpty { return runs.note([], from: time, to: end) }
      best = best.map { $0.count <= faults.count ? $0 : faults } ?? faults
    }
    runs.note(best ?? [], from: time, to: end)
  }
}
