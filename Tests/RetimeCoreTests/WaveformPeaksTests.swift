// SPDX-License-Identifier: MPL-2.0

@testable import RetimeCore
import TestSupport
import Testing

@Suite struct `Waveform peaks` {
  @Test func `Peaks are the extremes of all samples of their column, for any blocks`() {
    var random = SeededGenerator()
    let samples = (0..<20_001).map { _ in Float.random(in: -1...1, using: &random) }
    var whole = WaveformPeaks(limit: 50)
    whole.append(samples.span, channelCount: 3)
    #expect(whole.frameCount == 6667)
    var split = WaveformPeaks(limit: 50)
    var start = 0
    while start < samples.count {
      let end = min(samples.count, start + 3 * Int.random(in: 1...400, using: &random))
      split.append(samples.span.extracting(start..<end), channelCount: 3)
      start = end
    }
    #expect(split.columns == whole.columns)
    // 6,667 frames in groups of 128 are 53, in 50 columns.
    let groups = (0..<53).map { group in
      samples[group * 384..<min(samples.count, (group + 1) * 384)]
    }
    let expected = (0..<50).map { column in
      let all = groups.indices.filter { $0 * 50 / 53 == column }.flatMap { groups[$0] }
      return WaveformPeaks.Peak(least: all.min() ?? 0, greatest: all.max() ?? 0)
    }
    #expect(whole.columns == expected)
  }

  @Test func `Peaks of few frames are the frames themselves`() {
    var peaks = WaveformPeaks(limit: 10)
    #expect(peaks.columns.isEmpty)
    peaks.append([0.5, -0.25, .nan].span, channelCount: 1)
    #expect(peaks.columns.map(\.least) == [0.5, -0.25, 0])
    #expect(peaks.columns.map(\.greatest) == [0.5, -0.25, 0])
  }

  @Test func `Peaks of silence are zero, also beside audio`() {
    var peaks = WaveformPeaks(limit: 4)
    peaks.appendSilence(frames: 1000)
    #expect(peaks.columns.allSatisfy { $0 == .init(least: 0, greatest: 0) })
    peaks.append([Float](repeating: 0.5, count: 1000).span, channelCount: 1)
    #expect(peaks.frameCount == 2000)
    #expect(peaks.columns.first == .init(least: 0, greatest: 0))
    #expect(peaks.columns.last == .init(least: 0.5, greatest: 0.5))
  }
}
