// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import RetimeMedia
internal import RetimeSystem
internal import Synchronization

/// What the process of one file says, which is one object a line.
struct BatchWords {
  /// How much of the file is done, from 0 to 1.
  private(set) var fraction = 0.0
  private var phase = "", message: String?

  private struct Object: Decodable {
    let event: String, fraction: Double?, message: String?
  }

  /// How the file is doing, for people.
  var text: String { "\(phase)\(Int(fraction * 100))%" }

  /// Takes a line; gives a warning that it is.
  mutating func take(_ line: String) -> String? {
    guard let object = try? JSONDecoder().decode(Object.self, from: Data(line.utf8)) else {
      // A crash, or a library, has no time for objects.
      if let start = ["retime: ", "Error: "].first(where: line.hasPrefix) {
        message = String(line.dropFirst(start.count))
      }
      return nil
    }
    switch object.event {
    case "warning": return object.message
    case "error": message = object.message ?? message
    case "progress":
      (phase, fraction) = ("", object.fraction ?? fraction)
    case "counting", "reading", "verifying":
      phase = "\(object.event) "
    default: break
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

/// Cuts what a process says into lines, on its own thread.
final class LineCutter: Sendable {
  private let splitter = Mutex(LineSplitter())
  private let onLine: @Sendable (String) -> Void

  init(_ onLine: @escaping @Sendable (String) -> Void) { self.onLine = onLine }

  func take(_ bytes: Span<UInt8>) {
    for line in splitter.withLock({ $0.lines(adding: bytes) }) { onLine(line) }
  }

  func end() {
    if let rest = splitter.withLock({ $0.rest }) { onLine(rest) }
  }
}
