// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// `retime scale <input> <output>`.
struct ScaleCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "scale",
    abstract: "Makes video and audio longer or shorter (the default subcommand).",
    discussion: """
      Exactly one of --factor, --speed and --duration says how much. The container follows the \
      output's extension: mp4 m4v mov m4a m4r mkv mka webm avi ts mpg ogg opus flac wav w64 aiff aif \
      mp3 aac caf. Codecs stay the source's own where the container takes them, at a quality \
      meant to be transparent.
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "How much") var amount: AmountOptions
  @OptionGroup(title: "Pictures") var pictures: PictureOptions
  @OptionGroup(title: "Sound") var sound: SoundOptions
  @OptionGroup(title: "Output format") var format: FormatOptions
  @OptionGroup(title: "Part of the source") var part: PartOptions
  @OptionGroup(title: "Running") var running: RunningOptions

  func validate() throws {
    guard pictures.noVideo == false || sound.noAudio == false else {
      throw ValidationError("--no-video and --no-audio together leave nothing")
    }
    if let start = part.start, let end = part.end, start >= end {
      throw ValidationError("--start must lie before --end")
    }
    guard format.profile == nil || format.container == nil else {
      throw ValidationError("--profile names the container: leave out --container")
    }
    guard !pictures.copyVideo || pictures.videoEncoder == nil else {
      throw ValidationError("--copy-video encodes nothing: leave out --video-encoder")
    }
    guard files.output != "-" || format.container != nil || format.profile != nil else {
      throw ValidationError("standard output has no extension: give --container")
    }
  }

  func run() throws {
    var request = ScaleRequest(input: files.input, output: files.output, amount: try amount.value())
    pictures.apply(to: &request)
    sound.apply(to: &request)
    (request.container, request.profile) = (format.container, format.profile)
    (request.start, request.end) = (part.start, part.end)
    running.apply(to: &request)
    try Runner(running).scale(request, json: running.json)
  }
}
