// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

/// When the newest packet is shown, and how long.
private final class PacketTime: Sendable {
  private let newest = Mutex<(time: GstClockTime, duration: GstClockTime)?>(nil)

  func note(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    let times = unsafe (buffer.pointee.pts, buffer.pointee.duration)
    newest.withLock { $0 = times }
  }

  func stamp(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    guard let times = newest.withLock({ $0 }) else { return }
    unsafe (buffer.pointee.pts, buffer.pointee.duration) = times
  }
}

/// How long the packets last that have gone in and not come out.
private final class PacketDurations: Sendable {
  private static let limit = 256
  private let waiting = Mutex<[(time: GstClockTime, duration: GstClockTime)]>([])

  func note(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    let times = unsafe (buffer.pointee.pts, buffer.pointee.duration)
    guard ClockTime(raw: times.0) != nil, ClockTime(raw: times.1) != nil else { return }
    waiting.withLock { waiting in
      if waiting.count >= Self.limit { waiting.removeFirst() }
      waiting.append(times)
    }
  }

  func stamp(_ buffer: UnsafeMutablePointer<GstBuffer>) {
    let time = unsafe buffer.pointee.pts
    let duration = waiting.withLock { waiting -> GstClockTime? in
      guard let index = waiting.firstIndex(where: { $0.time == time }) else { return nil }
      return waiting.remove(at: index).duration
    }
    if let duration { unsafe buffer.pointee.duration = duration }
  }
}

extension Pad {
  private typealias PacketVisit = @Sendable (UnsafeMutablePointer<GstBuffer>) -> Void

  /// Gives every picture that a decoder, whose source pad this is, hands out the time of its packet.
  ///
  /// FFmpeg's decoder of GIF draws each picture over the one before it, and GStreamer 1.22 finds the first
  /// one's time in all of them. For decoders that give one picture for each packet, at once.
  ///
  /// `entry`: the decoder's sink pad.
  func takeTimes(from entry: Pad) {
    let time = PacketTime()
    unsafe entry.visitPackets(writing: false) { unsafe time.note($0) }
    unsafe visitPackets(writing: true) { unsafe time.stamp($0) }
  }

  /// Gives every packet that a parser, whose source pad this is, hands out the duration that it came with.
  ///
  /// GStreamer 1.22's parsers of pictures forget it, or guess another from the rate.
  ///
  /// `entry`: the parser's sink pad.
  public func keepDurations(from entry: Pad) {
    let durations = PacketDurations()
    unsafe entry.visitPackets(writing: false) { unsafe durations.note($0) }
    unsafe visitPackets(writing: true) { unsafe durations.stamp($0) }
  }

  /// Gives every buffer that passes one time.
  func stampPackets(_ time: ClockTime) {
    let stamp = GstClockTime(time.nanoseconds)
    unsafe visitPackets(writing: true) { unsafe $0.pointee.pts = stamp }
  }

  private func visitPackets(writing: Bool, _ visit: @escaping PacketVisit) {
    let box = unsafe Unmanaged.passRetained(Box<PacketVisit>(visit)).toOpaque()
    let reading: GstPadProbeCallback = { _, info, data in
      if let info = unsafe info, let data = unsafe data,
        let buffer = unsafe gst_pad_probe_info_get_buffer(info)
      {
        unsafe Box<PacketVisit>.value(of: data)(buffer)
      }
      return GST_PAD_PROBE_OK
    }
    let changing: GstPadProbeCallback = { _, info, data in
      guard let info = unsafe info, let data = unsafe data,
        let shared = unsafe gst_pad_probe_info_get_buffer(info),
        let buffer = unsafe CGStreamer_make_writable(shared)
      else { return GST_PAD_PROBE_OK }
      unsafe info.pointee.data = UnsafeMutableRawPointer(buffer)
      unsafe Box<PacketVisit>.value(of: data)(buffer)
      return GST_PAD_PROBE_OK
    }
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      writing ? changing : reading,
      box,
      { unsafe releaseBox($0) }
    )
  }
}
