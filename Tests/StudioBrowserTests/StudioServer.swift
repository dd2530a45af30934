// SPDX-License-Identifier: MPL-2.0

#if Studio
import Foundation
import TestSupport

/// `retime studio` on its own folder, at a free port.
struct StudioServer: Sendable {
  /// The served folder.
  let folder: TemporaryFolder
  /// The folder of its state; the next server on the same folder reads it.
  let state: TemporaryFolder
  /// The address that it has printed.
  let address: String
  private let program: Program

  /// Starts a server and waits for its address.
  init(folder: TemporaryFolder, state: TemporaryFolder, port: String = "0") async throws {
    self.folder = folder
    self.state = state
    let retime = Repository.program("retime")
    program = try Program(
      "sh",
      ["-c", "exec \"$0\" studio \"$1\" --no-open --port \"$2\" >&2", retime, folder.path, port],
      environment: ["XDG_STATE_HOME": state.path]
    )
    guard let address = await program.says(matching: /(http:\/\/[^\s]+)/) else {
      throw WebDriver.Failure(
        description: "retime studio has printed no address: \(try await program.wait().errors)"
      )
    }
    self.address = String(address)
  }

  /// The port of the address.
  var port: String { URL(string: address)?.port.map(String.init) ?? "0" }

  /// Ends it as Ctrl-C does; returns whether it ended regularly.
  func isEndedWell() async -> Bool {
    program.signal(SIGINT)
    let status = try? await program.wait().status
    return status == 0 || status == 130
  }
}
#endif
