// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia

/// The command `retime undo <input> <output>`.
struct UndoCommand: RetimingCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Gives a result of Retime the times of its source again.",
    discussion: """
      The map is read from the input, which carries it (RETIME_MAP), and inverted: repeated frames are shown \
      once, freeze frames are removed, and audio has its former speed and pitch. A range that was cut is a freeze \
      frame of its length, and frames that were dropped do not come back: both are reported.

      EXAMPLES:
        retime in.mp4 slow.mkv --factor 2
        retime undo slow.mkv again.mkv
        retime undo slow.mkv again.mkv --dry-run
      """
  )

  @OptionGroup(title: "Files") var files: FileArguments
  @OptionGroup(title: "Files") var timeline: ExportOptions
  @OptionGroup(title: "Video") var pictures: VideoOptions
  @OptionGroup(title: "Audio") var sound: AudioOptions
  @OptionGroup(title: "Audio") var pitch: PitchOptions
  @OptionGroup(title: "Tracks") var tracks: TrackOptions
  @OptionGroup(title: "Output format") var format: FormatOptions
  @OptionGroup(title: "Output format") var encoding: EncodingOptions
  @OptionGroup(title: "Part of the source") var part: PartOptions
  @OptionGroup(title: "In parts") var farm: FarmOptions
  @OptionGroup(title: "Running") var check: CheckOptions
  @OptionGroup(title: "Running") var running: RunningOptions
  @OptionGroup(title: "Running") var planning: PlanOptions

  func validate() throws {
    try validateTogether()
    guard pitch.pitch == nil else {
      throw ValidationError("the pitch is that of the source again: leave out --pitch")
    }
  }

  func timing() -> JobRequest { .undo(input: files.input, output: files.output) }
}
