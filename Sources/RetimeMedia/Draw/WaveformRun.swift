// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// Decodes a track of sound and keeps its peaks.
struct WaveformRun {
  private enum Event: Sendable { case failed(RetimeError), finished(WaveformPeaks) }

  private let source: SpectrogramSource
  private let request: SpectrogramRequest
  private let cancellation: Cancellation

  init(
    _ source: SpectrogramSource,
    _ request: SpectrogramRequest,
    _ cancellation: Cancellation
  ) {
    (self.source, self.request, self.cancellation) = (source, request, cancellation)
  }

  /// Reads to the end.
  ///
  /// Blocks; a thread of its own decodes.
  func run() throws(RetimeError) -> Waveform {
    let mailbox = Mailbox<Event>()
    let watchdog = Watchdog(limit: .seconds(request.stallTimeout))
    let input = request.input
    let fail: @Sendable (GStreamerError) -> Void = { error in
      mailbox.post(.failed(RetimeError(error, side: .input, name: input)))
    }
    let reader: TrackReader
    let caps: AudioCaps
    do throws(GStreamerError) {
      let described = try source.sound.caps("F32LE")
      guard let numbers = AudioCaps(described) else { throw .missing(stream: input) }
      caps = numbers
      reader = try TrackReader(source.reading, output: .sound(described), onError: fail)
    } catch {
      throw RetimeError(error, side: .input, name: input)
    }
    let longestPause = source.longestPause
    let thread = Joinable(
      Thread(name: "waveform") {
        do throws(GStreamerError) {
          let clock = ClockRepair(longestPause: longestPause)
          mailbox.post(.finished(try Self.read(reader, caps, clock, watchdog)))
        } catch {
          fail(error)
        }
      }
    )
    defer {
      reader.stop()
      thread.join()
    }
    while true {
      switch try mailbox.next(unless: cancellation, or: watchdog, of: input) {
      case nil: continue
      case .failed(let error): throw error
      case .finished(let peaks):
        guard peaks.frameCount > 0 else {
          throw RetimeError(.badInput, "'\(input)' has a track of sound, but nothing in it")
        }
        return Waveform(
          duration: Double(peaks.frameCount) / Double(caps.rate),
          peaks: peaks.columns
        )
      }
    }
  }

  private static func read(
    _ reader: TrackReader,
    _ caps: AudioCaps,
    _ clock: ClockRepair,
    _ watchdog: Watchdog
  ) throws(GStreamerError) -> WaveformPeaks {
    var peaks = WaveformPeaks(limit: Waveform.limit)
    var (gaps, clock) = (SoundGaps(sampleRate: caps.rate), clock)
    try reader.start()
    while let next = reader.next() {
      watchdog.feed()
      let segment = next.segment
      guard let buffer = caps.clip(next.buffer, to: segment) else { continue }
      let frames = buffer.byteCount / caps.bytesPerFrame
      let time = buffer.presentationTime.flatMap { segment.time(of: $0) }.map { stated in
        // Nothing was counted before: what comes ahead of the first jump is believed.
        let length = RationalTime(Int64(frames), Int64(caps.rate)).nanoseconds
        let steady = clock.time(of: stated.nanoseconds, duration: length)
        return clock.isBroken ? StreamTime(clamping: steady) : stated
      }
      peaks.appendSilence(frames: time.map { gaps.silence(before: $0, frames: frames) } ?? 0)
      try buffer.withSpan(of: Float.self) { (samples: Span<Float>) throws(GStreamerError) in
        peaks.append(samples, channelCount: caps.channels)
      }
    }
    return peaks
  }
}
