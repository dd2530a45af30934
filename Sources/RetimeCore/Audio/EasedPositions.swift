// SPDX-License-Identifier: MPL-2.0

/// The positions of a section whose speed goes evenly, or slowly at first and at last, from one value to another.
struct EasedPositions: Hashable, Sendable {
  /// The position where the section begins, and how many source frames it goes on, below 0 backwards.
  let base: Double, length: Double
  /// How many output frames it lasts, and how much of that is over at its first one.
  let frames: Double, late: Double
  /// The speeds at its ends in source frames for each output frame, below 0 backwards.
  let speeds: SIMD2<Double>
  /// The first speed over the mean of both, from 0 to 2.
  let share: Double
  let ease: Ease

  /// The position so many frames after the first one.
  @inline(__always)
  func position(_ frame: Double) -> Double {
    let elapsed = frame + late
    if elapsed <= 0 { return base + elapsed * speeds[0] }
    if elapsed >= frames { return base + length + (elapsed - frames) * speeds[1] }
    let u = elapsed / frames
    let eased = ease == .linear ? u * u : u * u * u * (2 - u)
    return base + length * (share * u + (1 - share) * eased)
  }

  /// The speed there, whichever way.
  func speed(_ frame: Double) -> Double {
    let elapsed = frame + late
    if elapsed <= 0 { return speeds[0].magnitude }
    if elapsed >= frames { return speeds[1].magnitude }
    let u = elapsed / frames
    let slope = ease == .linear ? 2 * u : u * u * (6 - 4 * u)
    return (length / frames * (share + (1 - share) * slope)).magnitude
  }
}
