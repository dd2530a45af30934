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

extension Plan.Track {
  /// The properties of encoded video; nil for audio and for stream copies.
  var video: Plan.Video? { if case .video(let video) = media { video } else { nil } }

  /// The properties of encoded audio; nil for video and for stream copies.
  var audio: Plan.Audio? { if case .audio(let audio) = media { audio } else { nil } }

  /// The properties of a stream copy; nil for encoded tracks.
  var packets: Plan.Packets? { if case .packets(let packets) = media { packets } else { nil } }
}
