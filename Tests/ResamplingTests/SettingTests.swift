// SPDX-License-Identifier: MPL-2.0

import Resampling
import Testing

@Suite struct `Invalid settings` {
  @Test(arguments: [
    (0, 48_000, ResamplingError.sampleRate(0)),
    (48_000, 0, .sampleRate(0)),
    (-44_100, 48_000, .sampleRate(-44_100)),
    (.min, 1, .sampleRate(.min)),
    (.max, .max, .sampleRate(.max)),
    (1, 257, .ratio(sourceRate: 1, destinationRate: 257)),
    (192_000, 749, .ratio(sourceRate: 192_000, destinationRate: 749)),
  ])
  func `An invalid rate is an error`(source: Int, destination: Int, error: ResamplingError) {
    #expect(throws: error) { _ = try resampled([], from: source, to: destination) }
  }

  @Test(arguments: [0, -1, 257, Int.max, Int.min])
  func `An invalid channel count is an error`(channels: Int) {
    #expect(throws: ResamplingError.channelCount(channels)) {
      _ = try resampled([], from: 1, to: 2, channelCount: channels)
    }
    #expect(throws: ResamplingError.channelCount(channels)) {
      _ = try resampled([], from: 1, to: 2, outputChannels: channels)
    }
    #expect(throws: ResamplingError.channelCount(channels)) {
      _ = try RingBufferProvider(channelCount: channels, capacity: 1)
    }
    #expect(throws: ResamplingError.channelCount(channels)) {
      _ = try SineGenerator(frequency: 1, sampleRate: 8, channelCount: channels)
    }
    #expect(throws: ResamplingError.channelCount(channels)) {
      _ = try SampleReader(ScriptedProvider([], channelCount: channels))
    }
  }

  @Test func `An unsupported channel conversion is an error`() {
    #expect(throws: ResamplingError.channels(source: 2, destination: 6)) {
      _ = try resampled([], from: 1, to: 2, channelCount: 2, outputChannels: 6)
    }
    #expect(throws: ResamplingError.channels(source: 6, destination: 1)) {
      _ = try resampled([], from: 1, to: 1, channelCount: 6, outputChannels: 1)
    }
  }

  @Test func `An invalid tone or buffer is an error`() {
    for frequency in [-1, 24_001, Double.infinity] {
      #expect(throws: ResamplingError.frequency(frequency, sampleRate: 48_000)) {
        _ = try SineGenerator(frequency: frequency, sampleRate: 48_000)
      }
    }
    #expect(throws: ResamplingError.self) {
      _ = try SineGenerator(frequency: .nan, sampleRate: 48_000)
    }
    #expect(throws: ResamplingError.frameCount(-1)) {
      _ = try SineGenerator(frequency: 1, sampleRate: 48_000, frameCount: -1)
    }
    for capacity in [0, -1, .max, (1 << 27) + 1] {
      #expect(throws: ResamplingError.capacity(capacity, channelCount: 2)) {
        _ = try RingBufferProvider(channelCount: 2, capacity: capacity)
      }
    }
  }

  @Test(arguments: [
    (ResamplingError.sampleRate(0), "a sample rate of 0 Hz: give 1 to 100000000 Hz"),
    (
      .ratio(sourceRate: 1, destinationRate: 999),
      "from 1 to 999 Hz: give rates of which one is at most 256 times the other, or go in two steps"
    ),
    (.channelCount(0), "0 channels: give 1 to 256"),
    (
      .channels(source: 2, destination: 6),
      "2 channels into 6: give 2, or mix the source to 1 first"
    ),
    (.frameCount(-1), "-1 frames: give 0 or more, or nil for sound without an end"),
    (
      .capacity(0, channelCount: 2),
      "a buffer for 0 frames of 2 channels: give 1 to 134217728 frames"
    ),
    (.frequency(9, sampleRate: 8), "a tone of 9.0 Hz at 8 Hz: give 0 to 4.0 Hz"),
    (.library("malloc failed"), "libsoxr cannot begin: malloc failed"),
  ])
  func `The message shows what was given, what is allowed and what to do`(
    error: ResamplingError,
    text: String
  ) {
    #expect(error.description == text)
  }

  @Test(arguments: [(1, 256), (256, 1), (100_000_000, 99_999_999), (1, 2)])
  func `Settings at the limits are accepted`(source: Int, destination: Int) throws {
    let output = try resampled([1, 1], from: source, to: destination, outputChannels: 2)
    #expect(output.allSatisfy { $0.isFinite })
  }
}
