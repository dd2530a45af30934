// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer

/// A format of raw video, a `GstVideoFormatInfo`.
@safe public struct VideoFormat: @unchecked Sendable {
  // `@unchecked Sendable`: points to a constant of the library.
  let info: UnsafePointer<GstVideoFormatInfo>

  /// Finds a format by name, such as "I420_10LE"; nil for a name unknown to GStreamer.
  ///
  /// Wraps `gst_video_format_from_string` and `gst_video_format_get_info`.
  public init?(named name: String) {
    let format = unsafe CGStreamer_video_format_from_string(name)
    guard format != GST_VIDEO_FORMAT_UNKNOWN, let info = unsafe gst_video_format_get_info(format)
    else { return nil }
    unsafe self.info = unsafe info
  }

  /// Creates the format that a constant of the library describes.
  init(_ info: UnsafePointer<GstVideoFormatInfo>) { unsafe self.info = unsafe info }

  /// Creates the format of raw video caps; nil for other caps.
  public init?(_ caps: Caps) {
    guard let name = caps.string("format") else { return nil }
    self.init(named: name)
  }

  /// The name in caps.
  public var name: String { unsafe String(cString: info.pointee.name) }

  /// The bits of the first component.
  public var depth: Int { unsafe Int(info.pointee.depth.0) }

  /// Whether it has an alpha component.
  public var hasAlpha: Bool { has(GST_VIDEO_FORMAT_FLAG_ALPHA) }

  /// The place of alpha: its plane, the byte of the first value and the bytes from one to the next; nil for none.
  public var alpha: (plane: Int, offset: Int, step: Int)? {
    guard hasAlpha else { return nil }
    return unsafe (
      Int(info.pointee.plane.3), Int(info.pointee.poffset.3), Int(info.pointee.pixel_stride.3)
    )
  }

  /// The bytes of the components' first values where GStreamer states others, at least up to 1.22: bytes for words, or 0.
  private var corrected: [Int]? {
    switch name {
    case "P010_10LE", "P012_LE", "P016_LE": [0, 0, 2]
    case "Y210", "Y212_LE", "Y216_LE": [0, 2, 6]
    case "Y412_LE", "Y416_LE": [2, 0, 4, 6]
    default: nil
    }
  }

  /// Returns a component's plane, the byte of its first value, the bytes from one value to the next, and its subsampling.
  ///
  /// - Precondition: The format has the component.
  func place(
    ofComponent index: Int
  ) -> (plane: Int, offset: Int, step: Int, shifts: (across: Int, down: Int)) {
    precondition(unsafe index >= 0 && index < Int(info.pointee.n_components), "component \(index)")
    func value<Number: BinaryInteger>(_ all: (Number, Number, Number, Number)) -> Int {
      Int([all.0, all.1, all.2, all.3][index])
    }
    return unsafe (
      value(info.pointee.plane), corrected?[index] ?? value(info.pointee.poffset),
      value(info.pointee.pixel_stride),
      (value(info.pointee.w_sub), value(info.pointee.h_sub))
    )
  }

  /// Whether all components are in one plane.
  public var isPacked: Bool {
    let planes = unsafe info.pointee.plane
    return planes.0 == 0 && planes.1 == 0 && planes.2 == 0 && planes.3 == 0
  }

  /// The place of the bytes without meaning in packed RGB of 32 bits, as ``alpha``; nil for other formats.
  public var padding: (plane: Int, offset: Int, step: Int)? {
    let (step, offsets) = unsafe (Int(info.pointee.pixel_stride.0), info.pointee.poffset)
    guard isRGB, !hasAlpha, unsafe info.pointee.n_components == 3, step == 4, depth == 8 else {
      return nil
    }
    return (0, 6 - Int(offsets.0 + offsets.1 + offsets.2), step)
  }

  /// Whether components are red, green and blue, or indices into a palette of them.
  public var isRGB: Bool { has(GST_VIDEO_FORMAT_FLAG_RGB) }

  /// Whether it has luma alone.
  public var isGray: Bool { has(GST_VIDEO_FORMAT_FLAG_GRAY) }

  /// The chroma subsampling as powers of two, horizontal and vertical; zeros without chroma.
  public var chromaShifts: (across: Int, down: Int) {
    unsafe (Int(info.pointee.w_sub.1), Int(info.pointee.h_sub.1))
  }

  /// Returns the formats that caps allow; all raw formats where they do not state any.
  ///
  /// Wraps `gst_video_formats_raw` and `gst_caps_can_intersect`.
  public static func allowed(by caps: Caps) -> [VideoFormat] {
    var count: UInt32 = 0
    guard let formats = unsafe gst_video_formats_raw(&count) else { return [] }
    return (0..<Int(count)).compactMap { index in
      guard let name = unsafe gst_video_format_to_string(formats[index]),
        let format = unsafe VideoFormat(named: String(cString: name)),
        let one = try? Caps("video/x-raw, format=(string)\(format.name)")
      else { return nil }
      return caps.canIntersect(one) ? format : nil
    }
  }

  private func has(_ flag: GstVideoFormatFlags) -> Bool {
    unsafe info.pointee.flags.rawValue & flag.rawValue != 0
  }
}
