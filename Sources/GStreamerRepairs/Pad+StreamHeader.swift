// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Puts the caps that came before in place of those that lack the header of their stream.
  ///
  /// From 1.26 on `flacparse` tells that the channels have changed by such caps, which `flacdec` refuses. It needs none: each
  /// frame of FLAC says what it holds.
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
