// SPDX-License-Identifier: MPL-2.0

extension Plan.Media: Codable {
  private enum Key: String, CodingKey { case video, audio, packets }

  /// Decodes the media from the key that is present.
  package init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    if let video = try values.decodeIfPresent(Plan.Video.self, forKey: .video) {
      self = .video(video)
    } else if let packets = try values.decodeIfPresent(Plan.Packets.self, forKey: .packets) {
      self = .packets(packets)
    } else {
      self = .audio(try values.decode(Plan.Audio.self, forKey: .audio))
    }
  }

  /// Encodes the media under the key of its kind.
  package func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    switch self {
    case .video(let video): try values.encode(video, forKey: .video)
    case .audio(let audio): try values.encode(audio, forKey: .audio)
    case .packets(let packets): try values.encode(packets, forKey: .packets)
    }
  }
}
