// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

extension Pad {
  /// Lets the first frames of plain audio pass, and drops all later ones.
  ///
  /// - Precondition: no buffer has passed yet.
  public func limitAudio(frames limit: Int) {
    let passed = Atomic(0)
    unsafe addProbe(GST_PAD_PROBE_TYPE_BUFFER) { pad, info in
      let own = unsafe Pad(retaining: pad)
      guard let raw = unsafe gst_pad_probe_info_get_buffer(info),
        let size = own.currentCaps.flatMap(AudioLayout.init)?.bytesPerFrame, size > 0
      else { return GST_PAD_PROBE_OK }
      let before = passed.load(ordering: .relaxed)
      var buffer = unsafe Buffer(takingOwnershipOf: raw)
      let count = buffer.byteCount / size
      passed.store(before + count, ordering: .relaxed)
      let left = max(0, limit - before)
      if left < count { buffer.keepFirst(left * size) }
      unsafe info.pointee.data = UnsafeMutableRawPointer(buffer.release())
      return left > 0 ? GST_PAD_PROBE_OK : GST_PAD_PROBE_DROP
    }
  }
}
