// SPDX-License-Identifier: MPL-2.0

package import GStreamer
internal import Synchronization

/// A decoded video frame that several ticks can share without a copy of its memory.
package final class SharedFrame: Sendable {
  /// The buffer from the decoder.
  package let buffer: Buffer
  private let wasShown = Atomic(false)
  private let place = Atomic<UInt64>(0)

  /// Takes ownership of `buffer`.
  package init(_ buffer: consuming Buffer) { self.buffer = buffer }

  /// The frame's number in its stream, set by callers that count frames; 0 until it is set.
  package var number: UInt64 {
    get { place.load(ordering: .relaxed) }
    set { place.store(newValue, ordering: .relaxed) }
  }

  /// Returns whether it was called on this frame before.
  package func isShownAgain() -> Bool { wasShown.exchange(true, ordering: .relaxed) }
}
