// SPDX-License-Identifier: MPL-2.0

import Resampling

/// Gives the samples of an array in answers that a test has laid down.
struct ScriptedProvider: SampleProvider {
  /// One answer.
  enum Answer {
    /// A maximum number of frames.
    case upTo(Int)
    /// Nothing now.
    case noDataNow
    /// An error.
    case failure
    /// This number of frames, regardless of the request and of the frames left.
    case claim(Int)
  }

  /// What a test lets go wrong.
  struct Failure: Error, Equatable {}

  let channelCount: Int
  let samples: [Double]
  /// The answers in turn; after the last, as much as is asked for.
  var answers: [Answer] = []
  private var next = 0
  private var place = 0

  init(_ samples: [Double], channelCount: Int = 1, answers: [Answer] = []) {
    self.samples = samples
    self.channelCount = channelCount
    self.answers = answers
  }

  mutating func read(into buffer: inout MutableSpan<Double>) throws(Failure) -> SampleSupply {
    let asked = buffer.count / channelCount
    var limit = asked
    if next < answers.count {
      next += 1
      switch answers[next - 1] {
      case .upTo(let count): limit = min(asked, count)
      case .noDataNow: return .noDataNow
      case .failure: throw Failure()
      case .claim(let count): return .data(frames: count)
      }
    }
    let count = min(limit, samples.count / channelCount - place)
    guard count > 0 || limit == 0 else { return .end }
    for index in 0..<count * channelCount { buffer[index] = samples[place * channelCount + index] }
    place += count
    return .data(frames: count)
  }
}

/// Reads to the end; the size of each request, in frames, comes from `request`.
func everything<Provider: SampleProvider & ~Copyable>(
  _ provider: inout Provider,
  request: () -> Int = { 4_096 }
) throws(Provider.Failure) -> [Double] {
  var all: [Double] = []
  while true {
    let asked = request()
    var buffer = [Double](repeating: .nan, count: asked * provider.channelCount)
    switch try read(&provider, into: &buffer) {
    case .data(let frames): all += buffer[..<(frames * provider.channelCount)]
    case .noDataNow: continue
    case .end: return all
    }
  }
}

/// One answer of a provider, into an array.
func read<Provider: SampleProvider & ~Copyable>(
  _ provider: inout Provider,
  into buffer: inout [Double]
) throws(Provider.Failure) -> SampleSupply {
  var span = buffer.mutableSpan
  return try provider.read(into: &span)
}

/// All of `samples` at another rate.
func resampled(
  _ samples: [Double],
  from source: Int,
  to destination: Int,
  channelCount: Int = 1,
  outputChannels: Int? = nil
) throws -> [Double] {
  var resampler = try Resampler(
    sourceRate: source,
    destinationRate: destination,
    provider: ScriptedProvider(samples, channelCount: channelCount),
    channelCount: outputChannels
  )
  return try everything(&resampler)
}
