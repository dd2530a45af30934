// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeCore
internal import RetimeMedia

/// The options for the image of a spectrogram.
struct SpectrogramOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "The samples of a frame, and the rows of the image: an even product of 2, 3 and 5, 64 to "
        + "8192.",
      valueName: "N"
    )
  )
  var size = 1024

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The hop from one frame to the next, in samples. (default: half the size)",
      valueName: "N"
    )
  )
  var hop: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The most columns, 1 to 16384. (default: one a frame, at most 8192; 768 with --live)",
      valueName: "N"
    )
  )
  var columns: Int?

  @Option(name: .long, help: ArgumentHelp("The color table of the levels.", valueName: "TABLE"))
  var colors: SpectrumColors = .original

  func shape() throws -> SpectrumShape {
    try Parse.usage { () throws(SpectrumShapeError) in try SpectrumShape(size: size, hop: hop) }
  }

  func validate() throws {
    let range = SpectrogramRequest.columnRange
    guard columns.map(range.contains) ?? true else {
      throw ValidationError("--columns takes \(range.lowerBound) to \(range.upperBound)")
    }
  }
}

/// The options for the spectrogram of a file.
struct SpectrogramFileOptions: ParsableArguments {
  @Flag(name: .long, help: "Draw axes of time, frequency and level around the image.")
  var axes = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Show one channel, counted from 0. (default: the mean of all)",
      valueName: "N"
    )
  )
  var channel: Int?

  /// Whether no option is given.
  var isUntouched: Bool { !axes && channel == nil }

  func validate() throws {
    guard channel ?? 0 >= 0 else { throw ValidationError("--channel counts from 0") }
  }
}

/// The options for the spectrogram of live audio.
struct SpectrogramLiveOptions: ParsableArguments {
  @Flag(name: .long, help: "Show live audio until it ends or Ctrl-C is pressed.")
  var live = false

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The video sink, in gst-launch syntax. (default: a window)",
      valueName: "DESC"
    )
  )
  var sink: String?
}
