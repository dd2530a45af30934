// SPDX-License-Identifier: MPL-2.0

package import MediaFiles
package import RetimeCore

/// The complete description of a job before it runs, as a value to show, compare, store or split.
public struct Plan: Sendable, Equatable, Codable {
  /// The input and the output as given.
  package var input: String, output: String
  /// The URI that GStreamer reads.
  package var uri: String
  /// Whether the file must be pushed into its demuxer, which must not pull it.
  package var isPushed: Bool
  /// Whether positions are the source's own times, whatever start GStreamer reports.
  package var countsFromZero: Bool
  /// Whether the source counts frames instead of giving each a timestamp.
  package var countsPictures: Bool
  /// Whether the source is a chain of files, in which a part is reached only by reading from the start.
  package var isChained: Bool?
  /// Whether AAC names its channels in a program config element, which GStreamer's parser does not read.
  package var listsChannels: Bool?
  /// The container's name and its muxer as a gst-launch description; no muxer for a bare stream.
  package var container: String, muxer: String?
  /// Whether the muxer was not measured, so that the result is read back and counted; nil if it was.
  package var isUnmeasured: Bool?
  /// The encoding quality; nil for the default.
  package var quality: EncodingQuality?
  /// The output duration divided by the source duration.
  package var factor: Factor
  /// The sections of the source that are played; nil if the speed is constant.
  package var map: PlannedMap?
  /// The duration of the audio crossfade at cuts of the map; nil without a map.
  package var jointFade: RationalTime?
  /// The duration from the origin to the end of the source's last track.
  package var sourceEnd: RationalTime
  /// The memory limit for playing backwards, in bytes.
  package var maximumMemory: Int
  /// The part of the source that is read, and time 0 of the map, in nanoseconds of source time.
  ///
  /// `start` and `end` are nil for the source's own start and end, `beginning` is nil for 0.
  package var start: StreamTime?, end: StreamTime?, beginning: StreamTime?
  /// The source time that becomes time 0, the earliest start of any track, in nanoseconds.
  package var origin: StreamTime
  /// The value of `sourceEnd` and the duration of the result, in seconds.
  public var sourceDuration: Double, duration: Double
  /// The tracks of the result.
  package var tracks: [Track]
  /// The subtitle files that are written beside the result; nil for none.
  package var sidecars: [Sidecar]?
  /// The content of the source that will not be in the result, as messages.
  public var lost: [String]
  /// The conversions that the output's format requires, as messages.
  public var changed: [String]
  /// The metadata of the result, apart from its tracks.
  package var metadata = Metadata()
  /// The maximum number of threads for each video decoder, and for each motion estimation.
  ///
  /// Nil means the number of processors.
  package var decoderThreads: Int?
  /// The parts in which the result is made; nil if it is made in one piece.
  package var parts: [Part]?
  /// The state of the source for a job in parts, to detect a changed source; nil for none.
  package var source: SourceMark?
  /// The sources that are played one after the other, the first one included; nil for a single source.
  ///
  /// Everything else in the plan counts as if they were one file.
  package var sources: [Source]?

  /// A track of the result.
  package struct Track: Sendable, Equatable, Codable {
    /// The index of the source track among the file's tracks.
    package var index: Int
    /// GStreamer's stream ID of the source track.
    package var streamID: String
    /// The program in an MPEG transport stream with several programs; nil for other files.
    package var program: Int?
    /// The stream IDs that continue the track in a chain of files; nil for none.
    package var links: [String]?
    /// The delay of the source's encoder in nanoseconds, subtracted from the times of audio packets.
    ///
    /// Nil if there is none, or if the demuxer accounts for it.
    package var codecDelay: StreamTime?
    /// Nanoseconds added to the first times if jumps of the source's clock are repaired; nil for no repair.
    package var clockShift: StreamTime?
    /// The element that splits the source's packets, if several arrive as one; nil for none.
    package var framer: String?
    /// Bytes that replace those of the file while the track is read.
    package var patches: [Patch]
    /// The end of the track in source time, in nanoseconds, if its demuxer is given a later one; nil if not.
    package var stop: StreamTime?
    /// The fields that override those in the caps of GStreamer's samples; nil for none.
    package var capsFields: [String: String]?
    /// The container's colorimetry in GStreamer's text form, if its demuxer ignores it; nil if not.
    package var containerColors: String?
    /// The source's codec as a media type, and the result's by Retime's name.
    package var sourceCodec: String, codec: String
    /// The encoder as a gst-launch description; nil if nothing is encoded.
    package var encoder: String?
    /// The element between encoder and muxer; nil for none.
    package var parser: String?
    /// A preset of the encoder; nil for none.
    package var preset: String?
    /// The start of the source's first frame and the end of its last, in nanoseconds after the origin.
    package var start: StreamTime, end: StreamTime
    /// The seconds from the origin to the track's end, in the source and in the result.
    package var sourceDuration: Double, duration: Double
    /// The number of frames in the source and in the result; nil if the source was not counted.
    package var sourceFrames: Int?, frames: Int?
    /// The numbers of frames that keep their packets and that are encoded, and of the places where frames are encoded.
    ///
    /// Nil if the track is not rendered smartly.
    package var copiedFrames: Int?, encodedFrames: Int?, joins: Int?
    /// The properties that depend on the kind of media.
    package var media: Media
    /// The time code of the first frame; nil for none.
    package var timecode: StartTimecode?
    /// The tags of the track alone, as the text of a GStreamer tag list; nil for none.
    package var tags: String?
    /// The element that writes tags into the header of a copied stream; nil for none.
    package var tagger: String?
    /// Whether players select the track by default; nil if the source does not state it.
    package var isDefault: Bool?
    /// The roles of the track, such as "forced" or "commentary"; nil for none.
    package var roles: [String]?
    /// The orientation that players are told to apply to the video; nil for none.
    package var orientation: Orientation?
    /// The colorimetry and field order that the container states in place of the muxer's; nil to keep the muxer's.
    package var stated: StatedVideo?
    /// The silence around the audio by the header of an MP3 file; nil without one, and for other files.
    package var gapless: Gapless?
    /// The end of the last frame, counted from the origin, of several sources' video; nil for a single source.
    package var exactEnd: RationalTime?
    /// The conversion of video frames to the form of another source's; nil for none.
    package var fit: FrameFit?
  }

  /// The properties of encoded video, encoded audio, and stream copies.
  package enum Media: Sendable, Equatable {
    case video(Video)
    case audio(Audio)
    case packets(Packets)

    /// The kind of the track.
    package var kind: MediaInfo.Track.Kind {
      switch self {
      case .video: .video
      case .audio: .audio
      case .packets(let packets): packets.kind
      }
    }
  }

  /// A stream copy: only the times of the packets change.
  package struct Packets: Sendable, Equatable, Codable {
    /// The kind of the track.
    package var kind: MediaInfo.Track.Kind
    /// The source's nominal frame rate, whose grid its times are rounded to; nil for none.
    package var sourceFrameRate: FrameRate?
    /// The resolution of the source's timestamps, in nanoseconds.
    package var granularity: Int64
    /// The start of the last frame in presentation order, in nanoseconds after the origin; nil without video.
    package var latest: StreamTime?
    /// The maximum number of frames that precede an earlier one in decode order.
    ///
    /// It serves to calculate decode times. Nil if the source states them, or if they are not needed.
    package var reordering: Int?
    /// The pixel aspect ratio that the container states, "" to write none; nil for the demuxer's value.
    ///
    /// The demuxer's value is not always that of an MP4 or QuickTime file.
    package var aspect: String?
    /// The result's frame rate, for a container that counts frames; nil for one with timestamps.
    package var frameRate: FrameRate?
    /// Whether GStreamer's parser extracts the text of a styled subtitle.
    package var isParsed = false
    /// The conversion of a subtitle to plain text; nil for none.
    package var conversion: SubtitleConversion?
    /// The closed captions of a video track that become subtitles; nil for a subtitle track.
    package var captions: Captions?
    /// The subtitle file that the track is read from; nil for a track of the source.
    package var file: SubtitleSource?
    /// Whether overlapping subtitles are changed to follow one another.
    package var isInLane = false
    /// The priming samples that the result's edit list skips; nil for none.
    package var priming: Priming?
    /// The frames that each pass of a map with cuts keeps, in whole GOPs; nil if all are kept.
    package var kept: [Kept]?
    /// The frames that are encoded while all others keep their packets; nil if all packets are copied.
    package var smart: Smart?

    /// The frames that start at or after `from` and before `to`, in nanoseconds after the origin.
    package struct Kept: Sendable, Equatable, Codable {
      /// The start of the first frame, and of the first one that is left out.
      package var from: StreamTime, to: StreamTime
    }
  }

  /// The properties of encoded video.
  package struct Video: Sendable, Equatable, Codable {
    /// The frame timing of the result: "constant" or "variable".
    package var timing: Timing
    /// The approximate memory for the track, including its encoder, in bytes.
    package var memory: Int?
    /// The result's frame rate; nil unless the timing is constant.
    package var frameRate: FrameRate?
    /// The frame rate to announce to an encoder that takes no variable frame rate; nil for none.
    package var announcedFrameRate: FrameRate?
    /// The frame sampling; nil unless the timing is constant.
    package var selection: FrameSelection?
    /// The settings of frame interpolation; nil unless the sampling is `flow`.
    package var flow: Flow?
    /// Whether frames at speed 1 are shown as they are, where the sampling joins two; nil if not.
    package var keepsUnchanged: Bool?
    /// The shutter angle of the motion blur; nil for none.
    package var motionBlur: MotionBlur?
    /// The source's nominal frame rate, whose grid its times are rounded to; nil for none.
    package var sourceFrameRate: FrameRate?
    /// Whether every place of that grid has a frame, and a decoder may be given fewer; nil if irrelevant.
    package var isGapless: Bool?
    /// The starts of closed GOPs in nanoseconds of the source; nil if frames of most GOPs are shown.
    package var groupStarts: [StreamTime]?
    /// Whether reading may start in the middle of the track; nil if not, or if it is not needed.
    package var isEnterable: Bool?
    /// The start of the frame that is shown at the part's start, in nanoseconds of the source.
    ///
    /// Nil if a frame starts there.
    package var begin: StreamTime?
    /// The frames to make for a part of the job; nil for all.
    package var span: Span?
    /// The resolution of the source's timestamps, in nanoseconds.
    package var granularity: Int64
    /// The orientation of the source's video, for previews.
    package var orientation: Orientation
    /// The pixel aspect ratio, if the container states one; nil for that of the stream.
    package var aspect: String?
    /// The handling of fields of interlaced frames.
    package var fields: Fields
    /// The field order that the container states, "top-field-first" or "bottom-field-first".
    ///
    /// Nil if the stream states it.
    package var fieldOrder: String?
    /// The rotation or mirroring of the frames before they are encoded; nil for none.
    package var turn: Orientation?
    /// The colour properties and their conversion; nil if no frame could be decoded.
    package var colors: Colors?
    /// Whether closed captions are removed from the frames; nil if not.
    package var dropsCaptions: Bool?

    /// The frame timing of the result.
    package enum Timing: String, Sendable, Codable { case constant, variable }
  }

  /// The properties of encoded audio.
  package struct Audio: Sendable, Equatable, Codable {
    /// The format in which samples are computed.
    package var format: SampleFormat
    /// The conversion to the format that the encoder gets; nil if that is `format`.
    package var requantization: Requantization?
    /// The sample rate of the source in hertz, and its number of channels.
    package var sampleRate: Int, channels: Int
    /// The channel positions, as GStreamer's channel mask.
    package var channelMask: UInt64
    /// The sample rate of the result in hertz, and its number of channels.
    package var outputSampleRate: Int, outputChannels: Int
    /// The channel mask under which the encoder gets the channels, 0 for none; nil for 1 channel.
    package var outputChannelMask: UInt64?
    /// For each channel that the encoder gets, the index of the source's channel; nil if none is moved.
    package var channelOrder: [Int]?
    /// The WAVE channel mask written into the header of a FLAC or QuickTime file; nil if none is needed.
    package var writtenLayout: UInt32?
    /// The interpolation, where the pitch follows the speed.
    package var method: InterpolationMethod
    /// The pitch; nil if it follows the speed.
    package var pitch: Pitch?
    /// Whether a pitch shift preserves formants; nil if it shifts them, too.
    package var keepsFormants: Bool?
    /// Whether audio whose pitch is preserved is sustained in a hold; nil if a hold is silent.
    package var sustainsHolds: Bool?
    /// Whether all channels are mixed to mono.
    package var isMono: Bool
    /// The one channel to take, counted from 0; nil for all.
    package var channel: Int?
    /// The encoder's delay in frames; 0 if it needs no compensation.
    package var encoderDelay: Int
    /// The number of frames in a packet of the encoder; 0 if that is irrelevant.
    package var packetFrames: Int
    /// Whether silence must follow the audio, because the encoder withholds its last packets.
    package var needsTail: Bool
    /// Whether samples beyond full scale are clipped and counted, as they become integers; nil if not.
    package var isClipped: Bool?
    /// The frames of silence before the audio, if other tracks start earlier; nil for none.
    ///
    /// They are needed if the container cannot state a later start of the audio.
    package var leadFrames: Int?
  }
}
