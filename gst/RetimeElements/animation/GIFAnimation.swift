// SPDX-License-Identifier: MPL-2.0

internal import AnimatedImages
internal import GStreamer

/// The encoder of GIF files, for the element `retimegifenc`.
///
/// The palette follows from all frames, so they wait in a scratch file. Where that is full, a palette follows
/// from the frames in it, and the next ones get another.
struct GIFAnimation: AnimationFormat {
  static let info = ElementInfo(
    name: "retimegifenc",
    typeName: "RetimeGIFEnc",
    longName: "GIF encoder",
    classification: "Codec/Encoder/Image",
    summary: "Encodes animated GIF files",
    caps: "video/x-raw, format=RGBA, width=[ 1, 65535 ], height=[ 1, 65535 ]",
    sourceCaps: "image/gif"
  )

  /// The maximum size of the waiting frames in bytes, and the longest delay of a frame.
  private static let spooledBytes = 1 << 30, longestDelay = 65_535

  private let width: Int, height: Int, plays: Int
  private var byteCount: Int { 4 * width * height }
  private let file: AnimationStore
  private var histogram = ColorHistogram()
  /// The start times of the waiting frames, in hundredths of a second.
  private var starts: [Int] = []
  private var canvas: GIFCanvas?

  init(_ form: AnimationForm, _ settings: AnimationSettings) throws(AnimationError) {
    (width, height, plays) = (form.width, form.height, settings.plays)
    file = try AnimationStore()
  }

  mutating func add(
    _ frame: Span<UInt8>,
    at start: Int64,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError) {
    // Two frames cannot have one time.
    let start = max(GIFCanvas.hundredths(start), (starts.last ?? -1) + 1)
    if starts.count > 1, (starts.count + 1) * byteCount > Self.spooledBytes {
      try encode(until: start, next: frame.indices.map { frame[$0] }, write)
    }
    try file.write(frame, at: starts.count * byteCount)
    histogram.add(frame)
    starts.append(start)
  }

  mutating func finish(
    at end: Int64,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError) {
    guard let last = starts.last else { return }
    try encode(until: max(GIFCanvas.hundredths(end), last + 1), write)
    try write(GIFCanvas.trailer)
  }

  /// Encodes the waiting frames, the last of which is shown until `end`, and then the frame `next`.
  private mutating func encode(
    until end: Int,
    next following: [UInt8]? = nil,
    _ write: ([UInt8]) throws(AnimationError) -> Void
  ) throws(AnimationError) {
    let palette = ColorPalette(histogram, maximum: 255)
    var canvas = self.canvas?.continued(palette)
    if canvas == nil {
      let new = GIFCanvas(width: width, height: height, palette: palette)
      try write(new.header(plays: plays))
      canvas = new
    }
    var frame = try load(0)
    for index in starts.indices {
      let next = index + 1 < starts.count ? try load(index + 1) : following ?? frame
      let delay = (index + 1 < starts.count ? starts[index + 1] : end) - starts[index]
      guard delay <= Self.longestDelay else {
        throw .failed(
          "a frame lasts \(delay / 100) s, and a GIF holds \(Self.longestDelay / 100) s"
        )
      }
      if let bytes = canvas?.encode(frame.span, next: next.span, delay: delay) { try write(bytes) }
      frame = next
    }
    self.canvas = canvas
    (histogram, starts) = (ColorHistogram(), [])
  }

  private func load(_ index: Int) throws(AnimationError) -> [UInt8] {
    try file.read(byteCount, at: index * byteCount)
  }
}
