// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Element {
  /// Holds back the end of the alpha stream of an `alphacombine` until every alpha buffer has its frame.
  ///
  /// At that event, `alphacombine` 1.26 drops its pending alpha buffer and loses the frame that
  /// waits for it.
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
    /// The number of alpha buffers that arrived, less the number of frames output.
    var waiting = 0
    /// Whether the end of the stream is held back.
    var hasEnded = false
  }
}
