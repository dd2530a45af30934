// SPDX-License-Identifier: MPL-2.0

public import RetimeCore

/// What somebody wants, as a value: the options of every job that makes a file of a file.
///
/// The settings are independent of each other: a source can be played backwards, made longer, and
/// brought to another sample rate, all in one job.
public struct JobRequest: Sendable {
  /// A path, a URI that GStreamer reads, or "-" for standard input.
  public var input: String
  /// A path, or "-" for standard output.
  public var output: String
  /// How much longer or shorter.
  public var amount: Amount
  /// Where the speed changes; nil where it is the same at all times.
  public var course: Course?
  /// How often all of it is played.
  public var loops = 1
  /// How long sounds before and behind a jump sound together.
  public var jointFade = RationalTime(5, 1000)
  /// In which order the source is played.
  public var playback = Playback.forward
  /// The times of the output pictures.
  public var frameTiming = FrameTiming.source
  /// Which source picture each tick shows.
  public var selection = FrameSelection.nearest
  /// How well pictures that are made follow what moves; for `FrameSelection.flow`.
  public var flowQuality = FlowQuality.good
  /// Whether pictures that only repeat the one before them are shown like others; for `FrameSelection.flow`.
  public var keepsRepeats = false
  /// For how much of a picture's time what moves is in it; nil to show one moment.
  public var motionBlur: MotionBlur?
  /// Whether interlaced pictures become whole ones.
  public var deinterlacing = Deinterlacing.automatic
  /// Whether HDR pictures become SDR.
  public var makesSDR = false
  /// How sound is interpolated, where its pitch follows the speed.
  public var audioMethod = InterpolationMethod.sinc
  /// How high sound is where its speed changes.
  public var pitch = Pitch.follow
  /// Whether the formants of sound whose pitch is shifted stay where they are, as a voice's do; those of sound whose pitch is
  /// kept do anyway.
  public var keepsFormants = false
  /// Whether sound whose pitch is kept sounds on in a hold; else it is silent.
  public var sustainsHolds = false
  /// Whether all channels are merged into one.
  public var isMono = false
  /// The one channel to take, counted from 0; nil for all.
  public var channel: Int?
  /// By how many decibels the audio is lowered before it is encoded, 0 to 60, so that no sample clips.
  public var headroom = 0.0
  /// The noise added where samples are rounded to integers.
  public var dither = Dither.none
  /// Frames of sound a second in the result; nil for the source's, where the encoder takes them.
  public var sampleRate: Int?
  /// Whether encoded pictures and sound are kept, and only their times change.
  public var copiesVideo = false, copiesAudio = false
  /// Whether pictures that a player must turn are turned themselves.
  public var bakesRotation = false
  /// How near what is encoded comes to what goes in; for the usual encoders.
  public var quality = EncodingQuality.good
  /// Encoders as gst-launch descriptions; nil for the codec's usual one.
  public var videoEncoder: String?, audioEncoder: String?
  /// A container's name; nil for what the output's extension says.
  public var container: String?
  /// GStreamer's serialised encoding profile; nil for none.
  public var profile: String?
  /// Which tracks to take.
  public var videoTracks = TrackChoice.all, audioTracks = TrackChoice.all
  /// Which subtitles to take.
  public var subtitleTracks = TrackChoice.all
  /// The part of the source to take, in source time.
  public var start: RationalTime?, end: RationalTime?
  /// Bytes that playing backwards may use; see `PictureStack`.
  public var maximumMemory = 512 << 20
  /// In how many parts it is made, each of which is encoded by itself; nil for all at once.
  public var parts: Parts?
  /// Whether the finished result is decoded and compared with what the job makes, computed once more.
  public var verifies = false
  /// Whether an output that is already there may be replaced.
  public var overwrites = false
  /// Where the newest output picture is kept as JPEG.
  public var preview: String?
  /// After how many seconds without progress a job fails.
  public var stallTimeout = 30

  /// In how many parts the pictures are made.
  public enum Parts: Sendable, Equatable {
    /// As many as their length makes sensible.
    case automatic
    /// So many, if there are as many pictures.
    case number(Int)
  }

  /// How much longer or shorter the result is.
  public enum Amount: Sendable, Equatable {
    /// As the course makes it; all of it at its own speed without one.
    case asMapped
    /// Output duration over input duration.
    case factor(Factor)
    /// The output's duration.
    case duration(RationalTime)
  }

  /// Where the speed changes, in times that count from the film's begin.
  public enum Course: Sendable, Equatable {
    /// A file with such a document: JSON, the JSON of a plan, or an `.otio` timeline.
    case file(String)
    /// Sections in the order of the result.
    case document(MapDocument)
    /// Keys, ranges and holds in the order of the source.
    case edits(MapEdits)
    /// Quiet parts and others, by the first sound track that is taken.
    case quiet(QuietParts)
  }

  /// Which pictures are deinterlaced.
  public enum Deinterlacing: String, Sendable, CaseIterable {
    /// Those that are interlaced, unless the result is compared with the source.
    case automatic = "auto"
    /// Those that are interlaced.
    case on
    /// None.
    case off
  }

  /// The times of the output pictures.
  public enum FrameTiming: Sendable, Equatable {
    /// As in the source: evenly at its rate where that is constant, else every source picture once, at its scaled time.
    ///
    /// Where the container holds evenly spaced frames only, and where frames are made, a variable rate becomes the lowest
    /// usual one that shows every frame.
    case source
    /// Every source picture once, at its scaled time.
    case variable
    /// Every source picture once, where the container holds uneven pictures; else as `source`.
    case kept
    /// Evenly, at this rate.
    case constant(FrameRate)
  }

  /// A request to make `input` longer or shorter, with the defaults of `retime scale`.
  public init(input: String, output: String, amount: Amount) {
    self.input = input
    self.output = output
    self.amount = amount
  }

  /// A request to play `input` backwards, with the defaults of `retime reverse`.
  public static func reverse(input: String, output: String) -> JobRequest {
    var request = JobRequest(input: input, output: output, amount: .factor(.identity))
    request.playback = .backward
    request.frameTiming = .kept
    return request
  }

  /// A request to bring the sound of `input` to `rate` frames a second.
  ///
  /// Encoded pictures are kept where the container takes them, else every picture is encoded once.
  public static func resample(input: String, output: String, rate: Int) -> JobRequest {
    var request = JobRequest(input: input, output: output, amount: .factor(.identity))
    request.frameTiming = .kept
    request.sampleRate = rate
    return request
  }

  /// A request to bring every track of `input` into another file as it is.
  public static func copy(input: String, output: String) -> JobRequest {
    var request = JobRequest(input: input, output: output, amount: .factor(.identity))
    request.frameTiming = .kept
    (request.copiesVideo, request.copiesAudio) = (true, true)
    return request
  }
}

extension JobRequest {
  /// The option that gives an encoder with its settings; nil for none.
  var givenEncoder: String? {
    videoEncoder != nil
      ? "--video-encoder"
      : audioEncoder != nil ? "--audio-encoder" : profile != nil ? "--profile" : nil
  }

  /// The option that asks for pictures that the source does not have; nil for none.
  var madePictures: String? {
    motionBlur != nil
      ? "--motion-blur" : selection.joinsFrames ? "--frames \(selection.rawValue)" : nil
  }
}

extension SpooledInput {
  /// Reads the input of a request.
  convenience init(_ request: JobRequest, _ cancellation: Cancellation) throws(RetimeError) {
    try self.init(request.input, stallTimeout: .seconds(request.stallTimeout), cancellation)
  }
}
