// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The command `retime concat <source> <source>… <output>`.
struct ConcatCommand: JobCommand {
  static let configuration = CommandConfiguration(
    commandName: "concat",
    abstract: "Plays several files one after the other, as one file.",
    usage: "retime concat <source> <source>... <output> [<options>]",
    discussion: """
      Each source is as long as in a job on it alone, and the next one starts there. All options apply to \
      the whole, as if it were one file: a factor, a map, a frame rate.

      The first source determines the tracks, the size, the frame rate, the sample rate and the channels. \
      Frames of other sources are fitted into its size with black borders, frames and audio are converted to \
      its rates. A source without a track that the first one has is silent there, or the frame before it is held; \
      other tracks are left out. Each such change is reported. Chapters name the sources. With --copy-video, video of the same \
      encoder settings is copied without re-encoding; --smart does so where it can.

      EXAMPLES:
        retime concat a.mp4 b.mp4 c.mp4 out.mp4
        retime concat a.mp4 b.mkv out.mp4 --speed 4          all of it faster
        retime concat a.mp4 b.mp4 out.mp4 --range 5-9=1/2    slower across the cut
        retime concat 'a.mp4#t=12,40' 'b.mp4#t=3' out.mp4    parts of files
        retime concat 1.mp4 2.mp4 out.mp4 --copy-video       parts of one recording
        retime concat intro.mp4 talk.mp4 out.mp4 --fps 25 --verify
      """
  )

  @OptionGroup(title: "Files") var files: ConcatFiles
  @OptionGroup(title: "Duration") var amount: DurationOptions
  @OptionGroup(title: "Speed over time") var map: MapOptions
  @OptionGroup(title: "Video") var video: VideoOptions
  @OptionGroup(title: "Video") var copying: CopyOptions
  @OptionGroup(title: "Audio") var sound: AudioOptions
  @OptionGroup(title: "Audio") var pitch: PitchOptions
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Output format") var format: FormatOptions
  @OptionGroup(title: "Output format") var encoding: EncodingOptions
  @OptionGroup(title: "Running") var check: CheckOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var planning: PlanOptions
  @Option(name: .long, help: .hidden) var parts: String?

  func validate() throws {
    try validateOutput()
    try copying.validate(beside: video)
    guard parts == nil else {
      throw ValidationError(
        "--parts needs a single source: join the files first, and give --parts to retime scale"
      )
    }
    guard files.sink == nil || !check.verify && !planning.gstLaunch else {
      throw ValidationError("--sink keeps no output: leave out --verify and --gst-launch")
    }
    guard !planning.gstLaunch else {
      throw ValidationError("--gst-launch describes jobs with a single source: leave it out")
    }
  }

  func run() throws {
    do {
      var request = JobRequest.concat(try files.sources(), output: files.output)
      if map.isGiven { request.amount = .asMapped }
      if let amount = amount.value { request.amount = amount }
      try map.apply(to: &request)
      video.apply(to: &request)
      sound.apply(to: &request)
      try pitch.apply(to: &request)
      tracks.apply(to: &request)
      encoding.apply(to: &request)
      request.copiesVideo = copying.copyVideo
      request.verifies = check.verify
      try make(request)
    } catch let error as RetimeError {
      // A file that an option names cannot be read.
      Runner(running).run(files.input) { (_) throws(RetimeError) in throw error }
    }
  }
}
