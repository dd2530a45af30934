// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Element {
  /// Makes a `tsdemux` use packet timestamps alone, on one clock from the first packet to the last.
  ///
  /// GStreamer 1.22 does that where clock references are absent and the input has times: the first
  /// packet gets its buffer's time, and the distances to all others follow from the packet
  /// timestamps. All input gets the time 24 h, so that no packet falls before zero.
  func timeByPackets() throws(GStreamerError) {
    try set("ignore-pcr", to: "true")
    let sink = try pad("sink")
    sink.changeSegments { _ in .times }
    sink.changeBuffers { $0.presentationTime = ClockTime(nanoseconds: 24 * 3600 * 1_000_000_000) }
  }
}
