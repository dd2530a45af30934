// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The thumbnail and waveform options of `retime info`.
struct GlanceOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Make a JPEG of a picture about a tenth in, 320 pixels at most.",
      valueName: "FILE.jpg"
    ),
    completion: .file()
  )
  var thumbnail: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "Write how loud the sound is when, all channels together, as JSON: {\"duration\": seconds, "
        + "\"peaks\": [[least, greatest], …]}, 800 at most.",
      valueName: "FILE.json"
    ),
    completion: .file()
  )
  var waveform: String?

  @Flag(
    name: [.customShort("y"), .customLong("overwrite")],
    help: "Replace files that are already there."
  )
  var overwrite = false

  func validate() throws {
    guard !overwrite || thumbnail != nil || waveform != nil else {
      throw ValidationError("-y goes with --thumbnail or --waveform")
    }
    guard thumbnail != "-" || waveform != "-" else {
      throw ValidationError("standard output takes one of them: give the other a file")
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
