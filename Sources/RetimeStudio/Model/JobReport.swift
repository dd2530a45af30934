// SPDX-License-Identifier: MPL-2.0

#if Studio

/// What `--progress json` says, in the page's words.
enum JobReport {
  /// How far a job has come.
  static func progress(_ said: JSON, phase: String) -> JSON {
    .object([
      "phase": .string(phase == "progress" ? "making" : phase),
      "fraction": .optional(said["fraction"]), "position": .optional(said["position"]),
      "eta": .optional(said["eta"]), "speed": .optional(said["speed"]),
      "framesPerSecond": .optional(said["framesPerSecond"]),
    ])
  }

  /// What was made.
  static func of(_ said: JSON) -> JSON {
    guard case .object(var values) = said else { return .null }
    values["event"] = nil
    values["output"] = nil
    return .object(values)
  }
}
#endif
