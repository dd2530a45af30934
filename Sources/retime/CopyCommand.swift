// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
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
