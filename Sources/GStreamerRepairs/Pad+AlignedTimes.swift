// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Makes a decoder, whose source pad this is, begin anew as long as it gives nothing.
  ///
  /// GStreamer 1.22's base class for decoders of sound hands packets' times out in their order, one for each
  /// output. Where the first packets hold no sound, as those in which an encoder says its name, all that
  /// follows would come too early. After a discontinuity the base class forgets the packets it waits for.
  /// For decoders that give one buffer for each packet, at once.
  ///
  /// `entry`: the decoder's sink pad.
  func alignTimes(with entry: Pad) {
    let hasBegun = Mutex((input: false, output: false))
    entry.observeFlushes { hasBegun.withLock { $0 = (false, false) } }
    observeBuffers { _, _ in
      hasBegun.withLock { $0.output = true }
      return true
    }
    entry.changeBuffers { packet in
      // Something went in before, and nothing came out.
      let isFruitless = hasBegun.withLock { state in
        defer { state.input = true }
        return state.input && !state.output
      }
      if isFruitless { packet.isDiscontinuity = true }
    }
  }
}
