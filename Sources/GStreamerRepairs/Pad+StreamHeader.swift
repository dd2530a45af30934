// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Replaces caps without the stream header by the last caps with one.
  ///
  /// From 1.26 on, `flacparse` reports a change of channels by such caps, which `flacdec` refuses.
  /// It needs no new header: each FLAC frame states its own format.
  func keepStreamHeader() {
    let newest = Mutex<Caps?>(nil)
    changeCaps { caps in
      newest.withLock { newest in
        if caps.has("streamheader") { newest = caps }
        return newest ?? caps
      }
    }
  }
}
