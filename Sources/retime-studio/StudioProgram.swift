// SPDX-License-Identifier: MPL-2.0

internal import ArgumentParser
internal import RetimeSystem
#if Studio
internal import RetimeStudio
#endif

/// The program of `retime studio [folder]`, separate from the one that runs the jobs.
@main
struct StudioProgram: ParsableCommand {
  /// Starts the program with the raw bytes of its arguments.
  static func main() { main(ProgramArguments.texts) }

  static let configuration = CommandConfiguration(
    commandName: "retime studio",
    abstract: "Shows a folder's media in the browser: look, listen, change, compare.",
    usage: "retime studio [<options>] [<folder>]",
    discussion: """
      A server for one folder, on this machine alone unless --listen is given. Results stand next to \
      their sources. Ctrl-C ends it; what waited then goes on the next time.

      EXAMPLES:
        retime studio                                 the current folder
        retime studio ~/Videos --port 9000
        retime studio /media --listen 0.0.0.0         for others, with a token

      FILES:
        ~/.local/state/retime/studio   what it knows of each folder of media

      ENVIRONMENT:
        XDG_STATE_HOME    the folder that takes the place of ~/.local/state
      """
  )

  @Argument(help: "The folder with the media.", completion: .directory)
  var folder = "."

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The port to listen on, 0 for any. (default: 8017, or the next free one)",
      valueName: "N"
    )
  )
  var port: Int?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "The address to listen on; 0.0.0.0 or :: is every one of this machine.",
      valueName: "ADDRESS"
    )
  )
  var listen: String?

  @Option(
    name: .long,
    help: ArgumentHelp(
      "What a browser must know, 8 or more letters and digits. (default: a new one with --listen)",
      valueName: "T"
    )
  )
  var token: String?

  @Option(name: .long, help: ArgumentHelp("Jobs that run at one time.", valueName: "N"))
  var jobs = 1

  @Flag(name: .long, help: "Open no browser.")
  var noOpen = false

  func validate() throws {
    guard port.map((0...65_535).contains) ?? true else {
      throw ValidationError("--port takes 0 to 65535")
    }
    guard (1...16).contains(jobs) else { throw ValidationError("--jobs takes 1 to 16") }
    let isPlain = token?.wholeMatch(of: /[A-Za-z0-9_\-]{8,200}/) != nil
    guard token == nil || isPlain else {
      throw ValidationError("--token takes 8 to 200 letters and digits")
    }
  }

  func run() throws {
    #if Studio
    var settings = StudioSettings(folder: folder)
    (settings.port, settings.address, settings.token) = (port, listen, token)
    settings.jobs = jobs
    if let retime = Executable.beside("retime") { settings.executable = retime }
    do {
      try Studio.run(settings) { address in
        StandardStreams.printError("Retime Studio: \(address)\nCtrl-C ends it.\n")
        if !noOpen { Browser.open(address) }
      }
    } catch {
      StandardStreams.printError("retime: \(error)\n")
      throw ExitCode(66)
    }
    #else
    StandardStreams.printError(
      "retime: this build is without the studio. Build it with: swift build --traits Studio\n"
    )
    throw ExitCode(69)
    #endif
  }
}
