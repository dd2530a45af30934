// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import RetimeCore
internal import RetimeSystem
internal import Synchronization

/// The times of still images whose frame rate varies, and their depth.
///
/// GStreamer's `imagesequencesrc` has evenly spaced images only. So the times are stored beside the links to the images, in a
/// scratch folder. PNG of 16 bits is marked for a decoder of Retime's own.
final class StillClock: Sendable {
  private static let name = "times"
  /// The start of each image and the end of the last one, in nanoseconds.
  private let starts: [Int64]
  private let isDeep: Bool
  private let next = Atomic(0)

  /// Reads the times and the first image for a reader of a URI; nil for other inputs.
  init?(_ uri: String) {
    guard uri.hasPrefix("imagesequence:"), let mark = uri.lastIndex(of: "?"),
      let path = FileAddress.path("file" + uri[..<mark].dropFirst("imagesequence".count)),
      let slash = path.lastIndex(of: "/")
    else { return nil }
    let first = uri[mark...].firstMatch(of: /start-index=([0-9]+)/).flatMap { Int($0.output.1) }
    isDeep = Self.isDeepPNG(StillNames.name(path, first ?? 0))
    guard let file = try? RandomAccessFile(String(path[...slash]) + Self.name),
      let bytes = file.bytes(at: 0, count: file.byteCount)
    else {
      starts = []
      return
    }
    starts = String(decoding: bytes, as: UTF8.self).split(separator: "\n").compactMap { Int64($0) }
  }

  /// Returns whether a file is a PNG of 16 bits with color or alpha, which `pngdec` misreads.
  private static func isDeepPNG(_ path: String) -> Bool {
    guard Repair.deepPNG.isNeeded, let head = (try? RandomAccessFile(path))?.bytes(at: 0, count: 26)
    else { return false }
    return head.starts(with: [0x89, 0x50, 0x4E, 0x47]) && head[24] == 16 && head[25] != 0
  }

  /// Stores the times in a scratch folder.
  static func store(_ starts: [RationalTime], in folder: ScratchFolder) throws(SystemError) {
    let text = starts.map { "\($0.nanoseconds)\n" }.joined()
    try FileSystem.write(Array(text.utf8).span, to: "\(folder.path)/\(name)")
  }

  /// Times and marks the images of a source; does nothing for other elements.
  func mend(_ element: Element) {
    guard element.factoryName == "imagesequencesrc", let pad = try? element.pad("src") else {
      return
    }
    let isTimed = !starts.isEmpty
    pad.changeCaps { [isDeep] caps in
      // An animated PNG among still images is its first image.
      let rate = caps.fraction("framerate").map { "\($0.numerator)/\($0.denominator)" } ?? "25/1"
      let still = "image/png, framerate=(fraction)\(rate)"
      let caps = caps.name == "image/apng" ? (try? Caps(still)) ?? caps : caps.removing("animated")
      var fields = isDeep ? ["depth": "(int)16"] : [:]
      if isTimed { fields["framerate"] = "(fraction)0/1" }
      return fields.isEmpty ? caps : (try? caps.setting(fields)) ?? caps
    }
    guard isTimed else { return }
    pad.changeBuffers { [self] buffer in
      let index = next.wrappingAdd(1, ordering: .relaxed).oldValue
      guard index + 1 < starts.count else { return }
      buffer.presentationTime = ClockTime(clamping: starts[index])
      buffer.duration = ClockTime(clamping: starts[index + 1] - starts[index])
    }
  }
}
