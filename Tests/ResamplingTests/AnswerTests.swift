// SPDX-License-Identifier: MPL-2.0

import Resampling
import Testing

@Suite struct `Results of reading a resampler` {
  static let rates = [(48_000, 48_000), (48_000, 96_000), (48_000, 16_000)]

  @Test(arguments: rates)
  func `A provider's result is passed on after the frames that are ready`(
    source: Int,
    destination: Int
  ) throws {
    let count = 20_000
    var resampler = try Resampler(
      sourceRate: source,
      destinationRate: destination,
      provider: ScriptedProvider(
        [Double](repeating: 0.25, count: count),
        answers: [.noDataNow, .upTo(1_024), .failure, .upTo(9_999), .noDataNow, .failure]
      )
    )
    var buffer = [Double](repeating: 0, count: 200_000)
    var frames = 0
    var pauses = 0
    var failures = 0
    answers: while true {
      do {
        switch try read(&resampler, into: &buffer) {
        case .data(let count): frames += count
        case .noDataNow: pauses += 1
        case .end: break answers
        }
      } catch {
        #expect(error == .source(ScriptedProvider.Failure()))
        failures += 1
      }
    }
    #expect(frames == resampler.outputFrameCount(ofSource: count))
    #expect(failures == 2)
    #expect((1...2).contains(pauses))
    for _ in 0..<3 { #expect(try read(&resampler, into: &buffer) == .end) }
  }

  @Test(arguments: rates)
  func `No data now is returned while nothing arrives, after one request for each read`(
    source: Int,
    destination: Int
  ) throws {
    var resampler = try Resampler(
      sourceRate: source,
      destinationRate: destination,
      provider: ScriptedProvider(
        [0.5],
        answers: [.noDataNow, .upTo(0), .noDataNow, .claim(0)]
      )
    )
    var buffer = [Double](repeating: 0, count: 10)
    for _ in 0..<4 { #expect(try read(&resampler, into: &buffer) == .noDataNow) }
    let rest = try everything(&resampler)
    #expect(rest.count == resampler.outputFrameCount(ofSource: 1))
  }

  @Test(arguments: [1_025, -1, Int.max, Int.min])
  func `A provider that miscounts is reported`(claim: Int) throws {
    var resampler = try Resampler(
      sourceRate: 1,
      destinationRate: 2,
      provider: ScriptedProvider([0.5], answers: [.claim(claim)])
    )
    var buffer = [Double](repeating: 0, count: 10)
    let error = #expect(throws: ProviderError<ScriptedProvider.Failure>.self) {
      _ = try read(&resampler, into: &buffer)
    }
    #expect(error == .miscounted(frames: claim, asked: 1_024))
    #expect(
      error?.description
        == "a provider was asked for 1024 frames and says \(claim): it must say 0 to 1024"
    )
  }

  @Test func `Results pass through a chain of resamplers`() throws {
    var chain = try Resampler(
      sourceRate: 96_000,
      destinationRate: 44_100,
      provider: Resampler(
        sourceRate: 48_000,
        destinationRate: 96_000,
        provider: ScriptedProvider(
          [Double](repeating: 0.5, count: 48_000),
          answers: [.noDataNow] + [ScriptedProvider.Answer](repeating: .upTo(800), count: 40)
            + [.failure]
        )
      ),
      channelCount: 2
    )
    var buffer = [Double](repeating: 0, count: 40_000)
    #expect(try read(&chain, into: &buffer) == .noDataNow)
    var frames = 0
    do {
      while case .data(let count) = try read(&chain, into: &buffer) { frames += count }
    } catch {
      #expect(error == .source(.source(ScriptedProvider.Failure())))
    }
    #expect(frames > 0)
    let rest = try everything(&chain)
    #expect(frames + rest.count / 2 == 44_100)
  }
}
