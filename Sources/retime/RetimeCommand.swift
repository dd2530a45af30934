// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The command line: `retime <subcommand> …`, or `retime <input> <output> …` to scale.
@main
struct RetimeCommand: ParsableCommand {
  /// Runs the command like any program of ArgumentParser, but ends when its parent process ends.
  static func main() {
    Lifeline.follow()
    let arguments = ProgramArguments.texts
    if let dashed = DashedPath(byExtensionIn: arguments) { fail(dashed.text) }
    do {
      try HelpTopic.answer(arguments)
      try MapArguments.check(arguments)
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      // Help and version texts are thrown as errors too; only usage errors contain the usage.
      let text = fullMessage(for: error)
      guard text.hasPrefix("Error: "), text.contains("Usage:") else { exit(withError: error) }
      fail(
        DashedPath(in: arguments)?.text ?? Misspelling(in: arguments, error: text)?.text ?? text
          + "\n"
      )
    }
  }

  /// Exits with the status of a usage error.
  private static func fail(_ text: String) -> Never {
    StandardStreams.printError(text)
    ProcessExit.now(ExitCode.validationFailure.rawValue)
  }

  /// The names of the subcommands.
  static var subcommandNames: [String] { configuration.subcommands.map { $0._commandName } }

  static let configuration = CommandConfiguration(
    commandName: "retime",
    abstract: "Changes the time of media: makes video and audio longer, shorter or run backwards.",
    discussion: """
      The input can have any container and codec that GStreamer supports. All tracks are retimed together \
      and stay in sync. The factor is output duration ÷ input duration. The pitch of audio follows the \
      speed, unless --pitch keep is given.

      EXAMPLES:
        retime in.mov out.mp4 --factor 2                slow motion, twice as long
        retime in.mp4 out.mkv --speed 4                 time lapse, 4 times as fast
        retime in.webm out.mp4 --duration 30            fit to 30 seconds
        retime in.wav out.flac --factor 1.5             audio only
        retime in.mp4 out.mp4 --factor 4 --frames flow  optical flow
        retime in.mp4 out.mp4 --factor 2 --fps vfr      every frame kept
        retime reverse in.mp4 out.mp4                   backwards
        retime silence talk.mp4 short.mp4               silence removed
        retime conform in.mp4 out.mp4 --fps 30          another frame rate
        retime concat a.mp4 b.mp4 out.mp4               one after the other
        retime fit in.wav out.wav --cues a.srt --to b.srt
        retime undo slow.mkv again.mkv                  the times of the source
        retime resample in.flac out.flac --rate 44100
        retime copy in.mkv out.mp4                      remux without re-encoding
        retime batch folder --to results --factor 2     many files
        retime check in.mp4 out.mp4                     check a result
        retime flow in.mp4 out.png --at 3               motion vectors at 3 s
        retime spectrogram in.wav out.png               spectrogram
        retime info in.mp4                              tracks and metadata
        retime studio folder                            everything in the browser

      HELP TOPICS:
      \(HelpTopic.list)

      EXIT STATUS:
        0      success
        64     invalid command line
        65     the input is damaged or not a media file
        66     the input cannot be opened
        69     a codec is not installed
        70     --verify or check found a difference
        73     the output cannot be created, or already exists
        74     reading or writing failed
        130    interrupted
        143    terminated

      After a failure the output file is unchanged.

      FILES:
        .retime-NAME.parts    finished parts, beside the output of --parts
        .retime-batch         the record of a batch, beside its outputs

      ENVIRONMENT:
        TMPDIR             the folder for scratch files; else /var/tmp
        GST_PLUGIN_PATH    more folders with GStreamer plugins
        GST_DEBUG          GStreamer's log level, such as 2 or *retime:INFO
      """,
    version: RetimeVersion.text,
    subcommands: [
      ScaleCommand.self, ReverseCommand.self, SilenceCommand.self, FitCommand.self,
      UndoCommand.self, ConformCommand.self, ConcatCommand.self, ResampleCommand.self,
      CopyCommand.self,
      BatchCommand.self, CheckCommand.self,
      SpectrogramCommand.self, FlowCommand.self, InfoCommand.self, StudioCommand.self,
      PlanCommand.self, PartCommand.self, JoinCommand.self, FarmCommand.self,
    ],
    defaultSubcommand: ScaleCommand.self
  )
}
