// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles

/// The packets of a smart rendering in the form in which those of the source and those of the encoder are one stream.
struct JoinedStream: Sendable {
  private let codec: String
  /// The parameter sets of the joined stream; nil for codecs without.
  private let sets: ParameterSets?
  /// The rewriter of the encoder's packets; nil for codecs without parameter sets.
  private let joiner: SliceJoiner?

  /// Creates the form for a source with a media type.
  init(_ codec: String, _ smart: Plan.Smart) {
    self.codec = codec
    sets = smart.configuration.flatMap { ParameterSets(codec, $0) }
    joiner =
      if let sets, let parameters = smart.parameters {
        SliceJoiner(
          sets.codec,
          lengthSize: ParameterSets(codec, parameters.encoder)?.lengthSize ?? 4,
          outputLengthSize: sets.lengthSize,
          pps: parameters.pps
        )
      } else {
        nil
      }
  }

  /// Returns a packet of the source, without parameter sets.
  ///
  /// `startsAnew`: whether it does not continue the packet before it.
  func copied(_ packet: borrowing Buffer, startsAnew: Bool) throws(GStreamerError) -> Buffer {
    guard let sets else { return try packet.sharingMemory() }
    var copy = try Self.replaced(packet) { sets.withoutSets($0) }
    if startsAnew {
      try copy.withMutableSpan(of: UInt8.self) { (bytes) throws(GStreamerError) in
        sets.startAnew(&bytes)
      }
    }
    return copy
  }

  /// Returns a packet of the encoder, with the parameters or the colors of the source; nil if it cannot be joined.
  ///
  /// `sourceHead`: the first bytes of a key frame of the source.
  func encoded(
    _ packet: borrowing Buffer,
    sourceHead: [UInt8]
  ) throws(GStreamerError) -> Buffer? {
    guard let joiner else {
      // Key frames alone state colors.
      guard !packet.isDelta else { return try packet.sharingMemory() }
      let colors = StreamColors(codec, sourceHead)
      return try Self.replaced(packet) { colors?.replaced(in: $0) }
    }
    let bytes = try packet.withSpan(of: UInt8.self) { (span) throws(GStreamerError) in
      joiner.joined(span)
    }
    guard let bytes else { return nil }
    return try packet.replacing(bytes)
  }

  /// Returns a packet with the bytes that a function gives; the same bytes for nil.
  private static func replaced(
    _ packet: borrowing Buffer,
    _ change: (Span<UInt8>) -> [UInt8]?
  ) throws(GStreamerError) -> Buffer {
    let bytes = try packet.withSpan(of: UInt8.self) { (span) throws(GStreamerError) in
      change(span)
    }
    guard let bytes else { return try packet.sharingMemory() }
    return try packet.replacing(bytes)
  }
}
