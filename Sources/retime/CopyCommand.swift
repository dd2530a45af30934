// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The command `retime copy <input> <output>`.
struct CopyCommand: JobCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Brings every track into another file as it is.",
    discussion: """
      Nothing is decoded, and times stay as they are. A track that the container cannot hold is \
      refused with a reason; leave it out, or choose another container.

      EXAMPLES:
        retime copy in.mkv out.mp4
        retime copy in.mp4 sound.m4a --no-video
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Output format") var format: FormatOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var planning: PlanOptions
  @OptionGroup var noParts: NoParts

  func validate() throws { try validateOutput() }

  func run() throws {
    var request = JobRequest.copy(input: files.input, output: files.output)
    tracks.apply(to: &request)
    try make(request)
  }
}
