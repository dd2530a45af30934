// SPDX-License-Identifier: MPL-2.0

extension Plan {
  /// The subtitle file that a track is read from.
  package struct SubtitleSource: Sendable, Equatable, Codable {
    /// The path of the file.
    package var path: String
    /// The form in which cues are passed on.
    package var form: Form

    /// A form of cues.
    package enum Form: String, Sendable, Equatable, Codable {
      /// The markup of the file's own format, with the file's header.
      case own
      /// Text with SubRip's tags.
      case tagged
      /// Text without tags.
      case plain
    }
  }

  /// A subtitle file that is written beside the result.
  package struct Sidecar: Sendable, Equatable, Codable {
    /// The path and the name of its format.
    package var output: String, container: String
    /// Its one track.
    package var track: Track
  }

  /// The plan of a subtitle file that is written beside the result.
  func plan(of sidecar: Sidecar) -> Plan {
    var plan = self
    (plan.output, plan.container, plan.muxer) = (sidecar.output, sidecar.container, nil)
    (plan.tracks, plan.metadata, plan.parts, plan.sidecars) = (
      [sidecar.track], Metadata(), nil, nil
    )
    return plan
  }
}
