// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The command `retime copy <input> <output>`.
struct CopyCommand: JobCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copies every track into another container without re-encoding.",
    discussion: """
      Nothing is decoded, and no time changes. A track that the container cannot hold is an error with a \
      reason; leave the track out, or choose another container.

      EXAMPLES:
        retime copy in.mkv out.mp4
        retime copy in.mp4 sound.m4a --no-video
        retime copy rtsp://camera.local/stream out.mkv --for 60
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Output format") var format: FormatOptions
  @Option(
    name: .customLong("for"),
    parsing: .unconditional,
    help: ArgumentHelp(
      "Receive at least this duration of a live input; without it, it ends at Ctrl-C.",
      valueName: "T"
    ),
    transform: RationalTime.init(parsing:)
  )
  var length: RationalTime?
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var planning: PlanOptions
  @OptionGroup var noParts: NoParts

  func validate() throws {
    try validateOutput()
    guard length.map({ $0 > .zero }) ?? true else { throw ValidationError("--for must be above 0") }
    guard length == nil || MediaName.isNetworkAddress(files.input) else {
      throw ValidationError(
        "--for is for network addresses, and copies of files are whole: give retime scale --factor 1 --end"
      )
    }
  }

  func run() throws {
    var request = JobRequest.copy(input: files.input, output: files.output)
    tracks.apply(to: &request)
    request.receivedDuration = length
    try make(request)
  }
}
