// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

/// A plan whose parts are made one by one, on any machine, and joined.
///
/// Every function blocks until it is done, as those of ``Retime`` do.
public struct PartJob: Sendable {
  /// The plan, which has parts.
  public let plan: Plan
  /// What tells the plan from all others.
  let fingerprint: UInt64
  /// The folder in which the parts are kept.
  public let folder: String

  /// The parts of a plan in a folder.
  ///
  /// `text`: the plan as it is stored, from which its fingerprint is computed.
  public init(_ plan: Plan, text: [UInt8], folder: String) {
    (self.plan, self.folder) = (plan, folder)
    var fingerprint = Fingerprint()
    fingerprint.add(text.span)
    self.fingerprint = fingerprint.value
  }

  /// The path of a part.
  public func path(of number: Int) -> String {
    let digits = "\(number)"
    return "\(folder)/part-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// The parts that are not there, or damaged; the damaged ones are removed.
  ///
  /// - Complexity: reads all parts that are there.
  public func missing() -> [Plan.Part] {
    plan.partList.filter { part in
      guard let reader = reader(part.number) else { return true }
      guard !reader.isSound else { return false }
      try? FileSystem.remove(path(of: part.number))
      return true
    }
  }

  func reader(_ number: Int) -> PartReader? {
    PartReader(path(of: number), plan: fingerprint, part: number)
  }

  /// The parts that are there.
  var readers: [(part: Plan.Part, reader: PartReader)] {
    plan.partList.compactMap { part in reader(part.number).map { (part, $0) } }
  }

  /// Makes a part, unless it is there.
  ///
  /// It is written under a name of this attempt alone, and gets its own when it is whole: so a part may be made twice
  /// at the same time.
  /// `share`: of how many processes that are at work on this machine it is one, among which they divide its memory.
  /// Gives false where it was there.
  public func make(
    _ number: Int,
    share: Int = 1,
    stallTimeout: Duration = .seconds(30),
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in },
    onNotice: (String) -> Void = { _ in },
    onProgress: (Progress) -> Void = { _ in }
  ) throws(RetimeError) -> Bool {
    let part = try plan.part(number)
    if reader(number)?.isSound == true { return false }
    try plan.checkSource()
    return try WatchedJob.run(
      plan.input,
      stallTimeout: stallTimeout,
      cancellation,
      onNotice: onNotice,
      onProgress: onProgress,
      { job throws(RetimeError) in
        try Retime.initialize(plan.input, job)
        let file = try partial(path(of: number))
        onTemporaryFile(file.path)
        do throws(RetimeError) {
          try fill(file, part, share, stallTimeout, job)
          try job.cancellation.check()
          try job.patiently { () throws(RetimeError) in
            try storing { () throws(SystemError) in
              try FileSystem.synchronize(file.path)
              try FileSystem.replace(path(of: number), with: file.path)
            }
          }
        } catch {
          try? FileSystem.remove(file.path)
          throw error
        }
        return true
      }
    )
  }

  /// Puts the parts together to the result, which stands whole at the plan's output when this returns.
  ///
  /// `verifies`: whether the whole result is decoded and compared with what the plan makes, before it has its name.
  /// - Throws: `cannotOpen` where parts are missing, `mismatch` where the result is not what the plan makes; then
  ///   nothing stands at the output that was not there before.
  public func join(
    overwrites: Bool = false,
    verifies: Bool = false,
    stallTimeout: Duration = .seconds(30),
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in },
    onNotice: (String) -> Void = { _ in },
    onProgress: (Progress) -> Void = { _ in }
  ) throws(RetimeError) -> Report {
    let missing = missing().map { "\($0.number)" }
    guard missing.isEmpty, !plan.partList.isEmpty else {
      let one = missing.count == 1
      throw RetimeError(
        .cannotOpen,
        "'\(plan.output)' cannot be joined: in '\(folder)' \(one ? "part" : "parts") \(missing.joined(separator: ", ")) "
          + "of \(plan.partList.count) \(one ? "is" : "are") missing. Make \(one ? "it" : "them") with retime part"
      )
    }
    try plan.checkSource()
    return try WatchedJob.run(
      plan.output,
      stallTimeout: stallTimeout,
      cancellation,
      onNotice: onNotice,
      onProgress: onProgress,
      { job throws(RetimeError) in
        try Retime.initialize(plan.input, job)
        return try job.make(
          plan.output,
          replaces: overwrites,
          input: plan.input,
          onTemporaryFile: onTemporaryFile
        ) { file throws(RetimeError) in
          var report = try join(into: file, stallTimeout, job)
          if verifies {
            report.certificate = try Retime.verify(
              plan,
              file.temporaryPath,
              stallTimeout: Int(stallTimeout.components.seconds),
              job
            )
          }
          return report
        }
      }
    )
  }

  /// What the parts, all of which are there, came to.
  public func report() throws(RetimeError) -> Report { try report(readers) }

  /// Finds out whether the result can stand where it shall, before any work.
  public static func checkOutput(_ request: JobRequest) throws(RetimeError) {
    try OutputFile(request.output, replaces: request.overwrites, input: request.input).discard()
  }

  func partial(_ path: String) throws(RetimeError) -> PartialFile {
    try storing { () throws(SystemError) in try PartialFile(becoming: path, isAlone: false) }
  }

  func storing<Value>(_ body: () throws(SystemError) -> Value) throws(RetimeError) -> Value {
    do throws(SystemError) {
      return try body()
    } catch {
      throw RetimeError(.inputOutput, "the work folder '\(folder)' cannot be written: \(error)")
    }
  }
}
