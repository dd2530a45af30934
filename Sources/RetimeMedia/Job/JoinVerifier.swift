// SPDX-License-Identifier: MPL-2.0

internal import RetimeCore
internal import RetimeSystem

/// The comparison of a smart rendering, frame by frame.
struct JoinVerifier {
  private let pieces: [Plan.Smart.Piece]
  /// The piece of the next frame, and the number of frames before that piece.
  private var index = 0, before = 0
  private var comparison = JoinComparison()
  /// The differences within the current piece.
  private var difference = Difference()
  private var compared = 0
  /// The runs of copied frames that differ, in seconds of the result.
  private var different: [Range<Double>] = []
  private let peak: Double

  /// Creates a verifier; `peak` is the largest possible value.
  init(_ smart: Plan.Smart, peak: Double) {
    pieces = smart.pieces
    self.peak = peak
  }

  /// Takes the comparison of a planned frame, by its number; in order.
  ///
  /// `start` and `end`: the planned time, in seconds of the result.
  mutating func take(
    _ frame: Int,
    _ frameDifference: Difference,
    from start: Double,
    to end: Double
  ) {
    while index < pieces.count, frame >= before + pieces[index].frames { endPiece() }
    // Without pieces, every frame is a packet of the source.
    if index < pieces.count, pieces[index].copied == nil {
      difference.merge(frameDifference)
      compared += 1
      return
    }
    comparison.copied += 1
    if frameDifference.isNone {
      comparison.identical += 1
    } else if let last = different.last, last.upperBound == start {
      different[different.count - 1] = last.lowerBound..<max(start, end)
    } else {
      different.append(start..<max(start, end))
    }
  }

  private mutating func endPiece() {
    let piece = pieces[index]
    if piece.copied == nil {
      comparison.joins.append(join(piece))
    }
    before += piece.frames
    index += 1
    (difference, compared) = (Difference(), 0)
  }

  private func join(_ piece: Plan.Smart.Piece) -> JoinComparison.Join {
    var join = JoinComparison.Join(
      start: piece.start.seconds,
      end: piece.end.seconds,
      frames: compared
    )
    if difference.meanSquare > 0 {
      join.psnr = Decibels.ofPower(peak * peak / difference.meanSquare)
    }
    return join
  }

  /// Returns the comparison and its faults.
  ///
  /// `isStrict`: whether the result was just made; otherwise it may be encoded again, which changes all frames.
  mutating func finish(
    isStrict: Bool
  ) -> (comparison: JoinComparison, faults: [Verification.Fault]) {
    while index < pieces.count { endPiece() }
    guard isStrict || comparison.identical > 0 else { return (comparison, []) }
    let faults = different.map {
      Verification.Fault(
        text: "copied video frames are not identical",
        start: $0.lowerBound,
        end: $0.upperBound
      )
    }
    return (comparison, faults)
  }
}
