// SPDX-License-Identifier: MPL-2.0

public import GStreamer
internal import RetimeBuffers
internal import RetimeCore

/// The element `dctspectrogram`, which shows a spectrogram as video that scrolls to the left.
public final class DCTSpectrogram: ElementImplementation {
  /// The values of the properties.
  public struct Settings: Sendable {
    var size = 1024
    var hop = 0
    var columns = 768
    var colors = 0
  }

  /// The description for the registry.
  public static let info = ElementInfo(
    name: "dctspectrogram",
    typeName: "RetimeDCTSpectrogram",
    longName: "DCT spectrogram",
    classification: "Visualization",
    summary: "Shows a scrolling spectrogram, with the newest audio at the right edge",
    caps: """
      audio/x-raw, format={ S8, U8, S16LE, S24LE, S24_32LE, S32LE, F32LE, F64LE }, \
      layout=interleaved, rate=[ 1, max ], channels=[ 1, max ]
      """,
    sourceCaps: """
      video/x-raw, format={ BGRx, RGBx }, width=[ 1, 16384 ], height=[ 64, 8192 ], \
      framerate=[ 1/2147483647, 1000/1 ], pixel-aspect-ratio=1/1
      """
  )

  /// The default settings.
  public static let defaults = Settings()

  /// The colour tables, in the order of the property's values.
  static let tables: [SpectrumColors] = [.original, .grey, .viridis]

  /// The table of properties.
  public static let properties: [Property<Settings>] = [
    Property(
      "size",
      .integer(64...8192, \.size),
      "Samples in a frame, and the image's height: an even product of 2, 3 and 5"
    ),
    Property(
      "hop",
      .integer(0...1_048_576, \.hop),
      "Samples from one frame to the next; 0 for half the size"
    ),
    Property("columns", .integer(1...16_384, \.columns), "The image's width, one column a frame"),
    Property(
      "colors",
      .choice(
        typeName: "RetimeSpectrumColors",
        [
          .init("original", "Dark blue through red to green"),
          .init("grey", "Black to white"),
          .init("viridis", "Dark violet through teal to yellow, perceptually uniform"),
        ],
        \.colors
      ),
      "The color table of the levels"
    ),
  ]

  let host: ElementHost<Settings>
  let stream = ExclusiveValue(SpectrogramStream())

  /// Creates the implementation of a new element with its settings.
  public init(_ host: ElementHost<Settings>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { stream.replace(SpectrogramStream()) }

  // MARK: - Events and queries

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    case .caps(let caps):
      return stream.use { stream in
        guard stream.refused.map({ !$0.isEqual(to: caps) }) ?? true else { return false }
        let isTaken = negotiate(caps, &stream)
        stream.refused = isTaken ? nil : caps
        return isTaken
      } ?? false
    case .segment(let segment): return take(segment, sequence: event.sequence)
    case .endOfStream, .segmentDone: stream.use { _ = finish(&$0) }
    case .flushStop: stream.use { $0.reset() }
    default: break
    }
    return host.sendDownstream(event)
  }

  private func take(_ segment: Segment, sequence: UInt32) -> Bool {
    guard host.accepts(segment, "dctspectrogram") else { return false }
    guard !segment.isBackward else {
      _ = host.fail(.unsupported, "dctspectrogram does not play backwards: rate is \(segment.rate)")
      return false
    }
    let output = stream.use { stream in
      if stream.segment.map({ !$0.isContinued(by: segment) }) ?? true {
        _ = finish(&stream)
        stream.reset()
      }
      return stream.setSegment(segment)
    }
    guard let output, let event = try? Event.segment(output, sequence: sequence) else {
      return false
    }
    return host.sendDownstream(event)
  }

  /// Handles an event from downstream; QoS events are dropped, since audio must not be skipped for late video.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    if case .quality = event.content { return true }
    return host.sendUpstream(event)
  }

  /// Answers caps queries; time and latency queries are forwarded, since audio and video have the same times.
  public func answerDownstream(_ query: borrowing Query) -> Bool? {
    switch query.kind {
    case .caps(let filter):
      guard let possible = try? Self.caps(host.settings) else { return false }
      query.answer(filter.map { possible.intersection($0) } ?? possible)
      return true
    case .frameCount: return false
    default: return nil
    }
  }
}
