// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore

/// An output for packets that are processed like frames; it completes their caps.
struct PacketFrameOutput: TrackOutput {
  let output: any TrackOutput
  let packets: Plan.Packets
  /// The handler of caps that cannot be completed.
  let onFailure: @Sendable (RetimeError) -> Void

  func setCaps(_ caps: Caps) {
    do throws(GStreamerError) {
      output.setCaps(try packets.completed(caps))
    } catch {
      onFailure(RetimeError(.inputOutput, "the packets' format cannot be stated: \(error)"))
    }
  }

  func moveBack(by time: StreamTime) { output.moveBack(by: time) }

  func push(_ buffer: consuming Buffer) -> Bool {
    var packet = buffer
    packet.decodeTime = nil
    return output.push(packet)
  }

  func endStream() { output.endStream() }
}
