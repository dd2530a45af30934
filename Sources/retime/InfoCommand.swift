// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime info <input>`.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Says what a file holds.",
    usage: "retime info [<options>] <input>",
    discussion: """
      Frames are counted by reading the file, for at most a second: a longer file's counts stay \
      unknown unless --count is given, or the tables of a long MP4 or QuickTime file list its \
      frames. With --thumbnail or --waveform, only these are made, and \
      nothing is said unless --json is given.

      EXAMPLES:
        retime info in.mp4
        retime info in.mp4 --count --json
        retime info in.mp4 --thumbnail in.jpg --waveform in.json
      """
  )

  @Argument(help: "A path or a URI that GStreamer reads.", completion: .file())
  var input: String

  @Flag(name: .long, help: "Say it as JSON; what is not known is null.")
  var json = false

  @Flag(name: .long, help: "Read the whole file to count its frames, however long that takes.")
  var count = false

  @OptionGroup(title: "Pictures of it") var glance: GlanceOptions

  func run() throws {
    try Runner(.parse([])).info(input, json: json, counts: count, glance)
  }
}
