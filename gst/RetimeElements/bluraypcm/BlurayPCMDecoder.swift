// SPDX-License-Identifier: MPL-2.0

public import GStreamer

/// The element `retimebluraypcmdec`, which decodes the LPCM of Blu-ray discs and cameras in transport streams.
///
/// GStreamer 1.22's `dvdlpcmdec` decodes it incorrectly: it unpacks 24 bits in the format of DVDs,
/// which gives noise; it does not remove the padding channel, so that odd numbers of channels give
/// noise too; and its channel order for 7.1 is wrong. This element is for Retime's own jobs: the
/// plugin does not register it.
public final class BlurayPCMDecoder: ElementImplementation {
  /// The description for the registry.
  public static let info = ElementInfo(
    name: "retimebluraypcmdec",
    typeName: "RetimeBlurayPCMDec",
    longName: "Blu-ray LPCM decoder",
    classification: "Codec/Decoder/Audio",
    summary: "Decodes LPCM of Blu-ray discs",
    caps: "audio/x-private-ts-lpcm",
    sourceCaps: "audio/x-raw, format={ S16BE, S24BE }, layout=interleaved, "
      + "rate={ 48000, 96000, 192000 }, channels=[ 1, 8 ]",
    rank: .primary
  )

  private struct State: Sendable {
    var header: BlurayPCMHeader?
    /// The segment, sent once the caps are known, and the sequence number of its seek.
    var segment: (segment: Segment, sequence: UInt32)?
    /// The start time of the next packet if it has no timestamp.
    var next: Int64?
  }

  private let host: ElementHost<Void>
  private let state = ExclusiveValue(State())

  /// Creates the implementation of a new element.
  public init(_ host: ElementHost<Void>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { state.replace(State()) }

  /// Decodes a packet, which consists of a header and samples.
  ///
  /// A packet with an unknown header is dropped, and so are bytes after its last whole frame.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    let found = try? buffer.withSpan(of: UInt8.self) { bytes throws(GStreamerError) in
      BlurayPCMHeader(bytes).map { ($0, $0.frames(in: bytes.count)) }
    }
    guard let (header, frames) = found ?? nil, frames > 0 else { return .ok }
    let (time, isBroken) = (buffer.presentationTime?.signed, buffer.isDiscontinuity)
    let duration = Int64(frames) * 1_000_000_000 / Int64(header.sampleRate)
    let start = state.use { state -> Int64?? in
      guard announce(header, &state) else { return nil }
      let start = time ?? state.next
      state.next = start.map { $0.addingReportingOverflow(duration).partialValue }
      return .some(start)
    }
    guard let start = start ?? nil, var samples = try? samples(of: buffer, header, frames) else {
      return .error
    }
    samples.presentationTime = start.map(ClockTime.init(clamping:))
    samples.duration = ClockTime(clamping: duration)
    samples.isDiscontinuity = isBroken
    return host.push(samples)
  }

  private func samples(
    of packet: borrowing Buffer,
    _ header: BlurayPCMHeader,
    _ frames: Int
  ) throws(GStreamerError) -> Buffer {
    let (width, order) = (header.sampleByteCount, header.order)
    var samples = try Buffer(byteCount: frames * order.count * width)
    try packet.withSpan(of: UInt8.self) { bytes throws(GStreamerError) in
      try samples.withMutableSpan(of: UInt8.self) { result throws(GStreamerError) in
        var offset = 0
        for frame in 0..<frames {
          let first = BlurayPCMHeader.byteCount + frame * header.storedChannels * width
          for channel in order {
            for byte in 0..<width {
              result[offset] = bytes[first + channel * width + byte]
              offset += 1
            }
          }
        }
      }
    }
    return samples
  }

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    // The output caps follow from the first packet.
    case .caps: return true
    case .segment(let segment):
      let pending = (segment, event.sequence)
      state.use { state in state.segment = pending }
      return true
    case .flushStop: state.use { state in state.next = nil }
    default: break
    }
    return host.sendDownstream(event)
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool { host.sendUpstream(event) }

  /// Sends the caps and the segment that must precede the next samples.
  private func announce(_ header: BlurayPCMHeader, _ state: inout State) -> Bool {
    guard state.header != header else { return host.begin(caps: nil, &state.segment) }
    state.header = header
    let mask =
      header.mask == 0 ? "" : ", channel-mask=(bitmask)0x\(String(header.mask, radix: 16))"
    return host.begin(
      caps: "audio/x-raw, format=(string)S\(header.sampleByteCount * 8)BE, "
        + "layout=(string)interleaved, rate=(int)\(header.sampleRate), "
        + "channels=(int)\(header.order.count)\(mask)",
      &state.segment
    )
  }
}
