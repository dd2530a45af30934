// SPDX-License-Identifier: MPL-2.0

import Testing

@testable import RetimeCore

@Suite struct `Band edges of the time stretch` {
  /// Tones that start softly, so that the bands do not restart together.
  @Test(arguments: [(530, 770), (2_270, 2_750)], ["0.75", "1.5"])
  func `Tones at a band edge keep their level`(between: (Int, Int), factor: String) throws {
    let (count, tones) = (24_000, 13)
    var source = [Float]()
    let frequencies = (0..<tones).map { between.0 + (between.1 - between.0) * $0 / (tones - 1) }
    for frequency in frequencies {
      for n in 0..<count {
        let edge = min(1, Double(min(n, count - n)) / 2400)
        source.append(Float(0.2 * edge * unitRoot(frequency * n, of: 48_000).sine))
      }
    }
    let plan = try `Sound that keeps its pitch`.plan(factor, source.count)
    let output = `Sound that keeps its pitch`.stretched(source, plan)
    for (index, frequency) in frequencies.enumerated() {
      let tone = output[output.count * index / tones..<output.count * (index + 1) / tones]
      let middle = tone.dropFirst(tone.count / 3).dropLast(tone.count / 3)
      let loss = `Sound that keeps its pitch`.level(middle) / (0.2 / 2.0.squareRoot())
      // Within 0.3 dB.
      #expect(abs(loss - 1) < 0.035, "\(frequency) Hz")
    }
  }
}
