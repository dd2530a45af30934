// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// What a job will do, worked out before it starts: a value to show, compare, store or split.
public struct Plan: Sendable, Equatable, Codable {
  /// The input and output as they were given.
  public var input: String, output: String
  /// The address that GStreamer reads.
  public var uri: String
  /// Whether the file must be pushed instead of pulled by its demuxer.
  public var isPushed: Bool
  /// Whether positions are the source's own times, whatever GStreamer says they begin with.
  public var countsFromZero: Bool
  /// Whether the source counts pictures instead of giving each a time.
  public var countsPictures: Bool
  /// Whether the source is a chain of files, of which a part is found by reading all that comes before it.
  public var isChained: Bool?
  /// Whether AAC names its channels in a program config element, which GStreamer's parser does not read.
  public var listsChannels: Bool?
  /// The container's name and its muxer as a gst-launch description; no muxer for a bare stream.
  public var container: String, muxer: String?
  /// How near what is encoded comes to what goes in; nil where that is as usual.
  public var quality: EncodingQuality?
  /// Output duration over input duration.
  public var factor: Factor
  /// The sections of the source that are played, where the speed is not the same at all times; nil where it is.
  public var map: PlannedMap?
  /// How long sounds before and behind a jump of the map sound together; nil where it has none.
  public var jointFade: RationalTime?
  /// From the origin to the end of the source's last track.
  public var sourceEnd: RationalTime
  /// Bytes that playing backwards may use.
  public var maximumMemory: Int
  /// The part of the source that is read, in nanoseconds of source time, nil for its begin or end; and from when a map counts then, nil for 0.
  public var start: StreamTime?, end: StreamTime?, beginning: StreamTime?
  /// The source time that becomes time 0, the earliest start of any track, in nanoseconds.
  public var origin: StreamTime
  /// The same in decimals, and the duration of the result.
  public var sourceDuration: Double, duration: Double
  /// The tracks that are made.
  public var tracks: [Track]
  /// What is in the source and will not be in the result.
  public var lost: [String]
  /// What will be other than in the source because the output's format demands it.
  public var changed: [String]
  /// What comes along with the tracks.
  public var metadata = Metadata()
  /// How many threads a decoder of pictures, and what follows motion, may have each; nil for as many as there are
  /// processors.
  public var decoderThreads: Int?
  /// The parts in which it is made; nil where it is made at once.
  public var parts: [Part]?
  /// What tells whether the source is still the same, where it is made in parts; nil where nothing does.
  public var source: SourceMark?

  /// Bytes that stand in for a file's own.
  public struct Patch: Sendable, Equatable, Codable {
    /// Where they begin in the file.
    public var offset: Int64
    /// The bytes.
    public var bytes: [UInt8]
  }

  /// One track of the result.
  public struct Track: Sendable, Equatable, Codable {
    /// The source track's place among the file's tracks.
    public var index: Int
    /// GStreamer's identifier of the source track.
    public var streamID: String
    /// The program of an MPEG transport stream that it belongs to; nil where there is one.
    public var program: Int?
    /// Those of the streams that go on with the track where the source is a chain of files; nil for none.
    public var links: [String]?
    /// The delay of the source's encoder in nanoseconds, by which sound is to be heard earlier than its packets' times say;
    /// nil where there is none, or the demuxer knows it.
    public var codecDelay: StreamTime?
    /// Nanoseconds added to the first times where the source's clock jumps and is repaired; nil where it does not.
    public var clockShift: StreamTime?
    /// What takes the source's packets apart, where several come as one.
    public var framer: String?
    /// Bytes to put in place of the file's own while the track is read.
    public var patches: [Patch]
    /// Where it ends in the source's time, in nanoseconds, if its demuxer is told of a later end; nil where it is not.
    public var stop: StreamTime?
    /// The fields that the caps of its samples must have instead of GStreamer's; nil for none.
    public var capsFields: [String: String]?
    /// The source's codec as a media type, and the result's by Retime's name.
    public var sourceCodec: String, codec: String
    /// The encoder as a gst-launch description; nil when nothing is encoded.
    public var encoder: String?
    /// The element between encoder and muxer; nil for none.
    public var parser: String?
    /// A preset of the encoder; nil for none.
    public var preset: String?
    /// The source's first frame and the end of its last, in nanoseconds after the origin.
    public var start: StreamTime, end: StreamTime
    /// Seconds from the origin to the track's end, of the source and of the result.
    public var sourceDuration: Double, duration: Double
    /// Frames in the source and in the result; nil where the source was not counted.
    public var sourceFrames: Int?, frames: Int?
    /// What is particular to pictures or to sound.
    public var media: Media
    /// Tags of the track alone, as GStreamer writes a list of tags; nil for none.
    public var tags: String?
    /// The element that writes tags into the header of a stream that is kept; nil for none.
    public var tagger: String?
    /// Whether a player should play it unless told otherwise; nil where the source does not say.
    public var isDefault: Bool?
    /// The purposes that mark it among the tracks of its kind, such as "forced" or "commentary"; nil for none.
    public var roles: [String]?
    /// How a player is told to turn the pictures; nil for not at all.
    public var orientation: Orientation?
    /// The silence around the sound by the header of an MP3 file; nil where it states none, and for others.
    public var gapless: Gapless?
  }

  /// What is particular to pictures, to sound, and to what is kept as it is encoded.
  public enum Media: Sendable, Equatable {
    case video(Video)
    case audio(Audio)
    case packets(Packets)

    /// What the track holds.
    public var kind: MediaInfo.Track.Kind {
      switch self {
      case .video: .video
      case .audio: .audio
      case .packets(let packets): packets.kind
      }
    }
  }

  /// How a track is kept: only the times of its packets change.
  public struct Packets: Sendable, Equatable, Codable {
    /// What the track holds.
    public var kind: MediaInfo.Track.Kind
    /// The source's nominal rate, on whose grid its times are taken to lie; nil for none.
    public var sourceFrameRate: FrameRate?
    /// How coarse the source's timestamps are, in nanoseconds.
    public var granularity: Int64
    /// When the picture begins that is shown last, in nanoseconds after the origin; nil for what has no pictures.
    public var latest: StreamTime?
    /// How many pictures at most come before one that is shown ahead of them, where it has to be worked out from
    /// that when they are decoded; nil where the source says it, or nobody needs it.
    public var reordering: Int?
    /// The shape of a picture's elements that the container states, or "" where it states none and none is written
    /// either; nil for what its demuxer says, which of MP4 and QuickTime files is not always that.
    public var aspect: String?
    /// The result's rate, for a container that counts pictures; nil for one that gives each a time.
    public var frameRate: FrameRate?
    /// Whether GStreamer's parser reads the text out of a styled subtitle.
    public var isParsed = false
    /// How a subtitle's text is made plain; nil where it stays as it is.
    public var conversion: SubtitleConversion?
    /// Whether subtitles that overlap are brought one after another.
    public var isInLane = false
    /// For each pass of a map with cuts the pictures that it keeps, whole groups of them; nil where all are kept.
    public var kept: [Kept]?

    /// Those pictures that begin at `from` or later and before `to`, in nanoseconds after the origin.
    public struct Kept: Sendable, Equatable, Codable {
      /// When the first one begins, and the first one that is left out.
      public var from: StreamTime, to: StreamTime
    }
  }

  /// How pictures are made.
  public struct Video: Sendable, Equatable, Codable {
    /// How the times of the result come about: "constant" or "variable".
    public var timing: Timing
    /// Bytes of memory that it takes about to make the track, its encoder included.
    public var memory: Int?
    /// The result's rate; nil unless the timing is constant.
    public var frameRate: FrameRate?
    /// The rate to announce to an encoder that takes no uneven pictures; nil for none.
    public var announcedFrameRate: FrameRate?
    /// The rule that says which source picture a tick shows; nil unless the timing is constant.
    public var selection: FrameSelection?
    /// How pictures are made between two; nil unless the rule is `flow`.
    public var flow: Flow?
    /// For how much of a picture's time what moves is in it; nil where each tick shows one moment.
    public var motionBlur: MotionBlur?
    /// The source's nominal rate, on whose grid its times are taken to lie; nil for none.
    public var sourceFrameRate: FrameRate?
    /// Whether there is one frame in every place of that grid, and a decoder may be given fewer; nil where it is no matter.
    public var isGapless: Bool?
    /// When closed groups of pictures begin, in nanoseconds of the source; nil where most have frames that are shown.
    public var groupStarts: [StreamTime]?
    /// Whether reading may begin in the middle of the track; nil where it does not, or nobody wants to.
    public var isEnterable: Bool?
    /// When the frame begins that is on at the start of the part, in nanoseconds of the source; nil where one begins there.
    public var begin: StreamTime?
    /// The pictures that are made, in a part of the job; nil for all.
    public var span: Span?
    /// How coarse the source's timestamps are, in nanoseconds.
    public var granularity: Int64
    /// How the source's player turns the picture, for previews.
    public var orientation: Orientation
    /// The shape of a picture's elements, where the container states one; nil for what the pictures say.
    public var aspect: String?
    /// What becomes of fields, where pictures have them.
    public var fields: Fields
    /// Which field the container says is shown first, "top-field-first" or "bottom-field-first"; nil where the stream says it.
    public var fieldOrder: String?
    /// How the pictures themselves are turned before they are encoded; nil for not at all.
    public var turn: Orientation?
    /// What the colours mean and become; nil where no picture could be looked at.
    public var colors: Colors?
    /// Whether closed captions are taken off the pictures; nil for no.
    public var dropsCaptions: Bool?

    /// How the times of the result come about.
    public enum Timing: String, Sendable, Codable { case constant, variable }

    /// How pictures are made along the motion between two.
    public struct Flow: Sendable, Equatable, Codable {
      /// How well motion is followed.
      public var quality: FlowQuality
      /// Whether pictures that only repeat the one before them are shown like others.
      public var keepsRepeats: Bool
    }
  }

  /// How sound is made.
  public struct Audio: Sendable, Equatable, Codable {
    /// The format in which samples are computed.
    public var format: SampleFormat
    /// How they are brought to the format that the encoder gets; nil where that is `format`.
    public var requantization: Requantization?
    /// Frames a second and channels of the source.
    public var sampleRate: Int, channels: Int
    /// The places of the channels, GStreamer's mask.
    public var channelMask: UInt64
    /// Frames a second and channels of the result.
    public var outputSampleRate: Int, outputChannels: Int
    /// The layout under which the encoder gets the channels, 0 for none; nil for one channel.
    public var outputChannelMask: UInt64?
    /// For each of the channels that the encoder gets, which of the source's it is; nil where none is moved.
    public var channelOrder: [Int]?
    /// The WAVE channel mask that is written into FLAC's header, or a QuickTime file's; nil where that is not needed.
    public var writtenLayout: UInt32?
    /// How samples are interpolated, where the pitch follows the speed.
    public var method: InterpolationMethod
    /// How high the sound is; nil where it follows the speed.
    public var pitch: Pitch?
    /// Whether the formants of sound whose pitch is shifted stay where they are; nil where they are shifted too.
    public var keepsFormants: Bool?
    /// Whether sound that keeps its pitch sounds on in a hold; nil where it does not.
    public var sustainsHolds: Bool?
    /// Whether all channels are merged into one.
    public var isMono: Bool
    /// The one channel that is taken, counted from 0; nil for all.
    public var channel: Int?
    /// By how many frames the encoder delays its sound; 0 where that needs no care.
    public var encoderDelay: Int
    /// Frames in one packet of the encoder; 0 where that does not matter.
    public var packetFrames: Int
    /// Whether silence must follow the sound, because the encoder keeps its last packets.
    public var needsTail: Bool
    /// Whether samples beyond full scale are clipped, and counted: integers come of them; nil for no.
    public var isClipped: Bool?
    /// Frames of silence up to where the sound begins, where other tracks are beside it and the container cannot say
    /// that it begins later; nil for none.
    public var leadFrames: Int?
  }
}

extension Plan.Track {
  /// How its pictures are made; nil for others, and for those that are kept.
  var video: Plan.Video? { if case .video(let video) = media { video } else { nil } }

  /// How its sound is made; nil likewise.
  var audio: Plan.Audio? { if case .audio(let audio) = media { audio } else { nil } }
}
