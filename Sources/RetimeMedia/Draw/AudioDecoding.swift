// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeBuffers
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// A consumer of decoded audio, block by block.
protocol AudioConsumer: Sendable {
  /// The number of frames received.
  var frameCount: Int { get }
  /// Adds interleaved samples.
  mutating func append(_ samples: Span<Float>, channelCount: Int)
  /// Adds `frames` of silence.
  mutating func appendSilence(frames: Int)
}

extension WaveformPeaks: AudioConsumer {}
extension SilenceDetector: AudioConsumer {}

/// The decoding of an audio track for a listener.
struct AudioDecoding<Listener: AudioConsumer> {
  /// The listener that has received all of the audio, and the start of the audio.
  struct Heard: Sendable {
    var listener: Listener
    var start: StreamTime?
  }

  private enum Event: Sendable { case failed(RetimeError), finished(Heard) }

  private let source: SpectrogramSource
  private let request: SpectrogramRequest
  private let cancellation: Cancellation

  init(_ source: SpectrogramSource, _ request: SpectrogramRequest, _ cancellation: Cancellation) {
    (self.source, self.request, self.cancellation) = (source, request, cancellation)
  }

  /// Decodes the audio to its end; `onProgress` gets the number of seconds decoded.
  ///
  /// Blocks; a thread of its own decodes.
  func run(
    _ listener: Listener,
    onProgress: (Double) -> Void = { _ in }
  ) throws(RetimeError) -> Heard {
    let mailbox = Mailbox<Event>()
    let position = Atomic(0)
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
    let thread = ThreadReference(
      BlockingThread(name: "sound") {
        do throws(GStreamerError) {
          let gaps = AudioGapScan(rate: caps.rate, longestPause: longestPause)
          let heard = Heard(listener: listener)
          mailbox.post(.finished(try Self.read(reader, caps, gaps, heard, watchdog, position)))
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
      case nil: onProgress(Double(position.load(ordering: .relaxed)) / Double(caps.rate))
      case .failed(let error): throw error
      case .finished(let heard):
        guard heard.listener.frameCount > 0 else {
          throw RetimeError(.badInput, "'\(input)' has a track of sound, but nothing in it")
        }
        return heard
      }
    }
  }

  private static func read(
    _ reader: TrackReader,
    _ caps: AudioCaps,
    _ gaps: AudioGapScan,
    _ heard: Heard,
    _ watchdog: Watchdog,
    _ position: borrowing Atomic<Int>
  ) throws(GStreamerError) -> Heard {
    var (heard, gaps) = (heard, gaps)
    try reader.start()
    while let next = reader.next() {
      watchdog.feed()
      let segment = next.segment
      guard let buffer = caps.clip(next.buffer, to: segment) else { continue }
      let frames = buffer.byteCount / caps.bytesPerFrame
      let (time, silence) = gaps.take(buffer, frames: frames, in: segment)
      if heard.listener.frameCount == 0 { heard.start = time }
      heard.listener.appendSilence(frames: silence)
      try buffer.withSpan(of: Float.self) { (samples: Span<Float>) throws(GStreamerError) in
        heard.listener.append(samples, channelCount: caps.channels)
      }
      position.store(heard.listener.frameCount, ordering: .relaxed)
    }
    return heard
  }
}
