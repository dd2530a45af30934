// SPDX-License-Identifier: MPL-2.0

internal import GStreamer
internal import RetimeCore
internal import RetimeSystem

/// A plan whose parts are made one by one, on any machine, and joined.
///
/// Every function blocks until it is done, as those of ``Retime`` do.
package struct PartJob: Sendable {
  /// The plan, which has parts.
  package let plan: Plan
  /// The fingerprint that identifies the plan.
  let fingerprint: UInt64
  /// The folder that contains the parts.
  package let folder: String

  /// Creates the job of a plan whose parts are in a folder.
  ///
  /// `text`: the plan as stored, from which its fingerprint is calculated.
  package init(_ plan: Plan, text: [UInt8], folder: String) {
    (self.plan, self.folder) = (plan, folder)
    var fingerprint = Fingerprint()
    fingerprint.add(text.span)
    self.fingerprint = fingerprint.value
  }

  /// Returns the path of a part.
  package func path(of number: Int) -> String {
    let digits = "\(number)"
    return "\(folder)/part-" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }

  /// Returns the parts that are missing or damaged, and removes the damaged ones.
  ///
  /// - Complexity: reads all parts that exist.
  package func missing() -> [Plan.Part] {
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

  /// The readers of the parts that exist.
  var readers: [(part: Plan.Part, reader: PartReader)] {
    plan.partList.compactMap { part in reader(part.number).map { (part, $0) } }
  }

  /// Makes a part, and returns whether it did; an existing part is kept.
  ///
  /// The part is written under a temporary name of this attempt and renamed when it is complete, so
  /// the same part may be made twice at the same time.
  /// `share`: the number of processes at work on this machine, which divide its memory and processors.
  package func make(
    _ number: Int,
    share: Int = 1,
    stallTimeout: Duration = .seconds(30),
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in },
    onNotice: (String) -> Void = { _ in },
    onProgress: (JobProgress) -> Void = { _ in }
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

  /// Joins the parts to the result, which is complete at the plan's output when this returns.
  ///
  /// `verifies`: whether the whole result is decoded and compared with the plan before it is renamed.
  ///
  /// - Throws: `cannotOpen` if parts are missing, `mismatch` if the result differs from the plan.
  ///   An existing output does not change then.
  package func join(
    overwrites: Bool = false,
    verifies: Bool = false,
    stallTimeout: Duration = .seconds(30),
    cancellation: Cancellation = Cancellation(),
    onTemporaryFile: @escaping @Sendable (String) -> Void = { _ in },
    onNotice: (String) -> Void = { _ in },
    onProgress: (JobProgress) -> Void = { _ in }
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
          try Retime.examined(
            try join(into: file, stallTimeout, job),
            of: plan,
            at: file.temporaryPath,
            replacing: overwrites,
            verifies: verifies,
            stallTimeout: Int(stallTimeout.components.seconds),
            job
          )
        }
      }
    )
  }

  /// Returns the report of the parts, all of which must exist.
  package func report() throws(RetimeError) -> Report { try report(readers) }

  /// Checks that the result can be created at the output, before any work.
  package static func checkOutput(_ request: JobRequest) throws(RetimeError) {
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
