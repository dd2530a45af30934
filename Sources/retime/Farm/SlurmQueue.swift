// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem

/// Slurm, driven by its own commands: a job array of parts, and a job that joins them after all have succeeded.
///
/// Slurm requeues a task whose node fails, on another node. The task may then run twice for some
/// time, which is safe: each attempt writes the part to its own temporary file and renames it at
/// the end.
struct SlurmQueue: PartQueue {
  func submit(_ order: QueueOrder) throws(RetimeError) -> QueuedJob {
    let retime = Executable.own ?? "retime"
    let timeout = "--stall-timeout \(order.stallTimeout)"
    // Exit status 66 reports that the node cannot access the folder.
    let begin = "#!/bin/sh\ncd \(Self.quoted(order.work)) || exit 66\n"
    try WorkFolder.write(
      begin
        + "exec \(Self.quoted(retime)) part plan.json \"$SLURM_ARRAY_TASK_ID\" \(timeout) --progress json "
        + "2> \"log-$SLURM_ARRAY_TASK_ID\"\n",
      to: "\(order.work)/part.sh"
    )
    try WorkFolder.write(
      begin
        + "exec 2> log-join\ncd \(Self.quoted(order.folder)) || exit 66\n"
        + "exec \(Self.quoted(retime)) join \(Self.quoted(order.work + "/plan.json")) \(timeout) --progress json"
        + (order.overwrites ? " -y" : "") + (order.verifies ? " --verify\n" : "\n"),
      to: "\(order.work)/join.sh"
    )
    var common = ["--parsable", "--requeue", "--output=/dev/null", "--chdir=/", "--export=ALL"]
    common.append("--comment=\(order.work)")
    if let partition = order.options.partition { common.append("--partition=\(partition)") }
    if let time = order.options.time { common.append("--time=\(time)") }
    if let memory = order.options.memory { common.append("--mem=\(memory)") }
    var parts: String?
    if !order.parts.isEmpty {
      let numbers = order.parts.map { "\($0)" }.joined(separator: ",")
      parts = try sbatch(
        common + ["--array=\(numbers)", "--job-name=retime", "\(order.work)/part.sh"]
      )
    }
    let after = parts.map { ["--dependency=afterok:\($0)", "--kill-on-invalid-dep=yes"] } ?? []
    do throws(RetimeError) {
      let join = try sbatch(common + after + ["--job-name=retime-join", "\(order.work)/join.sh"])
      return QueuedJob(parts: parts, join: join)
    } catch {
      if let parts { _ = try? ToolRun.run("scancel", [parts]) }
      throw error
    }
  }

  /// Checks that Slurm is available, before any work.
  func check() throws(RetimeError) {
    let result = try ToolRun.run("sbatch", ["--version"])
    guard result.status == 0 else {
      throw RetimeError(.missingCodec, "Slurm does not answer: \(Self.line(result.errors))")
    }
  }

  func tasks(of job: QueuedJob) throws(RetimeError) -> [QueueTask]? {
    // One query for each job, since `squeue` lists none of the jobs if it no longer has one of
    // them.
    var tasks: [QueueTask] = []
    for number in [job.parts, job.join].compactMap(\.self) {
      let result = try ToolRun.run(
        "squeue",
        [
          "-h", "-r", "-t", "all", "-j", number, "-O",
          "ArrayTaskID:16,State:24,RestartCnt:12,exit_code:16,NodeList:64",
        ]
      )
      guard result.status == 0 else { return nil }
      let lines = result.output.split(separator: "\n")
      tasks += lines.compactMap { Self.task($0, isJoin: number == job.join) }
    }
    return tasks.isEmpty ? nil : tasks
  }

  func cancel(_ job: QueuedJob) throws(RetimeError) {
    let result = try ToolRun.run("scancel", [job.parts, job.join].compactMap(\.self))
    guard result.status == 0 else {
      throw RetimeError(.inputOutput, "scancel failed: \(Self.line(result.errors))")
    }
  }

  /// Returns the work folder of a job with an ID; nil if the queue has no such job.
  static func folder(of number: String) throws(RetimeError) -> String? {
    let result = try ToolRun.run("squeue", ["-h", "-t", "all", "-j", number, "-O", "Comment:4096"])
    guard result.status == 0, let line = result.output.split(separator: "\n").first else {
      return nil
    }
    let path = String(line.reversed().drop { $0 == " " }.reversed())
    return path.hasPrefix("/") ? path : nil
  }

  // MARK: - Slurm's output

  private func sbatch(_ arguments: [String]) throws(RetimeError) -> String {
    let result = try ToolRun.run("sbatch", arguments)
    let number = Self.line(result.output).prefix { $0 != ";" }
    guard result.status == 0, !number.isEmpty else {
      throw RetimeError(
        .missingCodec,
        "Slurm does not take the job: \(Self.line(result.errors)). See whether sinfo shows a cluster, and what "
          + "--partition, --time and --memory it allows"
      )
    }
    return String(number)
  }

  /// Parses a line of `squeue`; nil if it is not a task of the job.
  static func task(_ line: Substring, isJoin: Bool) -> QueueTask? {
    let words = line.split(separator: " ").map(String.init)
    guard words.count >= 4 else { return nil }
    let part = Int(words[0])
    guard isJoin || part != nil else { return nil }
    let state: QueueTask.State =
      switch words[1] {
      case "COMPLETED": .done
      case "RUNNING", "COMPLETING", "STAGE_OUT", "SIGNALING": .running
      // The task is requeued, or will be.
      case "PENDING", "CONFIGURING", "REQUEUED", "REQUEUE_FED", "REQUEUE_HOLD", "NODE_FAIL",
        "PREEMPTED", "RESIZING", "SUSPENDED", "STOPPED":
        .waiting
      default: .failed
      }
    // A raw status of `wait`: the exit status in the higher byte, a signal in the lower.
    let raw = Int32(words[3]) ?? 0
    return QueueTask(
      part: isJoin ? nil : part,
      state: state,
      restarts: Int(words[2]) ?? 0,
      node: words.count > 4 ? words[4] : "",
      status: raw & 0x7F == 0 ? raw >> 8 & 0xFF : 128 + raw & 0x7F
    )
  }

  /// Returns the first line of a command's output, without the name of the command.
  private static func line(_ text: String) -> String {
    guard let line = text.split(separator: "\n").first else { return "it does not say why" }
    let words = line.split(separator: ": ", maxSplits: 2)
    return String(words.count == 3 && words[1] == "error" ? words[2] : line)
  }

  /// Quotes a text as one word of a shell.
  private static func quoted(_ text: String) -> String {
    "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
