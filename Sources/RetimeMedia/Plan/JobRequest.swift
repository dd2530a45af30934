// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// The options of a job that makes one file from another, as a value.
///
/// The settings are independent of each other: one job can play a source backwards, make it longer,
/// and resample it.
public struct JobRequest: Sendable {
  /// A path, a URI that GStreamer reads, or "-" for standard input.
  public var input: String
  /// The sources that are played after `input`, in order.
  ///
  /// The first one determines the tracks of the result, the size and the rate. The other settings
  /// apply to the whole, as if the sources were one file; `start` and `end` apply to the first one.
  public var following: [Source] = []
  /// The frame rate of an input of still images; nil for 25, or for the durations in a list.
  public var inputFrameRate: FrameRate?
  /// The source of the times of still images; nil for evenly spaced ones.
  public var stillTimes: StillTimes?
  /// A path, or "-" for standard output.
  public var output: String
  /// The change of the duration.
  public var amount: Amount
  /// The speed over time; nil if it is constant.
  public var course: Course?
  /// The number of times that the whole is played.
  public var loops = 1
  /// The duration of the audio crossfade at cuts.
  public var jointFade = RationalTime(5, 1000)
  /// The order in which the source is played.
  public var playback = Playback.forward
  /// The times of the output frames.
  public var frameTiming = FrameTiming.source
  /// The frame sampling: which source frames each tick shows.
  public var selection = FrameSelection.nearest
  /// The quality of frame interpolation, for `FrameSelection.flow`.
  public var flowQuality = FlowQuality.good
  /// Whether repeated source frames are kept rather than replaced, for `FrameSelection.flow`.
  public var keepsRepeats = false
  /// The shutter angle of the motion blur; nil for none.
  public var motionBlur: MotionBlur?
  /// The frames to deinterlace.
  public var deinterlacing = Deinterlacing.automatic
  /// Whether HDR is tone-mapped to SDR.
  public var makesSDR = false
  /// The audio interpolation, where the pitch follows the speed.
  public var audioMethod = InterpolationMethod.sinc
  /// The pitch of the audio where the speed changes.
  public var pitch = Pitch.follow
  /// Whether formants, as of a voice, are preserved when the pitch is shifted.
  ///
  /// If the pitch is preserved, formants are preserved in any case.
  public var keepsFormants = false
  /// Whether audio whose pitch is preserved is sustained in a hold; otherwise a hold is silent.
  public var sustainsHolds = false
  /// Whether all channels are mixed to mono.
  public var isMono = false
  /// The one channel to take, counted from 0; nil for all.
  public var channel: Int?
  /// The headroom in decibels, 0 to 60: audio is lowered by it before encoding, so that no sample clips.
  public var headroom = 0.0
  /// The noise added where samples are rounded to integers.
  public var dither = Dither.none
  /// The sample rate of the result in hertz; nil for the source's, if the encoder takes it.
  public var sampleRate: Int?
  /// Whether encoded video and audio are copied without re-encoding, with only their times changed.
  public var copiesVideo = false, copiesAudio = false
  /// Whether video frames that do not change keep their packets, and only the others are encoded.
  public var isSmart = false
  /// Whether frames that a player would rotate or mirror are stored upright.
  public var bakesRotation = false
  /// The encoding quality, for the default encoders.
  public var quality = EncodingQuality.good
  /// Whether evenly spaced video ends just after the start of its last frame, as in a job that is undone.
  ///
  /// The number of frames was rounded up when it was made, and would be again.
  package var trimsLastFrame = false
  /// The maximum size of the output in bytes, which it reaches to 2 % by the quality of its video; nil for none.
  ///
  /// The job is made several times. It needs encoded video, and an output that is one file.
  public var fitSize: Int?
  /// The encoders as gst-launch descriptions; nil for the codec's default encoder.
  public var videoEncoder: String?, audioEncoder: String?
  /// The container's name; nil to derive it from the output's extension.
  public var container: String?
  /// The sink that takes the output, as a gst-launch description; nil to write a file.
  ///
  /// The result is then not read back, and `output` is the name in messages.
  public var sink: String?
  /// A serialised GStreamer encoding profile; nil for none.
  public var profile: String?
  /// The number of times that an animated image is played, 0 for endless repetition; nil for 0.
  public var plays: Int?
  /// The path of the index of an output of still images, with the time of each; nil for none.
  public var index: String?
  /// The tracks to include.
  public var videoTracks = TrackChoice.all, audioTracks = TrackChoice.all
  /// The subtitle tracks to include.
  public var subtitleTracks = TrackChoice.all
  /// The form in which closed captions are kept.
  public var captions = Captions.keep
  /// The subtitle files that belong to the source; their times count from the start of its presentation.
  public var subtitleFiles: [String] = []
  /// The form in which subtitle files are kept; nil for a track where the container takes text.
  public var subtitleForm: SubtitleForm?
  /// The part of the source to use, in source time.
  public var start: RationalTime?, end: RationalTime?
  /// The least duration to receive of a live input; nil to receive it up to `end`.
  public var receivedDuration: RationalTime?
  /// The memory limit for playing backwards, in bytes; see `FrameStack`.
  public var maximumMemory = 512 << 20
  /// The split into parts, each encoded separately; nil to make the result in one piece.
  public var parts: Parts?
  /// Whether the finished result is decoded and compared with a second computation of the job.
  public var verifies = false
  /// Whether an existing output may be replaced.
  public var overwrites = false
  /// The path at which the newest output frame is kept as JPEG; nil for none.
  public var preview: String?
  /// The time without progress after which a job fails, in seconds.
  public var stallTimeout = 30

  /// The form in which closed captions are kept in a container that holds video.
  public enum Captions: String, Sendable, CaseIterable {
    /// Within the video, as in the source, if all frames are shown in their order.
    case keep
    /// As a subtitle track for each channel that has text.
    case track
    /// In both forms.
    case both
  }

  /// The form in which subtitle files are kept beside a film.
  public enum SubtitleForm: String, Sendable, CaseIterable {
    /// As a subtitle track of the result.
    case track
    /// As a file of its own format beside the result, with the name of the result.
    case sidecar
    /// In both forms.
    case both
  }

  /// The number of parts of the video.
  public enum Parts: Sendable, Equatable {
    /// A number that depends on the video's duration.
    case automatic
    /// This number, or the number of frames if that is smaller.
    case number(Int)
  }

  /// The change of the duration.
  public enum Amount: Sendable, Equatable {
    /// The duration that the course gives; without a course, the source's duration.
    case asMapped
    /// The output duration divided by the source duration.
    case factor(Factor)
    /// The output's duration.
    case duration(RationalTime)
    /// The duration of another file: the path of a file with video or audio.
    case matched(String)
    /// The factor with which each source frame is shown once, in order, at this frame rate.
    ///
    /// It needs video whose frames are evenly spaced, and no course.
    case conformed(FrameRate)
    /// The factor with which successive output frames show the source at this distance, without audio.
    ///
    /// The frame rate is the one given, or that of the source. It needs video, and no course.
    case every(RationalTime)
  }

  /// The speed over time, in times from the start of the source.
  public enum Course: Sendable, Equatable {
    /// The path of a map file: JSON, the JSON of a plan, a timeline in `.otio`, `.edl`, `.fcpxml` or `.mlt`, or a `.csv` table.
    case file(String)
    /// Sections in output order.
    case document(MapDocument)
    /// The cuts and the speed of a chain of ffmpeg filters.
    case filters(FilterChain)
    /// Speed keyframes, ranges and holds in source order.
    case edits(MapEdits)
    /// Source times that are played at given output times, counted from the start of the part.
    ///
    /// It plays forward, and determines the duration.
    case hits(MapHits)
    /// Cues of the source that are played at given output times.
    ///
    /// It plays forward, and determines the duration.
    case cues(CueFit)
    /// The inverse of the map that the input carries, if Retime made it.
    ///
    /// It plays forward, determines the duration, and sets the pitch.
    case undone
    /// Silence detection on the first included audio track.
    case quiet(SilenceRule)

    /// Whether it determines the time of the output at which each moment is played.
    var setsTimes: Bool {
      switch self {
      case .hits, .cues, .undone: true
      case .file, .document, .filters, .edits, .quiet: false
      }
    }
  }

  /// The frames that are deinterlaced.
  public enum Deinterlacing: String, Sendable, CaseIterable {
    /// Frames that the source marks as interlaced.
    case automatic = "auto"
    /// All frames, even if the source does not mark them as interlaced.
    case on
    /// No frames.
    case off
  }

  /// The times of the output frames.
  public enum FrameTiming: Sendable, Equatable {
    /// The source's rate where it is constant, else every source frame once, at its scaled time.
    ///
    /// If the container holds evenly spaced frames only, or frames are interpolated, a variable
    /// rate becomes the lowest standard rate that shows every frame.
    case source
    /// Every source frame once, at its scaled time.
    case variable
    /// Every source frame once, if the container holds unevenly spaced frames; else as `source`.
    case kept
    /// Evenly spaced frames at this rate.
    case constant(FrameRate)
  }

  /// Creates a request to change the duration of `input`, with the defaults of `retime scale`.
  public init(input: String, output: String, amount: Amount) {
    self.input = input
    self.output = output
    self.amount = amount
  }

  /// Returns a request to play `input` backwards, with the defaults of `retime reverse`.
  public static func reverse(input: String, output: String) -> JobRequest {
    var request = JobRequest(input: input, output: output, amount: .factor(.identity))
    request.playback = .backward
    request.frameTiming = .kept
    return request
  }

  /// Returns a request to undo the job that made `input`, with the defaults of `retime undo`.
  public static func undo(input: String, output: String) -> JobRequest {
    var request = JobRequest(input: input, output: output, amount: .asMapped)
    request.course = .undone
    return request
  }

  /// Returns a request to resample the audio of `input` to `rate` hertz.
  ///
  /// Video is copied without re-encoding if the container takes it; otherwise every frame is
  /// encoded once.
  public static func resample(input: String, output: String, rate: Int) -> JobRequest {
    var request = JobRequest(input: input, output: output, amount: .factor(.identity))
    request.frameTiming = .kept
    request.sampleRate = rate
    return request
  }

  /// Returns a request to copy every track of `input` into another file without re-encoding.
  public static func copy(input: String, output: String) -> JobRequest {
    var request = JobRequest(input: input, output: output, amount: .factor(.identity))
    request.frameTiming = .kept
    (request.copiesVideo, request.copiesAudio) = (true, true)
    return request
  }
}

extension JobRequest {
  /// The option that specifies an encoder and its settings; nil for none.
  var givenEncoder: String? {
    videoEncoder != nil
      ? "--video-encoder"
      : audioEncoder != nil ? "--audio-encoder" : profile != nil ? "--profile" : nil
  }

  /// The option that asks for frames that the source does not have; nil for none.
  var madePictures: String? {
    motionBlur != nil
      ? "--motion-blur" : selection.joinsFrames ? "--frames \(selection.rawValue)" : nil
  }
}
