// SPDX-License-Identifier: MPL-2.0

package import MediaFiles
public import RetimeCore

/// The complete description of a job before it runs, as a value to show, compare, store or split.
public struct Plan: Sendable, Equatable, Codable {
  /// The input and the output as given.
  public var input: String, output: String
  /// The URI that GStreamer reads.
  public var uri: String
  /// Whether the file must be pushed into its demuxer, which must not pull it.
  public var isPushed: Bool
  /// Whether positions are the source's own times, whatever start GStreamer reports.
  public var countsFromZero: Bool
  /// Whether the source counts frames instead of giving each a timestamp.
  public var countsPictures: Bool
  /// Whether the source is a chain of files, in which a part is reached only by reading from the start.
  public var isChained: Bool?
  /// Whether AAC names its channels in a program config element, which GStreamer's parser does not read.
  public var listsChannels: Bool?
  /// The container's name and its muxer as a gst-launch description; no muxer for a bare stream.
  public var container: String, muxer: String?
  /// The encoding quality; nil for the default.
  public var quality: EncodingQuality?
  /// The output duration divided by the source duration.
  public var factor: Factor
  /// The sections of the source that are played; nil if the speed is constant.
  public var map: PlannedMap?
  /// The duration of the audio crossfade at cuts of the map; nil without a map.
  public var jointFade: RationalTime?
  /// The duration from the origin to the end of the source's last track.
  public var sourceEnd: RationalTime
  /// The memory limit for playing backwards, in bytes.
  public var maximumMemory: Int
  /// The part of the source that is read, and time 0 of the map, in nanoseconds of source time.
  ///
  /// `start` and `end` are nil for the source's own start and end, `beginning` is nil for 0.
  public var start: StreamTime?, end: StreamTime?, beginning: StreamTime?
  /// The source time that becomes time 0, the earliest start of any track, in nanoseconds.
  public var origin: StreamTime
  /// The value of `sourceEnd` and the duration of the result, in seconds.
  public var sourceDuration: Double, duration: Double
  /// The tracks of the result.
  public var tracks: [Track]
  /// The content of the source that will not be in the result, as messages.
  public var lost: [String]
  /// The conversions that the output's format requires, as messages.
  public var changed: [String]
  /// The metadata of the result, apart from its tracks.
  public var metadata = Metadata()
  /// The maximum number of threads for each video decoder, and for each motion estimation.
  ///
  /// Nil means the number of processors.
  public var decoderThreads: Int?
  /// The parts in which the result is made; nil if it is made in one piece.
  public var parts: [Part]?
  /// The state of the source for a job in parts, to detect a changed source; nil for none.
  public var source: SourceMark?

  /// Bytes that replace those of the file.
  public struct Patch: Sendable, Equatable, Codable {
    /// Their offset in the file.
    public var offset: Int64
    /// The bytes.
    public var bytes: [UInt8]
  }

  /// A track of the result.
  public struct Track: Sendable, Equatable, Codable {
    /// The index of the source track among the file's tracks.
    public var index: Int
    /// GStreamer's stream ID of the source track.
    public var streamID: String
    /// The program in an MPEG transport stream with several programs; nil for other files.
    public var program: Int?
    /// The stream IDs that continue the track in a chain of files; nil for none.
    public var links: [String]?
    /// The delay of the source's encoder in nanoseconds, subtracted from the times of audio packets.
    ///
    /// Nil if there is none, or if the demuxer accounts for it.
    public var codecDelay: StreamTime?
    /// Nanoseconds added to the first times if jumps of the source's clock are repaired; nil for no repair.
    public var clockShift: StreamTime?
    /// The element that splits the source's packets, if several arrive as one; nil for none.
    public var framer: String?
    /// Bytes that replace those of the file while the track is read.
    public var patches: [Patch]
    /// The end of the track in source time, in nanoseconds, if its demuxer is given a later one; nil if not.
    public var stop: StreamTime?
    /// The fields that override those in the caps of GStreamer's samples; nil for none.
    public var capsFields: [String: String]?
    /// The container's colorimetry in GStreamer's text form, if its demuxer ignores it; nil if not.
    package var containerColors: String?
    /// The source's codec as a media type, and the result's by Retime's name.
    public var sourceCodec: String, codec: String
    /// The encoder as a gst-launch description; nil if nothing is encoded.
    public var encoder: String?
    /// The element between encoder and muxer; nil for none.
    public var parser: String?
    /// A preset of the encoder; nil for none.
    public var preset: String?
    /// The start of the source's first frame and the end of its last, in nanoseconds after the origin.
    public var start: StreamTime, end: StreamTime
    /// The seconds from the origin to the track's end, in the source and in the result.
    public var sourceDuration: Double, duration: Double
    /// The number of frames in the source and in the result; nil if the source was not counted.
    public var sourceFrames: Int?, frames: Int?
    /// The properties that depend on the kind of media.
    public var media: Media
    /// The tags of the track alone, as the text of a GStreamer tag list; nil for none.
    public var tags: String?
    /// The element that writes tags into the header of a copied stream; nil for none.
    public var tagger: String?
    /// Whether players select the track by default; nil if the source does not state it.
    public var isDefault: Bool?
    /// The roles of the track, such as "forced" or "commentary"; nil for none.
    public var roles: [String]?
    /// The orientation that players are told to apply to the video; nil for none.
    public var orientation: Orientation?
    /// The colorimetry and field order that the container states in place of the muxer's; nil to keep the muxer's.
    package var stated: StatedVideo?
    /// The silence around the audio by the header of an MP3 file; nil without one, and for other files.
    public var gapless: Gapless?
  }

  /// The properties of encoded video, encoded audio, and stream copies.
  public enum Media: Sendable, Equatable {
    case video(Video)
    case audio(Audio)
    case packets(Packets)

    /// The kind of the track.
    public var kind: MediaInfo.Track.Kind {
      switch self {
      case .video: .video
      case .audio: .audio
      case .packets(let packets): packets.kind
      }
    }
  }

  /// A stream copy: only the times of the packets change.
  public struct Packets: Sendable, Equatable, Codable {
    /// The kind of the track.
    public var kind: MediaInfo.Track.Kind
    /// The source's nominal frame rate, whose grid its times are rounded to; nil for none.
    public var sourceFrameRate: FrameRate?
    /// The resolution of the source's timestamps, in nanoseconds.
    public var granularity: Int64
    /// The start of the last frame in presentation order, in nanoseconds after the origin; nil without video.
    public var latest: StreamTime?
    /// The maximum number of frames that precede an earlier one in decode order.
    ///
    /// It serves to calculate decode times. Nil if the source states them, or if they are not needed.
    public var reordering: Int?
    /// The pixel aspect ratio that the container states, "" to write none; nil for the demuxer's value.
    ///
    /// The demuxer's value is not always that of an MP4 or QuickTime file.
    public var aspect: String?
    /// The result's frame rate, for a container that counts frames; nil for one with timestamps.
    public var frameRate: FrameRate?
    /// Whether GStreamer's parser extracts the text of a styled subtitle.
    public var isParsed = false
    /// The conversion of a subtitle to plain text; nil for none.
    public var conversion: SubtitleConversion?
    /// Whether overlapping subtitles are changed to follow one another.
    public var isInLane = false
    /// The frames that each pass of a map with cuts keeps, in whole GOPs; nil if all are kept.
    public var kept: [Kept]?

    /// The frames that start at or after `from` and before `to`, in nanoseconds after the origin.
    public struct Kept: Sendable, Equatable, Codable {
      /// The start of the first frame, and of the first one that is left out.
      public var from: StreamTime, to: StreamTime
    }
  }

  /// The properties of encoded video.
  public struct Video: Sendable, Equatable, Codable {
    /// The frame timing of the result: "constant" or "variable".
    public var timing: Timing
    /// The approximate memory for the track, including its encoder, in bytes.
    public var memory: Int?
    /// The result's frame rate; nil unless the timing is constant.
    public var frameRate: FrameRate?
    /// The frame rate to announce to an encoder that takes no variable frame rate; nil for none.
    public var announcedFrameRate: FrameRate?
    /// The frame sampling; nil unless the timing is constant.
    public var selection: FrameSelection?
    /// The settings of frame interpolation; nil unless the sampling is `flow`.
    public var flow: Flow?
    /// The shutter angle of the motion blur; nil for none.
    public var motionBlur: MotionBlur?
    /// The source's nominal frame rate, whose grid its times are rounded to; nil for none.
    public var sourceFrameRate: FrameRate?
    /// Whether every place of that grid has a frame, and a decoder may be given fewer; nil if irrelevant.
    public var isGapless: Bool?
    /// The starts of closed GOPs in nanoseconds of the source; nil if frames of most GOPs are shown.
    public var groupStarts: [StreamTime]?
    /// Whether reading may start in the middle of the track; nil if not, or if it is not needed.
    public var isEnterable: Bool?
    /// The start of the frame that is shown at the part's start, in nanoseconds of the source.
    ///
    /// Nil if a frame starts there.
    public var begin: StreamTime?
    /// The frames to make for a part of the job; nil for all.
    public var span: Span?
    /// The resolution of the source's timestamps, in nanoseconds.
    public var granularity: Int64
    /// The orientation of the source's video, for previews.
    public var orientation: Orientation
    /// The pixel aspect ratio, if the container states one; nil for that of the stream.
    public var aspect: String?
    /// The handling of fields of interlaced frames.
    public var fields: Fields
    /// The field order that the container states, "top-field-first" or "bottom-field-first".
    ///
    /// Nil if the stream states it.
    public var fieldOrder: String?
    /// The rotation or mirroring of the frames before they are encoded; nil for none.
    public var turn: Orientation?
    /// The colour properties and their conversion; nil if no frame could be decoded.
    public var colors: Colors?
    /// Whether closed captions are removed from the frames; nil if not.
    public var dropsCaptions: Bool?

    /// The frame timing of the result.
    public enum Timing: String, Sendable, Codable { case constant, variable }

    /// The settings of frame interpolation.
    public struct Flow: Sendable, Equatable, Codable {
      /// The quality of the motion estimation.
      public var quality: FlowQuality
      /// Whether repeated frames are kept rather than replaced.
      public var keepsRepeats: Bool
    }
  }

  /// The properties of encoded audio.
  public struct Audio: Sendable, Equatable, Codable {
    /// The format in which samples are computed.
    public var format: SampleFormat
    /// The conversion to the format that the encoder gets; nil if that is `format`.
    public var requantization: Requantization?
    /// The sample rate of the source in hertz, and its number of channels.
    public var sampleRate: Int, channels: Int
    /// The channel positions, as GStreamer's channel mask.
    public var channelMask: UInt64
    /// The sample rate of the result in hertz, and its number of channels.
    public var outputSampleRate: Int, outputChannels: Int
    /// The channel mask under which the encoder gets the channels, 0 for none; nil for 1 channel.
    public var outputChannelMask: UInt64?
    /// For each channel that the encoder gets, the index of the source's channel; nil if none is moved.
    public var channelOrder: [Int]?
    /// The WAVE channel mask written into the header of a FLAC or QuickTime file; nil if none is needed.
    public var writtenLayout: UInt32?
    /// The interpolation, where the pitch follows the speed.
    public var method: InterpolationMethod
    /// The pitch; nil if it follows the speed.
    public var pitch: Pitch?
    /// Whether a pitch shift preserves formants; nil if it shifts them, too.
    public var keepsFormants: Bool?
    /// Whether audio whose pitch is preserved is sustained in a hold; nil if a hold is silent.
    public var sustainsHolds: Bool?
    /// Whether all channels are mixed to mono.
    public var isMono: Bool
    /// The one channel to take, counted from 0; nil for all.
    public var channel: Int?
    /// The encoder's delay in frames; 0 if it needs no compensation.
    public var encoderDelay: Int
    /// The number of frames in a packet of the encoder; 0 if that is irrelevant.
    public var packetFrames: Int
    /// Whether silence must follow the audio, because the encoder withholds its last packets.
    public var needsTail: Bool
    /// Whether samples beyond full scale are clipped and counted, as they become integers; nil if not.
    public var isClipped: Bool?
    /// The frames of silence before the audio, if other tracks start earlier; nil for none.
    ///
    /// They are needed if the container cannot state a later start of the audio.
    public var leadFrames: Int?
  }
}

extension Plan.Track {
  /// The properties of encoded video; nil for audio and for stream copies.
  var video: Plan.Video? { if case .video(let video) = media { video } else { nil } }

  /// The properties of encoded audio; nil for video and for stream copies.
  var audio: Plan.Audio? { if case .audio(let audio) = media { audio } else { nil } }
}
