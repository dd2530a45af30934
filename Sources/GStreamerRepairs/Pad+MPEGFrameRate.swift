// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import Synchronization

extension Pad {
  /// Sets the frame rate in the caps of MPEG-2 video for a parser, whose sink pad this is.
  ///
  /// GStreamer 1.22's `mpegvideoparse` multiplies by the sequence extension's numerator, and does
  /// not divide by its denominator: video at 5 Hz would come out at 25 Hz, with frames of 40 ms. A
  /// rate in the caps takes precedence.
  func tellFrameRate() {
    let isDone = Atomic(false)
    observeBuffers { packet, _ in
      if !isDone.load(ordering: .relaxed), self.tellFrameRate(of: packet) {
        isDone.store(true, ordering: .relaxed)
      }
      return true
    }
  }

  /// Sets the rate that the packet states; returns false when it states none.
  private func tellFrameRate(of packet: borrowing Buffer) -> Bool {
    guard let caps = currentCaps, caps.fraction("framerate") == nil else { return true }
    let rate = try? packet.withSpan(of: UInt8.self) { bytes throws(GStreamerError) in
      MPEGFrameRate(bytes)
    }
    guard let rate else { return false }
    if rate.isDivided, let told = try? caps.setting(["framerate": rate.field]) { take(told) }
    return true
  }
}

/// The frame rate in a sequence header and its extension: ISO/IEC 13818-2, 6.2.2.1 and 6.2.2.3.
struct MPEGFrameRate {
  /// The index of one of the eight rates.
  private let code: Int
  /// The fraction in the extension.
  private let numerator: Int, denominator: Int

  /// Whether the extension divides the rate.
  var isDivided: Bool { denominator > 1 }

  /// The rate as the value of a caps field.
  var field: String {
    let (count, seconds) = Self.rates[code]
    return "(fraction)\(count * numerator)/\(seconds * denominator)"
  }

  private static let rates = [
    (24_000, 1001), (24, 1), (25, 1), (30_000, 1001), (30, 1), (50, 1), (60_000, 1001), (60, 1),
  ]

  /// Reads the first header in `bytes`; nil where there is none.
  init?(_ bytes: Span<UInt8>) {
    guard let header = Self.start(0xB3, in: bytes, from: 0), header + 4 < bytes.count else {
      return nil
    }
    code = Int(bytes[header + 3] & 0xF) - 1
    guard Self.rates.indices.contains(code) else { return nil }
    guard let added = Self.start(0xB5, in: bytes, from: header), added + 5 < bytes.count,
      bytes[added] >> 4 == 1
    else {
      (numerator, denominator) = (1, 1)
      return
    }
    let last = bytes[added + 5]
    (numerator, denominator) = (Int(last >> 5 & 3) + 1, Int(last & 0x1F) + 1)
  }

  /// Returns the offset after a start code; nil where there is none.
  private static func start(_ code: UInt8, in bytes: Span<UInt8>, from first: Int) -> Int? {
    var offset = first
    while offset + 3 < bytes.count {
      if bytes[offset + 2] > 1 {
        offset += 3
      } else if bytes[offset] == 0, bytes[offset + 1] == 0, bytes[offset + 2] == 1,
        bytes[offset + 3] == code
      {
        return offset + 4
      } else {
        offset += 1
      }
    }
    return nil
  }
}
