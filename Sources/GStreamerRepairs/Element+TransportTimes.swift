// SPDX-License-Identifier: MPL-2.0

internal import GStreamer

extension Element {
  /// Makes a `tsdemux` go by the times of packets, on one clock from the first to the last.
  ///
  /// That is what GStreamer 1.22 does where there are no clock references and the stream comes with times: what comes
  /// first is when its buffer says, everything else as far from it as the packets say. So that nothing
  /// comes before zero, all of the file comes at a time that is late enough.
  func timeByPackets() throws(GStreamerError) {
    try set("ignore-pcr", to: "true")
    let sink = try pad("sink")
    sink.changeSegments { _ in .times }
    sink.changeBuffers { $0.presentationTime = ClockTime(nanoseconds: 24 * 3600 * 1_000_000_000) }
  }
}
