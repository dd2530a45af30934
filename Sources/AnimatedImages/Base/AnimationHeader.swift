// SPDX-License-Identifier: MPL-2.0

/// A format of animated images.
public enum AnimationKind: String, Sendable, CaseIterable {
  case gif, apng, webp

  /// Creates the format of the first 12 bytes of a file, also of a still image; nil for other formats.
  public init?(signature: [UInt8]) {
    if signature.starts(with: "GIF8".utf8) {
      self = .gif
    } else if signature.starts(with: PNGForm.signature) {
      self = .apng
    } else if signature.starts(with: "RIFF".utf8), signature.dropFirst(8).starts(with: "WEBP".utf8)
    {
      self = .webp
    } else {
      return nil
    }
  }

  /// Creates the format of an animated image; nil for still images, and for other files.
  ///
  /// `read`: returns `count` bytes from an offset; nil or fewer beyond the end.
  public init?(reading read: (_ offset: Int, _ count: Int) -> [UInt8]?) {
    guard let head = read(0, 12), let kind = AnimationKind(signature: head) else { return nil }
    switch kind {
    case .gif: break
    case .apng: guard Self.isAnimatedPNG(read) else { return nil }
    case .webp:
      // The flag of the chunk that has to come first (RFC 9649, section 2.7).
      guard let header = read(12, 9), header.count == 9, header.starts(with: "VP8X".utf8),
        header[8] & 2 != 0
      else { return nil }
    }
    self = kind
  }

  /// Returns whether a PNG has a chunk `acTL` before its image.
  private static func isAnimatedPNG(_ read: (_ offset: Int, _ count: Int) -> [UInt8]?) -> Bool {
    var offset = 8
    // It is one of the first chunks; a file of empty chunks would take long.
    for _ in 0..<1000 {
      guard let chunk = read(offset, 8), chunk.count == 8 else { return false }
      if chunk[4...].elementsEqual("acTL".utf8) { return true }
      if chunk[4...].elementsEqual("IDAT".utf8) { return false }
      offset += 12 + chunk[..<4].number
    }
    return false
  }
}

/// The properties of an animated image that its start states.
public struct AnimationHeader: Sendable, Equatable {
  /// The size in pixels.
  public var width: Int, height: Int
  /// The number of times that the animation is played; 0 for endless repetition.
  public var plays = 1
  /// The bits of a color component of the decoded frames: 8 or 16.
  public var depth = 8
  /// The bytes that the decoder needs besides the frames: palettes, and the form of the pixels.
  public var setup: [UInt8] = []

  /// The most pixels of a frame that are decoded.
  public static let mostPixels = 1 << 27

  /// Creates the header of frames of a size.
  ///
  /// - Throws: an error for a frame without pixels, or with too many.
  public init(width: Int, height: Int) throws(AnimationFileError) {
    guard width > 0, height > 0 else {
      throw AnimationFileError("its frames are \(width)x\(height), so they have no pixels")
    }
    guard height <= Self.mostPixels / width else {
      throw AnimationFileError(
        "its frames are \(width)x\(height), and up to \(Self.mostPixels) pixels are decoded"
      )
    }
    (self.width, self.height) = (width, height)
  }

  /// Whether a rectangle is all of the frame.
  func isCovered(by area: PixelRectangle) -> Bool {
    area.columns.lowerBound <= 0 && area.rows.lowerBound <= 0 && area.columns.upperBound >= width
      && area.rows.upperBound >= height
  }
}

/// An encoded frame of an animated image.
public struct EncodedFrame: Sendable {
  /// The bytes for the decoder.
  public var bytes: [UInt8]
  /// The duration in seconds, as a fraction.
  public var delay: (numerator: Int, denominator: Int)
  /// Whether it and the frames after it can be decoded without those before it.
  public var isKey: Bool
  /// Whether it covers all of the canvas.
  var coversCanvas: Bool
  /// Whether its area becomes transparent at its end.
  var clearsArea: Bool
  /// Whether it may put transparent pixels in the place of opaque ones.
  var replacesOpaque: Bool

  /// The duration that frames get whose own is too short, as in browsers and ffmpeg: 100 ms.
  static let shownDelay = (numerator: 1, denominator: 10)
}

/// A fault of an animated image, for a message after the name of the file.
public struct AnimationFileError: Error, Sendable, Equatable, CustomStringConvertible {
  /// The fault.
  public let description: String

  /// Creates an error with its text.
  public init(_ description: String) { self.description = description }
}
