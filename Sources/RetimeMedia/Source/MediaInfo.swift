// SPDX-License-Identifier: MPL-2.0

/// The contents of a media file.
///
/// Unknown values are nil, never guessed.
public struct MediaInfo: Sendable, Equatable {
  /// The container's media type, such as "video/quicktime".
  public var container: String?
  /// The duration in seconds, from the first video or audio frame to the end of the last, as in a plan.
  ///
  /// If the file was not read to its end, this is the duration in its header.
  public var duration: Double?
  /// Whether reading can start in the middle.
  public var isSeekable: Bool?
  /// The tags of the file, by GStreamer's names.
  public var tags: [String: String] = [:]
  /// The chapters in their order.
  public var chapters: [Chapter] = []
  /// The tracks in the order in which the container lists them, followed by closed captions that have text.
  public var tracks: [Track] = []

  /// Whether the file records the job that made it, so that the job can be undone.
  public var isUndoable = false

  /// The parts of the file that are not read, as text.
  public var unread: [String] = []

  /// A chapter of the file.
  public struct Chapter: Sendable, Equatable {
    /// The title.
    public var title: String?
    /// The start and the end, in nanoseconds.
    public var start: Int64?, end: Int64?
  }

  /// One stream of the file.
  public struct Track: Sendable, Equatable {
    /// The kind of media in a track.
    public enum Kind: String, Sendable, Codable { case video, audio, subtitle, other }
    /// The index among the file's tracks, from 0.
    public var index: Int
    /// The kind of media.
    public var kind: Kind
    /// GStreamer's stream identifier, the same each time the file is opened.
    public var streamID: String
    /// The media type of the encoded stream, such as "video/x-h264".
    public var codec: String
    /// The codec's name, such as "H.264 (Main Profile)".
    public var codecDescription: String
    /// The number of frames, if the container states it exactly or the track was counted.
    public var frames: Int?
    /// The duration in seconds, from the track's first frame to the end of its last.
    public var duration: Double?
    /// The language as an ISO-639 code.
    public var language: String?
    /// The track's own title.
    public var title: String?
    /// The channel, such as "CC1", of closed captions within the video stream that has the same identifier.
    ///
    /// Nil for a stream of its own.
    public var captions: String?
    /// The properties of a video track.
    public var video: Video?
    /// The properties of an audio track.
    public var audio: Audio?
  }

  /// The properties of a video track.
  public struct Video: Sendable, Equatable {
    /// The size in pixels, before rotation.
    public var width: Int?, height: Int?
    /// The frame rate in frames a second, such as "30000/1001"; nil when the container states none.
    public var frameRate: String?
    /// The time code of the first frame, such as "01:00:59;28"; nil for none.
    public var timecode: String?
    /// Whether the frames are unevenly spaced; nil when they were not counted.
    public var hasVariableFrameRate: Bool?
    /// The transformation that a player applies.
    public var orientation: Orientation
    /// The clockwise rotation that a player applies, in degrees: 0, 90, 180 or 270.
    public var rotation: Int { orientation.degrees }
    /// The pixel aspect ratio, width over height, such as "1/1".
    public var pixelAspectRatio: String?
    /// GStreamer's name of matrix, range, transfer and primaries, such as "bt709".
    public var colorimetry: String?
  }

  /// The properties of an audio track.
  public struct Audio: Sendable, Equatable {
    /// The sample rate in frames a second.
    public var sampleRate: Int
    /// The number of channels.
    public var channels: Int
    /// The channel layout, such as "stereo" or "5.1"; nil without channel positions or a name for them.
    public var layout: String?
    /// GStreamer's channel mask; 0 without channel positions.
    public var channelMask: UInt64
    /// GStreamer's name of the decoded sample format, such as "S16LE".
    public var format: String
  }
}

extension MediaInfo.Track.Kind {
  /// Whether a track of this kind has few packets, which can be hours apart: subtitles and data.
  var isSparse: Bool { self == .subtitle || self == .other }
}
