// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeSystem

/// An image that can be written as a PNG file.
protocol RasterImage {
  /// The SVG to draw over the pixels, of the image's size; nil for none.
  var overlay: String? { get }
  /// Returns the caps of the pixels.
  func caps() throws(GStreamerError) -> Caps
  /// Returns the pixels.
  func makeBuffer() throws(GStreamerError) -> Buffer
}

/// A PNG file to write.
struct PNGFile {
  private enum Event: Sendable { case failed(GStreamerError), written }

  /// The path, and the name in messages.
  let path: String, name: String

  /// Encodes and writes an image; the file is complete when this returns.
  ///
  /// Blocks; not for Swift's cooperative thread pool.
  func write(
    _ picture: some RasterImage,
    stallTimeout: Duration,
    cancellation: Cancellation
  ) throws(RetimeError) {
    let mailbox = Mailbox<Event>()
    let watchdog = Watchdog(limit: stallTimeout)
    let pipeline: Pipeline
    do {
      pipeline = try start(picture) { mailbox.post($0) }
    } catch {
      throw RetimeError(error, side: .output, name: name)
    }
    defer { pipeline.stop() }
    while true {
      switch try mailbox.next(unless: cancellation, or: watchdog, of: name) {
      case .failed(let error): throw RetimeError(error, side: .output, name: name)
      case .written: return
      case nil: continue
      }
    }
  }

  private func start(
    _ picture: some RasterImage,
    _ onEvent: @escaping @Sendable (Event) -> Void
  ) throws(GStreamerError) -> Pipeline {
    let pipeline = try Pipeline { message in
      switch message {
      case .error(let error): onEvent(.failed(error))
      case .endOfStream: onEvent(.written)
      default: break
      }
    }
    let source = try AppSource(maximumBuffers: 0, maximumBytes: 0)
    let caps = try picture.caps()
    var chain: [Element] = [source, try .make("videoconvert")]
    if VideoFormat(caps)?.isRGB == false {
      // GStreamer 1.22 converts 8-bit YUV to RGB up to 6 levels too dark, and 16-bit YUV with
      // errors of up to 2 levels.
      let deep = try Element.make("capsfilter", ["caps": "video/x-raw, format=Y444_16LE"])
      chain += [deep, try .make("videoconvert")]
    }
    if let svg = picture.overlay {
      chain += [try .make("rsvgoverlay", ["data": svg]), try .make("videoconvert")]
    }
    chain.append(try .make("capsfilter", ["caps": "video/x-raw, format=RGB"]))
    // Noise hardly shrinks at any level, and the rest shrinks at the lowest.
    let sink = try Element.make("filesink")
    try sink.set("location", toPath: PathText.bytes(of: path))
    chain += [try .make("pngenc", ["compression-level": "1"]), sink]
    try pipeline.add(chain: chain)
    source.setCaps(caps)
    pipeline.play()
    _ = source.push(try picture.makeBuffer())
    source.endStream()
    return pipeline
  }
}
