// SPDX-License-Identifier: MPL-2.0

import Resampling

/// A provider that returns the samples of an array with scripted results.
struct ScriptedProvider: SampleProvider {
  /// One result.
  enum Answer {
    /// At most this number of frames.
    case upTo(Int)
    /// No data now.
    case noDataNow
    /// An error.
    case failure
    /// Claims this number of frames, whatever was requested and is available.
    case claim(Int)
  }

  /// The error that a test throws.
  struct Failure: Error, Equatable {}

  let channelCount: Int
  let samples: [Double]
  /// The results in turn; after the last one, all that is requested.
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

/// Reads to the end; `request` returns the size of each request in frames.
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

/// One read from a provider, into an array.
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
