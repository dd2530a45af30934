// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import GStreamerRepairs
internal import MediaFiles

// What GStreamer 1.22 says wrongly of raw sound is put right where it leaves the decoder.

extension SourceReference {
  /// The fields that the caps of a stream's samples must have instead of those that GStreamer gives; nil for none.
  ///
  /// `encoded`: the caps of the encoded stream.
  func capsFields(of streamID: String, encoded: Caps?) -> [String: String]? {
    (Repair.movieSound.isNeeded ? movieFields(of: streamID, demuxed: encoded) : nil)
      ?? (Repair.flacLayout.isNeeded ? encoded?.flacChannelMask : nil).map {
        ["channel-mask": Caps.bitmask($0)]
      }
  }

  /// What the header of an MP4 file says of samples, but for channels that the demuxer has sorted by another mask.
  ///
  /// From 1.26.2 on it takes pairs of surround for those at the sides, which come behind the one in the rear.
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
  /// Puts fields into the caps of all sound that passes with so many channels.
  ///
  /// Of more than two channels `audioconvert` wants to hear where they are, also that they are nowhere: `wavparse` says
  /// nothing of more than eight.
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
  /// A mask as a field's text.
  fileprivate static func bitmask(_ mask: UInt64) -> String {
    "(bitmask)0x\(String(mask, radix: 16))"
  }

  /// The channel mask, GStreamer's, that the comment WAVEFORMATEXTENSIBLE_CHANNEL_MASK in the header of a FLAC stream
  /// names (RFC 9639, 8.6.2); nil where none does, and for places above the listener, whose order is another one.
  ///
  /// GStreamer's decoders give as many channels the same places every time.
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
        // The sides are one bit later in GStreamer, behind its second LFE.
        return mask & 0x1FF | (mask & 0x600) << 1
      }
    }
    return nil
  }
}
