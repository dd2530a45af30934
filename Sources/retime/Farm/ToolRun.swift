// SPDX-License-Identifier: MPL-2.0

internal import RetimeMedia
internal import RetimeSystem
internal import Synchronization

/// A run of another program, for its output.
enum ToolRun {
  /// The status and output of a program.
  struct Result: Sendable {
    var status: Int32 = 0
    var output = "", errors = ""
  }

  /// Runs a program found in `PATH`.
  ///
  /// Blocks until it ends.
  /// - Throws: `missingCodec` if it is not installed.
  static func run(_ name: String, _ arguments: [String]) throws(RetimeError) -> Result {
    guard let path = Program.path(of: name) else {
      throw RetimeError(
        .missingCodec,
        "--on slurm needs \(name), which is not installed here. Install Slurm's client (Debian: slurm-client) and its "
          + "cluster's slurm.conf, or leave out --on: then processes on this machine make the parts"
      )
    }
    let said = Mutex<(output: [UInt8], errors: [UInt8])>(([], []))
    let end = Mailbox<Swift.Result<Int32, SystemError>>()
    ChildProcess.start(
      ChildProcess.Command(path, arguments),
      onStart: { _ in },
      onBytes: { stream, bytes in
        let list = bytes.indices.map { bytes[$0] }
        said.withLock { if stream == .output { $0.output += list } else { $0.errors += list } }
      },
      onEnd: { end.post($0) }
    )
    while true {
      switch end.wait(milliseconds: 1000) {
      case nil: continue
      case .failure(let error):
        throw RetimeError(.inputOutput, "\(name) cannot be started: \(error)")
      case .success(let status):
        let (output, errors) = said.withLock { $0 }
        return Result(
          status: status,
          output: String(decoding: output, as: UTF8.self),
          errors: String(decoding: errors, as: UTF8.self)
        )
      }
    }
  }
}
