// SPDX-License-Identifier: MPL-2.0

/// What a file holds.
///
/// What is not known is nil, never guessed.
public struct MediaInfo: Sendable, Equatable {
  /// The container's media type, such as "video/quicktime".
  public var container: String?
  /// The duration in seconds, as a plan counts it: from the first frame of pictures and sound to the end of the last.
  ///
  /// Where the file was not read to its end, what its header says takes the place of that.
  public var duration: Double?
  /// Whether reading can begin in the middle.
  public var isSeekable: Bool?
  /// The tags of the file, by GStreamer's names.
  public var tags: [String: String] = [:]
  /// The chapters in their order.
  public var chapters: [Chapter] = []
  /// The tracks in the order in which the container lists them.
  public var tracks: [Track] = []

  /// What is in the file beside that and is not read, in words.
  public var unread: [String] = []

  /// A named part of the file.
  public struct Chapter: Sendable, Equatable {
    /// What it is called.
    public var title: String?
    /// Where it begins and ends, in nanoseconds.
    public var start: Int64?, end: Int64?
  }

  /// One stream of the file.
  public struct Track: Sendable, Equatable {
    /// What a track holds.
    public enum Kind: String, Sendable, Codable { case video, audio, subtitle, other }
    /// The place among the file's tracks, from 0.
    public var index: Int
    /// What the track holds.
    public var kind: Kind
    /// GStreamer's identifier, the same each time the file is opened.
    public var streamID: String
    /// The media type of the encoded stream, such as "video/x-h264".
    public var codec: String
    /// What the codec is called, such as "H.264 (Main Profile)".
    public var codecDescription: String
    /// The number of frames, where the container is exact or the track was counted.
    public var frames: Int?
    /// The duration in seconds, from the track's first frame to the end of its last.
    public var duration: Double?
    /// The language as an ISO-639 code.
    public var language: String?
    /// What the track is called, where it has a name of its own.
    public var title: String?
    /// Pictures: what is particular to them.
    public var video: Video?
    /// Sound: what is particular to it.
    public var audio: Audio?
  }

  /// What is particular to pictures.
  public struct Video: Sendable, Equatable {
    /// The size in pixels, before rotation.
    public var width: Int?, height: Int?
    /// Frames a second as "30000/1001"; nil when the container gives none.
    public var frameRate: String?
    /// Whether the frames keep no even distance; nil when they were not looked at.
    public var hasVariableFrameRate: Bool?
    /// How a player turns the picture.
    public var orientation: Orientation
    /// Degrees clockwise by which a player turns the picture: 0, 90, 180 or 270.
    public var rotation: Int { orientation.degrees }
    /// Width of a pixel over its height, as "1/1".
    public var pixelAspectRatio: String?
    /// GStreamer's name of matrix, range, transfer and primaries, such as "bt709".
    public var colorimetry: String?
  }

  /// What is particular to sound.
  public struct Audio: Sendable, Equatable {
    /// Frames a second.
    public var sampleRate: Int
    /// The number of channels.
    public var channels: Int
    /// The channels' places, such as "stereo" or "5.1"; nil when they have none.
    public var layout: String?
    /// GStreamer's mask of the channels' places; 0 when they have none.
    public var channelMask: UInt64
    /// GStreamer's name of the decoded sample format, such as "S16LE".
    public var format: String
  }
}
