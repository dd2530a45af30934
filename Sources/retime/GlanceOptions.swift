// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The thumbnail and waveform options of `retime info`.
struct GlanceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write a JPEG thumbnail of a frame near a tenth of the duration, at most 320 pixels wide or high.",
      valueName: "FILE.jpg"
    ),
    completion: .file()
  )
  var thumbnail: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write the waveform of all channels together as JSON: {\"duration\": seconds, "
        + "\"peaks\": [[minimum, maximum], …]}, at most 800.",
      valueName: "FILE.json"
    ),
    completion: .file()
  )
  var waveform: String?

  @Flag(
    name: [.customShort("y"), .customLong("overwrite")],
    help: "Replace existing files."
  )
  var overwrite = false

  func validate() throws {
    guard !overwrite || thumbnail != nil || waveform != nil else {
      throw ValidationError("-y needs --thumbnail or --waveform")
    }
    guard thumbnail != "-" || waveform != "-" else {
      throw ValidationError("only one of them can go to standard output: give the other a file")
    }
  }

  /// Whether neither output is requested.
  var isUntouched: Bool { thumbnail == nil && waveform == nil }

  /// Creates the requested files.
  func draw(_ input: String, _ cancellation: Cancellation) throws(RetimeError) {
    let guardCrashes: @Sendable (String) -> Void = {
      Runner.guardCrashes(on: input, removing: $0)
    }
    if let thumbnail {
      try Retime.thumbnail(
        of: input,
        to: thumbnail,
        overwrites: overwrite,
        cancellation: cancellation,
        onTemporaryFile: guardCrashes
      )
    }
    if let waveform {
      try Retime.waveform(
        of: input,
        to: waveform,
        overwrites: overwrite,
        cancellation: cancellation,
        onTemporaryFile: guardCrashes,
        text: JSON.line
      )
    }
  }
}
