// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
public import GStreamer
internal import RetimeCore
internal import Synchronization

/// The element `retimeanimationdemux`, which splits animated GIF, PNG and WebP files into frames.
///
/// GStreamer 1.22 reads one frame of animated PNG and none of animated WebP; libav's GIF demuxer never ends.
/// For Retime's own jobs: the plugin does not register it.
public final class AnimationDemuxer: PullingImplementation {
  /// The description for the registry.
  public static let info = ElementInfo(
    name: "retimeanimationdemux",
    typeName: "RetimeAnimationDemux",
    longName: "Animated image demuxer",
    classification: "Codec/Demuxer/Image",
    summary: "Splits animated GIF, PNG and WebP files into frames",
    caps: AnimationCaps.files,
    sourceCaps: AnimationCaps.frames,
    rank: .preferred,
    showsSourceLater: true
  )

  private struct State: Sendable {
    var reader: AnimationReader?, kind: AnimationKind?
    /// The bytes before the format is known, in push mode.
    var head: [UInt8] = []
    /// The offset of the next bytes, in pull mode.
    var offset: Int64 = 0
    var isShown = false, isOpaque = false
    /// The exact start of the next frame in seconds.
    var time = Rational(0)
    var frames = 0
  }

  private let host: ElementHost<Void>
  private let state = ExclusiveValue(State())

  /// Creates the implementation of a new element.
  public init(_ host: ElementHost<Void>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { state.replace(State()) }

  /// Releases the element's resources when it stops.
  public func stop() {
    host.hideSource()
    start()
  }

  /// Does nothing: both modes read the file in order.
  public func willPull(_ isPulling: Bool) {}

  /// Handles input bytes in push mode.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    guard let bytes = try? buffer.bytes() else { return .error }
    return state.use { state in take(bytes, &state) } ?? .error
  }

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    // The source pad sends its own stream-start, caps and segment.
    case .caps, .segment, .streamStart: return true
    case .endOfStream:
      _ = state.use { end(&$0) }
      return true
    default: return host.sendDownstream(event)
    }
  }

  /// Refuses seeks: a frame depends on all before it.
  public func handleFromDownstream(_ event: consuming Event) -> Bool {
    if case .seek = event.content { return false }
    return host.sendUpstream(event)
  }

  // MARK: - Pull mode

  /// Pulls some bytes, and pushes the frames in them.
  public func pullNext() -> Bool {
    state.use { state in
      if state.offset == 0 { state.isOpaque = isOpaque() }
      switch host.pull(at: state.offset, count: 1 << 16) {
      case .bytes(let buffer):
        guard let bytes = try? buffer.bytes(), !bytes.isEmpty else { return end(&state) }
        state.offset += Int64(bytes.count)
        return goOn(take(bytes, &state), &state)
      case .nothing(let flow):
        return flow == .endOfStream ? end(&state) : goOn(flow, &state)
      }
    } ?? false
  }

  /// Returns whether no frame of the file has a transparent pixel.
  ///
  /// Formats do not state it: frames have transparent pixels where they change nothing.
  private func isOpaque() -> Bool {
    func read(_ offset: Int, _ count: Int) -> [UInt8]? {
      switch host.pull(at: Int64(offset), count: count) {
      case .bytes(let buffer): try? buffer.bytes()
      case .nothing(let flow): flow == .endOfStream ? [] : nil
      }
    }
    guard let kind = read(0, 12).flatMap(AnimationKind.init(signature:)),
      let summary = try? AnimationSummary(kind, read: read), summary.staysOpaque
    else { return false }
    return (try? AnimationCaps(kind, summary.header).decoder.image(summary.first))?.isOpaque
      ?? false
  }

  private func goOn(_ flow: Flow, _ state: inout State) -> Bool {
    switch flow {
    case .ok: return true
    case .flushing: return false
    case .endOfStream, .error: break
    default: _ = host.fail(.stopped, "what comes after \(Self.info.name) does not take the stream")
    }
    host.send(try? Event.endOfStream(sequence: nil))
    return false
  }

  // MARK: - Both modes

  private func take(_ bytes: [UInt8], _ state: inout State) -> Flow {
    do {
      if state.reader == nil {
        state.head += bytes
        guard state.head.count >= 12 else { return .ok }
        guard let kind = AnimationKind(signature: state.head) else {
          throw AnimationFileError("it is no animated image")
        }
        (state.kind, state.reader) = (kind, AnimationReader(kind))
        state.reader?.append(state.head)
        state.head = []
      } else {
        state.reader?.append(bytes)
      }
      while let element = try state.reader?.next() {
        switch element {
        case .header(let header): try show(header, &state)
        case .frame(let frame):
          let flow = try push(frame, &state)
          guard flow == .ok else { return flow }
        }
      }
      return .ok
    } catch {
      return host.fail(.unreadable, "\(error)")
    }
  }

  private func show(_ header: AnimationHeader, _ state: inout State) throws {
    guard let kind = state.kind else { return }
    var caps = AnimationCaps(kind, header)
    caps.isOpaque = state.isOpaque
    try host.showSource(Caps(caps.text))
    host.send(try? Event.segment(Segment(duration: nil), sequence: nil))
    state.isShown = true
  }

  private func push(_ frame: EncodedFrame, _ state: inout State) throws -> Flow {
    let end =
      state.time + Rational(Int64(frame.delay.numerator), Int64(frame.delay.denominator))
    let times = [state.time, end].map { RationalTime(seconds: $0).nanoseconds }
    var buffer = try Buffer(frame.bytes)
    buffer.presentationTime = ClockTime(clamping: times[0])
    buffer.duration = ClockTime(clamping: times[1] - times[0])
    buffer.isDelta = !frame.isKey
    buffer.isDiscontinuity = state.frames == 0
    buffer.setOffsets(state.frames..<state.frames + 1)
    state.time = end
    state.frames += 1
    return host.push(buffer)
  }

  /// Ends the stream; returns false.
  @discardableResult private func end(_ state: inout State) -> Bool {
    guard state.frames > 0 else {
      host.waitUntilTaken()
      _ = host.fail(.unreadable, "the image has no complete frame")
      return false
    }
    host.send(try? Event.endOfStream(sequence: nil))
    return false
  }
}
