// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import RetimeMedia

/// The state of a `retime` process, from its output of one JSON object a line.
struct ChildOutput {
  /// The completed part of its work, from 0 to 1.
  private(set) var fraction = 0.0
  /// The error message.
  private(set) var message: String?
  private var phase = ""

  /// The progress for display.
  var text: String { "\(phase)\(Int(fraction * 100))%" }

  /// Parses a line; returns its message for the user, if any.
  mutating func take(_ line: String) -> MessageEvent? {
    guard let said = try? JSONDecoder().decode(ChildEvent.self, from: Data(line.utf8)) else {
      // A crash handler or a library writes plain text.
      if let start = ["retime: ", "Error: "].first(where: line.hasPrefix) {
        message = String(line.dropFirst(start.count))
      }
      return nil
    }
    switch said.event {
    case "error": message = said.message ?? message
    case "progress": (phase, fraction) = ("", said.fraction ?? fraction)
    case "counting", "reading", "verifying": phase = "\(said.event) "
    case let event:
      guard let kind = MessageEvent.Kind(rawValue: event), let text = said.message else { break }
      return MessageEvent(event: kind, message: text)
    }
    return nil
  }

  /// Returns the error for a process that ended with `status`.
  func error(_ status: Int32) -> RetimeError {
    RetimeError(
      RetimeError.Kind(rawValue: status) ?? .badInput,
      message ?? "its process ended unexpectedly, with status \(status)"
    )
  }
}

/// The fields of an object of `--progress json` that a parent process needs.
struct ChildEvent: Decodable {
  let event: String
  let fraction: Double?, message: String?, certificate: Certificate?
}
