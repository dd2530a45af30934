// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The commands `retime spectrogram <input> <output.png>` and `retime spectrogram --live [<source>]`.
struct SpectrogramCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "spectrogram",
    abstract: "Draws a spectrogram, with a cosine transform.",
    usage: """
      retime spectrogram [<options>] <input> <output.png>
      retime spectrogram --live [<options>] [<source>]
      """,
    discussion: """
      The image has a row for each frequency, the lowest at the bottom, and a column for each frame \
      of audio. If there are more frames than columns, a column shows the maximum of its frames. \
      With --live, a spectrogram of live audio scrolls to the left, in a window or in any sink.

      EXAMPLES:
        retime spectrogram in.wav out.png --axes
        retime spectrogram in.mp4 out.png --start 60 --end 90 --colors viridis
        retime spectrogram --live            the microphone, in a window
      """
  )

  @Argument(
    help: """
      A path, a URI that GStreamer can read, or - for standard input. With --live: a path or a URI, \
      pulse:NAME or alsa:NAME for a device, or nothing for the default microphone.
      """,
    completion: .file()
  )
  var input: String?

  @Argument(help: "A path, or - for standard output.", completion: .file())
  var output: String?

  @OptionGroup(title: "Image") var picture: SpectrogramOptions
  @OptionGroup(title: "A file") var file: SpectrogramFileOptions
  @OptionGroup(title: "A file") var part: PartOptions
  @OptionGroup(title: "Live") var live: SpectrogramLiveOptions
  @OptionGroup(title: "Running") var running: RunningOptions

  func validate() throws {
    _ = try picture.shape()
    guard !live.live else {
      guard output == nil else { throw ValidationError("--live writes no file: give one source") }
      guard file.isUntouched, part.start == nil, part.end == nil else {
        throw ValidationError("--live takes none of --axes, --channel, --start and --end")
      }
      return
    }
    guard input != nil, output != nil else {
      throw ValidationError("give an input and an output, or --live")
    }
    guard live.sink == nil else { throw ValidationError("--sink needs --live") }
  }

  func run() throws {
    let runner = Runner(running)
    guard !live.live, let input, let output else {
      var request = LiveSpectrogramRequest(source: input)
      request.shape = try picture.shape()
      request.columns = picture.columns ?? request.columns
      request.colors = picture.colors
      request.sink = live.sink
      request.stallTimeout = running.stallTimeout
      runner.spectrogram(request)
    }
    var request = SpectrogramRequest(input: input, output: output)
    request.shape = try picture.shape()
    request.columns = picture.columns
    request.colors = picture.colors
    request.channels = file.channel.map(SpectrumChannels.one) ?? .mean
    request.hasAxes = file.axes
    (request.start, request.end) = (part.start, part.end)
    request.overwrites = running.overwrite
    request.stallTimeout = running.stallTimeout
    runner.spectrogram(request)
  }
}
