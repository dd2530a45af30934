// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization
internal import WebP

/// The encoder of animated WebP files, for the element `retimewebpenc`.
///
/// The encoded frames stay in memory, as libwebpmux requires.
struct WebPAnimationFormat: AnimationFormat {
  static let info = ElementInfo(
    name: "retimewebpenc",
    typeName: "RetimeWebPEnc",
    longName: "Animated WebP encoder",
    classification: "Codec/Encoder/Image",
    summary: "Encodes animated WebP files",
    caps: "video/x-raw, format=RGBA, width=[ 1, 16383 ], height=[ 1, 16383 ]",
    sourceCaps: "image/webp"
  )

  static let properties: [Property<AnimationSettings>] =
    AnimationSettings.properties + [
      Property("quality", .integer(0...100, \.quality), "The quality of lossy encoding"),
      Property("lossless", .flag(\.isLossless), "Whether every pixel is kept"),
    ]

  private let animation: SharedAnimation
  /// The start of the newest frame, in milliseconds.
  private var newest = -1

  init(_ form: AnimationForm, _ settings: AnimationSettings) throws(AnimationError) {
    do {
      animation = SharedAnimation(
        try WebPAnimation(
          width: form.width,
          height: form.height,
          plays: settings.plays,
          quality: settings.isLossless ? nil : settings.quality
        )
      )
    } catch {
      throw .failed("\(error)")
    }
  }

  mutating func add(
    _ frame: Span<UInt8>,
    at start: Int64,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError) {
    // Two frames cannot have one time.
    newest = max(Self.milliseconds(start), newest + 1)
    try animation.add(frame, at: newest)
  }

  mutating func finish(
    at end: Int64,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError) {
    guard newest >= 0 else { return }
    try write(try animation.finish(at: max(Self.milliseconds(end), newest + 1)))
  }

  private static func milliseconds(_ nanoseconds: Int64) -> Int {
    Int((nanoseconds + 500_000) / 1_000_000)
  }
}

/// An animation in a value that can be copied; the streaming thread alone uses it.
private final class SharedAnimation: Sendable {
  private let animation: Mutex<WebPAnimation>

  init(_ animation: consuming WebPAnimation) { self.animation = Mutex(animation) }

  func add(_ frame: Span<UInt8>, at start: Int) throws(AnimationError) {
    try animation.withLock { animation throws(AnimationError) in
      do throws(WebPError) {
        try animation.add(frame, at: start)
      } catch {
        throw .failed("libwebp failed: \(error)")
      }
    }
  }

  func finish(at end: Int) throws(AnimationError) -> [UInt8] {
    try animation.withLock { animation throws(AnimationError) in
      do throws(WebPError) {
        return try animation.finish(at: end)
      } catch {
        throw .failed("libwebp failed: \(error)")
      }
    }
  }
}
