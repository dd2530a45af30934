// SPDX-License-Identifier: MPL-2.0

/// A reader of an animated image, which takes the bytes of the file in order.
public struct AnimationReader: Sendable {
  /// A part of the file.
  public enum Element: Sendable {
    /// The header, once and first.
    case header(AnimationHeader)
    /// The next frame.
    case frame(EncodedFrame)
  }

  private var parser: any AnimationParser
  private var bytes = ByteQueue()
  /// Whether the header has come.
  private(set) var hasHeader = false
  /// Whether all frames have come; later bytes are ignored.
  public var isComplete: Bool { parser.isComplete }
  /// Whether the bytes so far end within a frame.
  public var isWithinFrame: Bool { !isComplete && (bytes.count > 0 || parser.isWithinFrame) }

  /// Creates a reader at the start of a file.
  public init(_ kind: AnimationKind) {
    parser =
      switch kind {
      case .gif: GIFParser()
      case .apng: APNGParser()
      case .webp: WebPParser()
      }
  }

  /// Takes the next bytes of the file.
  public mutating func append(_ new: [UInt8]) {
    if !isComplete { bytes.append(new) }
  }

  /// Returns the next part; nil where more bytes are needed, and after the last frame.
  public mutating func next() throws(AnimationFileError) -> Element? {
    while !parser.isComplete {
      switch try parser.step(&bytes) {
      case .none: return nil
      case .some(.none): continue
      case .some(.some(let element)):
        if case .header = element { hasHeader = true }
        return element
      }
    }
    return nil
  }
}

/// A parser of one format.
protocol AnimationParser: Sendable {
  /// Whether all frames have come.
  var isComplete: Bool { get }
  /// Whether a frame has started whose rest is missing.
  var isWithinFrame: Bool { get }
  /// Reads the next block or chunk; nil where more bytes are needed, and `.some(nil)` for one without an element.
  mutating func step(_ bytes: inout ByteQueue) throws(AnimationFileError) -> AnimationReader
    .Element??
}

/// The properties of an animated image that follow from all of it.
public struct AnimationSummary: Sendable, Equatable {
  /// The header.
  public let header: AnimationHeader
  /// The number of complete frames.
  public internal(set) var frames = 0
  /// Whether every pixel of every frame is opaque, given that those of the first frame are.
  public internal(set) var staysOpaque = true
  /// The first frame.
  public internal(set) var first: [UInt8] = []
  /// Whether the file ends within a frame.
  public internal(set) var isCut = false

  /// Reads a whole file.
  ///
  /// `read`: returns at most `count` bytes from an offset, and none at the end; nil if they cannot be read.
  ///
  /// - Throws: an error if it is no such file, or has no frame.
  public init(
    _ kind: AnimationKind,
    read: (_ offset: Int, _ count: Int) -> [UInt8]?
  ) throws(AnimationFileError) {
    var reader = AnimationReader(kind)
    var header: AnimationHeader?, offset = 0
    var (frames, staysOpaque, first) = (0, true, [UInt8]())
    while !reader.isComplete {
      guard let bytes = read(offset, 1 << 16) else {
        throw AnimationFileError("it cannot be read")
      }
      guard !bytes.isEmpty else { break }
      offset += bytes.count
      reader.append(bytes)
      while let element = try reader.next() {
        switch element {
        case .header(let found): header = found
        case .frame(let frame):
          if frames == 0 {
            first = frame.bytes
            staysOpaque = frame.coversCanvas && !frame.clearsArea
          } else if frame.clearsArea || frame.replacesOpaque {
            staysOpaque = false
          }
          frames += 1
        }
      }
    }
    guard let header, frames > 0 else { throw AnimationFileError("it has no complete frame") }
    self.header = header
    (self.frames, self.staysOpaque, self.first) = (frames, staysOpaque, first)
    isCut = reader.isWithinFrame
  }
}
