// SPDX-License-Identifier: MPL-2.0

/// The positions of a section whose speed changes from one value to another, linearly or by smoothstep.
struct EasedPositions: Hashable, Sendable {
  /// The position at the start of the section, and its length in source frames, negative if played backward.
  let base: Double, length: Double
  /// The duration of the section in output frames, and the part of it that precedes its first output frame.
  let frames: Double, late: Double
  /// The first and the last speed, in source frames per output frame, negative if played backward.
  let speeds: SIMD2<Double>
  /// The first speed divided by the mean of both, from 0 to 2.
  let share: Double
  let ease: Ease

  /// Returns the position `frame` output frames after the section's first one.
  @inline(__always)
  func position(_ frame: Double) -> Double {
    let elapsed = frame + late
    if elapsed <= 0 { return base + elapsed * speeds[0] }
    if elapsed >= frames { return base + length + (elapsed - frames) * speeds[1] }
    let u = elapsed / frames
    let eased = ease == .linear ? u * u : u * u * u * (2 - u)
    return base + length * (share * u + (1 - share) * eased)
  }

  /// Returns the magnitude of the speed `frame` output frames after the section's first one.
  func speed(_ frame: Double) -> Double {
    let elapsed = frame + late
    if elapsed <= 0 { return speeds[0].magnitude }
    if elapsed >= frames { return speeds[1].magnitude }
    let u = elapsed / frames
    let slope = ease == .linear ? 2 * u : u * u * (6 - 4 * u)
    return (length / frames * (share + (1 - share) * slope)).magnitude
  }
}
