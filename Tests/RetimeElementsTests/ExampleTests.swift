// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

/// The programs in `docs/examples`, unchanged.
@Suite(.serialized, .timeLimit(.minutes(10))) struct `Example programs` {
  private static func path(_ name: String) -> String { Repository.file("docs/examples/\(name)") }
  private static let film = Repository.file("media/rabbit320.webm")

  /// The environment of the programs: codecs may keep memory that the leaks tracer would report.
  private static func installed() throws -> (TemporaryFolder, [String: String]) {
    let (folder, variables) = try `The plugin`.installed()
    return (folder, variables.filter { $0.key != "GST_TRACERS" })
  }

  @Test func `The player plays at the given rates`() async throws {
    let (folder, environment) = try Self.installed()
    let rates = folder.file("rates")
    try "2\n0.5\n8\n".write(toFile: rates, atomically: true, encoding: .utf8)
    let run = try await Program.succeed(
      "/usr/bin/python3",
      ["-B", Self.path("player.py"), "--nowhere", Self.film],
      input: rates,
      environment: environment
    )
    let said = run.text.split(separator: "\n").map { $0.split(separator: " ").last }
    #expect(said == ["2.0", "0.5", "8.0"], "\(run.text)")
  }

  @Test func `The camera example records slow motion`() async throws {
    let (folder, environment) = try Self.installed()
    let program = folder.file("slow-camera")
    try await Program.succeed(
      "sh",
      [
        "-c",
        "gcc -Wall -Wextra -Wno-unused-parameter -Werror -o \(program) \(Self.path("slow-camera.c")) "
          + "$(pkg-config --cflags --libs gstreamer-1.0)",
      ]
    )
    let output = folder.file("slow.mkv")
    let run = try await Program.succeed(program, [output], environment: environment)
    // After the last frame there is nothing to blend.
    #expect(run.text == "in 60 out 240 duplicate 3 drop 0\n")
    #expect(try await Judge.pictureCount(output) == 240)
  }

  @Test(
    arguments: [
      "docs/examples/player.py", "docs/examples/rtsp-server.py", "docs/examples/replay.py",
      "gst/pipelines/slow-clip.py",
    ]
  )
  func `An example without arguments prints its usage`(name: String) async throws {
    let run = try await Program.run("/usr/bin/python3", ["-B", Repository.file(name)])
    let isMissing = run.errors.contains("Namespace") && run.errors.contains("not available")
    #expect(isMissing || run.status == 2 && run.errors.hasPrefix("usage: "), "\(run.errors)")
  }

  static func hasServer() async -> Bool {
    let script =
      "import gi; gi.require_version('GstRtspServer', '1.0'); from gi.repository import GstRtspServer"
    return (try? await Program.run("/usr/bin/python3", ["-c", script]))?.status == 0
  }

  @Test(.enabled("the RTSP server is not there: scripts/setup tests") { await Self.hasServer() })
  func `The server example serves slow motion`() async throws {
    let (folder, environment) = try Self.installed()
    let server = try Program(
      "/usr/bin/python3",
      ["-B", Self.path("rtsp-server.py"), Self.film, "3/2"],
      environment: environment
    )
    defer { server.signal(SIGKILL) }
    let address = try #require(await server.says(matching: /(rtsp:\S+)\n/))
    let output = folder.file("film.mkv")
    try await Program.succeed(
      "gst-launch-1.0",
      [
        "-q", "-e", "rtspsrc", "location=\(address)", "protocols=tcp", "!", "rtph264depay", "!",
        "h264parse", "!", "identity", "eos-after=60", "!", "matroskamux", "!", "filesink",
        "location=\(output)",
      ],
      environment: environment
    )
    #expect(try await Judge.entries("stream=codec_name", of: output) == "h264")
  }

  @Test(
    .enabled("GES is not there: scripts/setup tests") { await `A timeline`.hasEditingServices() }
  )
  func `The replay example shows the last seconds again`() async throws {
    let (folder, variables) = try `The plugin`.installed()
    let output = folder.file("replay.mkv")
    try await Program.succeed(
      "/usr/bin/python3",
      ["-B", Self.path("replay.py"), Self.film, output, "5"],
      environment: `A timeline`.environment(variables)
    )
    // 5 s, 2 s at half the speed and the rest of 7.8 s, 30 frames a second.
    #expect(try await Judge.pictureCount(output) == 354)
  }

  /// Cargo's options for the sources in Debian's packages, if installed.
  private static let crates =
    FileManager.default.fileExists(atPath: "/usr/share/cargo/registry")
    ? [
      "--config", #"source.crates-io.replace-with="debian""#,
      "--config", #"source.debian.directory="/usr/share/cargo/registry""#,
    ] : []

  /// A folder with the source of the Rust program; nil where cargo does not find GStreamer's crate on this machine.
  private static func rust() async throws -> TemporaryFolder? {
    let folder = try TemporaryFolder()
    let copy = folder.file("slow-film")
    try FileManager.default.copyItem(atPath: path("slow-film"), toPath: copy)
    let found = try? await Program.run(
      "cargo",
      ["metadata", "--offline", "--format-version", "1"] + crates,
      in: copy
    )
    return found?.status == 0 ? folder : nil
  }

  @Test(
    .enabled("cargo or librust-gstreamer-dev is not there") { try await Self.rust() != nil }
  )
  func `The Rust example makes slow motion`() async throws {
    let source = try #require(try await Self.rust())
    let (folder, environment) = try Self.installed()
    let built = try await Program.run(
      "cargo",
      ["build", "--offline"] + Self.crates,
      in: source.file("slow-film")
    )
    #expect(built.status == 0 && !built.errors.contains("warning"), "\(built.errors)")
    let output = folder.file("slow.mkv")
    let program = source.file("slow-film/target/debug/slow-film")
    let run = try await Program.succeed(
      program,
      [Self.film, output, "3/2"],
      environment: environment
    )
    #expect(run.text == "in 234 out 351 duplicate 117\n")
    #expect(try await Judge.pictureCount(output) == 351)
    let wrong = try await Program.run(program, ["a", "b", "1/0"], environment: environment)
    #expect(wrong.status == 64)
  }
}
