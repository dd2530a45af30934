// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials

/// Values encoded as JSON text.
enum JSON {
  /// Returns several lines with sorted keys, for reading and comparing.
  static func text(_ value: some Encodable) -> String {
    encode(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]) + "\n"
  }

  /// Returns one line, for a stream of objects.
  static func line(_ value: some Encodable) -> String {
    encode(value, [.sortedKeys, .withoutEscapingSlashes]) + "\n"
  }

  private static func encode(
    _ value: some Encodable,
    _ format: JSONEncoder.OutputFormatting
  ) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = format
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}
