// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import Synchronization

extension Pad {
  /// Sets the colorimetry in the caps of decoded VP9 or AV1 to that in its key frames.
  ///
  /// `vp9dec` and `av1dec` use the container's values alone, and assume limited range where there are none.
  /// `qtdemux` drops the AV1 configuration of most files.
  /// The encoded frames arrive at `sink`. The decoder sends caps after it has decoded the first of
  /// them. `read` reads the first bytes of a packet.
  func takeColors(
    from sink: Pad,
    read: @escaping @Sendable ([UInt8]) -> SequenceColors?
  ) {
    let stated = Latest()
    sink.observeBuffersAndCaps { packet, _, caps in
      if let colors = read(packet.prefix(64)) {
        let isNamed = caps()?.has("colorimetry") ?? false
        stated.value.withLock { $0 = (colors, isNamed) }
      }
      return true
    }
    changeCaps { caps in
      guard let (stated, isNamed) = stated.value.withLock({ $0 }) else { return caps }
      let given = Colorimetry(caps)
      let colors = Colorimetry(isNamed ? given : nil, correctedBy: stated)
      guard colors != given else { return caps }
      return (try? caps.setting(["colorimetry": "(string)\(colors.text)"])) ?? caps
    }
  }

  private final class Latest: Sendable {
    let value = Mutex<(colors: SequenceColors, isNamed: Bool)?>(nil)
  }
}
