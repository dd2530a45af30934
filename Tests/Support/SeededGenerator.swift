// SPDX-License-Identifier: MPL-2.0

import Foundation

/// A reproducible source of random numbers.
///
/// SplitMix64: Steele, Lea, Flood 2014, doi:10.1145/2660193.2660195.
public struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  /// The seed of this run: the environment's RETIME_SEED, else a new one.
  ///
  /// Put it into the message of every expectation on random data.
  public static let seed =
    ProcessInfo.processInfo.environment["RETIME_SEED"].flatMap { UInt64($0) }
    ?? .random(in: 1...99_999)

  /// A generator that starts from `seed`.
  public init(seed: UInt64 = Self.seed) {
    state = seed
  }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
