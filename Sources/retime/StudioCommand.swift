// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeMedia
internal import RetimeSystem

/// The command `retime studio [folder]`, which executes the program `retime-studio`.
///
/// It is a separate program because a server and a database would make every job larger and slower
/// to start.
struct StudioCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "studio",
    abstract: "Serves a folder's media to the browser: play, retime, compare."
  )

  @Argument(
    parsing: .captureForPassthrough,
    help: "A folder, and options: see studio --help.",
    completion: .directory
  )
  var arguments: [String] = []

  func run() throws {
    guard let program = Executable.beside("retime-studio") else {
      StandardStreams.printError(
        "retime: the studio is not installed: its program, retime-studio, must be in the folder of this one. "
          + "Build it with: swift build -c release --product retime-studio\n"
      )
      throw ExitCode(RetimeError.Kind.missingCodec.rawValue)
    }
    let error = Executable.become(program, arguments)
    StandardStreams.printError("retime: '\(program)' cannot be started: \(error)\n")
    throw ExitCode(RetimeError.Kind.cannotOpen.rawValue)
  }
}
