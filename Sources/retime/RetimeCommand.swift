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
    do {
      try HelpTopic.answer(arguments)
      try MapArguments.check(arguments)
      var command = try parseAsRoot(arguments)
      try command.run()
    } catch {
      // Help and version texts are thrown as errors too; only usage errors contain the usage.
      let text = fullMessage(for: error)
      guard text.hasPrefix("Error: "), text.contains("Usage:") else { exit(withError: error) }
      StandardStreams.printError(
        DashedPath(in: arguments)?.text ?? Misspelling(in: arguments, behind: text)?.text ?? text
          + "\n"
      )
      ProcessExit.now(ExitCode.validationFailure.rawValue)
    }
  }

  /// The names of the subcommands.
  static var subcommandNames: [String] { configuration.subcommands.map { $0._commandName } }

  static let configuration = CommandConfiguration(
    commandName: "retime",
    abstract: "Changes the time of media: makes video and audio longer, shorter or run backwards.",
    discussion: """
      Any container and codec that GStreamer supports goes in; every audio track and the picture \
      come out, in step, and nothing else about them changes. The factor is output duration ÷ input \
      duration. Sound is resampled: slower is lower, unless --pitch keep is given.

      EXAMPLES:
        retime in.mov out.mp4 --factor 2                slow motion, twice as long
        retime in.mp4 out.mkv --speed 4                 a time lapse, 4 times as fast
        retime in.webm out.mp4 --duration 30            fitted to 30 seconds
        retime in.wav out.flac --factor 1.5             sound alone
        retime in.mp4 out.mp4 --factor 4 --frames flow  made pictures in between
        retime in.mp4 out.mp4 --factor 2 --fps vfr      every picture once
        retime reverse in.mp4 out.mp4                   backwards
        retime silence talk.mp4 short.mp4               without what is quiet
        retime resample in.flac out.flac --rate 44100
        retime copy in.mkv out.mp4                      another container, as it is
        retime batch folder --to results --factor 2     many files
        retime check in.mp4 out.mp4                     whether a result is right
        retime flow in.mp4 out.png --at 3               the motion, drawn
        retime spectrogram in.wav out.png               which frequencies sound when
        retime info in.mp4                              what a file holds
        retime studio folder                            all of it in the browser

      HELP TOPICS:
      \(HelpTopic.list)

      EXIT STATUS:
        0      done
        64     the command makes no sense
        65     the input is not media or damaged
        66     the input cannot be opened
        69     a codec is missing
        70     --verify or check found a difference
        73     the output cannot be created, or is already there
        74     reading or writing failed
        130    interrupted
        143    terminated

      In every failing case the output is as it was before.

      FILES:
        .retime-NAME.parts    parts that are done, beside the result of --parts
        .retime-batch         what a batch has done, beside its results

      ENVIRONMENT:
        TMPDIR             where what does not fit in memory waits; else /var/tmp
        GST_PLUGIN_PATH    more folders with plugins of GStreamer
        GST_DEBUG          what GStreamer says of its work, as 2 or *retime:INFO
      """,
    version: RetimeVersion.text,
    subcommands: [
      ScaleCommand.self, ReverseCommand.self, SilenceCommand.self, ResampleCommand.self,
      CopyCommand.self, BatchCommand.self, CheckCommand.self,
      SpectrogramCommand.self, FlowCommand.self, InfoCommand.self, StudioCommand.self,
      PlanCommand.self, PartCommand.self, JoinCommand.self, FarmCommand.self,
    ],
    defaultSubcommand: ScaleCommand.self
  )
}
