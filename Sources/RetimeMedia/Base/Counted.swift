// SPDX-License-Identifier: MPL-2.0

extension Int {
  /// Returns the number and a noun that agrees with it: "1 frame", "2 frames".
  ///
  /// `noun` is in the singular, and its plural ends in "s".
  package func counting(_ noun: String) -> String { "\(self) \(noun)\(self == 1 ? "" : "s")" }
}
