// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime info <input>`.
struct InfoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "info",
    abstract: "Describes a media file: its tracks, codecs, duration and metadata.",
    usage: """
      retime info [<options>] <input>
      retime info --containers [--json]
      """,
    discussion: """
      Frames are counted by reading the file for at most a second. The counts of a longer file are \
      unknown unless --count is given, or the tables of a long MP4 or QuickTime file list its \
      frames. With --thumbnail or --waveform, nothing is printed unless --json is given.

      EXAMPLES:
        retime info in.mp4
        retime info in.mp4 --count --json
        retime info in.mp4 --thumbnail in.jpg --waveform in.json
        retime info --containers
      """
  )

  @Argument(help: "A path, or a URI that GStreamer can read.", completion: .file())
  var input: String?

  @Flag(name: .long, help: "Print JSON; unknown values are null.")
  var json = false

  @Flag(name: .long, help: "Read the whole file to count its frames.")
  var count = false

  @Flag(
    name: .long,
    help: "List the containers that can be written here, and the packages that add others."
  )
  var containers = false

  @OptionGroup(title: "Previews") var glance: GlanceOptions

  func validate() throws {
    guard containers == (input == nil) else {
      throw ValidationError(
        containers
          ? "--containers takes no input: leave '\(input ?? "")' out"
          : "Missing expected argument '<input>'"
      )
    }
  }

  func run() throws {
    guard let input else { try Runner(.parse([])).containers(json: json) }
    try Runner(.parse([])).info(input, json: json, counts: count, glance)
  }
}
