// SPDX-License-Identifier: MPL-2.0

/// Finds which of the pictures that were made each picture that was found is, also where it stands in another's place.
///
/// Each is compared with a dozen made before and behind the one whose time it has. In a scene without motion all of these
/// are the same, so the comparison is summed over some thirty pictures. Memory does not grow with their number.
public struct PictureMatcher: Sendable {
  /// How far from its place a picture is looked for.
  private static let reach = 12
  /// Pictures that are judged together.
  private static let blockSize = 32
  /// What codecs that lose much leave of a difference, as where they repeat a block that hardly changes: in clips with x264
  /// at quality 42 and MPEG-4 at 20 up to 0.05 beyond four times the nearest, and a picture that stands in another's place
  /// 0.37 and more, in squares of steps of 8 bits.
  private static let slack: Float = 0.3
  /// How many are told one by one.
  private static let mostStrays = 5

  /// A picture that is not the one that its time wants.
  public struct Stray: Sendable, Equatable {
    /// Its place among those that were found, from 0.
    public let number: Int
    /// When it is shown, and for when the picture was made that it shows, in seconds.
    public let time: Double, shown: Double
  }

  private struct Row {
    let number: Int, time: Double
    /// The distances to the made pictures around, and when those are shown; nil where there are none.
    var distances: [Float?], times: [Double]
    let likeness: [Float]
  }

  /// Pictures that were compared.
  public private(set) var compared = 0
  /// Those that show another picture than they must, and those that are like none of those around.
  public private(set) var wrong = 0, unlike = 0
  /// The longest run of consecutive pictures that are wrong or unlike.
  public private(set) var longestWrong = 0
  private var run = 0
  /// When the first of those is shown, in seconds.
  public private(set) var firstWrong: Double?, firstUnlike: Double?
  /// The first that show another picture, and the first of those in a row that are equally late.
  private var strays: [Stray] = [], turns: [Stray] = []
  private var certain = LatenessTally(step: 5e-4), guessed = LatenessTally(step: 5e-4)
  private var made: [(time: Double, glimpse: Glimpse)] = []
  /// How many of those made are gone.
  private var gone = 0
  private var waiting: [(index: Int, number: Int, time: Double, glimpse: Glimpse)] = []
  private var block: [Row] = []

  /// A comparison of no pictures yet.
  public init() {}

  /// How much later than planned pictures are shown, in seconds, for most of them; nil where none could be compared.
  public var lateness: Double? { certain.median ?? guessed.median }

  /// By how much that changes along the film, in seconds, the outermost twentieths left out.
  public var drift: Double { certain.spread ?? 0 }

  /// Pictures that are shown further from their times than a tolerance in seconds, when all are moved by their lateness.
  public func misplaced(tolerance: Double) -> Int {
    lateness.map { certain.count(furtherThan: tolerance, from: $0) } ?? 0
  }

  /// The first few that show another picture than they must, or are shown further from their times than a tolerance in
  /// seconds: of those in a row that are equally late, the first alone.
  public func strays(tolerance: Double) -> [Stray] {
    let lateness = lateness ?? 0
    let late = turns.filter { abs($0.time - $0.shown - lateness) > tolerance }
    return Array((strays + late).sorted { $0.number < $1.number }.prefix(Self.mostStrays))
  }

  /// Takes the next picture that was made, and when it must be shown.
  public mutating func take(made glimpse: Glimpse, at time: Double) {
    made.append((time, glimpse))
    judge(atEnd: false)
    if made.count > 4 * Self.reach, waiting.first.map({ $0.index - Self.reach > gone }) ?? true {
      made.removeFirst(Self.reach)
      gone += Self.reach
    }
  }

  /// Takes what was found in the place of the picture that was made last, when it is shown, and its place among all
  /// that are found.
  public mutating func take(found glimpse: Glimpse, at time: Double, number: Int) {
    waiting.append((gone + made.count - 1, number, time, glimpse))
  }

  /// Judges what is left.
  public mutating func finish() {
    judge(atEnd: true)
    judgeBlock()
  }

  private mutating func judge(atEnd: Bool) {
    while let next = waiting.first, atEnd || next.index + Self.reach < gone + made.count {
      waiting.removeFirst()
      let around = (next.index - Self.reach...next.index + Self.reach).map { index in
        made.indices.contains(index - gone) ? made[index - gone] : nil
      }
      block.append(
        Row(
          number: next.number,
          time: next.time,
          distances: around.map { $0.map { next.glimpse.distance(to: $0.glimpse) } },
          times: around.map { $0?.time ?? 0 },
          likeness: around.map { $0.map { next.glimpse.likeness(to: $0.glimpse) } ?? 0 }
        )
      )
      if block.count == Self.blockSize { judgeBlock() }
    }
  }

  private mutating func judgeBlock() {
    defer { block = [] }
    guard !block.isEmpty else { return }
    compared += block.count
    let means = (0...2 * Self.reach).map { offset -> Float? in
      let all = block.compactMap { $0.distances[offset] }
      return 2 * all.count > block.count ? all.reduce(0, +) / Float(all.count) : nil
    }
    let known = means.compactMap(\.self)
    guard let best = known.min() else { return }
    let usual = known.reduce(0, +) / Float(known.count)
    let limit = 1.2 * best + 0.3
    let offset =
      means.indices.filter { means[$0].map { $0 <= limit } ?? false }
      .min { abs($0 - Self.reach) < abs($1 - Self.reach) } ?? Self.reach
    let isCertain = usual > 3 * best + 1
    for row in block {
      guard let distance = row.distances[offset] else { continue }
      let late = row.time - row.times[offset]
      if isCertain { certain.note(late) } else { guessed.note(late) }
      let place = row.distances.indices.min {
        row.distances[$0] ?? .infinity < row.distances[$1] ?? .infinity
      }
      let nearest = place.flatMap { row.distances[$0] } ?? distance
      let isUnlike = row.likeness[offset] < 0.5 && distance > 150
      run = isUnlike || distance > 4 * nearest + Self.slack ? run + 1 : 0
      longestWrong = max(longestWrong, run)
      if isUnlike {
        unlike += 1
        firstUnlike = firstUnlike ?? row.time
      } else if distance > 4 * nearest + Self.slack {
        wrong += 1
        firstWrong = firstWrong ?? row.time
        Self.note(row, row.times[place ?? offset], in: &strays)
      } else if isCertain, turns.last.map({ abs($0.time - $0.shown - late) > 0.005 }) ?? true {
        Self.note(row, row.times[offset], in: &turns)
      }
    }
  }

  private static func note(_ row: Row, _ shown: Double, in list: inout [Stray]) {
    guard list.count < 4 * mostStrays else { return }
    list.append(Stray(number: row.number, time: row.time, shown: shown))
  }
}
