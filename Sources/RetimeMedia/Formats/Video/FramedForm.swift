// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

/// The form of H.264 and HEVC with length prefixes and a decoder configuration, as in MP4 and Matroska.
enum FramedForm {
  /// Returns the caps of the form for a media type; nil for other codecs.
  static func caps(of type: String) -> String? {
    switch type {
    case "video/x-h264": "\(type), stream-format=(string)avc, alignment=(string)au"
    case "video/x-h265": "\(type), stream-format=(string)hvc1, alignment=(string)au"
    default: nil
    }
  }

  /// Returns the element that brings a stream with start codes into the form; nil for other streams.
  static func parser(for caps: Caps) -> String? {
    guard caps.string("stream-format") == "byte-stream" else { return nil }
    return switch caps.name {
    case "video/x-h264": "h264parse"
    case "video/x-h265": "h265parse"
    default: nil
    }
  }
}
