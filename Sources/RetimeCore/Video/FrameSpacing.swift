// SPDX-License-Identifier: MPL-2.0

/// A detector of the constant frame rate of a track.
///
/// A rate counts as constant if every frame lies on its grid, as far as the container's clock can
/// tell, and at most one place in ten of that grid is empty. This is tested for the rate that the
/// source states, then for the usual rates. All other tracks have a variable frame rate: each frame
/// has a time of its own.
///
/// Frames may arrive in decode order. Memory is constant.
package struct FrameSpacing: Sendable {
  /// A candidate rate of the frames.
  private struct Grid: Sendable {
    let rate: FrameRate
    let grid: FrameGrid
    var places = GridCoverage()

    init(_ rate: FrameRate, granularity: RationalTime, first: StreamTime) {
      self.rate = rate
      grid = FrameGrid(frameRate: rate, granularity: granularity, first: first, origin: first)
    }

    /// Records a frame; returns whether it lies on the grid.
    mutating func note(_ time: StreamTime) -> Bool {
      let place = grid.time(of: time).rational * rate.rational
      guard place.denominator == 1 else { return false }
      places.note(Int(clamping: place.numerator))
      return true
    }
  }

  private let statedRate: FrameRate?
  private let granularity: RationalTime
  /// The grid of the stated rate, while all frames lie on it.
  private var stated: Grid?
  /// The grids of usual rates on which all frames lie.
  private var usual: [Grid] = []
  private var frames = 0
  private var first = StreamTime.latest, last = StreamTime.earliest
  /// The latest frames, in order of time.
  private var recent: [StreamTime] = []
  private var gap: StreamTime?
  private var longestRun: StreamTime = 0

  /// The number of frames in a run: more than any usual encoder holds to reorder them.
  package static let run = 8

  /// The number of frames by which one may be late, and the number after which a stated rate that holds is tested alone.
  private static let window = 32, trial = 1024

  /// Creates a detector without frames.
  ///
  /// - Parameters:
  ///   - statedRate: The rate that the source states, if any.
  ///   - granularity: The step between timestamps that the container can store.
  package init(statedRate: FrameRate?, granularity: RationalTime) {
    (self.statedRate, self.granularity) = (statedRate, granularity)
  }

  /// Records a frame that starts at `time`.
  package mutating func note(_ time: StreamTime) {
    if frames == 0 {
      let grid = { [granularity] (rate: FrameRate) in
        Grid(rate, granularity: granularity, first: time)
      }
      stated = statedRate.map(grid)
      usual = FrameRate.usual.filter { $0 != statedRate }.map(grid)
    }
    frames += 1
    (first, last) = (min(first, time), max(last, time))
    if stated?.note(time) == false { stated = nil }
    for index in usual.indices.reversed() where !usual[index].note(time) { usual.remove(at: index) }
    if frames == Self.trial, stated?.places.isMostlyFilled == true { usual = [] }
    noteGap(time)
  }

  private mutating func noteGap(_ time: StreamTime) {
    recent.insert(time, at: recent.lastIndex { $0 <= time }.map { $0 + 1 } ?? 0)
    guard recent.count > Self.window else { return }
    gap = Self.shorter(gap, from: recent[0], to: recent[1])
    longestRun = max(longestRun, recent[Self.run] - recent[0])
    recent.removeFirst()
  }

  private static func shorter(_ gap: StreamTime?, from: StreamTime, to: StreamTime) -> StreamTime? {
    to > from ? min(gap ?? .latest, to - from) : gap
  }

  /// The rate on whose grid every frame lies, with or without gaps; nil if there is none.
  package var gridRate: FrameRate? { grid?.rate }

  /// The constant rate of the frames; nil if it varies, or if no rate is stated for a single frame.
  package var constantRate: FrameRate? {
    guard let grid, grid.places.isMostlyFilled else { return nil }
    return grid.rate
  }

  /// Whether every place of the grid has exactly one frame.
  package var isDense: Bool { grid?.places.isDense ?? false }

  private var grid: Grid? {
    if let stated, stated.places.isMostlyFilled { return stated }
    guard frames > 1, last > first else { return stated }
    let average = Double(frames - 1) / RationalTime(last - first).seconds
    let off = { (grid: Grid) in abs(grid.rate.rational.doubleValue / average - 1) }
    let filled = usual.filter { $0.places.isMostlyFilled && !$0.places.isDouble }
    return filled.min { off($0) < off($1) } ?? stated
  }

  /// The shortest time from one frame to the next; nil without two frames.
  package var shortestGap: RationalTime? {
    let gap = zip(recent, recent.dropFirst()).reduce(gap) { Self.shorter($0, from: $1.0, to: $1.1) }
    guard let gap else { return nil }
    guard let rate = gridRate?.rational else { return RationalTime(gap) }
    let places = max(1, (RationalTime(gap).rational * rate).rounded())
    return RationalTime(seconds: Rational(reducing: places, over: 1) / rate)
  }

  /// The longest duration of ``run`` consecutive frames.
  package var longestRunLength: StreamTime {
    guard let newest = recent.last else { return 0 }
    return recent.indices.reduce(longestRun) { longest, index in
      let end = index + Self.run < recent.count ? recent[index + Self.run] : newest
      return max(longest, end - recent[index])
    }
  }
}

extension FrameRate {
  /// The rates that every player supports, in ascending order.
  private static let played = rates([
    (24_000, 1001), (24, 1), (25, 1), (30_000, 1001), (30, 1), (50, 1), (60_000, 1001), (60, 1),
    (120_000, 1001), (120, 1),
  ])

  /// The usual rates of sources.
  fileprivate static let usual =
    played + rates([(10, 1), (12, 1), (15, 1), (48, 1), (100, 1)])

  private static func rates(_ values: [(Int32, Int32)]) -> [FrameRate] {
    values.compactMap { try? FrameRate(numerator: $0.0, denominator: $0.1) }
  }

  /// Returns the lowest rate in common use at which frames `gap` apart fall on separate ticks.
  ///
  /// Returns the highest such rate, 120, if they are closer.
  package static func separating(_ gap: RationalTime) -> FrameRate {
    played.first { $0.time(ofTick: 1) <= gap } ?? played[played.count - 1]
  }
}
