// SPDX-License-Identifier: MPL-2.0

public import GStreamer

/// `retimeloasparse`: parts a low overhead audio stream of AAC, as broadcasts have it, into frames.
///
/// GStreamer 1.22's `aacparse` drops every frame that does not repeat the description of the sound. For Retime's own
/// jobs: the plugin leaves it out.
public final class LoasParse: ElementImplementation {
  /// What people set: nothing.
  public struct Settings: Sendable {}

  /// The element, for the registry.
  public static let info = ElementInfo(
    name: "retimeloasparse",
    typeName: "RetimeLoasParse",
    longName: "LOAS parser",
    classification: "Codec/Parser/Audio",
    summary: "Parts a low overhead audio stream of AAC into frames",
    caps: "audio/mpeg, mpegversion=4, stream-format=loas",
    sourceCaps: "audio/mpeg, mpegversion=4, stream-format=loas, framed=true",
    proxiesCaps: false,
    proxiesAllocation: false,
    rank: .primary
  )

  /// The settings of a new element.
  public static let defaults = Settings()

  /// The table of properties: none.
  public static let properties: [Property<Settings>] = []

  private struct State: Sendable {
    var stream = LoasStream()
    var configuration: LoasConfiguration?
    /// The segment that is sent once the caps are known, and the number of its seek.
    var segment: (segment: Segment, sequence: UInt32)?
  }

  private let host: ElementHost<Settings>
  private let state = Lent(State())

  /// The inside of a new element.
  public init(_ host: ElementHost<Settings>) { self.host = host }

  /// Starts anew.
  public func start() { state.replace(State()) }

  /// Lets go of everything.
  public func stop() { state.replace(State()) }

  /// Takes a buffer that came in.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    let time = buffer.presentationTime?.signed
    let isBroken = buffer.isDiscontinuity
    guard let bytes = try? buffer.bytes() else { return .error }
    return state.use { state in
      if isBroken { state.stream.forgetBytes() }
      state.stream.append(bytes, at: time)
      return push(&state)
    } ?? .error
  }

  /// Takes an event that came from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    // The first frame says what the sound is like.
    case .caps: return true
    case .segment(let segment):
      // A bare stream counts bytes; its frames begin at 0.
      let pending = (segment.isTime ? segment : Segment(duration: nil), event.sequence)
      state.use { state in state.segment = pending }
      return true
    case .endOfStream: state.use { state in _ = push(&state, isEnd: true) }
    case .flushStop: state.use { state in state.stream.forgetBytes() }
    default: break
    }
    return host.sendDownstream(event)
  }

  /// Takes an event that came from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool { host.sendUpstream(event) }

  private func push(_ state: inout State, isEnd: Bool = false) -> Flow {
    while let frame = state.stream.next(isEnd: isEnd) {
      guard announce(frame.configuration, &state), var buffer = try? Buffer(frame.bytes) else {
        return .error
      }
      buffer.presentationTime = ClockTime(clamping: frame.time)
      buffer.duration = ClockTime(clamping: frame.duration)
      let flow = host.push(buffer)
      guard flow == .ok else { return flow }
    }
    return .ok
  }

  /// Sends what must come before the next frame.
  private func announce(_ configuration: LoasConfiguration, _ state: inout State) -> Bool {
    guard state.configuration != configuration else {
      return host.begin(caps: nil, &state.segment)
    }
    state.configuration = configuration
    let channels = configuration.channels.map { ", channels=(int)\($0)" } ?? ""
    return host.begin(
      caps: "audio/mpeg, mpegversion=(int)4, stream-format=(string)loas, framed=(boolean)true, "
        + "rate=(int)\(configuration.sampleRate)\(channels)",
      &state.segment
    )
  }
}
