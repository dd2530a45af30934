// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import Deflate
internal import GStreamer

/// The encoder of animated PNG files, for the element `retimeapngenc`.
///
/// The header states the number of frames, so the encoded frames wait in a scratch file.
struct APNGAnimation: AnimationFormat {
  static let info = ElementInfo(
    name: "retimeapngenc",
    typeName: "RetimeAPNGEnc",
    longName: "Animated PNG encoder",
    classification: "Codec/Encoder/Image",
    summary: "Encodes animated PNG files",
    caps: "video/x-raw, format={ RGB, RGBA }, width=[ 1, 65535 ], height=[ 1, 65535 ]",
    sourceCaps: "image/apng"
  )

  private let form: AnimationForm
  private let plays: Int
  private let file: AnimationStore
  private var canvas: APNGCanvas
  private var format: APNGFormat
  /// The newest frame, whose duration is not known yet, and its start in nanoseconds.
  private var pending: (area: PixelRectangle, data: [UInt8], start: Int64)?
  /// The sizes of the chunks in the file.
  private var sizes: [Int] = [], byteCount = 0

  init(_ form: AnimationForm, _ settings: AnimationSettings) throws(AnimationError) {
    (self.form, plays) = (form, settings.plays)
    let (width, height) = (form.width, form.height)
    canvas = APNGCanvas(width: width, height: height, channels: form.channels, stride: form.stride)
    format = APNGFormat(width: width, height: height, hasAlpha: form.channels == 4)
    file = try AnimationStore()
  }

  mutating func add(
    _ frame: Span<UInt8>,
    at start: Int64,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError) {
    try store(until: start)
    let (area, rows) = canvas.encode(frame)
    guard let data = Deflate.compressed(rows, level: 6) else { throw .failed("no memory is left") }
    pending = (area, data, start)
  }

  mutating func finish(
    at end: Int64,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError) {
    guard pending != nil else { return }
    try store(until: end)
    try write(format.header(plays: plays))
    var offset = 0
    for size in sizes {
      try write(try file.read(size, at: offset))
      offset += size
    }
    try write(APNGFormat.end)
  }

  /// Stores the newest frame, which is shown until `end`.
  private mutating func store(until end: Int64) throws(AnimationError) {
    guard let (area, data, start) = pending.take() else { return }
    guard let delay = delay(from: start, until: end) else {
      throw .failed("a frame lasts \((end - start) / 1_000_000_000) s, and a PNG holds 65 s")
    }
    let chunks = format.frame(data, in: area, delay: delay)
    try file.write(chunks.span, at: byteCount)
    sizes.append(chunks.count)
    byteCount += chunks.count
  }

  /// Returns a duration: whole ticks of the constant frame rate, or milliseconds between rounded times.
  private func delay(from start: Int64, until end: Int64) -> FrameDelay? {
    if let (numerator, denominator) = form.rate {
      let tick = 1_000_000_000 * Double(denominator) / Double(numerator)
      let ticks = max(1, (Double(end - start) / tick).rounded())
      // Times are whole nanoseconds.
      let isExact = abs(ticks * tick - Double(end - start)) < 1000
      if isExact, ticks < 65_536, let delay = FrameDelay(Int(ticks) * denominator, numerator) {
        return delay
      }
    }
    return FrameDelay(
      Int(max(1, (end + 500_000) / 1_000_000 - (start + 500_000) / 1_000_000)),
      1000
    )
  }
}
