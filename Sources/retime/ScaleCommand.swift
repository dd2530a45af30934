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

  @OptionGroup var job: JobOptions
  @OptionGroup(title: "How much") var amount: AmountOptions
  @OptionGroup(title: "Pictures") var pictures: PictureOptions
  @OptionGroup(title: "Sound") var sound: SoundOptions

  @Flag(name: .long, help: "Keep the encoded pictures, scale only their times.")
  var copyVideo = false

  func validate() throws {
    guard amount.value != nil else { throw AmountOptions.needsOne }
    try pictures.validate(with: sound)
    guard !copyVideo || pictures.videoEncoder == nil else {
      throw ValidationError("--copy-video encodes nothing: leave out --video-encoder")
    }
  }

  func run() throws {
    guard let amount = amount.value else { throw AmountOptions.needsOne }
    var request = JobRequest(input: job.files.input, output: job.files.output, amount: amount)
    pictures.apply(to: &request)
    sound.apply(to: &request)
    request.copiesVideo = copyVideo
    try job.run(request)
  }
}
