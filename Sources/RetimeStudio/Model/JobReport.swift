// SPDX-License-Identifier: MPL-2.0

#if Studio

/// The reports of `--progress json`, in the page's format.
enum JobReport {
  /// Returns the progress of a job.
  static func progress(_ said: JSON, phase: String) -> JSON {
    .object([
      "phase": .string(phase == "progress" ? "making" : phase),
      "fraction": .optional(said["fraction"]), "position": .optional(said["position"]),
      "eta": .optional(said["eta"]), "speed": .optional(said["speed"]),
      "framesPerSecond": .optional(said["framesPerSecond"]),
    ])
  }

  /// Returns the report on the output.
  static func of(_ said: JSON) -> JSON {
    guard case .object(var values) = said else { return .null }
    values["event"] = nil
    values["output"] = nil
    return .object(values)
  }
}
#endif
