// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Makes a decoder, whose source pad this is, restart until it produces output.
  ///
  /// GStreamer 1.22's base class for audio decoders assigns the packets' times in order, one for
  /// each output. Where the first packets produce no audio, such as those with an encoder's name,
  /// all later output would be too early. After a discontinuity the base class forgets the packets
  /// without output. For decoders that output one buffer for each packet, at once.
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
      // A packet went in before, and nothing came out.
      let isFruitless = hasBegun.withLock { state in
        defer { state.input = true }
        return state.input && !state.output
      }
      if isFruitless { packet.isDiscontinuity = true }
    }
  }
}
