// SPDX-License-Identifier: MPL-2.0

import TestSupport
import Testing

@Suite struct Imports {
  /// The modules that each module may import; Swift's standard library modules are always allowed.
  static let allowed: [String: Set<String>] = [
    "RetimeCore": [
      "CProcessor", "MotionKernels", "MotionKernelsV3", "MotionLayout", "SoundKernels",
      "SoundKernelsV3", "SoundKernelsV4",
    ],
    "MotionKernels": ["MotionLayout"],
    "MotionLayout": [],
    "SoundKernels": [],
    "GStreamer": ["CGStreamer"],
    "GStreamerRepairs": ["GStreamer", "MediaFiles", "RetimeSystem"],
    "RetimeSystem": ["Glibc", "Dispatch"],
    "SoundFile": ["CSoundFile"],
    "Resampling": ["CSoxr", "Glibc"],
    "SQLite": ["CSQLite", "Dispatch"],
    "RetimeBuffers": ["Dispatch", "GStreamer", "RetimeCore"],
    "AnimatedImages": [],
    "Deflate": ["CZlib"],
    "WebP": ["CWebP"],
    "RetimeElements": [
      "AnimatedImages", "Deflate", "GStreamer", "MediaFiles", "RetimeBuffers", "RetimeCore",
      "RetimeSystem", "WebP",
    ],
    "RetimePlugin": ["CGStreamer", "GStreamer", "RetimeElements"],
    "MediaFiles": ["RetimeCore", "RetimeSystem"],
    "RetimeMedia": [
      "AnimatedImages", "GStreamer", "GStreamerRepairs", "MediaFiles", "Resampling",
      "RetimeBuffers", "RetimeCore",
      "RetimeElements",
      "RetimeSystem",
      "SoundFile",
      "Dispatch",
    ],
    "RetimeStudio": [
      "RetimeMedia", "RetimeCore", "RetimeSystem", "NIOCore", "NIOPosix", "NIOHTTP1",
      "NIOWebSocket", "SQLite", "Dispatch", "FoundationEssentials",
    ],
    "retime": [
      "RetimeMedia", "RetimeCore", "RetimeSystem", "ArgumentParser", "FoundationEssentials",
    ],
    "retime-studio": ["RetimeStudio", "RetimeSystem", "ArgumentParser"],
  ]

  @Test func `Modules import lower modules only`() async throws {
    for file in try await SourceFile.all(in: "Sources", "gst") {
      let module = String(file.path.split(separator: "/")[1])
      let allowed = try #require(Self.allowed[module], "say what module \(module) may import")
      let others = file.imports.subtracting(allowed).subtracting(["Synchronization"])
      #expect(others.isEmpty, "\(file) imports \(others.sorted())")
    }
  }

  @Test func `Imports are found, so that the other tests are meaningful`() async throws {
    let files = try await SourceFile.all(in: "Sources")
    let found = files.reduce(into: Set()) { $0.formUnion($1.imports) }
    #expect(found.isSuperset(of: ["CGStreamer", "Glibc", "RetimeCore", "ArgumentParser"]))
  }

  @Test(arguments: [
    ("CGStreamer", "GStreamer"), ("CSoundFile", "SoundFile"), ("CSoxr", "Resampling"),
    ("CSQLite", "SQLite"), ("CWebP", "WebP"), ("CZlib", "Deflate"),
  ])
  func `A C library is imported by its wrapper only, in tests too`(
    library: String,
    wrapper: String
  ) async throws {
    for file in try await SourceFile.all(in: "Sources", "Tests") {
      #expect(!file.imports.contains(library) || file.path.hasPrefix("Sources/\(wrapper)/"))
    }
  }
}
