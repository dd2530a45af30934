// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The settings of an encoder of animated images.
struct AnimationSettings: Sendable {
  /// The number of times that the animation is played; 0 for endless repetition.
  var plays = 0
  /// The quality of lossy encoding, and whether it is lossless, where a format has a choice.
  var quality = 90, isLossless = false

  /// The property of every format.
  static let properties: [Property<AnimationSettings>] = [
    Property(
      "plays",
      .integer(0...65_536, \.plays),
      "How often the animation is played; 0 for endless repetition"
    )
  ]
}

/// The form of the frames that an encoder of animated images gets.
struct AnimationForm: Sendable, Equatable {
  let width: Int, height: Int
  /// The bytes of a pixel: red, green, blue, and alpha if there are 4.
  let channels: Int
  /// The frame rate; nil if it varies.
  let rate: (numerator: Int, denominator: Int)?

  /// The bytes from a row to the next, as GStreamer pads them.
  var stride: Int { (channels * width + 3) / 4 * 4 }

  /// Reads the form from caps of raw video; nil for others.
  init?(_ caps: Caps) {
    guard let width = caps.int("width"), let height = caps.int("height") else { return nil }
    (self.width, self.height) = (width, height)
    channels = caps.string("format") == "RGB" ? 3 : 4
    rate = caps.fraction("framerate").flatMap { $0.numerator > 0 && $0.denominator > 0 ? $0 : nil }
  }

  static func == (one: Self, other: Self) -> Bool {
    (one.width, one.height, one.channels) == (other.width, other.height, other.channels)
  }
}

/// A format of animated images, and the state of an encoder of it.
protocol AnimationFormat: Sendable {
  /// The element's description and caps.
  static var info: ElementInfo { get }
  /// The element's properties.
  static var properties: [Property<AnimationSettings>] { get }

  /// Creates the encoder of frames of a form.
  init(_ form: AnimationForm, _ settings: AnimationSettings) throws(AnimationError)

  /// Takes a frame that is shown from `start`, in nanoseconds.
  ///
  /// `write`: writes the next bytes of the file.
  mutating func add(
    _ frame: Span<UInt8>,
    at start: Int64,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError)

  /// Writes the rest of the file; the last frame is shown until `end`, in nanoseconds.
  mutating func finish(
    at end: Int64,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError)
}

extension AnimationFormat {
  /// The properties of every format.
  static var properties: [Property<AnimationSettings>] { AnimationSettings.properties }
}

/// The reason why an animation cannot be encoded.
enum AnimationError: Error {
  /// Downstream takes no more bytes.
  case stopped(Flow)
  /// A failure, with a text for the user.
  case failed(String)
}

/// An element that encodes video as an animated image.
///
/// GStreamer has no encoder of these formats. The stream is the file; the element is for Retime's own jobs:
/// the plugin does not register it.
final class AnimationEncoder<Format: AnimationFormat>: ElementImplementation {
  static var info: ElementInfo { Format.info }
  static var defaults: AnimationSettings { AnimationSettings() }
  static var properties: [Property<AnimationSettings>] { Format.properties }

  private struct State: Sendable {
    var format: Format?
    var form: AnimationForm?
    var segment: Segment?
    /// The time of the first frame, from which all times count, and the end of the last one.
    var first: Int64?, end: Int64 = 0
  }

  private let host: ElementHost<AnimationSettings>
  private let state = ExclusiveValue(State())

  init(_ host: ElementHost<AnimationSettings>) { self.host = host }

  func start() { state.replace(State()) }

  func handle(_ buffer: consuming Buffer) -> Flow {
    state.use(buffer) { buffer, state in
      attempt { () throws(AnimationError) in try add(buffer, &state) }
    } ?? .error
  }

  func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    case .caps(let caps):
      return state.use { state in
        attempt { () throws(AnimationError) in try begin(caps, &state) } == .ok
      } ?? false
    case .segment(let segment): state.use { state in state.segment = segment }
    case .endOfStream:
      _ = state.use { state in
        attempt { () throws(AnimationError) in
          try state.format?.finish(at: state.end - (state.first ?? 0), write)
        }
      }
    default: break
    }
    return host.sendDownstream(event)
  }

  func handleFromDownstream(_ event: consuming Event) -> Bool { host.sendUpstream(event) }

  // MARK: - The stream

  private func begin(_ caps: Caps, _ state: inout State) throws(AnimationError) {
    guard let form = AnimationForm(caps) else { throw .failed("the caps \(caps) have no size") }
    guard state.form.map({ $0 == form }) ?? true else {
      throw .failed("the size of the frames changes")
    }
    guard state.format == nil else { return }
    state.format = try Format(form, host.settings)
    state.form = form
    guard let event = try? Event.caps(Caps(Self.info.sourceCaps)), host.sendDownstream(event) else {
      throw .stopped(.notNegotiated)
    }
  }

  private func add(_ buffer: borrowing Buffer, _ state: inout State) throws(AnimationError) {
    guard let time = buffer.presentationTime.flatMap({ state.segment?.signedRunningTime(of: $0) })
    else {
      throw .failed("a frame has no time")
    }
    let first = state.first ?? time
    state.first = first
    state.end = time + (buffer.duration?.signed ?? 0)
    var failure: AnimationError?
    do {
      try buffer.withSpan(of: UInt8.self) { (bytes: Span<UInt8>) throws(GStreamerError) in
        do throws(AnimationError) {
          guard let form = state.form, bytes.count == form.stride * form.height else {
            throw .failed("a frame has \(bytes.count) bytes, which do not fit its size")
          }
          try state.format?.add(bytes, at: time - first, write)
        } catch {
          failure = error
        }
      }
    } catch {
      throw .failed("a frame cannot be read: \(error)")
    }
    if let failure { throw failure }
  }

  private func write(_ bytes: [UInt8]) throws(AnimationError) {
    guard let buffer = try? Buffer(bytes) else { throw .failed("no memory is left") }
    let flow = host.push(buffer)
    guard flow == .ok else { throw .stopped(flow) }
  }

  private func attempt(_ body: () throws(AnimationError) -> Void) -> Flow {
    do {
      try body()
      return .ok
    } catch {
      switch error {
      case .stopped(let flow): return flow
      case .failed(let text): return host.fail(.failed, "\(Self.info.name): \(text)")
      }
    }
  }
}
