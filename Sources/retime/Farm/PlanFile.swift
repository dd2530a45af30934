// SPDX-License-Identifier: MPL-2.0

internal import FoundationEssentials
internal import RetimeMedia
internal import RetimeSystem

/// A stored plan.
struct PlanFile {
  let plan: Plan
  /// The plan as JSON.
  let text: String

  init(_ plan: Plan) { (self.plan, text) = (plan, JSON.text(plan)) }

  /// Reads a stored plan.
  ///
  /// - Throws: `cannotOpen` if the file cannot be read, `badInput` if it is not a plan.
  init(readingFrom path: String) throws(RetimeError) {
    let bytes: [UInt8]
    do throws(SystemError) {
      let file = try RandomAccessFile(path)
      guard let all = file.bytes(at: 0, count: file.byteCount) else { throw .inputOutput }
      bytes = all
    } catch {
      throw RetimeError(.cannotOpen, "the plan '\(path)' cannot be opened: \(error)")
    }
    guard let plan = try? JSONDecoder().decode(Plan.self, from: Data(bytes)) else {
      throw RetimeError(
        .badInput,
        "'\(path)' is no plan of this version of retime: make one with retime plan"
      )
    }
    self.init(plan)
  }

  /// Returns the job of its parts, stored in `folder`.
  ///
  /// Parts of another version of Retime do not match, since their content may differ.
  func job(in folder: String) -> PartJob {
    PartJob(plan, text: Array((RetimeVersion.text + "\n" + text).utf8), folder: folder)
  }

  /// Stores the plan at a path atomically.
  func store(at path: String) throws(SystemError) {
    try PartialFile.write(Array(text.utf8).span, to: path, isLasting: true)
  }

  /// Describes the difference from another plan; nil if they are equal.
  func difference(from other: PlanFile) -> String? {
    if let own = plan.source, let theirs = other.plan.source,
      let text = own.difference(from: theirs)
    {
      return "'\(plan.input)' has changed: \(text)"
    }
    guard text != other.text else { return nil }
    let own = text.split(separator: "\n"), theirs = other.text.split(separator: "\n")
    let different = zip(own, theirs).filter { $0 != $1 }
    // Of several dependent differences, the one in a user's option explains most.
    let told = different.first { line in Self.given.contains { line.0.contains("\"\($0)\"") } }
    guard let (now, then) = told ?? different.first, own.count == theirs.count || told != nil else {
      return "it has other tracks or parts"
    }
    return "it has \(Self.trimmed(then)), and now it would be \(Self.trimmed(now))"
  }

  /// The keys of users' options in a plan.
  private static let given = [
    "factor", "speed", "output", "input", "encoder", "container", "frameRate",
  ]

  private static func trimmed(_ line: Substring) -> String {
    let text = line.drop { $0 == " " }
    return String(text.last == "," ? text.dropLast() : text)
  }
}
