// SPDX-License-Identifier: MPL-2.0

import Foundation
import TestSupport
import Testing

/// The plugin in GStreamer's own programs.
@Suite(.serialized, .timeLimit(.minutes(15))) struct `The plugin` {
  /// An empty folder, and the environment in which GStreamer's programs find the plugin.
  static func installed() throws -> (folder: TemporaryFolder, environment: [String: String]) {
    var variables = try BuiltPlugin.environment()
    variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"] ?? ""
    // Critical warnings end the program, and leaks are reported at its end.
    variables["G_DEBUG"] = "fatal-criticals"
    variables["GST_TRACERS"] = "leaks"
    return (try TemporaryFolder(), variables)
  }

  /// Runs a pipeline of the documentation in a folder with the media.
  static func runPipeline(
    _ name: String,
    in folder: TemporaryFolder,
    _ environment: [String: String]
  ) async throws {
    try folder.link("media", to: Repository.file("media"))
    try await Program.succeed(
      "bash",
      ["-e", Repository.file("gst/pipelines/\(name).sh")],
      in: folder.path,
      environment: environment
    )
  }

  @Test(arguments: [
    "audioretime", "cafdemux", "dctspectrogram", "retime", "textretime", "videoretime",
  ])
  func `shows its elements as they were`(name: String) async throws {
    let (_, environment) = try Self.installed()
    let result = try await Program.succeed(
      "gst-inspect-1.0",
      ["--no-colors", name],
      environment: environment
    )
    let text = result.text.replacingOccurrences(
      of: (try BuiltPlugin.path() as NSString).deletingLastPathComponent,
      with: "…"
    )
    let path = Repository.file("gst/inspect/\(name).txt")
    if ProcessInfo.processInfo.environment["RETIME_REGENERATE"] == "1" {
      try text.write(toFile: path, atomically: true, encoding: .utf8)
    }
    let golden = try String(contentsOfFile: path, encoding: .utf8)
    #expect(
      Self.lines(of: text) == Self.lines(of: golden),
      "changed on purpose? RETIME_REGENERATE=1 swift test --filter PluginTests"
    )
  }

  /// The output of gst-inspect, without the parts whose layout depends on the version.
  private static func lines(of text: String) -> [String] {
    text.replacing(" *", with: "*").split(separator: "\n")
      .map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty && $0 != "Element Flags:" }
  }

  @Test(
    arguments: [
      ("slow-sound", "slow.wav", 7.778 * 1.5), ("slow-motion", "slow.mkv", 15.6),
      ("bin", "bin.mkv", 15.6),
      ("blend", "blend.mkv", 31.2), ("player", nil, 0), ("spectrogram", "spectrogram.mkv", 7.8),
      ("core-audio", "slow-caf.wav", 7.778 * 2), ("map", "map.mkv", 9.9),
    ]
  )
  func `The pipelines of the documentation run`(
    name: String,
    output: String?,
    seconds: Double
  ) async throws {
    let (folder, environment) = try Self.installed()
    try await Self.runPipeline(name, in: folder, environment)
    guard let output else { return }
    let probe = try await Program.run(
      "ffprobe",
      ["-v", "error", "-show_entries", "format=duration", "-of", "csv=p=0", folder.file(output)]
    )
    #expect(probe.errors.isEmpty)
    let duration = Double(probe.text.trimmingCharacters(in: .whitespacesAndNewlines)) ?? 0
    #expect(abs(duration - seconds) < 0.05, "\(duration) s")
  }

  @Test func `The pipeline of subtitles scales their times`() async throws {
    let (folder, environment) = try Self.installed()
    try await Self.runPipeline("subtitles", in: folder, environment)
    let text = try String(contentsOfFile: folder.file("slow.srt"), encoding: .utf8)
    #expect(text.contains("00:00:25,000 --> 00:00:50,000"), "\(text)")
  }

  @Test func `The plugin exports only the symbol that the loader calls`() async throws {
    let result = try await Program.succeed(
      "nm",
      ["-D", "--defined-only", "--extern-only", "--format=just-symbols", BuiltPlugin.path()]
    )
    #expect(result.text == "gst_plugin_retime_get_desc\n")
  }

  @Test func `Every scenario passes`() async throws {
    let (folder, environment) = try Self.installed()
    defer { withExtendedLifetime(folder) {} }
    let script = Repository.file("Tests/Scenarios/scenarios.py")
    func run(_ names: [String]) async throws -> Program.Result {
      // The system's own Python is the one that has PyGObject.
      try await Program.run("/usr/bin/python3", ["-B", script] + names, environment: environment)
    }
    let names = try await run(["list"]).text.split(separator: "\n").map(String.init)
    #expect(names.count > 20)
    // In groups: GStreamer starts anew for each program.
    for start in stride(from: 0, to: names.count, by: 20) {
      let some = Array(names[start..<min(start + 20, names.count)])
      let result = try await run(some)
      #expect(result.status == 0, "one of \(some): \(result.errors)")
      #expect(!result.errors.contains("Leaks detected"), "\(some): see GST_DEBUG=GST_TRACER:7")
    }
  }

  @Test func `The programs of the documentation run`() async throws {
    let (folder, environment) = try Self.installed()
    let page = try Repository.text(of: "docs/gstreamer.md")
    let python = folder.file("example.py")
    try Self.block("python", of: page).write(toFile: python, atomically: true, encoding: .utf8)
    try await Program.succeed(
      "/usr/bin/python3",
      ["-B", python],
      environment: environment
    )
    let source = folder.file("example.c")
    try Self.block("c", of: page).write(toFile: source, atomically: true, encoding: .utf8)
    let program = folder.file("example")
    try await Program.succeed(
      "sh",
      [
        "-c",
        "gcc -Wall -Werror -o \(program) \(source) $(pkg-config --cflags --libs gstreamer-1.0)",
      ]
    )
    try await Program.succeed(program, [], environment: environment)
  }

  /// The first block of code in a language.
  private static func block(_ language: String, of page: String) throws -> String {
    let start = try #require(page.range(of: "```\(language)\n")).upperBound
    let end = try #require(page.range(of: "```", range: start..<page.endIndex)).lowerBound
    return String(page[start..<end])
  }

  @Test func `Every pipeline of the documentation is in a file that is run`() throws {
    let page = try Repository.text(of: "docs/gstreamer.md")
    for name in [
      "slow-sound", "slow-motion", "map", "player", "player-group", "core-audio", "clip",
      "subtitles", "bin",
    ] {
      let line = try Repository.text(of: "gst/pipelines/\(name).sh").split(
        separator: "\n",
        maxSplits: 1
      )
      #expect(page.contains(line[1].trimmingCharacters(in: .newlines)), "\(name)")
    }
  }
}
