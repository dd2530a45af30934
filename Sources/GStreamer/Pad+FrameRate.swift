// SPDX-License-Identifier: MPL-2.0

internal import CGStreamer
internal import Synchronization

extension Pad {
  /// Tells a parser of MPEG-2 pictures, whose sink pad this is, at which rate they come.
  ///
  /// GStreamer 1.22's `mpegvideoparse` multiplies by the sequence extension's numerator, and does not divide by
  /// its denominator: pictures at 5 Hz would come at 25 Hz and last 40 ms. What it is told goes first.
  func tellFrameRate() {
    let done = unsafe Unmanaged.passRetained(Box(Once())).toOpaque()
    _ = unsafe gst_pad_add_probe(
      pad,
      GST_PAD_PROBE_TYPE_BUFFER,
      { pad, info, data in
        guard let pad = unsafe pad, let info = unsafe info, let data = unsafe data,
          let buffer = unsafe gst_pad_probe_info_get_buffer(info)
        else { return GST_PAD_PROBE_OK }
        let once = unsafe Box<Once>.value(of: data)
        if once.isOpen, unsafe Pad(retaining: pad).tellFrameRate(of: Buffer(retaining: buffer)) {
          once.close()
        }
        return GST_PAD_PROBE_OK
      },
      done,
      { unsafe releaseBox($0) }
    )
  }

  /// Tells the rate that the packet states; false when it states none.
  private func tellFrameRate(of packet: borrowing Buffer) -> Bool {
    guard let caps = currentCaps, caps.fraction("framerate") == nil else { return true }
    let rate = try? packet.withSpan(of: UInt8.self) { bytes throws(GStreamerError) in
      MPEGFrameRate(bytes)
    }
    guard let rate else { return false }
    if rate.isDivided, let told = try? caps.setting(["framerate": rate.field]) {
      unsafe gst_pad_send_event(pad, gst_event_new_caps(told.raw))
    }
    return true
  }

  private final class Once: Sendable {
    private let isClosed = Atomic<Bool>(false)
    var isOpen: Bool { !isClosed.load(ordering: .relaxed) }
    func close() { isClosed.store(true, ordering: .relaxed) }
  }
}

/// The frame rate in a sequence header and its extension: ISO/IEC 13818-2, 6.2.2.1 and 6.2.2.3.
struct MPEGFrameRate {
  /// One of eight rates, by its code.
  private let code: Int
  /// The fraction in the extension.
  private let numerator: Int, denominator: Int

  /// Whether the extension's denominator means something.
  var isDivided: Bool { denominator > 1 }

  /// The rate as a field of caps.
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

  /// Where what follows a start code begins.
  private static func start(_ code: UInt8, in bytes: Span<UInt8>, from first: Int) -> Int? {
    var place = first
    while place + 3 < bytes.count {
      if bytes[place + 2] > 1 {
        place += 3
      } else if bytes[place] == 0, bytes[place + 1] == 0, bytes[place + 2] == 1,
        bytes[place + 3] == code
      {
        return place + 4
      } else {
        place += 1
      }
    }
    return nil
  }
}
