// SPDX-License-Identifier: MPL-2.0

import Resampling

func tone(seconds: Int) throws -> [Double] {
  var resampler = try Resampler(
    sourceRate: 44_100,
    destinationRate: 48_000,
    provider: SineGenerator(frequency: 997, sampleRate: 44_100, frameCount: 44_100 * seconds),
    channelCount: 2
  )
  var output: [Double] = []
  var block = [Double](repeating: 0, count: 2 * 1_000)
  while true {
    var span = block.mutableSpan
    switch try resampler.read(into: &span) {
    case .data(let frames): output += block[..<(2 * frames)]
    case .noDataNow: continue  // for live sources; a sine never says so
    case .end: return output
    }
  }
}
