// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles

// Corrections of the raw audio caps that GStreamer 1.22 gets wrong, applied at the decoder's output.

extension SourceReference {
  /// Returns the fields that correct the caps of a stream's samples; nil for none.
  ///
  /// `encoded`: the caps of the encoded stream.
  func capsFields(of streamID: String, encoded: Caps?) -> [String: String]? {
    (Repair.movieSound.isNeeded ? movieFields(of: streamID, demuxed: encoded) : nil)
      ?? (Repair.flacLayout.isNeeded ? encoded?.flacChannelMask : nil).map {
        ["channel-mask": Caps.bitmask($0)]
      }
  }

  /// Returns the fields of the samples from an MP4 file's header.
  ///
  /// They have no channel mask if the demuxer has ordered the channels by another one: from 1.26.2
  /// on it takes surround pairs for side pairs, which follow the rear centre channel.
  private func movieFields(of streamID: String, demuxed: Caps?) -> [String: String]? {
    guard var fields = movie?.track(streamID).capsFields else { return nil }
    let (rear, sides) = (UInt64(1 << 8), UInt64(3 << 10))
    if let mask = demuxed?.bitmasks("channel-mask").first, mask & rear != 0, mask & sides != 0,
      fields["channel-mask"] != Caps.bitmask(mask)
    {
      fields["channel-mask"] = nil
    }
    return fields.isEmpty ? nil : fields
  }
}

extension Pad {
  /// Sets fields in the caps of all audio with that number of channels.
  ///
  /// `audioconvert` requires a channel mask for more than two channels, even one without positions:
  /// `wavparse` sets none for more than eight.
  func setCapsFields(_ fields: [String: String]?, channels: Int?) {
    guard let channels, fields != nil || channels > 2 else { return }
    changeCaps { caps in
      guard caps.int("channels") == channels else { return caps }
      let unplaced =
        channels < 3 || caps.has("channel-mask") ? [:] : ["channel-mask": "(bitmask)0x0"]
      return (try? caps.setting(unplaced.merging(fields ?? [:]) { $1 })) ?? caps
    }
  }
}

extension Caps {
  /// Returns a mask as the text of a field.
  fileprivate static func bitmask(_ mask: UInt64) -> String {
    "(bitmask)0x\(String(mask, radix: 16))"
  }

  /// The channel mask of a FLAC stream's comment WAVEFORMATEXTENSIBLE_CHANNEL_MASK (RFC 9639, 8.6.2).
  ///
  /// It is GStreamer's form of the mask; nil without the comment, and for positions above the
  /// listener, whose order differs.
  ///
  /// GStreamer's decoders use the same positions for a given number of channels, whatever the comment.
  fileprivate var flacChannelMask: UInt64? {
    guard name == "audio/x-flac" else { return nil }
    for header in headers("streamheader") where header.count > 4 && header[0] & 0x7F == 4 {
      var remaining = header.dropFirst(4)
      func number() -> Int {
        let bytes = remaining.prefix(4)
        remaining = remaining.dropFirst(4)
        return Int(bytes.littleEndian)
      }
      let vendor = number()
      remaining = remaining.dropFirst(vendor)
      for _ in 0..<min(number(), 10_000) {
        let length = number()
        let comment = remaining.prefix(length)
        remaining = remaining.dropFirst(comment.count)
        let parts = String(decoding: comment, as: UTF8.self).split(separator: "=", maxSplits: 1)
        guard parts.count == 2, parts[0].uppercased() == ChannelLayout.commentName else { continue }
        let digits = parts[1].lowercased()
        let mask = digits.hasPrefix("0x") ? UInt64(digits.dropFirst(2), radix: 16) : UInt64(digits)
        guard let mask, mask < 1 << 11, mask.nonzeroBitCount == int("channels") else { return nil }
        // The side channels are one bit higher in GStreamer, which has a second LFE before them.
        return mask & 0x1FF | (mask & 0x600) << 1
      }
    }
    return nil
  }
}
