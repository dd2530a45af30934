// SPDX-License-Identifier: MPL-2.0

/// A comparison of the power of each band in blocks of a quarter of a second, over half a second and over one and a half.
struct CodedBlocks: Sendable {
  private struct Limits {
    /// The number of blocks, and the least power that is compared, in which a sine at full scale has 0.5.
    let count: Int, leastPower: Float
    /// The decibels that may be missing in each group of bands, and those that may be added.
    let lacking: [Double], added: [Double]
  }

  private static let limits = [
    Limits(count: 2, leastPower: 1e-7, lacking: [8, 13, 12, 9], added: [6.3, 7.6, 6, 6]),
    Limits(count: 6, leastPower: 1e-6, lacking: [4.5, 6.1, 6, 6], added: [3.5, 4, 4, 4]),
  ]
  /// The share of neighboring bands that masks a band, by distance.
  private static let spread: [Float] = [1.6e-2, 2.5e-3, 4e-4]
  /// The least share of the loudest band that is compared.
  private static let leastShare: Float = 1e-4

  /// The runs of blocks with faults, complete at the end.
  private(set) var runs = FaultRuns<CodedAudioFidelity.Fault> { _ in 1 }
  private let bands: CodedBands
  /// The last blocks, with the faults found so far.
  private var blocks: [Block] = []

  private struct Block {
    var made: [Float], found: [Float]
    let start: Double, end: Double
    var faults: Set<CodedAudioFidelity.Fault> = []
  }

  init(_ bands: CodedBands) { self.bands = bands }

  /// Compares the next windows.
  mutating func take(_ windows: ArraySlice<CodedBands.Window>) {
    guard let first = windows.first, let last = windows.last else { return }
    blocks.append(
      Block(
        made: mean(windows.map(\.made)),
        found: mean(windows.map(\.found)),
        start: first.start,
        end: last.start
      )
    )
    for limit in Self.limits where blocks.count >= limit.count {
      let range = blocks.count - limit.count..<blocks.count
      let faults = faults(of: blocks[range], limit)
      for index in range { blocks[index].faults.formUnion(faults) }
    }
    if blocks.count == Self.limits.map(\.count).max() { note(blocks.removeFirst()) }
  }

  /// Ends the last runs.
  mutating func finish() {
    for block in blocks { note(block) }
    blocks = []
    runs.finish()
  }

  private mutating func note(_ block: Block) {
    runs.note(block.faults, from: block.start, to: block.end)
  }

  private func faults(of blocks: ArraySlice<Block>, _ limits: Limits) -> Set<
    CodedAudioFidelity.Fault
  > {
    let (made, found) = (mean(blocks.map(\.made)), mean(blocks.map(\.found)))
    let least = max(limits.leastPower, Self.leastShare * (made.max() ?? 0))
    var faults: Set<CodedAudioFidelity.Fault> = []
    for band in made.indices {
      let group = bands.groups[band]
      let floor = max(least, masking(made, at: band))
      let lost = BandPowers.decibels(made[band] / max(found[band], 1e-12))
      if made[band] > floor, !bands.isCutOff[band], lost > limits.lacking[group.rawValue] {
        faults.insert(.lacking(group))
      }
      let more = BandPowers.decibels((found[band] + floor) / (made[band] + floor))
      if more > limits.added[group.rawValue] { faults.insert(.added(group)) }
    }
    return faults
  }

  /// Returns the mean power of each band.
  private func mean(_ powers: [[Float]]) -> [Float] {
    (0..<bands.count).map { band in powers.reduce(0) { $0 + $1[band] } / Float(powers.count) }
  }

  /// Returns the power up to which the neighbors of a band mask it.
  private func masking(_ made: [Float], at band: Int) -> Float {
    var floor: Float = 0
    for (index, share) in Self.spread.enumerated() {
      for other in [band - index - 1, band + index + 1] where made.indices.contains(other) {
        floor = max(floor, share * made[other])
      }
    }
    return floor
  }
}
