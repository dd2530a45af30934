// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Element {
  /// Lets an `alphacombine` hear that transparency has ended once all of it has its picture.
  ///
  /// The one of 1.26 forgets what it has of transparency at that moment, and ends with the picture that waits for it.
  func keepLastAlpha() throws(GStreamerError) {
    let (alpha, source) = (try pad("alpha"), try pad("src"))
    let state = Mutex(AlphaState())
    alpha.observeBuffers { _, _ in
      state.withLock { $0.waiting += 1 }
      return true
    }
    alpha.observeFlushes { state.withLock { $0 = AlphaState() } }
    alpha.observeEnds {
      state.withLock { state in
        state.hasEnded = state.waiting > 0
        return !state.hasEnded
      }
    }
    source.observeBuffers { _, _ in
      let isLast = state.withLock { state in
        state.waiting = max(0, state.waiting - 1)
        return state.waiting == 0 && state.hasEnded
      }
      if isLast { alpha.endStream() }
      return true
    }
  }

  private struct AlphaState {
    /// Buffers of transparency that have come, and of which no picture has gone out.
    var waiting = 0
    /// Whether the end is held back.
    var hasEnded = false
  }
}
