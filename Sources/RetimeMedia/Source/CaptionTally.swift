// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore
internal import Synchronization

/// The texts of one channel of a video's closed captions.
struct CaptionService: Sendable, Equatable {
  let channel: CaptionChannel
  /// The number of cues.
  let count: Int
  /// The time from the start of the first cue to the end of the last.
  let duration: StreamTime
}

/// The closed captions of a video track, recorded on a streaming thread.
final class CaptionTally: Sendable {
  private let pairs = Mutex<[CaptionPair]>([])

  /// Records the captions of a frame that is shown at `time`.
  func add(_ buffer: borrowing Buffer, at time: StreamTime) {
    let new = buffer.captionPairs(at: time)
    if !new.isEmpty { pairs.withLock { $0 += new } }
  }

  /// Discards the captions before a seek.
  func reset() { pairs.withLock { $0 = [] } }

  /// Returns the channels that have text, in a video that ends at `end`.
  func services(until end: StreamTime) -> [CaptionService] {
    let cues = CaptionCue.cues(of: pairs.withLock { $0 }, until: end)
    return CaptionChannel.allCases.compactMap { channel in
      guard let cues = cues[channel], let first = cues.first, let last = cues.last else {
        return nil
      }
      let duration = last.end - first.start
      return CaptionService(channel: channel, count: cues.count, duration: duration)
    }
  }
}

extension Buffer {
  /// Returns the CEA-608 captions of a frame that is shown at `time`.
  func captionPairs(at time: StreamTime) -> [CaptionPair] {
    hasCaptions ? captions.flatMap { CaptionForm($0.form).pairs(in: $0.bytes, at: time) } : []
  }
}

extension CaptionForm {
  fileprivate init(_ form: FrameCaptions.Form) {
    self =
      switch form {
      case .cea608: .pairs
      case .s334: .fieldPairs
      case .cea708: .triplets
      case .packet: .packet
      }
  }
}
