// SPDX-License-Identifier: MPL-2.0

/// A comparison of each channel of the audio found with the expected channel, piece by piece.
package struct AudioFidelity: Sendable {
  /// A difference that no codec makes.
  package struct Fault: Sendable, Hashable {
    /// The kind of the difference.
    package enum Kind: Sendable, Hashable {
      case silent, added, foreign, swapped, merged, inverted, gain, dropout, level, bands
      /// Samples that differ although the codec is lossless.
      case altered
    }
    /// The kind of the difference.
    package let kind: Kind
    /// The channel, from 1; 0 for all of them.
    package let channel: Int

    package init(kind: Kind, channel: Int) { (self.kind, self.channel) = (kind, channel) }
  }

  /// A piece of each channel, as expected and as found.
  struct Piece {
    /// The expected channels, and the found ones, which extend ``AudioAlignment/reach`` frames beyond either end.
    let made: [[Float]], found: [[Float]]
    /// The power of the expected channels together, before they are reduced to a lower rate.
    let power: Float
    /// The delay of the found piece, in frames.
    let lag: Int
    /// The number of frames in which audio is expected.
    let count: Int
    /// The start and the length, in seconds of the result.
    let start: Double, length: Double
  }

  /// The runs of faults, complete at the end of the comparison.
  package private(set) var runs = FaultRuns<Fault> { fault in
    switch fault.kind {
    case .silent, .added: blocksOfSilence
    case .foreign: blocksOfForeign
    case .swapped, .merged, .inverted, .gain, .bands: 2 * blocksOfPiece
    case .dropout: 2
    case .level, .altered: 1
    }
  }
  /// The number of blocks in a piece, 12.8 ms each at 8,000 frames per second, and the shortest silence, in blocks.
  ///
  /// Silence of 102 ms contains seven whole blocks, wherever it starts.
  private static let blocksOfPiece = 40, blocksOfSilence = 7
  /// The shortest different audio, in blocks: 141 ms.
  private static let blocksOfForeign = 11
  /// The blocks at the start in which AAC without its first packet fades in, at up to 8,000 frames per second.
  private static let blocksOfFadeIn = 12
  private let alignment: AudioAlignment
  private let spectra = SpectrumDistance()
  private let levels = BandLevels()

  init(_ alignment: AudioAlignment) { self.alignment = alignment }

  mutating func take(_ piece: Piece) {
    let range = 0..<piece.count
    guard !range.isEmpty, !piece.made.isEmpty else { return }
    let found = piece.found.map { Array($0[(alignment.reach + piece.lag)...].prefix(piece.count)) }
    let made = piece.made.map { Array($0.prefix(piece.count)) }
    let differences = levels.differences(made, found, power: piece.power)
    var whole = faults(piece, made, found)
    if differences.hasOtherBands { whole.insert(Fault(kind: .bands, channel: 0)) }
    let loud = 0.05 * made.map { Self.power($0, range) }.reduce(0, +)
    let others = spectra.unlike(Self.mean(made), Self.mean(found))
    let blocks = Self.blocksOfPiece
    for block in 0..<blocks {
      let part = block * piece.count / blocks..<(block + 1) * piece.count / blocks
      guard !part.isEmpty else { continue }
      var faults = whole
      let powers = made.map { Self.power($0, part) }
      let powersFound = found.map { Self.power($0, part) }
      let (all, allFound) = (powers.reduce(0, +), powersFound.reduce(0, +))
      // A codec may drop what a louder channel masks.
      let audible = max(1e-5, 1e-3 * (powers.max() ?? 0))
      for (channel, wanted) in powers.enumerated() {
        let there = powersFound[channel]
        if wanted > audible, there < wanted * 1e-3 {
          faults.insert(Fault(kind: .silent, channel: channel + 1))
        } else if wanted < 1e-8, there > 1e-4 {
          faults.insert(Fault(kind: .added, channel: channel + 1))
        }
      }
      if piece.start > 0 || block >= Self.blocksOfFadeIn,
        all > max(1e-4, loud), allFound < 1e-2 * all
      {
        faults.insert(Fault(kind: .dropout, channel: 0))
      }
      if differences.levels.contains(where: { $0.overlaps(part) }) {
        faults.insert(Fault(kind: .level, channel: 0))
      }
      if others.contains(where: { $0.overlaps(part) }) {
        faults.insert(Fault(kind: .foreign, channel: 0))
      }
      let at = { (index: Int) in piece.start + piece.length * Double(index) / Double(blocks) }
      runs.note(faults, from: at(block), to: at(block + 1))
    }
  }

  /// Ends the last runs.
  mutating func finish() { runs.finish() }

  /// Returns the faults of a whole piece.
  private func faults(_ piece: Piece, _ made: [[Float]], _ found: [[Float]]) -> Set<Fault> {
    var faults: Set<Fault> = []
    for channel in made.indices {
      let (wanted, there) = (made[channel], found[channel])
      guard Self.power(wanted, wanted.indices) > 1e-5, Self.power(there, there.indices) > 1e-6
      else { continue }
      let (own, gain) = Self.likeness(wanted, there)
      if own < -0.7, isInverted(piece, channel) {
        faults.insert(Fault(kind: .inverted, channel: channel + 1))
      }
      if own > 0.95, gain < 0.72 || gain > 1.39 {
        faults.insert(Fault(kind: .gain, channel: channel + 1))
      }
      for other in made.indices where other != channel && own < 0.95 {
        guard Self.likeness(made[channel], made[other]).0 < 0.8 else { continue }
        if Self.likeness(wanted, found[other]).0 > max(0.8, own + 0.3), !isItself(piece, channel) {
          faults.insert(Fault(kind: .swapped, channel: channel + 1))
        }
        if Self.likeness(there, found[other]).0 > 0.998 {
          faults.insert(Fault(kind: .merged, channel: channel + 1))
        }
      }
    }
    return faults
  }

  /// Returns whether a channel is found inverted, and not upright at another delay, as a tone is half a period later.
  private func isInverted(_ piece: Piece, _ channel: Int) -> Bool {
    guard let finding = alignment.find(piece.made[channel].map(-), in: piece.found[channel]) else {
      return false
    }
    return finding.isCertain && finding.likeness > 0.9 && abs(finding.lag - Double(piece.lag)) <= 2
  }

  /// Returns whether a channel is found in its own place, possibly earlier or later.
  private func isItself(_ piece: Piece, _ channel: Int) -> Bool {
    let finding = alignment.find(piece.made[channel], in: piece.found[channel])
    return finding.map { $0.likeness > 0.8 } ?? false
  }

  private static func mean(_ channels: [[Float]]) -> [Float] {
    channels[0].indices.map { index in
      channels.reduce(Float(0)) { $0 + $1[index] } / Float(channels.count)
    }
  }

  private static func power(_ values: [Float], _ range: Range<Int>) -> Double {
    var sum: Float = 0
    for index in range { sum += values[index] * values[index] }
    return Double(sum) / Double(range.count)
  }

  /// Returns the correlation of two signals, from -1 to 1, and the gain of the second one over the first.
  private static func likeness(_ one: [Float], _ other: [Float]) -> (Float, Float) {
    var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
    for index in one.indices {
      ab += one[index] * other[index]
      aa += one[index] * one[index]
      bb += other[index] * other[index]
    }
    guard aa > 0, bb > 0 else { return (0, 0) }
    return (ab / (aa * bb).squareRoot(), ab / aa)
  }
}
