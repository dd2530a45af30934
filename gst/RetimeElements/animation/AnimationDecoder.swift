// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
public import GStreamer

/// The element `retimeanimationdec`, which draws the frames of animated images.
///
/// GStreamer 1.22 has no decoder of animated WebP and PNG. For Retime's own jobs: the plugin does not register it.
public final class AnimationDecoder: ElementImplementation {
  /// The description for the registry.
  public static let info = ElementInfo(
    name: "retimeanimationdec",
    typeName: "RetimeAnimationDec",
    longName: "Animated image decoder",
    classification: "Codec/Decoder/Image",
    summary: "Decodes the frames of animated GIF, PNG and WebP",
    caps: AnimationCaps.frames,
    sourceCaps: "video/x-raw, format={ RGB, RGBA, ARGB64 }",
    rank: .first
  )

  private struct State: Sendable {
    var decoder: AnimationFrameDecoder?
    var drawing: AnimationDrawing?
  }

  private let host: ElementHost<Void>
  private let state = ExclusiveValue(State())

  /// Creates the implementation of a new element.
  public init(_ host: ElementHost<Void>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { state.replace(State()) }

  /// Draws a frame over those before it.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    state.use(buffer) { buffer, state in
      do {
        guard let image = try state.decoder?.image(buffer.bytes()), state.drawing != nil else {
          return .notNegotiated
        }
        state.drawing?.draw(image, isKey: !buffer.isDelta)
        guard let shown = try state.drawing?.frame(timedAs: buffer) else { return .notNegotiated }
        return host.push(shown)
      } catch AnimationError.failed(let text) {
        return host.fail(.unreadable, text)
      } catch {
        return host.fail(.failed, "\(Self.info.name): \(error)")
      }
    } ?? .error
  }

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    guard case .caps(let caps) = event.content else { return host.sendDownstream(event) }
    return state.use { state in
      guard let animation = AnimationCaps(caps) else { return false }
      let header = animation.header
      let drawing = AnimationDrawing(
        width: header.width,
        height: header.height,
        depth: header.depth,
        isOpaque: animation.isOpaque
      )
      (state.decoder, state.drawing) = (animation.decoder, drawing)
      let text = drawing.form.caps(width: header.width, height: header.height, rate: "0/1")
      guard let caps = try? Caps(text), let event = try? Event.caps(caps) else { return false }
      return host.sendDownstream(event)
    } ?? false
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool { host.sendUpstream(event) }
}
