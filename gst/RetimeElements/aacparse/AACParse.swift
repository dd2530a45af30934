// SPDX-License-Identifier: MPL-2.0

public import GStreamer

/// The element `retimeaacparse`, which splits an AAC stream into frames, including those that `aacparse` drops.
///
/// GStreamer 1.22's `aacparse` drops LATM frames that do not repeat the configuration, as in
/// broadcasts, and ADTS frames whose channels are given by a program config element. This
/// element is for Retime's own jobs: the plugin does not register it.
public final class AACParse: ElementImplementation {
  /// The description for the registry.
  public static let info = ElementInfo(
    name: "retimeaacparse",
    typeName: "RetimeAACParse",
    longName: "AAC parser",
    classification: "Codec/Parser/Audio",
    summary: "Parts a bare stream of AAC into frames",
    caps: "audio/mpeg, mpegversion=(int){ 2, 4 }, stream-format=(string){ loas, adts }",
    sourceCaps: "audio/mpeg, mpegversion=4, stream-format=(string){ loas, raw }, framed=true",
    rank: .primary
  )

  private struct State: Sendable {
    var frames = AACFrames(.loas)
    var configuration: AACConfiguration?
    /// The segment, sent once the caps are known, and the sequence number of its seek.
    var segment: (segment: Segment, sequence: UInt32)?
  }

  private let host: ElementHost<Void>
  private let state = ExclusiveValue(State())

  /// Creates the implementation of a new element.
  public init(_ host: ElementHost<Void>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { state.replace(State()) }

  /// Handles an input buffer.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    let time = buffer.presentationTime?.signed
    let isBroken = buffer.isDiscontinuity
    guard let bytes = try? buffer.bytes() else { return .error }
    return state.use { state in
      if isBroken { state.frames.forgetBytes() }
      state.frames.append(bytes, at: time)
      return push(&state)
    } ?? .error
  }

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    // The output caps follow from the first frame.
    case .caps(let caps):
      let framing: AACFraming = caps.string("stream-format") == "adts" ? .adts : .loas
      state.use { state in state = State(frames: AACFrames(framing), segment: state.segment) }
      return true
    case .segment(let segment):
      // An elementary stream has a segment in bytes; its frames start at time 0.
      let pending = (segment.isTime ? segment : Segment(duration: nil), event.sequence)
      state.use { state in state.segment = pending }
      return true
    case .endOfStream:
      let isEmpty = state.use { state in
        _ = push(&state, isEnd: true)
        return state.configuration == nil
      }
      if isEmpty ?? true {
        _ = host.fail(.format, "no frame of the AAC says which sound is in it")
      }
    case .flushStop: state.use { state in state.frames.forgetBytes() }
    default: break
    }
    return host.sendDownstream(event)
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool { host.sendUpstream(event) }

  private func push(_ state: inout State, isEnd: Bool = false) -> Flow {
    while let frame = state.frames.next(isEnd: isEnd) {
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

  /// Sends the caps and the segment that must precede the next frame.
  private func announce(_ configuration: AACConfiguration, _ state: inout State) -> Bool {
    let isNew = state.configuration != configuration
    state.configuration = configuration
    return host.begin(caps: isNew ? configuration.caps : nil, &state.segment)
  }
}
