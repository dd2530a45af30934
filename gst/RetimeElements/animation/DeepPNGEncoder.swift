// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import Deflate
public import GStreamer

/// The element `retimedeeppngenc`, which encodes PNG of 16 bits per component, with alpha where a frame has it.
///
/// `pngenc` takes 8 bits of color, and 16 of gray alone. For Retime's own jobs: the plugin does not register it.
public final class DeepPNGEncoder: ElementImplementation {
  /// The description for the registry.
  public static let info = ElementInfo(
    name: "retimedeeppngenc",
    typeName: "RetimeDeepPNGEnc",
    longName: "16-bit PNG encoder",
    classification: "Codec/Encoder/Image",
    summary: "Encodes still PNG of 16 bits per component",
    caps: "video/x-raw, format=ARGB64, width=[ 1, 65535 ], height=[ 1, 65535 ]",
    sourceCaps: "image/png"
  )

  private let host: ElementHost<Void>
  private let size = ExclusiveValue<(width: Int, height: Int)?>(nil)

  /// Creates the implementation of a new element.
  public init(_ host: ElementHost<Void>) { self.host = host }

  /// Resets the state before the stream starts.
  public func start() { size.replace(nil) }

  /// Encodes a frame.
  public func handle(_ buffer: consuming Buffer) -> Flow {
    guard let (width, height) = size.use({ $0 }) ?? nil else { return .notNegotiated }
    do {
      let image = try buffer.withSpan(of: UInt8.self) { bytes throws(GStreamerError) in
        DeepPNG(bytes, width: width, height: height)
      }
      guard let image, let data = Deflate.compressed(image.rows, level: 6) else {
        return host.fail(.failed, "\(Self.info.name): a frame cannot be encoded")
      }
      var file = try Buffer(image.file(data))
      file.presentationTime = buffer.presentationTime
      file.duration = buffer.duration
      return host.push(file)
    } catch {
      return host.fail(.failed, "\(Self.info.name): \(error.message)")
    }
  }

  /// Handles an event from upstream.
  public func handleFromUpstream(_ event: consuming Event) -> Bool {
    guard case .caps(let caps) = event.content else { return host.sendDownstream(event) }
    guard let width = caps.int("width"), let height = caps.int("height") else { return false }
    size.replace((width, height))
    let rate = caps.fraction("framerate").map { "\($0.numerator)/\($0.denominator)" } ?? "0/1"
    let text = "image/png, width=(int)\(width), height=(int)\(height), framerate=(fraction)\(rate)"
    guard let caps = try? Caps(text), let event = try? Event.caps(caps) else { return false }
    return host.sendDownstream(event)
  }

  /// Handles an event from downstream.
  public func handleFromDownstream(_ event: consuming Event) -> Bool { host.sendUpstream(event) }
}
