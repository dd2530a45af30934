// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
public import GStreamer

/// The element `retimedeeppngdec`, which decodes still PNG of 16 bits per component.
///
/// GStreamer 1.22's `pngdec` writes such frames a component too late, and takes alpha for the last one: all colors are
/// wrong. Its sources state the depth in the caps. For Retime's own jobs: the plugin does not register it.
public final class DeepPNGDecoder: ElementImplementation {
  /// The description for the registry.
  public static let info = ElementInfo(
    name: "retimedeeppngdec",
    typeName: "RetimeDeepPNGDec",
    longName: "16-bit PNG decoder",
    classification: "Codec/Decoder/Image",
    summary: "Decodes still PNG of 16 bits per component",
    caps: "image/png, depth=(int)16",
    sourceCaps: "video/x-raw, format=ARGB64",
    rank: .first
  )

  private struct State: Sendable {
    var width = 0, height = 0
    /// The rate in the caps of the input, as text.
    var rate = "0/1"
    /// The segment, sent once the size is known, and the sequence number of its seek.
    var segment: (segment: Segment, sequence: UInt32)?
  }

  private let host: ElementHost<Void>
  private let state = ExclusiveValue(State())

  /// Creates the implementation of a new element.
  public init(_ host: ElementHost<Void>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { state.replace(State()) }

  /// Decodes a file.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    state.use(buffer) { buffer, state in
      do {
        let image = try PNGImage(file: buffer.bytes())
        let (width, height) = (image.area.columns.count, image.area.rows.count)
        var drawing = AnimationDrawing(width: width, height: height, depth: 16, isOpaque: false)
        drawing.draw(
          .sixteen(try AnimationFrameDecoder.image(image, as: UInt16.self)),
          isKey: true
        )
        guard announce(width, height, &state) else { return .notNegotiated }
        return host.push(try drawing.frame(timedAs: buffer))
      } catch {
        return host.fail(.unreadable, "a PNG is damaged: \(error)")
      }
    } ?? .error
  }

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    switch event.content {
    // The output caps follow from the first file.
    case .caps(let caps):
      let rate = caps.fraction("framerate").map { "\($0.numerator)/\($0.denominator)" }
      state.use { state in state.rate = rate ?? "0/1" }
      return true
    case .segment(let segment):
      let pending = (segment, event.sequence)
      state.use { state in state.segment = pending }
      return true
    default: return host.sendDownstream(event)
    }
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool { host.sendUpstream(event) }

  /// Sends the caps of a new size, and the segment that must precede the next frame.
  private func announce(_ width: Int, _ height: Int, _ state: inout State) -> Bool {
    let isNew = (width, height) != (state.width, state.height)
    (state.width, state.height) = (width, height)
    return host.begin(
      caps: isNew
        ? AnimationDrawing.Form.argb64.caps(width: width, height: height, rate: state.rate) : nil,
      &state.segment
    )
  }
}
