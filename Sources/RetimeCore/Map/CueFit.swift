// SPDX-License-Identifier: MPL-2.0

/// Cues of a source, and the times at which they are played in the output, such as the lines of a dubbed voice.
///
/// Each cue has one speed, and so has each pause between two cues. Before the first and after the
/// last cue the speed is 1: the first frame is held if the first cue is to start later than in the
/// source, and the start of the source is cut if it is to start earlier.
public struct CueFit: Hashable, Sendable {
  /// A cue: its times in the source and in the output.
  public struct Cue: Hashable, Sendable {
    /// The times at which it starts and ends.
    public let source: Range<RationalTime>, output: Range<RationalTime>

    /// Creates a cue.
    public init(source: Range<RationalTime>, output: Range<RationalTime>) {
      (self.source, self.output) = (source, output)
    }
  }

  /// The cues in the order of the source.
  public let cues: [Cue]
  /// The speeds that cues and pauses may have.
  public let limits: SpeedLimits
  /// Whether cues that cannot be played at their times are played near them.
  public let isBestEffort: Bool

  /// Creates a fit of cues, in any order.
  public init(_ cues: [Cue], within limits: SpeedLimits = .usual, isBestEffort: Bool = false) {
    self.cues = cues.sorted { $0.source.lowerBound < $1.source.lowerBound }
    (self.limits, self.isBestEffort) = (limits, isBestEffort)
  }

  /// Creates a fit of a table in CSV with four columns: start and end in the source, start and end in the output.
  ///
  /// Separators, comments and the line with the columns' names are those of a map's table.
  ///
  /// - Throws: ``MapTextError`` with the line and column of the fault.
  package init(
    table bytes: [UInt8],
    within limits: SpeedLimits = .usual,
    isBestEffort: Bool = false
  ) throws(MapTextError) {
    let cues = try TableRow.rows(of: bytes, titles: ["start", "from", "source"]).map {
      (row) throws(MapTextError) in
      let times = row.cells.compactMap { cell -> RationalTime? in
        if case .time(let time)? = MapDocument.Time(cell.text) { time } else { nil }
      }
      guard times.count == 4, row.cells.count == 4, times[0] < times[1], times[2] < times[3] else {
        throw MapTextError(
          "start, end, new start and new end are allowed, with each start before its end",
          at: row.cells[0].offset,
          of: bytes
        )
      }
      return Cue(source: times[0]..<times[1], output: times[2]..<times[3])
    }
    guard !cues.isEmpty else { throw MapTextError("there are no cues", at: 0, of: bytes) }
    self.init(cues, within: limits, isBestEffort: isBestEffort)
  }
}
