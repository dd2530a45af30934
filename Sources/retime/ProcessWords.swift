// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import RetimeMedia

/// What a process of `retime` says of its work, which is one object a line.
struct ProcessWords {
  /// How much of it is done, from 0 to 1.
  private(set) var fraction = 0.0
  /// Why it fails.
  private(set) var message: String?
  private var phase = ""

  /// How it is going, for people.
  var text: String { "\(phase)\(Int(fraction * 100))%" }

  /// Takes a line; gives what it has for the person.
  mutating func take(_ line: String) -> MessageEvent? {
    guard let said = try? JSONDecoder().decode(SaidEvent.self, from: Data(line.utf8)) else {
      // A crash, or a library, has no time for objects.
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

  /// Why a process ended with such a status.
  func error(_ status: Int32) -> RetimeError {
    RetimeError(
      RetimeError.Kind(rawValue: status) ?? .badInput,
      message ?? "its process ended unexpectedly, with status \(status)"
    )
  }
}

/// An object of `--progress json`, as far as it matters to another process.
struct SaidEvent: Decodable {
  let event: String
  let fraction: Double?, message: String?, certificate: Certificate?
}
