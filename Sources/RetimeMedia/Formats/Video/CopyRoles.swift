// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import MediaFiles
internal import RetimeCore

/// The roles of a stream's packets for a copy of some of them: see ``PacketList``.
struct CopyRoles: Sendable {
  private let coding: Coding

  private enum Coding: Sendable {
    /// H.264, with its parameter sets.
    case h264(H264ParameterSets)
    /// HEVC, with its parameter sets.
    case hevc(HEVCParameterSets)
    /// VP8 and VP9, with frames that are never shown.
    case hidden(HiddenFrames, RandomAccess?)
    /// AV1, whose key frames are entries if they have a sequence header.
    case av1
    /// Codecs whose key frames are entries.
    case keyFrames(RandomAccess?)
    /// Codecs whose frames refer to no others.
    case intra
  }

  /// The codecs whose frames refer to no others.
  private static let intra = [
    "image/jpeg", "image/png", "image/x-jpc", "image/tiff", "video/x-prores", "video/x-dnxhd",
    "video/x-cineform", "video/x-raw",
  ]

  /// Creates the roles for a stream with these caps; nil if its packets cannot be told apart.
  init?(_ caps: Caps) {
    switch caps.name {
    case "video/x-h264":
      guard let sets = caps.bytes("codec_data").flatMap(H264ParameterSets.init) else { return nil }
      coding = .h264(sets)
    case "video/x-h265":
      guard let sets = caps.bytes("codec_data").flatMap(HEVCParameterSets.init) else { return nil }
      coding = .hevc(sets)
    case "video/x-vp8", "video/x-vp9":
      guard let hidden = HiddenFrames(caps) else { return nil }
      coding = .hidden(hidden, RandomAccess(caps))
    case "video/x-av1": coding = .av1
    case "video/x-ffv": coding = .keyFrames(RandomAccess(caps))
    case let name where Self.intra.contains(name): coding = .intra
    default: return nil
    }
  }

  /// Returns the role of a packet; nil if the stream's parameters change with it.
  func role(of packet: borrowing Buffer) -> PacketList.Role? {
    switch coding {
    case .h264(let sets):
      let isEntry = try? packet.withSpan(of: UInt8.self) {
        (bytes: Span<UInt8>) throws(GStreamerError) in sets.isEntry(bytes)
      }
      guard let isEntry = isEntry ?? nil else { return nil }
      return isEntry ? .entry : .frame
    case .hevc(let sets):
      let role = try? packet.withSpan(of: UInt8.self) {
        (bytes: Span<UInt8>) throws(GStreamerError) in sets.role(of: bytes)
      }
      switch role ?? nil {
      case .entry: return .entry
      case .leading: return .leading
      case .other: return .frame
      case nil: return nil
      }
    case .hidden(let hidden, let access):
      if hidden.isHidden(packet) { return .hidden }
      return Self.isKey(packet, access) ? .entry : .frame
    case .av1:
      guard !packet.isDelta else { return .frame }
      let head = packet.prefix(AV1Configuration.headCount)
      return AV1Configuration(stream: head) != nil ? .entry : .frame
    case .keyFrames(let access): return Self.isKey(packet, access) ? .entry : .frame
    case .intra: return .entry
    }
  }

  private static func isKey(_ packet: borrowing Buffer, _ access: RandomAccess?) -> Bool {
    access.map { $0.isEntry(packet, after: 0) } ?? !packet.isDelta
  }
}
