// SPDX-License-Identifier: MPL-2.0

import ArgumentParser
import RetimeCore
import RetimeMedia

/// The level of the audio, and how its samples are rounded.
struct LevelOptions: ParsableArguments {
  @Option(
    name: .long,
    help: ArgumentHelp(
      "Lower the audio by this many decibels, 0 to 60, so that no sample clips.",
      valueName: "DB"
    )
  )
  var headroom: Double?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The noise added before samples are rounded to integers; tpdf removes the distortion of quiet passages. (default: none)",
      valueName: "KIND"
    )
  )
  var dither: Dither?

  /// Whether any of these options is given.
  var isGiven: Bool { headroom != nil || dither != nil }

  func validate() throws {
    guard headroom.map(JobRequest.headrooms.contains) ?? true else {
      throw ValidationError("--headroom \(headroom ?? 0): 0 to 60 decibels are allowed")
    }
  }

  func apply(to request: inout JobRequest) {
    request.headroom = headroom ?? 0
    request.dither = dither ?? .none
  }
}
